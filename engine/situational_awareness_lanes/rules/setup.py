"""Setting up a trip: the later edition's, with this box (section 1)."""

from engine.rng import Rng
from engine.situational_awareness.rules.setup import Options, set_up
from engine.situational_awareness_lanes.cards import DECK
from engine.situational_awareness_lanes.state import State


def start(seats: int, options: Options, rng: Rng) -> State:
    """A trip before its first turn. Raises InvalidOptions."""
    return set_up(State, DECK, seats, options, rng)
