"""Setting up a trip (section 2)."""

from typing import Annotated, Literal

import msgspec

from engine.errors import InvalidOptions
from engine.flow import tell
from engine.rng import Rng, below, shuffle
from engine.situational_awareness.actions import Drew, Shuffled
from engine.situational_awareness.cards import DECK
from engine.situational_awareness.rules.road import fresh_lanes
from engine.situational_awareness.rules.turn import turn_of
from engine.situational_awareness.state import S, State, replace

HUBCAPS = 5
HAND = 5


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the trip is set up."""

    length: Literal["pile", "fixed"] = "pile"
    """`pile`: until the pile is empty; `fixed`: a fixed number of rounds (section 14)."""
    first_seat: Annotated[int, msgspec.Meta(ge=0, le=5)] | None = None
    """Who starts; null: a random driver (SA-R1)."""


def start(seats: int, options: Options, rng: Rng) -> State:
    """A trip before its first turn. Raises InvalidOptions."""
    return set_up(State, DECK, seats, options, rng)


def set_up(kind: type[S], box: tuple[str, ...], seats: int, options: Options, rng: Rng) -> S:
    """A trip with the cards of this box, chance drawn in the order of SA-R40. Raises InvalidOptions."""
    first = options.first_seat
    if first is None:
        rng, first = below(rng, seats)
    if first >= seats:
        raise InvalidOptions("options/first_seat", f"There are {seats} seats, counted from 0; {first} is none of them.")
    rng, deck = shuffle(rng, box)
    state = kind(
        seats=seats,
        rng=rng,
        fixed=options.length == "fixed",
        hubcaps=(HUBCAPS,) * seats,
        hands=((),) * seats,
        pile=deck,
        aftermarkets=(None,) * seats,
        flat_tire=(False,) * seats,
        detour=(False,) * seats,
    )
    state = tell(state, Shuffled("pile", deck), (), Shuffled("pile", None))
    for seat in range(seats):
        dealt, pile = state.pile[:HAND], state.pile[HAND:]
        state = replace(state, pile=pile).gain(seat, *dealt)
        state = tell(state, Drew(seat, HAND, dealt), (seat,), Drew(seat, HAND, None))
    state = fresh_lanes(state)
    return replace(state, stack=(turn_of(state, first),))
