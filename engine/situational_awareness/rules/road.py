"""The road and the pile: where cards go when they leave play, and where they come from (sections 5 and 13)."""

from collections.abc import Sequence

from engine.flow import tell
from engine.rng import shuffle
from engine.situational_awareness.actions import Drew, Laid, Shuffled, Turned
from engine.situational_awareness.rules.ending import finish
from engine.situational_awareness.state import S, replace


def lay(state: S, cards: Sequence[str]) -> S:
    """Put cards face up onto the road, one by one (SA-5.1, SA-R8)."""
    lanes: list[int] = []
    for card in cards:
        state, lane = state.onto_road(card)
        lanes.append(lane)
    return tell(state, Laid(tuple(cards), tuple(lanes))) if cards else state


def clear_table(state: S) -> S:
    """What waited on the table goes to the road, in the order played (SA-R9)."""
    return lay(replace(state, table=()), state.table)


def draw(state: S, seat: int, count: int) -> S:
    """Draw up to `count`; with the usual length an empty pile ends the trip there (SA-13.1)."""
    while count:
        state = _refill(state)
        if not state.pile:
            return state if state.fixed else finish(state, "out-of-gas")
        cards = state.pile[:count]
        count -= len(cards)
        state = replace(state, pile=state.pile[len(cards) :]).gain(seat, *cards)
        state = tell(state, Drew(seat, len(cards), cards), (seat,), Drew(seat, len(cards), None))
    return state


def turn_fuel(state: S) -> S:
    """Turn the top card of the pile onto the road, if there is one (SA-4.2, SA-R6)."""
    state = _refill(state)
    if not state.pile:
        return state
    card = state.pile[0]
    state, lane = replace(state, pile=state.pile[1:]).onto_road(card)
    return tell(state, Turned((card,), (lane,)))


def fresh_lanes(state: S) -> S:
    """Turn three cards from the pile, one onto each lane (SA-2.3)."""
    left, middle, right = state.pile[:3]
    state = replace(state, pile=state.pile[3:], lanes=((left,), (middle,), (right,)))
    return tell(state, Turned((left, middle, right), (0, 1, 2)))


def _refill(state: S) -> S:
    """With a fixed length an empty pile is made anew from the lanes (SA-14.2, SA-R38)."""
    if state.pile or not state.fixed or sum(map(len, state.lanes)) <= len(state.lanes):
        return state
    state, cards = state.take_up_road()
    rng, pile = shuffle(state.rng, cards)
    state = replace(state, rng=rng, pile=pile)
    return fresh_lanes(tell(state, Shuffled("pile", pile), (), Shuffled("pile", None)))
