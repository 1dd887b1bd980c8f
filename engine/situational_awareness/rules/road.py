"""The road and the pile: where cards go when they leave play, and where they come from (sections 5 and 13)."""

from collections.abc import Sequence

from engine.flow import tell
from engine.rng import shuffle
from engine.situational_awareness.actions import Drew, Laid, Shuffled, Turned
from engine.situational_awareness.rules.ending import finish
from engine.situational_awareness.state import State, replace, with_hand


def lay(state: State, cards: Sequence[str]) -> State:
    """Put cards face up onto the road, one by one, each on the shortest lane (SA-5.1, SA-R8)."""
    if not cards:
        return state
    state, lanes = _onto_lanes(state, cards)
    return tell(state, Laid(tuple(cards), lanes))


def clear_table(state: State) -> State:
    """What waited on the table goes to the road, in the order played (SA-R9)."""
    return lay(replace(state, table=()), state.table)


def draw(state: State, seat: int, count: int) -> State:
    """Draw up to `count`; with the usual length an empty pile ends the trip there (SA-13.1)."""
    while count:
        state = _refill(state)
        if not state.pile:
            return state if state.fixed else finish(state, "out-of-gas")
        cards = state.pile[:count]
        count -= len(cards)
        state = with_hand(replace(state, pile=state.pile[len(cards) :]), seat, (*state.hands[seat], *cards))
        state = tell(state, Drew(seat, len(cards), cards), (seat,), Drew(seat, len(cards), None))
    return state


def turn_fuel(state: State) -> State:
    """Turn the top card of the pile onto the road, if there is one (SA-4.2, SA-R6)."""
    state = _refill(state)
    if not state.pile:
        return state
    card = state.pile[0]
    state, lanes = _onto_lanes(replace(state, pile=state.pile[1:]), (card,))
    return tell(state, Turned((card,), lanes))


def fresh_lanes(state: State) -> State:
    """Turn three cards from the pile, one onto each lane (SA-2.3)."""
    left, middle, right = state.pile[:3]
    state = replace(state, pile=state.pile[3:], lanes=((left,), (middle,), (right,)))
    return tell(state, Turned((left, middle, right), (0, 1, 2)))


def _refill(state: State) -> State:
    """With a fixed length an empty pile is made anew from the lanes (SA-14.2, SA-R38)."""
    on_road = [card for lane in state.lanes for card in lane]
    if state.pile or not state.fixed or len(on_road) <= 3:
        return state
    rng, pile = shuffle(state.rng, on_road)
    state = replace(state, rng=rng, pile=pile)
    return fresh_lanes(tell(state, Shuffled("pile", pile), (), Shuffled("pile", None)))


def _onto_lanes(state: State, cards: Sequence[str]) -> tuple[State, tuple[int, ...]]:
    lanes = [list(lane) for lane in state.lanes]
    places: list[int] = []
    for card in cards:
        shortest = min(range(len(lanes)), key=lambda lane: len(lanes[lane]))
        lanes[shortest].append(card)
        places.append(shortest)
    return replace(state, lanes=tuple(tuple(lane) for lane in lanes)), tuple(places)
