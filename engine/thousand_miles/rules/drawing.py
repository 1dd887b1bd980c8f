"""Drawing the replacement of a button, which a thief may take (TM-2.2, TM-2.7, TM-R3)."""

from engine.flow import tell
from engine.rng import shuffle
from engine.thousand_miles.actions import Drew, Shuffled
from engine.thousand_miles.rules.effects import unmark
from engine.thousand_miles.state import State, replace, with_hand


def replacement(state: State, seat: int) -> State:
    """One button for the seat; a Steal mark sends it to the thief instead, who alone sees it (TM-R30)."""
    state = _refill(state)
    if not state.deck:
        return state
    thief = state.cars[seat].steal_by
    receiver = seat if thief is None else thief
    drawn, deck = state.deck[0], state.deck[1:]
    state = with_hand(replace(unmark(state, seat), deck=deck), receiver, (*state.hands[receiver], drawn))
    return tell(state, Drew(receiver, seat, 1, (drawn,)), (receiver,), Drew(receiver, seat, 1, None))


def _refill(state: State) -> State:
    """An empty deck is made anew from the discard pile, from its oldest button (TM-2.7, TM-R31)."""
    if state.deck:
        return state
    rng, deck = shuffle(state.rng, state.discard)
    state = replace(state, rng=rng, deck=deck, discard=())
    return tell(state, Shuffled("deck", deck), (), Shuffled("deck", None))
