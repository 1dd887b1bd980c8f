"""The Crew deck and its discard pile: where cards come from and where they go (RA-8.1, RA-R30)."""

from collections.abc import Sequence

from engine.flow import tell
from engine.rally.actions import Discarded, Drew, Shuffled
from engine.rally.state import State, replace, spend, to_hand
from engine.rng import shuffle


def draw(state: State, seat: int, count: int) -> State:
    """Draw up to `count` cards, or as many as there are."""
    drawn: list[str] = []
    while len(drawn) < count:
        state = _refill(state)
        if not state.deck:
            break
        drawn.append(state.deck[0])
        state = replace(state, deck=state.deck[1:])
    if not drawn:
        return state
    state = to_hand(state, seat, drawn)
    return tell(state, Drew(seat, len(drawn), tuple(drawn)), (seat,), Drew(seat, len(drawn), None))


def discard(state: State, cards: Sequence[str], seat: int | None) -> State:
    """Cards that have left their zone go to the discard pile; `seat` is whose they were, if anybody's."""
    state = replace(state, discard=(*state.discard, *cards))
    return tell(state, Discarded(seat, tuple(cards)))


def discard_from_hand(state: State, seat: int, cards: Sequence[str]) -> State:
    """Cards of a hand go to the discard pile, in the order of the hand (RA-8.2, RA-R41)."""
    state, spent = spend(state, seat, cards)
    return discard(state, spent, seat)


def discard_hit_stack(state: State) -> State:
    """The run is over: after a Miss and at a day's end (RA-6.5)."""
    if not state.hit_stack:
        return state
    cards = [stacked.card for stacked in state.hit_stack]
    return discard(replace(state, hit_stack=()), cards, None)


def is_dry(state: State) -> bool:
    """Whether there is nothing to draw; public."""
    return not state.deck and not state.discard


def _refill(state: State) -> State:
    """An empty deck is made anew from the discard pile, from its oldest card on (RA-R41)."""
    if state.deck or not state.discard:
        return state
    rng, deck = shuffle(state.rng, state.discard)
    state = replace(state, rng=rng, deck=deck, discard=())
    return tell(state, Shuffled("crew", deck), (), Shuffled("crew", None))
