"""Moving windows: how often something was done in the last so many seconds. A storage for the `limits` library.

The library's own storage for Redis has connections of its own, the clock of each web machine, and a second question for
what is left. This one shares our connections and the time that a request may spend on them, counts by the store's
clock, and learns what is left in the one round trip that counts. A key is a keyed hash: it shows no address, player or
token, even to who tries them all.
"""

import hmac
from collections.abc import Callable
from contextvars import ContextVar
from time import time
from typing import Any, NoReturn

import msgspec
from limits.storage import MovingWindowSupport, Storage

from service.errors import StoreUnavailable
from service.store import keys
from service.store.client import Links
from service.store.commands import ask_for, command, run
from service.store.scripts import WINDOW

SCHEME = "hubcaps"
SECOND_MS = 1_000
_LATEST: ContextVar[tuple[str, "Standing"] | None] = ContextVar("latest standing", default=None)


class Standing(msgspec.Struct, frozen=True):
    """How a window stands: whether what was asked for fitted in, how much still does, and when the oldest leaves (ms;
    0: it is empty).
    """

    fits: bool
    left: int
    oldest_ms: int

    @property
    def seconds(self) -> int:
        """Whole seconds until there is more room, at least one."""
        return max(1, -(-self.oldest_ms // SECOND_MS))


class Windows(Storage, MovingWindowSupport):
    """Windows in the store; one a key, in a shard that follows from the key."""

    STORAGE_SCHEME: list[str] | None = [SCHEME]  # noqa: RUF012 - as the library declares it

    def __init__(self, uri: str | None = None, *, links: Links, secret: Callable[[], bytes]) -> None:
        super().__init__(uri)
        self._links = links
        self._secret = secret

    @property
    def options(self) -> dict[str, Any]:
        """With what the library makes another one of these."""
        return {"links": self._links, "secret": self._secret}

    @property
    def base_exceptions(self) -> type[Exception]:
        """What the library may take for a failure of the storage."""
        return StoreUnavailable

    def take(self, key: str, most: int, seconds: int, amount: int = 1, *, rest: bool = False) -> Standing:
        """Count so many, if they fit (`rest`: else as many as do); 0 only looks. Raises StoreUnavailable."""
        shard, name = self._place(key)
        words = (most, seconds * SECOND_MS, amount, int(rest))
        standing = self._links.ask(ask_for(_standing, run(WINDOW, shard, (name,), *words)))
        _LATEST.set((key, standing))
        return standing

    def latest(self, key: str) -> Standing | None:
        """What this thread or greenlet has just learnt, if it was of this window; no question to the store."""
        known = _LATEST.get()
        return known[1] if known is not None and known[0] == key else None

    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Count so many, if they fit. A store that can't be used counts nothing: what needs it says so itself."""
        _LATEST.set(None)
        try:
            return self.take(key, limit, expiry, amount).fits
        except StoreUnavailable:
            return True

    def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:
        """When the window's oldest entry was made (seconds of the epoch, by this machine's clock), and how many."""
        standing = self.latest(key) or self.take(key, limit, expiry, 0)
        age = expiry - standing.oldest_ms / SECOND_MS if standing.oldest_ms else 0
        return time() - age, limit - standing.left

    def check(self) -> bool:
        """Whether the store answers."""
        try:
            self._links.replies([command(keys.SHARDS[0], "PING")])
        except StoreUnavailable:
            return False
        return True

    def clear(self, key: str) -> None:
        """Forget a window."""
        shard, name = self._place(key)
        self._links.replies([command(shard, "DEL", name)])

    def incr(self, key: str, expiry: int, amount: int = 1) -> NoReturn:
        """No fixed windows are kept here."""
        raise NotImplementedError

    def get(self, key: str) -> NoReturn:
        """No fixed windows are kept here."""
        raise NotImplementedError

    def get_expiry(self, key: str) -> NoReturn:
        """No fixed windows are kept here."""
        raise NotImplementedError

    def reset(self) -> NoReturn:
        """Windows end by themselves."""
        raise NotImplementedError

    def _place(self, key: str) -> tuple[str, str]:
        return keys.window(hmac.digest(self._secret(), key.encode(), "sha256"))


def _standing(reply: list[int]) -> Standing:
    fits, left, oldest_ms = reply
    return Standing(bool(fits), left, oldest_ms)
