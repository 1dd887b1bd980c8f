"""Worlds that fit what a seat may know (RA-I7, RA-I9)."""

from collections import Counter

import pytest

from engine.rally import GAME
from engine.rally.rules import RULES
from engine.rally.state import State
from engine.rng import Rng
from tests.games.rally.table import act, play, table

SPARE = "speed-straight speed-straight"


def worlds(state: State, seat: int | None) -> list[State]:
    return [GAME.resample(state, seat, Rng(bytes([number]) * 32)) for number in range(20)]


def hidden(state: State) -> Counter[str]:
    return Counter((*state.deck, *(card for hand in state.hands for card in hand)))


@pytest.mark.clause("RA-I7")
def test_other_hands_and_the_face_down_piles_are_dealt_anew() -> None:
    state, _ = GAME.begin(3, {"first_seat": 0}, bytes(32))
    found = worlds(state, 1)
    assert {GAME.encode(GAME.view(world, 1)) for world in found} == {GAME.encode(GAME.view(state, 1))}
    assert all(world.hands[1] == state.hands[1] and hidden(world) == hidden(state) for world in found)
    for secret in (lambda world: world.hands[0], lambda world: world.stage_deck, lambda world: world.fault_pile):
        assert len({secret(world) for world in found}) > 15


def test_who_is_asked_to_play_can_play_in_every_world() -> None:
    state = table("speed-straight", "skill-full-send " * 9, deck="skill-full-send " * 9)
    assert all(RULES.offers(world, 0) for world in worlds(state, 1))


def test_who_cannot_play_cannot_in_any_world() -> None:
    state = table("skill-full-send", deck="speed-straight " * 9 + "skill-repair-crew")
    assert {world.hands[0] for world in worlds(state, None)} == {("skill-full-send",), ("skill-repair-crew",)}


@pytest.mark.clause("RA-I9")
def test_hidden_answers_come_from_the_new_hands_in_any_number() -> None:
    state = play(table("speed-straight", "grip-dig-in skill-cover " * 5, SPARE, row=("S",)), "speed-straight")
    state = act(state, "keep", 1, discard=["grip-dig-in"] * 3)
    found = worlds(state, 2)
    assert {len(world.stack[0].discards[1]) for world in found} == set(range(3, 11))
    assert all(not Counter(world.stack[0].discards[1]) - Counter(world.hands[1]) for world in found)
    assert worlds(state, 1)[0].stack[0].discards[1] == ("grip-dig-in",) * 3
