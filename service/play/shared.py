"""What many readers want at the same moment, fetched once."""

from collections.abc import Callable, Hashable
from threading import Lock
from time import monotonic
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

STRIPES = 256
KEPT = 512


class Shared(Generic[K, V]):
    """Answers to readers who ask while a fetch that began after their question is under way or done: nobody is given
    anything older than the moment at which they asked.
    """

    def __init__(self) -> None:
        self._locks = tuple(Lock() for _ in range(STRIPES))
        self._kept: dict[K, tuple[float, V]] = {}

    def get(self, key: K, fetch: Callable[[V | None], V]) -> V:
        """What `fetch` gives, or gave to another reader just now; it is handed what was fetched before, if that is
        kept. Raises what `fetch` raises.
        """
        asked = monotonic()
        with self._locks[hash(key) % STRIPES]:
            found = self._kept.get(key)
            if found is not None and found[0] >= asked:
                return found[1]
            began = monotonic()
            value = fetch(found[1] if found else None)
            if len(self._kept) >= KEPT:
                self._kept.clear()
            self._kept[key] = (began, value)
            return value
