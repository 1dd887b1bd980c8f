"""What is true of every trip after every action (section 7 of the ledger)."""

from collections import Counter
from collections.abc import Sequence

from engine.situational_awareness.state import Turn
from engine.situational_awareness_lanes.cards import DECK
from engine.situational_awareness_lanes.rules import RULES
from engine.situational_awareness_lanes.state import State, Violation, known


def check(state: State, deck: Sequence[str] = DECK, hubcaps: int | None = None) -> None:
    """Raise AssertionError where the state breaks an invariant; a scenario names its own cards and hubcaps."""
    assert cards(state) == Counter(deck)
    assert sum(state.hubcaps) + state.destroyed == (5 * state.seats if hubcaps is None else hubcaps)
    assert min(state.hubcaps) >= 0
    assert state.fixed or state.destroyed <= 2
    assert (state.table, state.traps, state.peeks) == ((), (), ())
    assert [type(frame) for frame in state.stack].count(Turn) == 1
    _check_lanes(state)
    _check_known(state)
    _check_question(state)


def cards(state: State) -> Counter[str]:
    """Every card of the trip, wherever it lies."""
    single = [card for card in (state.condition, *state.aftermarkets) if card]
    return Counter(card for zone in [state.pile, *state.hands, *state.lanes, single] for card in zone)


def _check_lanes(state: State) -> None:
    """At most two lanes are closed, each by an Escort on top."""
    closed = [lane for lane, closer in enumerate(state.closed) if closer is not None]
    assert len(closed) <= 2
    assert all(state.lanes[lane][-1] == "police-escort" for lane in closed)


def _check_known(state: State) -> None:
    """Each fact is about one card that is there, and the public list agrees with the hand."""
    places = [(fact.seat, fact.place) for fact in state.seen]
    assert len(set(places)) == len(places)
    assert all(place < len(state.hands[seat]) for seat, place in places)
    assert all(fact.by is None or fact.seat not in fact.by for fact in state.seen)
    for seat, hand in enumerate(state.hands):
        assert all(shown in (None, card) for shown, card in zip(known(state, seat, None), hand, strict=True))
    for frame in state.stack:
        if isinstance(frame, Violation) and frame.position is not None:
            assert 0 <= frame.position <= len(state.hands[frame.target])


def _check_question(state: State) -> None:
    """A finished game asks nobody; an unfinished one waits for somebody, who has an answer."""
    question = RULES.question(state)
    if question is None:
        assert state.result is not None
        assert not any(RULES.offers(state, seat) for seat in range(state.seats))
        return
    assert question.seats
    assert all(RULES.offers(state, seat) for seat in question.seats)
