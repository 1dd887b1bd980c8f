"""Service at the end of Days 1 and 2 (RA-10)."""

import pytest

from engine.flow import Answered
from engine.rally import GAME
from engine.rally.actions import DayStarted, Discarded, Drew
from engine.rally.cards import STAGE_DECK
from engine.rally.rules import RULES
from tests.games.rally.table import act, asked, events, is_offered, kind, play, shown, stacked, table, tell

SEVEN = "speed-straight " * 7


def at_service(*hands: str, **more: object):
    """Day 1 is over: the first seat has just played its Straight Line."""
    return play(table(f"speed-straight {hands[0]}", *hands[1:], row=("S",), **more), "speed-straight")


@pytest.mark.clause("RA-10.1")
def test_the_day_ends_when_no_open_call_is_left() -> None:
    state = table("speed-straight", SEVEN, row=("S- G+", "S", "fault-puncture: G+ S+"))
    assert (kind(play(state, "speed-straight")), asked(play(state, "speed-straight"))) == ("service", (1,))


@pytest.mark.clause("RA-10.2", "RA-E14")
def test_any_cards_may_be_discarded_and_those_over_the_limit_must() -> None:
    state = at_service(SEVEN, "grip-dig-in " * 9, "skill-cover")
    limits = [
        (offer.fields["discard"].least, offer.fields["discard"].most)
        for seat in (0, 1, 2)
        for offer in RULES.offers(state, seat)
    ]
    assert limits == [(0, 7), (2, 9), (0, 1)]
    assert [RULES.prompt(state, seat).must for seat in (0, 1, 2)] == [False, True, False]
    state = act(state, "keep", 0, discard=[])
    state = act(state, "keep", 2, discard=[])
    state = act(state, "keep", 1, discard=["grip-dig-in"] * 4)
    assert state.hands[1] == ("grip-dig-in",) * 7
    assert state.discard[:4] == ("grip-dig-in",) * 4


@pytest.mark.clause("RA-10.3")
def test_everybody_draws_up_to_the_limit() -> None:
    state = at_service("skill-cover", "", SEVEN)
    for seat in asked(state):
        state = act(state, "keep", seat, discard=[])
    assert [len(hand) for hand in state.hands] == [7, 7, 7]


@pytest.mark.clause("RA-10.4", "RA-R30")
def test_the_hit_stack_is_discarded_after_the_draws() -> None:
    state = at_service("", SEVEN, streak=2, deck="")
    state = act(state, "keep", 1, discard=[])
    assert (state.hands[0], stacked(state)) == ((), [])
    assert state.discard == ("control-clean-line", "speed-straight")


@pytest.mark.clause("RA-10.5", "RA-R39")
def test_old_rows_leave_for_good_and_new_stages_and_recoveries_are_dealt() -> None:
    stages = STAGE_DECK[1:6]
    state = at_service("", SEVEN, stage_deck=stages, car="fault-cracked-lamp")
    told = events(state, "keep", discard=[])
    assert DayStarted(2, 1, stages[:4], ("fault-cracked-lamp",)) in told
    state = act(state, "keep", discard=[])
    assert [stage.card for stage in state.row] == [*stages[:4], "fault-cracked-lamp"]
    assert (state.stage_deck, state.cleared) == (stages[4:], ("stage-01",))


@pytest.mark.clause("RA-10.6")
def test_the_marker_moves_clockwise_and_its_seat_starts() -> None:
    state = act(act(at_service("", SEVEN, SEVEN, marker=1), "keep", 1, discard=[]), "keep", 2, discard=[])
    assert (state.marker, asked(state)) == (2, (2,))


@pytest.mark.clause("RA-R31", "RA-11.3")
def test_with_short_hands_the_lower_limit_is_for_keeping_and_refilling() -> None:
    state = at_service("skill-cover", SEVEN, SEVEN, challenges=["short_hands"])
    assert not is_offered(state, "keep", discard=[]) or asked(state)[0] == 0
    state = act(state, "keep", 0, discard=[])
    state = act(state, "keep", 1, discard=["speed-straight"])
    state = act(state, "keep", 2, discard=["speed-straight"])
    assert [len(hand) for hand in state.hands] == [6, 6, 6]


@pytest.mark.clause("RA-R32")
def test_all_answer_in_parallel_and_hidden_and_an_answer_is_final() -> None:
    state = at_service("skill-cover", SEVEN, SEVEN)
    after, tellings = tell(state, "keep", 1, discard=["speed-straight"] * 3)
    assert [telling.full for telling in tellings] == [Answered(1)]
    assert (asked(after), RULES.offers(after, 1)) == ((0, 2), [])
    assert GAME.view(after, 0).hand_sizes == (1, 7, 7)
    assert RULES.question(after).id == RULES.question(state).id


@pytest.mark.clause("RA-R32", "RA-R41")
def test_all_discards_come_before_all_draws_clockwise_from_the_marker() -> None:
    hand = "speed-straight grip-dig-in skill-cover"
    state = at_service(hand, hand, hand, marker=1)
    state = act(state, "keep", 0, discard=["skill-cover", "speed-straight"])
    state = act(state, "keep", 2, discard=["grip-dig-in"])
    told = events(state, "keep", 1, discard=[])
    done = [
        (type(event), event.seat) for event in told if isinstance(event, Discarded | Drew) and event.seat is not None
    ]
    assert done == [*((Discarded, seat) for seat in (1, 2, 0)), *((Drew, seat) for seat in (1, 2, 0))]
    state = act(state, "keep", 1, discard=[])
    assert state.discard[:3] == ("grip-dig-in", "speed-straight", "skill-cover")


def test_a_table_without_cards_goes_on_by_itself() -> None:
    state = at_service("", "", deck="grip-dig-in " * 20)
    assert (state.day, [len(hand) for hand in state.hands], len(shown(state))) == (2, [8, 8], 4)
