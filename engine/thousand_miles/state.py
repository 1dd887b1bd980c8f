"""The state of a race, and the small changes that the rules are made of."""

import msgspec

from engine import flow
from engine.thousand_miles.cards import BUTTON, Group, Hazard

replace = msgspec.structs.replace


class Car(msgspec.Struct, frozen=True):
    """One seat's car, public in full. A car is moving while its engine is on."""

    miles: int = 0
    engine: bool = False
    flags: tuple[Hazard, ...] = ()
    """The hazards that stand on it, in the order in which they came."""
    steal_by: int | None = None
    """Who takes its next replacement (TM-5.8)."""
    protections: tuple[Hazard, ...] = ()
    """What can't befall it, in the order laid."""


class Turn(flow.Frame, frozen=True, kw_only=True, tag="turn"):
    """A seat's turn."""

    at: str = "begin"
    seat: int


class State(flow.State, frozen=True, kw_only=True):
    """A race. Tuples by seat; the deck's top is element 0; a hand and the discard pile are oldest first."""

    stack: tuple[Turn, ...] = ()
    schema: int = 1
    goal: int
    turns: int = 0
    """Turns that have begun, over all seats (TM-R26)."""
    cars: tuple[Car, ...]
    hands: tuple[tuple[str, ...], ...]
    deck: tuple[str, ...]
    discard: tuple[str, ...] = ()


def with_car(state: State, seat: int, car: Car) -> State:
    """The state with another car at this seat."""
    return replace(state, cars=(*state.cars[:seat], car, *state.cars[seat + 1 :]))


def with_hand(state: State, seat: int, hand: tuple[str, ...]) -> State:
    """The state with another hand at this seat."""
    return replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))


def spend(state: State, seat: int, button: str) -> State:
    """Take the oldest copy of a button out of a hand."""
    hand = state.hands[seat]
    place = hand.index(button)
    return with_hand(state, seat, hand[:place] + hand[place + 1 :])


def to_discard(state: State, button: str) -> State:
    """Put a button onto the discard pile, where everybody sees it."""
    return replace(state, discard=(*state.discard, button))


def is_first_protection(car: Car, button: str) -> bool:
    """Whether this is a protection of a kind that the car does not have yet (TM-2.4, TM-R11)."""
    protects = BUTTON[button].protects
    return BUTTON[button].group is Group.PROTECTION and protects not in car.protections
