"""A hidden reaction card may never be guessed from who is asked, or when (SA-R15, SA-15.4)."""

import pytest

from engine.catalogue import find
from engine.offers import find as find_offer
from engine.situational_awareness.state import Jam, State, Violation, with_hand
from tests.games.random_play import seed, steps
from tests.games.test_secrecy import shown

REACTIONS = ("dashcam", "pile-up", "police-escort", "duck", "swerve", "defensive-driving", "high-beams")
GAMES = 12


def exchanged(state: State, seat: int, card: str, other: str) -> State:
    """The same state with one card of a hidden hand another."""
    changed = state.spend(seat, card)
    return with_hand(changed, seat, (*changed.hands[seat], other))


def named(state: State, seat: int) -> bool:
    """Whether the seat has named a card in secret, which must stay in its hand."""
    jammed = any(isinstance(frame, Jam) and frame.chosen[seat] for frame in state.stack)
    return jammed or any(isinstance(frame, Violation) and frame.seat == seat and frame.give for frame in state.stack)


@pytest.mark.clause("SA-15.4", "SA-R15")
def test_windows_do_not_change_when_one_hidden_reaction_card_does() -> None:
    game = find("situational-awareness")
    compared = 0
    for number in range(GAMES):
        for step in steps(game, 3 + number % 4, {}, seed("reaction", number)):
            for seat in range(step.state.seats):
                card = next((held for held in step.state.hands[seat] if held in REACTIONS), None)
                watched = any(peek.target == seat for peek in step.state.peeks)
                if card is None or watched or named(step.state, seat):
                    continue
                compared += same_windows(game, step, exchanged(step.state, seat, card, "pothole"), seat)
    assert compared > 1000


def same_windows(game, step, twin: State, seat: int) -> int:
    """Everybody else sees and is asked the same, now and after; this seat is asked at the same times."""
    for viewer in (None, *range(twin.seats)):
        if viewer != seat:
            assert shown(game, twin, viewer) == shown(game, step.state, viewer)
    assert game.rules.open_to(twin, seat) == game.rules.open_to(step.state, seat)
    if step.seat == seat or find_offer(game.rules.offers(twin, step.seat), step.action) is None:
        return 0
    after, tellings = game.rules.apply(twin, step.seat, step.action)
    assert game.rules.question(after) == game.rules.question(step.after)
    assert [telling.seats for telling in tellings] == [telling.seats for telling in step.tellings]
    return 1
