"""What is true of every trip after every action (section 17 of the ledger)."""

from collections import Counter
from collections.abc import Sequence

from engine.situational_awareness.cards import DECK, ORDER, UNAIMED
from engine.situational_awareness.rules import RULES
from engine.situational_awareness.state import Accident, Attack, Jam, State, Turn, Violation, turn


def check(state: State, deck: Sequence[str] = DECK, hubcaps: int | None = None) -> None:
    """Raise AssertionError where the state breaks an invariant; a scenario names its own cards and hubcaps."""
    assert cards(state) == Counter(deck)
    assert sum(state.hubcaps) + state.destroyed == (5 * state.seats if hubcaps is None else hubcaps)
    assert min(state.hubcaps) >= 0
    assert state.fixed or state.destroyed <= DECK.count("hit-and-run")
    assert max(map(len, state.lanes)) - min(map(len, state.lanes)) <= 1
    assert all(list(hand) == sorted(hand, key=ORDER.__getitem__) for hand in state.hands)
    assert [type(frame) for frame in state.stack].count(Turn) == 1
    _check_attack(state)
    _check_question(state)


def cards(state: State) -> Counter[str]:
    """Every card of the trip, wherever it lies."""
    zones = [state.pile, *state.hands, *state.lanes, state.table, [trap.card for trap in state.traps]]
    single = [card for card in (state.condition, *state.aftermarkets) if card]
    return Counter(card for zone in [*zones, single] for card in zone)


def _check_attack(state: State) -> None:
    """What lies on the table is what the attack in progress says."""
    for frame in state.stack:
        if isinstance(frame, Attack):
            saves = [save.card for save in frame.saves]
            assert [card for card in state.table if card in saves] == saves
            assert len({save.against for save in frame.saves}) == len(saves)
        if isinstance(frame, Accident):
            assert state.table.count("dashcam") == (frame.dashcam is not None)
            assert state.table.count("pile-up") == (frame.pile_up is not None)
            assert not {frame.dashcam, frame.pile_up} & {frame.seat, frame.target}
        if isinstance(frame, Violation | Jam):
            assert turn(state).violation_spent
        if isinstance(frame, Jam):
            assert state.table[0] in UNAIMED


def _check_question(state: State) -> None:
    """A finished game asks nobody; an unfinished one waits for somebody, who has an answer."""
    question = RULES.question(state)
    if question is None:
        assert state.result is not None
        assert not any(RULES.offers(state, seat) for seat in range(state.seats))
        return
    assert question.seats
    assert all(RULES.offers(state, seat) for seat in question.seats)
    if question.kind == "turn":
        assert (state.table, len(state.stack)) == ((), 1)
    assert all(peek.target != turn(state).seat for peek in state.peeks)
