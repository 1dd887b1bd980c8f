"""Protections (section 2)."""

import pytest

from engine.thousand_miles.cards import Hazard
from tests.games.thousand_miles.table import moving, offered, race, refusal, stalled, use

PAIRS = [
    ("protect-steal", "steal", Hazard.STEAL),
    ("protect-engine", "engine-off", Hazard.ENGINE),
    ("protect-turned", "turn-around", Hazard.TURNED),
    ("protect-crash", "crash", Hazard.CRASH),
    ("protect-fuel", "drain", Hazard.FUEL),
    ("protect-flat", "flat", Hazard.FLAT),
    ("protect-limit", "limit", Hazard.LIMIT),
]
HAZARDS = tuple(hazard for _, hazard, _ in PAIRS)


@pytest.mark.clause("TM-6.1")
@pytest.mark.parametrize(("protection", "button", "hazard"), PAIRS)
def test_a_protection_makes_its_seat_no_target_of_its_own_hazard_alone(protection, button, hazard):
    state = use(race((), (protection, "limit"), cars={1: moving(100)}, seat=1), protection)
    assert state.cars[1].protections == (hazard,)
    attack = race(HAZARDS, cars={1: state.cars[1]}, seats=2)
    assert refusal(attack, button, 1) == "TM-6.1"
    usable = [offer["button"] for offer in offered(attack) if offer["type"] == "use"]
    assert usable == [other for other in HAZARDS if other != button]


@pytest.mark.clause("TM-6.2", "TM-R7")
@pytest.mark.parametrize(
    ("button", "hazard"),
    [
        ("protect-crash", Hazard.CRASH),
        ("protect-fuel", Hazard.FUEL),
        ("protect-flat", Hazard.FLAT),
        ("protect-limit", Hazard.LIMIT),
        ("protect-turned", Hazard.TURNED),
    ],
)
def test_a_first_protection_clears_its_flag_and_leaves_the_engine_off(button, hazard):
    others = [flag for flag in ("crash", "fuel", "flat", "limit", "turned") if flag != hazard]
    state = race((button, "limit"), cars={0: stalled(300, *others, hazard)})
    assert use(state, button).cars[0] == stalled(300, *others, protections=[hazard])


@pytest.mark.clause("TM-R7")
def test_protection_from_engine_off_clears_nothing():
    state = race(("protect-engine", "limit"), cars={0: stalled(300, "crash")})
    assert use(state, "protect-engine").cars[0] == stalled(300, "crash", protections=[Hazard.ENGINE])


@pytest.mark.clause("TM-R8")
def test_protection_from_turning_turns_back_a_stalled_car():
    state = race(("protect-turned", "turn-back"), cars={0: stalled(300, "turned", "flat")})
    assert refusal(state, "turn-back") == "TM-4.4"
    assert use(state, "protect-turned").cars[0] == stalled(300, "flat", protections=[Hazard.TURNED])


@pytest.mark.clause("TM-6.3", "TM-E15")
@pytest.mark.parametrize(("button", "flag"), [("drain", "fuel"), ("flat", "flat"), ("crash", "crash")])
def test_protection_from_engine_off_does_not_keep_the_engine_from_stalling(button, flag):
    state = race((button, "limit"), cars={1: moving(100, protections=[Hazard.ENGINE])})
    assert use(state, button, 1).cars[1] == stalled(100, flag, protections=[Hazard.ENGINE])


@pytest.mark.clause("TM-6.4")
@pytest.mark.parametrize(("button", "hazard"), [("drain", Hazard.FUEL), ("flat", Hazard.FLAT), ("crash", Hazard.CRASH)])
def test_a_protected_car_is_not_stalled_by_that_hazard(button, hazard):
    assert refusal(race((button,) * 6, cars={1: moving(100, protections=[hazard])}), button, 1) == "TM-6.1"


@pytest.mark.clause("TM-E10")
def test_a_crashed_car_lays_its_protection_and_starts_again_in_one_turn():
    state = race(("protect-crash", "limit"), cars={0: stalled(300, "crash")}, deck=("engine-on", "refuel"))
    state = use(use(state, "protect-crash"), "engine-on")
    assert (state.cars[0], state.hands[0]) == (moving(300, protections=[Hazard.CRASH]), ("limit", "refuel"))
