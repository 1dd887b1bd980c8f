"""What wakes the waits of a process.

One subscriber wakes them; once a second the hub compares the shards' counters, and where it missed something, or after
any reconnect, the places of what is waited for, so a lost message costs a second at most. Knows no redis: it is handed
an object that listens and looks.
"""

import logging
import threading
from collections.abc import Callable, Iterable
from typing import Protocol

from service.errors import StoreError
from service.waits import DEFAULT_CAPS, Caps, Wait, Waits

log = logging.getLogger(__name__)

COMPARED_AT_ONCE = 500


class Listening(Protocol):
    """What the hub needs of the store (``store.channel`` is one); topics and places are described there."""

    def listen(
        self,
        connected: Callable[[], None],
        heard: Callable[[str, int, str, int | None], None],
        stopping: threading.Event,
    ) -> None:
        """Calls back on each (re)connect and message until ``stopping`` is set."""

    def heads(self) -> dict[str, int]:
        """The number of publications of every shard."""

    def versions(self, topics: Iterable[str]) -> dict[str, str | None]:
        """The place of each topic, None where there is no such thing."""

    def shard_of(self, topic: str) -> str:
        """The shard that a topic lies in."""


class Hub:
    """The waits of this process and the two threads that wake them."""

    def __init__(self, channel: Listening, caps: Caps = DEFAULT_CAPS, interval_ms: int = 1_000) -> None:
        self._channel = channel
        self._waits = Waits(caps)
        self._interval_s = interval_ms / 1000
        self._lock = threading.Lock()
        self._heads: dict[str, int] = {}
        self._suspects: set[str] = set()
        self._all_suspect = True
        self._stopping = threading.Event()
        self._look = threading.Event()
        self.subscribed = threading.Event()
        self._threads = [
            threading.Thread(target=self._listen, name="hub-listener", daemon=True),
            threading.Thread(target=self._watch, name="hub-watcher", daemon=True),
        ]

    def start(self) -> None:
        """Begins to listen; ``subscribed`` is set once it hears everything."""
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Ends all waits and both threads (within a quarter of a second)."""
        self.drain()
        self._stopping.set()
        self._look.set()
        for thread in self._threads:
            if thread.ident is not None:
                thread.join()

    def __len__(self) -> int:
        return len(self._waits)

    def hold_at_most(self, waits: int) -> None:
        """The process can hold so many waits: its server says how many clients it may have."""
        self._waits.hold_at_most(waits)

    def enter(self, topic: str, player: str | None = None, turns: int = 0, address: str = "") -> Wait:
        """Enters a wait in the table: enter, then read (the token too), then ``until``.

        ``topic``: a game's id or ``@<player>``. ``player`` and ``turns``: as authenticated, None for a caller without a
        token, who is counted by ``address``. The oldest of a full group ends. Raises TooManyWaits; ValueError for what
        is no topic or player.
        """
        for name in (topic, *(() if player is None else ("!" + player,))):
            self._channel.shard_of(name)
        return self._waits.enter(topic, player, turns, address)

    def drain(self) -> None:
        """Ends all waits at once; those that come yet end after half a second, so that nobody asks in a circle."""
        self._waits.drain()

    def _listen(self) -> None:
        while not self._stopping.is_set():
            try:
                self._channel.listen(self._connected, self._heard, self._stopping)
            except Exception as error:  # the outermost handler of this thread: without it nobody is woken any more
                log.error("The hub can't listen: %s.", type(error).__name__)
                self._stopping.wait(self._interval_s)

    def _connected(self) -> None:
        with self._lock:
            self._all_suspect = True
        self.subscribed.set()
        self._look.set()

    def _heard(self, shard: str, head: int, topic: str, version: int | None) -> None:
        with self._lock:
            if head != self._heads.get(shard, head - 1) + 1:
                self._suspects.add(shard)
            self._heads[shard] = head
        self._waits.tell(topic, version)

    def _watch(self) -> None:
        while not self._stopping.is_set():
            self._look.wait(self._interval_s)
            self._look.clear()
            try:
                self._compare()
            except Exception as error:  # the outermost handler of this thread: without it nobody finds what was lost
                if not isinstance(error, StoreError):
                    log.error("The hub stumbled: %s.", type(error).__name__)
                with self._lock:
                    self._all_suspect = True

    def _compare(self) -> None:
        """Finds out what was not heard."""
        heads = self._channel.heads()
        with self._lock:
            suspects = {shard for shard, head in heads.items() if head != self._heads.get(shard)} | self._suspects
            if self._all_suspect:
                suspects = set(heads)
            self._heads.update(heads)
            self._suspects, self._all_suspect = set(), False
        topics = [topic for topic in self._waits.topics() if self._channel.shard_of(topic) in suspects]
        for start in range(0, len(topics), COMPARED_AT_ONCE):
            self._waits.compare(self._channel.versions(topics[start : start + COMPARED_AT_ONCE]))
