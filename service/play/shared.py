"""What many readers want at the same moment, fetched once."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from threading import Lock
from time import monotonic
from typing import Generic, TypeVar

from service.errors import StoreUnavailable
from service.store import current_budget

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

STRIPES = 256
KEPT = 512


class Shared(Generic[K, V]):
    """Answers to readers who ask while a fetch that began after their question is under way or done: nobody is given
    anything older than the moment at which they asked. `kept`: so many answers at most.
    """

    def __init__(self, kept: int = KEPT) -> None:
        self._most = kept
        self._locks = tuple(Lock() for _ in range(STRIPES))
        self._kept: dict[K, tuple[float, V]] = {}

    def get(self, key: K, fetch: Callable[[V | None], V]) -> V:
        """What `fetch` gives, or gave to another reader just now; it is handed what was fetched before, if that is
        kept. Raises what `fetch` raises; StoreUnavailable, if others wait for the store for longer than this request
        may.
        """
        asked = monotonic()
        with _patiently(self._locks[hash(key) % STRIPES]):
            found = self._kept.get(key)
            if found is not None and found[0] >= asked:
                return found[1]
            began = monotonic()
            value = fetch(found[1] if found else None)
            if len(self._kept) >= self._most:
                self._kept.clear()
            self._kept[key] = (began, value)
            return value


@contextmanager
def _patiently(lock: Lock) -> Iterator[None]:
    """The lock for the block; waiting for it is waiting for the store, and counts as that."""
    spend = current_budget()
    with spend.spending():
        if not lock.acquire(timeout=max(0.0, spend.left)):
            raise StoreUnavailable("others wait for the store as well")
    try:
        yield
    finally:
        lock.release()
