"""Winning, ranking and the guard against an endless race."""

import pytest

from engine.flow import Result
from engine.thousand_miles.actions import Drew, Moved, RaceEnded, Used
from engine.thousand_miles.rules import RULES
from tests.games.thousand_miles.table import discard, heard, moving, race, stalled, use, use_told


@pytest.mark.clause("TM-1.4")
def test_the_winning_button_is_discarded_and_nothing_is_drawn():
    state = race(("miles-100", "limit"), cars={0: moving(600)}, goal=700, discard=("flat",))
    after = use(state, "miles-100")
    assert (after.hands[0], after.discard, after.deck) == (("limit",), ("flat", "miles-100"), state.deck)
    assert [RULES.question(after), RULES.offers(after, 0), RULES.offers(after, 1)] == [None, [], []]


@pytest.mark.clause("TM-1.4")
def test_the_winning_move_ends_what_is_told():
    told = heard(use_told(race(("miles-100", "limit"), cars={0: moving(900)}), "miles-100"), None)
    assert told == [Used(0, "miles-100", None), Moved(0, 100, 1000), RaceEnded("finish")]
    assert not any(isinstance(event, Drew) for event in told)


@pytest.mark.clause("TM-R25")
def test_one_wins_and_the_others_rank_by_miles_with_ties_equal():
    cars = {0: stalled(300), 1: moving(800), 2: stalled(), 3: moving(300)}
    after = use(race((), ("miles-200",), cars=cars, seats=4, seat=1), "miles-200")
    assert after.result == Result((1,), ((1,), (0, 3), (2,)), (300, 1000, 0, 300), "finish")


@pytest.mark.clause("TM-R26")
def test_the_race_is_given_up_when_turn_6000_has_ended():
    cars = {0: stalled(50), 1: stalled(100), 2: stalled(50)}
    after = discard(race(cars=cars, turns=6000), "miles-25")
    assert (after.turns, after.result) == (6000, Result((), ((1,), (0, 2)), (50, 100, 50), "unfinished"))


@pytest.mark.clause("TM-R26")
def test_the_race_goes_on_after_turn_5999():
    assert discard(race(turns=5999), "miles-25").result is None


@pytest.mark.clause("TM-R26")
def test_an_extra_action_is_no_turn_of_its_own():
    after = use(race(("protect-flat", "limit"), turns=6000), "protect-flat")
    assert (after.turns, after.result) == (6000, None)
