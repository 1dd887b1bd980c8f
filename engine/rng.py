"""Chance as a value: the same seed gives the same numbers in any language.

Block i is SHA-256(seed || i as 8 bytes, big-endian), i = 0, 1, 2, ..., read as four big-endian words of 8 bytes.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

import msgspec

T = TypeVar("T")
WORDS = 1 << 64


class Rng(msgspec.Struct, frozen=True):
    """A place in the stream of random words that a seed fixes."""

    seed: bytes
    drawn: int = 0
    """Words taken so far, the skipped ones included."""


def word(seed: bytes, index: int) -> int:
    """Word number `index` of the seed's stream: an integer from 0 to 2^64 - 1."""
    block, place = divmod(index, 4)
    digest = sha256(seed + block.to_bytes(8, "big")).digest()
    return int.from_bytes(digest[8 * place : 8 * place + 8], "big")


def below(rng: Rng, n: int) -> tuple[Rng, int]:
    """A number from 0 to n - 1, each as likely; words that would favour some are skipped."""
    limit = WORDS - WORDS % n
    drawn = rng.drawn
    while True:
        value = word(rng.seed, drawn)
        drawn += 1
        if value < limit:
            return Rng(rng.seed, drawn), value % n


def shuffle(rng: Rng, items: Sequence[T]) -> tuple[Rng, tuple[T, ...]]:
    """The items in a random order (Fisher and Yates, from the end down)."""
    out = list(items)
    for i in range(len(out) - 1, 0, -1):
        rng, j = below(rng, i + 1)
        out[i], out[j] = out[j], out[i]
    return rng, tuple(out)
