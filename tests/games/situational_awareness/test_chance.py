"""SA-R40: the order of chance, against a second reading of the published procedure."""

from collections.abc import Iterator
from hashlib import sha256

import pytest

from engine.situational_awareness import GAME
from engine.situational_awareness import actions as told
from engine.situational_awareness.cards import DECK, ORDER
from tests.games.situational_awareness.table import table

SEED = bytes(range(32))


def words(seed: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = sha256(seed + block.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(digest[place : place + 8], "big") for place in (0, 8, 16, 24))
        block += 1


def below(stream: Iterator[int], n: int) -> int:
    word = next(stream)
    while word >= 2**64 // n * n:
        word = next(stream)
    return word % n


def shuffled(stream: Iterator[int], cards: list[str]) -> list[str]:
    for i in reversed(range(1, len(cards))):
        j = below(stream, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def in_order(cards: list[str]) -> tuple[str, ...]:
    return tuple(sorted(cards, key=ORDER.__getitem__))


@pytest.mark.clause("SA-R40")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("named", [None, 1])
def test_the_first_driver_is_drawn_and_then_the_deck_is_shuffled_and_dealt(seats: int, named: int | None) -> None:
    stream = words(SEED)
    first = below(stream, seats) if named is None else named
    deck = shuffled(stream, list(DECK))
    state, tellings = GAME.begin(seats, {"first_seat": named}, SEED)
    dealt = 5 * seats
    assert tellings[0].full == told.Shuffled("pile", tuple(deck))
    assert (GAME.view(state, None).turn.seat, state.pile) == (first, tuple(deck[dealt + 3 :]))
    assert state.hands == tuple(in_order(deck[5 * seat : 5 * seat + 5]) for seat in range(seats))
    assert state.lanes == tuple((card,) for card in deck[dealt : dealt + 3])


@pytest.mark.clause("SA-R40")
def test_a_known_seed_gives_a_known_deck() -> None:
    state, _ = GAME.begin(3, {"first_seat": 0}, bytes(32))
    assert state.lanes == LANES_OF_ZERO


@pytest.mark.clause("SA-R40")
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_a_pick_takes_one_number_as_an_index_into_the_hand_in_the_tables_order(size: int) -> None:
    hand = ["hail", "duck", "rain", "turtle-wax"][:size]
    stream = words(SEED)
    picks = [below(stream, size), below(stream, 1)]
    trip = table("carjack", " ".join(hand), "swerve", "carjack", seed=SEED).play(0, "carjack", 1).passing(1)
    assert trip.state.hands[0] == (hand[picks[0]],)
    for seat in (0, 1, 2):
        trip.act(seat, "end_turn")
    trip.play(3, "carjack", 2).passing(2)
    assert (trip.state.hands[3], trip.state.rng.drawn, picks[1]) == (("swerve",), 2, 0)


@pytest.mark.clause("SA-R40")
def test_a_lane_change_picks_from_the_hand_with_the_gift_in_it() -> None:
    hand = ("hail", "duck", "rain", "fog")
    trip = table("lane-change rain", "hail duck fog", "", seed=SEED).play(0, "lane-change", 1, give="rain").passing(1)
    assert trip.state.hands[0] == (hand[below(words(SEED), 4)],)


@pytest.mark.clause("SA-R40")
def test_a_reshuffle_starts_from_the_lanes_left_to_right_each_from_bottom_to_top() -> None:
    lanes = ("rain hail duck", "fog pothole swerve", "texting carjack")
    deck = tuple(shuffled(words(SEED), [card for lane in lanes for card in lane.split()]))
    hand = "duck duck swerve swerve hail"
    trip = table(hand, "", "", fixed=True, pile="", lanes=lanes, seed=SEED).pit(0)
    assert trip.tellings[1].full == told.Shuffled("pile", deck)
    assert (trip.state.lanes, trip.state.pile) == (((deck[0], deck[3]), (deck[1],), (deck[2],)), deck[4:])


LANES_OF_ZERO = (("dashcam",), ("dive-bomb",), ("hit-and-run",))
"""Of the seed of 32 zero bytes: the cards after the first fifteen."""
