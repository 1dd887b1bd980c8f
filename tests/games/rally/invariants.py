"""Section 5 of the ledger: what holds after every action."""

from collections import Counter

import msgspec

from engine.rally.cards import CREW, CREW_DECK, FAULT_PILE, STAGE_DECK, CrewType
from engine.rally.rules import RULES
from engine.rally.state import Mark, Service, State, streak
from engine.rally.view import view


def check(state: State) -> None:
    """The invariants RA-I1 to RA-I10, as far as one state can show them."""
    check_cards(state)
    check_road(state)
    check_views(state)
    question = RULES.question(state)
    assert (question is None) == (state.result is not None)


def check_cards(state: State) -> None:
    """Nothing is lost and nothing is there twice (RA-I1 to RA-I3); the stack keeps its count (RA-I5, RA-I6)."""
    stacked = [hit.card for hit in state.hit_stack]
    places = [state.deck, state.discard, *state.hands, state.reserve, stacked]
    assert Counter(card for place in places for card in place) == Counter(CREW_DECK)
    assert Counter((*state.fault_pile, *state.car)) == Counter(FAULT_PILE)
    unclaimed = [stage.card for stage in state.row if not stage.recovery and stage.claimed_by is None]
    claimed = [card for cards in state.claimed for card in cards]
    assert Counter((*state.stage_deck, *unclaimed, *state.cleared, *claimed)) == Counter(STAGE_DECK)
    wrecked = state.result is not None and state.result.reason == "wrecked"
    assert len(state.car) == 5 if wrecked else len(state.car) <= 4
    assert streak(state) >= sum(CREW[card].type is not CrewType.SKILL for card in stacked)
    assert sum(hit.hits == 0 for hit in state.hit_stack) <= 9


def check_road(state: State) -> None:
    """Calls are resolved in order, but for an untouched Recovery Stage of a wrecked car (RA-I4)."""
    marks = [call.mark for stage in state.row for call in stage.calls]
    resolved = [mark is not Mark.OPEN for mark in marks]
    assert resolved == sorted(resolved, reverse=True)
    if isinstance(state.stack[-1], Service) or (state.result and state.result.reason == "finished"):
        assert all(resolved)
    elif not state.result:
        assert not all(resolved) or RULES.question(state).kind.startswith("choose.")
    today = [stage.card for stage in state.row if stage.recovery]
    assert state.result or not Counter(state.car) - Counter(today)


def check_views(state: State) -> None:
    """Seats see what a spectator sees, and their own hand (RA-I7, RA-I10); no answer of a service (RA-I9)."""
    public = view(state, None)
    assert public.hand is None
    for seat in range(state.seats):
        assert view(state, seat) == msgspec.structs.replace(public, hand=state.hands[seat])
    frame = state.stack[-1]
    if isinstance(frame, Service):
        silent = msgspec.structs.replace(frame, discards=((),) * state.seats)
        assert view(msgspec.structs.replace(state, stack=(silent,)), None) == public
