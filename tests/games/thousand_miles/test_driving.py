"""Movement and remedies (section 2)."""

import pytest

from tests.games.thousand_miles.table import acting, discard, moving, offered, race, refusal, stalled, use


def with_button(button, car, **more):
    """Seat 0 holds the button and has this car."""
    return race((button, *("limit",) * 5), cars={0: car}, **more)


# Movement


@pytest.mark.clause("TM-3.1")
def test_a_stalled_car_does_not_move():
    assert refusal(with_button("miles-50", stalled(100)), "miles-50") == "TM-3.1"


@pytest.mark.clause("TM-E1", "TM-1.3")
def test_a_race_starts_with_engine_on():
    state = race(("miles-50", "engine-on"), deck=("refuel",))
    assert refusal(state, "miles-50") == "TM-3.1"
    after = use(state, "engine-on")
    assert (after.cars[0], after.hands[0], acting(after)) == (moving(), ("miles-50", "refuel"), 1)


@pytest.mark.clause("TM-3.2", "TM-E8")
@pytest.mark.parametrize("button", ["miles-75", "miles-100", "miles-200"])
def test_a_speed_limit_forbids_more_than_50(button):
    assert refusal(with_button(button, moving(0, "limit")), button) == "TM-3.2"


@pytest.mark.clause("TM-3.2", "TM-E8")
@pytest.mark.parametrize(("button", "miles"), [("miles-25", 25), ("miles-50", 50)])
def test_a_speed_limit_leaves_25_and_50(button, miles):
    assert use(with_button(button, moving(0, "limit")), button).cars[0].miles == miles


@pytest.mark.clause("TM-E8")
def test_turned_and_limited_drives_50_backward():
    assert use(with_button("miles-50", moving(200, "turned", "limit")), "miles-50").cars[0].miles == 150


@pytest.mark.clause("TM-3.3")
@pytest.mark.parametrize("miles", [25, 50, 75, 100, 200])
def test_forward_the_miles_are_added(miles):
    button = f"miles-{miles}"
    assert use(with_button(button, moving(300)), button).cars[0].miles == 300 + miles


@pytest.mark.clause("TM-3.3", "TM-1.4", "TM-E9")
def test_the_finish_needs_an_exact_count():
    state = race(("miles-100", "miles-75", "miles-50"), cars={0: moving(950)})
    assert [refusal(state, button) for button in ("miles-100", "miles-75")] == ["TM-3.3"] * 2
    after = use(state, "miles-50")
    assert (after.result.winners, after.hands[0], after.deck) == ((0,), ("miles-100", "miles-75"), state.deck)


@pytest.mark.clause("TM-3.4")
def test_a_turned_car_moves_backward():
    assert use(with_button("miles-100", moving(300, "turned")), "miles-100").cars[0].miles == 200


@pytest.mark.clause("TM-3.4", "TM-R9", "TM-E7")
def test_backward_ends_at_the_start():
    assert use(with_button("miles-100", moving(75, "turned")), "miles-100").cars[0].miles == 0


@pytest.mark.clause("TM-R9")
def test_backward_at_the_start_is_offered_as_without_effect_and_never_forced():
    state = with_button("miles-100", moving(0, "turned"))
    assert offered(state)[0] == {"type": "use", "button": "miles-100", "no_effect": True}
    assert use(state, "miles-100").cars[0] == moving(0, "turned")
    assert discard(state, "miles-100").cars[0] == moving(0, "turned")


@pytest.mark.clause("TM-R10")
def test_a_turned_car_is_not_held_to_the_exact_count_and_does_not_win():
    after = use(with_button("miles-200", moving(950, "turned")), "miles-200")
    assert (after.cars[0].miles, after.result) == (750, None)


@pytest.mark.clause("TM-R20")
def test_any_number_of_200s_may_be_used():
    state = race(("miles-200",) * 6, cars={0: moving()}, seats=2, goal=2000, deck=("miles-200", "limit") * 9)
    for _ in range(9):
        state = discard(use(state, "miles-200"), "miles-25") if state.cars[0].miles < 1200 else state
    assert state.cars[0].miles == 1200


# Remedies


@pytest.mark.clause("TM-4.1")
@pytest.mark.parametrize("flag", ["crash", "fuel", "flat"])
def test_an_engine_does_not_start_with_an_open_problem(flag):
    assert refusal(with_button("engine-on", stalled(0, flag)), "engine-on") == "TM-4.1"


@pytest.mark.clause("TM-4.1", "TM-R16")
def test_an_engine_starts_under_a_limit_and_turned():
    car = stalled(50, "turned", "limit")
    assert use(with_button("engine-on", car), "engine-on").cars[0] == moving(50, "turned", "limit")


@pytest.mark.clause("TM-R14")
def test_repairing_alone_leaves_other_problems_in_the_way_of_the_engine():
    state = race(("repair", "engine-on", "refuel"), cars={0: stalled(0, "crash", "fuel")}, seats=2)
    state = discard(use(state, "repair"), "miles-25")
    assert refusal(state, "engine-on") == "TM-4.1"
    state = discard(use(state, "refuel"), "miles-25")
    assert use(state, "engine-on").cars[0] == moving()


@pytest.mark.clause("TM-4.2")
@pytest.mark.parametrize(("button", "flag"), [("repair", "crash"), ("refuel", "fuel"), ("inflate", "flat")])
def test_a_repair_clears_its_own_flag_and_leaves_the_engine_off(button, flag):
    others = [other for other in ("crash", "fuel", "flat") if other != flag]
    assert use(with_button(button, stalled(0, flag, *others)), button).cars[0] == stalled(0, *others)


@pytest.mark.clause("TM-4.3")
def test_end_speed_limit_clears_the_limit():
    assert use(with_button("end-limit", moving(50, "limit")), "end-limit").cars[0] == moving(50)


@pytest.mark.clause("TM-4.3")
def test_end_speed_limit_works_on_a_stalled_car():
    assert use(with_button("end-limit", stalled(50, "limit", "crash")), "end-limit").cars[0] == stalled(50, "crash")


@pytest.mark.clause("TM-4.4")
def test_turn_back_makes_a_running_car_face_the_finish():
    assert use(with_button("turn-back", moving(300, "turned")), "turn-back").cars[0] == moving(300)


@pytest.mark.clause("TM-4.4")
def test_turn_back_needs_the_engine_on():
    assert refusal(with_button("turn-back", stalled(300, "turned")), "turn-back") == "TM-4.4"


@pytest.mark.clause("TM-4.5")
@pytest.mark.parametrize("button", ["engine-on", "turn-back", "repair", "refuel", "inflate", "end-limit"])
def test_a_remedy_without_its_problem_is_refused(button):
    assert refusal(with_button(button, moving(100)), button) == "TM-4.5"


@pytest.mark.clause("TM-E3")
def test_a_full_tank_is_not_refuelled():
    state = race((), ("refuel",), cars={1: stalled(0, "flat")}, seat=1)
    assert refusal(state, "refuel") == "TM-4.5"


@pytest.mark.clause("TM-E6", "TM-R15", "TM-R16")
def test_turned_and_crashed_repairs_restarts_and_then_turns_back_each_in_one_turn():
    buttons = ("repair", "engine-on", "turn-back")
    state = race(buttons, cars={0: stalled(300, "turned", "crash")}, seats=2)
    assert [refusal(state, button) for button in ("turn-back", "engine-on")] == ["TM-4.4", "TM-4.1"]
    cars = []
    for button in buttons:
        state = discard(use(state, button), "miles-25")
        cars.append(state.cars[0])
    assert cars == [stalled(300, "turned"), moving(300, "turned"), moving(300)]


@pytest.mark.clause("TM-R15")
def test_turned_and_limited_or_marked_turns_back_at_once():
    state = race(("turn-back", "limit"), cars={0: moving(300, "turned", "limit", steal_by=1)})
    assert use(state, "turn-back").cars[0] == moving(300, "limit")


@pytest.mark.clause("TM-R16")
def test_a_restarted_turned_car_moves_backward():
    state = race(("engine-on", "miles-50"), cars={0: stalled(300, "turned")}, seats=2)
    state = discard(use(state, "engine-on"), "miles-25")
    assert use(state, "miles-50").cars[0].miles == 250
