"""Section 17 of the ledger: what holds after every action."""

from collections import Counter

from engine.situational_awareness.cards import DECK
from engine.situational_awareness.rules import RULES
from engine.situational_awareness.state import State, turn

BOX = Counter(DECK)


def check(state: State) -> None:
    """Every invariant of the ledger's section 17."""
    check_cards(state)
    check_hubcaps(state)
    lengths = [len(lane) for lane in state.lanes]
    assert max(lengths) - min(lengths) <= 1
    question = RULES.question(state)
    assert (question is None) == (state.result is not None)
    if question and question.kind == "turn":
        assert state.table == ()
        assert len(state.stack) == 1
    assert all(peek.target != turn(state).seat for peek in state.peeks)


def check_cards(state: State) -> None:
    """Nothing is lost and nothing is there twice."""
    places = [state.pile, *state.hands, *state.lanes, state.table, [trap.card for trap in state.traps]]
    single = [card for card in (*state.aftermarkets, state.condition) if card is not None]
    assert Counter(card for place in (*places, single) for card in place) == BOX


def check_hubcaps(state: State) -> None:
    """Hubcaps only leave the game by Hit and Run, of which there is one in the box."""
    assert sum(state.hubcaps) + state.destroyed == 5 * state.seats
    assert min(state.hubcaps) >= 0
    assert state.fixed or state.destroyed <= 1
