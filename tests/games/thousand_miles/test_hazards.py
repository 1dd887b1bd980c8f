"""Hazards other than Steal (section 2)."""

import pytest

from engine.thousand_miles import GAME
from engine.thousand_miles.cards import Hazard
from tests.games.thousand_miles.table import moving, offered, race, refusal, stalled, use


def against(button, car, **more):
    """Seat 0 holds the button, and seat 1 has this car."""
    return race((button, *("miles-25",) * 5), cars={1: car}, **more)


@pytest.mark.clause("TM-5.1")
def test_nobody_is_their_own_target():
    state = race(("drain", *("miles-25",) * 5), cars={0: moving()})
    assert refusal(state, "drain", 0) == "TM-5.1"


@pytest.mark.clause("TM-5.1", "TM-E2")
def test_the_same_hazard_does_not_stand_twice():
    state = race(("flat", "drain"), cars={1: stalled(0, "flat")})
    assert refusal(state, "flat", 1) == "TM-5.1"
    assert use(state, "drain", 1).cars[1] == stalled(0, "flat", "fuel")


@pytest.mark.clause("TM-5.1")
@pytest.mark.parametrize(
    ("button", "car"),
    [
        ("limit", moving(0, "limit")),
        ("turn-around", moving(0, "turned")),
        ("crash", stalled(0, "crash")),
        ("drain", stalled(0, "fuel")),
    ],
)
def test_each_hazard_is_refused_where_it_stands(button, car):
    assert refusal(against(button, car), button, 1) == "TM-5.1"


@pytest.mark.clause("TM-5.2", "TM-R18")
@pytest.mark.parametrize("car", [stalled(), stalled(100, "crash")])
def test_engine_off_needs_a_running_engine(car):
    assert refusal(against("engine-off", car), "engine-off", 1) == "TM-5.2"


@pytest.mark.clause("TM-5.2")
def test_engine_off_switches_the_engine_off_and_sets_no_flag():
    assert use(against("engine-off", moving(100, "limit")), "engine-off", 1).cars[1] == stalled(100, "limit")


@pytest.mark.clause("TM-5.3", "TM-R19")
@pytest.mark.parametrize(("button", "flag"), [("drain", "fuel"), ("flat", "flat")])
@pytest.mark.parametrize("car", [moving(100), stalled(100), stalled()])
def test_a_drain_and_a_flat_tire_stall_moving_and_stationary_cars(button, flag, car):
    assert use(against(button, car), button, 1).cars[1] == stalled(car.miles, flag)


@pytest.mark.clause("TM-5.3", "TM-4.1", "TM-4.2", "TM-E5")
def test_a_flat_tire_is_mended_first_and_then_the_engine_started():
    state = race(("flat",), ("engine-on", "inflate"), cars={1: moving(100)}, seats=2)
    state = use(state, "flat", 1)
    assert (state.cars[1], refusal(state, "engine-on")) == (stalled(100, "flat"), "TM-4.1")
    state = use(state, "inflate")
    assert state.cars[1] == stalled(100)


@pytest.mark.clause("TM-5.4")
def test_a_crash_needs_a_moving_target():
    assert refusal(against("crash", stalled(100)), "crash", 1) == "TM-5.4"


@pytest.mark.clause("TM-5.4")
def test_a_crash_stalls():
    assert use(against("crash", moving(100)), "crash", 1).cars[1] == stalled(100, "crash")


@pytest.mark.clause("TM-5.5")
def test_a_turn_needs_a_moving_target():
    assert refusal(against("turn-around", stalled(100)), "turn-around", 1) == "TM-5.5"


@pytest.mark.clause("TM-5.5")
def test_a_turned_car_keeps_its_engine_on():
    assert use(against("turn-around", moving(100)), "turn-around", 1).cars[1] == moving(100, "turned")


@pytest.mark.clause("TM-5.6", "TM-R19")
@pytest.mark.parametrize(("car", "after"), [(moving(100), moving(100, "limit")), (stalled(), stalled(0, "limit"))])
def test_a_speed_limit_leaves_the_engine_as_it_is(car, after):
    assert use(against("limit", car), "limit", 1).cars[1] == after


@pytest.mark.clause("TM-5.7")
def test_different_hazards_stand_together():
    car = moving(100, "turned", "limit", steal_by=2)
    assert use(against("crash", car), "crash", 1).cars[1] == stalled(100, "turned", "limit", "crash", steal_by=2)


@pytest.mark.clause("TM-R17")
def test_a_drain_on_a_stalled_car_only_adds_its_flag():
    assert use(against("drain", stalled(0, "crash")), "drain", 1).cars[1] == stalled(0, "crash", "fuel")


@pytest.mark.clause("TM-R2")
def test_steal_and_turn_around_are_hazards_and_turn_back_is_a_remedy():
    groups = {button.id: button.group.value for button in GAME.cards}
    assert [groups[button] for button in ("steal", "turn-around", "turn-back")] == ["hazard", "hazard", "remedy"]


@pytest.mark.clause("TM-R27")
@pytest.mark.parametrize("target", [None, 2, -1])
def test_the_target_is_named_even_if_only_one_is_legal(target):
    assert refusal(race(("drain", *("miles-25",) * 5), seats=2), "drain", target) == "TM-R27"


@pytest.mark.clause("TM-R27")
@pytest.mark.parametrize("target", ["1", True, None])
def test_a_target_is_a_whole_number(target):
    state = race(("drain", *("miles-25",) * 5), seats=2)
    assert GAME.objection(state, 0, {"type": "use", "button": "drain", "target": target})[0] == "TM-R27"


@pytest.mark.clause("TM-5.1")
def test_only_a_hazard_takes_a_target():
    assert refusal(race(cars={0: moving()}), "miles-25", 1) == "TM-5.1"


@pytest.mark.clause("TM-R28", "TM-E4", "TM-6.1")
def test_a_hazard_on_a_protected_seat_is_refused_and_kept():
    state = against("drain", moving(100, protections=[Hazard.FUEL]), seats=2)
    assert refusal(state, "drain", 1) == "TM-6.1"
    assert [offer["type"] for offer in offered(state)] == ["discard"]


@pytest.mark.clause("TM-R28")
@pytest.mark.parametrize(
    ("button", "target", "car", "clause"),
    [
        ("flat", 1, stalled(0, "flat"), "TM-2.1"),
        ("tank", 1, moving(), "TM-2.1"),
        ("crash", None, moving(), "TM-R27"),
        ("crash", 0, stalled(0, "crash"), "TM-5.1"),
        ("crash", 1, stalled(0, "fuel", protections=[Hazard.CRASH]), "TM-6.1"),
        ("engine-off", 1, stalled(protections=[Hazard.ENGINE]), "TM-6.1"),
        ("crash", 1, stalled(0, "crash"), "TM-5.1"),
        ("crash", 1, stalled(0, "flat"), "TM-5.4"),
        ("turn-around", 1, stalled(0, "turned"), "TM-5.1"),
        ("turn-around", 1, stalled(0, "flat"), "TM-5.5"),
        ("engine-off", 1, stalled(0, "flat"), "TM-5.2"),
        ("steal", 1, stalled(steal_by=2), "TM-R4"),
        ("steal", 1, stalled(), "TM-R6"),
        ("miles-200", None, stalled(950, "limit"), "TM-3.1"),
        ("engine-on", None, moving(), "TM-4.5"),
        ("turn-back", None, stalled(), "TM-4.5"),
    ],
)
def test_a_refusal_cites_the_first_clause_that_fails(button, target, car, clause):
    held = ("crash", "engine-off", "turn-around", "steal", "miles-200", "engine-on", "turn-back")
    state = race(held, ("miles-25",) * 3, cars={0: car, 1: car})
    assert refusal(state, button, target) == clause


@pytest.mark.clause("TM-R28")
def test_a_limit_is_cited_before_the_exact_count():
    assert refusal(race(("miles-200",), cars={0: moving(950, "limit")}), "miles-200") == "TM-3.2"
