"""Who sees what (section 5)."""

from random import Random

import pytest

from engine.rng import Rng
from engine.thousand_miles import GAME
from engine.thousand_miles.actions import TurnStarted
from engine.thousand_miles.cards import Hazard
from engine.thousand_miles.rules import RULES
from engine.thousand_miles.view import TurnView, View, resample, view
from tests.games.thousand_miles.table import heard, moving, race, stalled, use, use_told

CARS = {0: moving(100, "limit"), 1: stalled(50, steal_by=0), 2: moving(0, protections=[Hazard.FLAT])}


def table():
    """A race in which every field of the view has something to say."""
    hands = (("crash", "drain", "protect-fuel"), ("flat",) * 5, ("steal",) * 6)
    return race(*hands, cars=CARS, turns=7, discard=("refuel",), deck=("repair", "limit"))


@pytest.mark.clause("TM-I8", "TM-I10")
@pytest.mark.parametrize(("seat", "hand"), [(0, ("crash", "drain", "protect-fuel")), (1, ("flat",) * 5), (None, None)])
def test_a_seat_sees_its_own_hand_and_everything_public(seat, hand):
    assert view(table(), seat) == View(
        turn=TurnView(seat=0, number=7, extra=False),
        goal=1000,
        cars=(CARS[0], CARS[1], CARS[2]),
        hand_sizes=(3, 5, 6),
        hand=hand,
        deck=2,
        discard=("refuel",),
    )


def test_the_view_says_when_an_extra_action_is_due():
    assert view(use(table(), "protect-fuel"), 2).turn == TurnView(seat=0, number=7, extra=True)


@pytest.mark.clause("TM-I8", "TM-I9")
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_what_a_seat_may_not_know_is_dealt_anew_and_nothing_else(seat):
    state, _ = GAME.begin(3, {}, bytes(32))
    other = resample(state, seat, Rng(bytes([7] * 32)))
    assert (view(other, seat), RULES.question(other)) == (view(state, seat), RULES.question(state))
    assert [other.hands[place] != state.hands[place] for place in range(3)] == [place != seat for place in range(3)]
    assert other.deck != state.deck
    assert other.rng != state.rng


@pytest.mark.clause("TM-I10")
@pytest.mark.parametrize("seat", [1, None])
def test_others_hear_what_is_used_and_never_what_is_drawn(seat):
    told = heard(use_told(table(), "crash", 2), seat)
    assert [type(event).__struct_config__.tag for event in told] == [
        "used",
        "struck",
        "engine_switched",
        "drew",
        "turn_ended",
        "turn_started",
    ]
    assert "repair" not in repr(told)


@pytest.mark.clause("TM-I8")
def test_nobody_is_told_the_order_of_a_shuffled_deck():
    state = race(("miles-25", "limit"), cars={0: moving()}, deck=(), discard=("refuel", "repair"))
    shuffled = [telling for telling in use_told(state, "miles-25") if telling.full.__struct_config__.tag == "shuffled"]
    assert [(telling.seats, telling.others.cards) for telling in shuffled] == [((), None)]


@pytest.mark.clause("TM-I7")
def test_miles_change_only_by_the_own_movement_of_the_seat():
    state, _ = GAME.begin(4, {"goal": 2000}, bytes(32))
    random = Random(5)
    for _ in range(600):
        seat = state.stack[-1].seat
        action = GAME.bots["random"](GAME.sight(state, seat, {}), random)
        after, _ = RULES.apply(state, seat, action)
        moved = [place for place in range(4) if after.cars[place].miles != state.cars[place].miles]
        if moved:
            forward = Hazard.TURNED not in state.cars[seat].flags
            assert moved == [seat]
            assert str(action["button"]).startswith("miles-")
            assert (after.cars[seat].miles > state.cars[seat].miles) is forward
        state = after
        if state.result:
            break


@pytest.mark.parametrize(
    ("button", "car", "text"),
    [
        ("miles-100", moving(300), "100 Miles: on to 400"),
        ("miles-100", moving(900), "100 Miles: over the finish line"),
        ("miles-100", moving(75, "turned"), "100 Miles: backward to 0"),
        ("engine-on", stalled(), "Engine on: Switches your engine on."),
        ("protect-flat", moving(0, protections=[Hazard.FLAT]), "Protection: Flat tire: laid already, a wasted turn"),
    ],
)
def test_an_offer_says_what_the_button_would_do(button, car, text):
    assert RULES.offers(race((button,) * 6, cars={0: car}), 0)[0].text == text


def test_a_turn_is_told_with_its_number_from_1():
    _, told = GAME.begin(2, {"first_seat": 1}, bytes(32))
    assert told[-1].full == TurnStarted(seat=1, number=1)
