"""Chance against an independent reading of the published procedure."""

import hashlib
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from engine.rng import WORDS, Rng, below, shuffle, word

SEED = bytes(range(32))


def published_words(seed: bytes):
    """Block i = SHA-256(seed || i, 8 bytes big-endian), four big-endian words each."""
    block = 0
    while True:
        digest = hashlib.sha256(seed + block.to_bytes(8, "big")).hexdigest()
        yield from (int(digest[place : place + 16], 16) for place in (0, 16, 32, 48))
        block += 1


def published_below(words, n: int) -> int:
    while True:
        value = next(words)
        if value < (2**64 // n) * n:
            return value % n


@given(st.binary(max_size=40), st.lists(st.integers(1, 2**63), max_size=30))
def test_numbers_are_those_of_the_published_procedure(seed: bytes, limits: list[int]) -> None:
    rng, words = Rng(seed), published_words(seed)
    for n in limits:
        rng, value = below(rng, n)
        assert value == published_below(words, n)


@given(st.binary(max_size=40), st.lists(st.integers(), max_size=60))
def test_a_shuffle_swaps_from_the_end_down(seed: bytes, cards: list[int]) -> None:
    expected, words = list(cards), published_words(seed)
    for i in range(len(expected) - 1, 0, -1):
        j = published_below(words, i + 1)
        expected[i], expected[j] = expected[j], expected[i]
    assert shuffle(Rng(seed), cards)[1] == tuple(expected)


def test_the_first_word_is_the_head_of_the_first_block() -> None:
    assert word(SEED, 0) == int.from_bytes(hashlib.sha256(SEED + bytes(8)).digest()[:8], "big")


def test_a_number_below_one_takes_a_word() -> None:
    assert below(Rng(SEED), 1) == (Rng(SEED, 1), 0)


def test_words_that_would_favour_some_numbers_are_skipped() -> None:
    n = WORDS // 2 + 1
    skipped = next(seed for seed in range(100) if word(bytes([seed]), 0) >= n)
    rng, value = below(Rng(bytes([skipped])), n)
    assert rng.drawn > 1
    assert value == word(bytes([skipped]), rng.drawn - 1)


def test_every_number_is_as_likely() -> None:
    rng, counts = Rng(SEED), Counter()
    for _ in range(6000):
        rng, value = below(rng, 6)
        counts[value] += 1
    assert sorted(counts) == list(range(6))
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5, "chi-squared, 5 degrees, p = 0.001"
