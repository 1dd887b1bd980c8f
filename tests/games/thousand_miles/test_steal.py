"""Steal next button (TM-5.8 and its rulings)."""

import pytest

from engine.thousand_miles.actions import Drew, Marked
from engine.thousand_miles.cards import Hazard
from engine.thousand_miles.rules import RULES
from tests.games.thousand_miles.table import acting, discard, heard, moving, race, refusal, stalled, use, use_told


@pytest.mark.clause("TM-5.8", "TM-R3", "TM-E12")
def test_the_targets_next_replacement_goes_to_the_thief_and_the_mark_is_gone():
    state = race(("steal", *("limit",) * 5), cars={1: moving()}, deck=("refuel", "repair", "crash"))
    state = use(state, "steal", 1)
    assert (state.hands[0], state.cars[1]) == (("limit",) * 5 + ("refuel",), moving(steal_by=0))
    state = use(state, "miles-25")
    assert (state.hands[0], state.hands[1]) == (("limit",) * 5 + ("refuel", "repair"), ("miles-25",) * 5)
    assert (state.cars[1], state.deck) == (moving(25), ("crash",))


@pytest.mark.clause("TM-R3")
def test_the_victim_stays_one_short_and_the_thief_one_over():
    state = use(race(("steal", *("limit",) * 5), seats=2), "steal", 1)
    for button in ("miles-25", "limit", "miles-25", "limit"):
        state = discard(state, button)
    assert [len(hand) for hand in state.hands] == [7, 5]


@pytest.mark.clause("TM-R3")
def test_a_discard_and_a_time_out_lose_the_replacement_too():
    marked = race(seat=1, cars={1: stalled(steal_by=2)})
    assert [len(hand) for hand in discard(marked, "miles-25").hands] == [6, 5, 7]
    assert [len(hand) for hand in RULES.time_out(marked)[0].hands] == [6, 5, 7]


@pytest.mark.clause("TM-R4")
@pytest.mark.parametrize("thief", [0, 2])
def test_one_mark_stands_on_a_target_whoever_set_it(thief):
    assert refusal(race(("steal",) * 6, cars={1: stalled(steal_by=thief)}), "steal", 1) == "TM-R4"


@pytest.mark.clause("TM-R4")
def test_several_targets_of_one_thief_and_two_seats_may_mark_each_other():
    state = race(("steal",) * 6, cars={0: stalled(steal_by=1), 2: stalled(steal_by=0)})
    after = use(state, "steal", 1)
    assert [car.steal_by for car in after.cars] == [None, 0, 0]


@pytest.mark.clause("TM-R4")
def test_a_thief_who_is_marked_loses_its_own_replacement():
    state = race(("steal", *("limit",) * 5), cars={0: stalled(steal_by=1)})
    after = use(state, "steal", 1)
    assert ([len(hand) for hand in after.hands], [car.steal_by for car in after.cars]) == ([5, 7, 6], [None, 0, None])


@pytest.mark.clause("TM-R5")
@pytest.mark.parametrize("car", [moving(100), stalled(), stalled(50, "crash", "turned", "limit")])
def test_a_steal_asks_nothing_of_the_car_and_changes_nothing_on_it(car):
    after = use(race(("steal",) * 6, cars={1: car}), "steal", 1)
    assert after.cars[1] == type(car)(car.miles, car.engine, car.flags, 0, car.protections)


@pytest.mark.clause("TM-R6", "TM-E13")
def test_a_seat_with_three_buttons_is_no_target():
    assert refusal(race(("steal",) * 6, ("limit",) * 3), "steal", 1) == "TM-R6"


@pytest.mark.clause("TM-R6")
def test_a_seat_with_four_buttons_is_a_target_and_a_thief_may_hold_any_number():
    state = race(("steal",) * 12, ("limit",) * 4)
    assert use(state, "steal", 1).cars[1].steal_by == 0


@pytest.mark.clause("TM-R13")
def test_a_marked_seat_that_lays_a_protection_loses_the_replacement_and_draws_again_in_the_extra_action():
    state = race(("protect-flat", "limit", "limit", "limit"), cars={0: stalled(steal_by=2)})
    state = use(state, "protect-flat")
    assert ([len(hand) for hand in state.hands], state.cars[0].steal_by) == ([3, 6, 7], None)
    assert [len(hand) for hand in use(state, "limit", 1).hands] == [3, 6, 7]


@pytest.mark.clause("TM-R13", "TM-E14", "TM-R7")
def test_protection_from_stealing_clears_the_mark_before_the_draw():
    state = race(("protect-steal", "limit"), cars={0: stalled(steal_by=2)}, deck=("refuel",))
    after = use(state, "protect-steal")
    assert (after.hands[0], after.hands[2]) == (("limit", "refuel"), ("miles-25",) * 6)
    assert (after.cars[0], after.stack[-1].at, acting(after)) == (stalled(protections=[Hazard.STEAL]), "extra", 0)


@pytest.mark.clause("TM-R24")
def test_a_winning_move_leaves_nothing_to_steal():
    state = race(("miles-50", "limit"), cars={0: moving(950, steal_by=1)})
    after = use(state, "miles-50")
    assert (after.result.winners, after.hands[1], after.deck) == ((0,), state.hands[1], state.deck)


# What is told


@pytest.mark.clause("TM-R30", "TM-I9")
@pytest.mark.parametrize(("seat", "buttons"), [(0, ("refuel",)), (1, None), (2, None), (None, None)])
def test_a_stolen_button_is_told_to_the_thief_alone(seat, buttons):
    state = race(seat=1, cars={1: moving(steal_by=0)}, deck=("refuel",))
    told = [event for event in heard(use_told(state, "miles-25"), seat) if isinstance(event, Drew)]
    assert told == [Drew(seat=0, drawn_by=1, count=1, buttons=buttons)]


@pytest.mark.clause("TM-R30", "TM-I10")
@pytest.mark.parametrize(("seat", "buttons"), [(0, None), (1, ("refuel",)), (2, None), (None, None)])
def test_a_replacement_is_told_to_its_drawer_alone(seat, buttons):
    state = race(seat=1, cars={1: moving()}, deck=("refuel",))
    told = [event for event in heard(use_told(state, "miles-25"), seat) if isinstance(event, Drew)]
    assert told == [Drew(seat=1, drawn_by=1, count=1, buttons=buttons)]


@pytest.mark.clause("TM-5.8")
def test_a_mark_is_public():
    told = heard(use_told(race(("steal",) * 6), "steal", 1), None)
    assert Marked(seat=1, by=0) in told
