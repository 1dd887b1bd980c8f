"""Setting up a race (section 2, "Setup and goal")."""

from typing import Annotated

import msgspec

from engine.errors import InvalidOptions
from engine.flow import tell
from engine.rng import Rng, below, shuffle
from engine.thousand_miles.actions import Drew, Shuffled
from engine.thousand_miles.cards import DECK
from engine.thousand_miles.state import Car, State, Turn, replace, with_hand

HAND = 6


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the race is set up."""

    goal: Annotated[int, msgspec.Meta(ge=200, le=2000, multiple_of=25)] = 1000
    """Miles to the finish."""
    first_seat: Annotated[int, msgspec.Meta(ge=0, le=5)] | None = None
    """Who starts; null: a random seat (TM-1.2)."""


def start(seats: int, options: Options, rng: Rng) -> State:
    """A race before its first turn, chance drawn in the order of TM-R31. Raises InvalidOptions."""
    first = options.first_seat
    if first is None:
        rng, first = below(rng, seats)
    if first >= seats:
        raise InvalidOptions("options/first_seat", f"There are {seats} seats, counted from 0; {first} is none of them.")
    rng, deck = shuffle(rng, DECK)
    state = State(
        seats=seats,
        rng=rng,
        stack=(Turn(seat=first),),
        goal=options.goal,
        cars=(Car(),) * seats,
        hands=((),) * seats,
        deck=deck,
    )
    state = tell(state, Shuffled("deck", deck), (), Shuffled("deck", None))
    for seat in range(seats):
        dealt, deck = state.deck[:HAND], state.deck[HAND:]
        state = with_hand(replace(state, deck=deck), seat, dealt)
        state = tell(state, Drew(seat, seat, HAND, dealt), (seat,), Drew(seat, seat, HAND, None))
    return state
