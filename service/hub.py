"""The table of who waits: one in a process.

A waiting poll enters itself, then reads, then waits; it holds no connection and reads nothing by itself. One subscriber
wakes the waits; once a second the hub compares the shards' counters, and where it missed something, or after any
reconnect, the places of what is waited for, so a lost message costs a second at most. Knows no redis: it is handed an
object that listens and looks. Plain ``threading`` throughout, so gevent's patching makes it greenlets.
"""

import logging
import math
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable
from enum import StrEnum
from types import TracebackType
from typing import NamedTuple, Protocol

from service.errors import StoreError, TooManyWaits
from service.settings import Settings

log = logging.getLogger(__name__)


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


class Wake(StrEnum):
    """Why a wait ended: ``news`` read again; ``time`` it is over; the others answer at once and do not wait again:
    ``oldest`` a newer wait took its place, ``token`` the token may be dead (authenticate again), ``drain`` the process
    ends.
    """

    NEWS = "news"
    TIME = "time"
    OLDEST = "oldest"
    TOKEN = "token"  # noqa: S105
    DRAIN = "drain"


class Caps(NamedTuple):
    """How many waits there may be: of a token on one game, on its inbox, in all; of an address without a token; in the
    process.
    """

    game: int = 4
    inbox: int = 4
    token: int = 200
    address: int = 64
    process: int = 17_000

    @classmethod
    def of(cls, settings: Settings, process: int = 17_000) -> "Caps":
        """The caps that the settings name; ``process`` follows from the server's open connections."""
        return cls(
            settings.waits_per_game,
            settings.waits_per_inbox,
            settings.waits_per_token,
            settings.waits_per_address,
            process,
        )


DEFAULT_CAPS = Caps()
Group = tuple[str, ...]
COMPARED_AT_ONCE = 500
LATE_S = 0.5
"""How long a wait lasts that comes while the process ends."""


class Wait:
    """One waiting poll or stream in the table. A context manager: leaving the block takes it out."""

    def __init__(self, hub: "Hub", topic: str, player: str | None, turns: int, groups: tuple[Group, ...]) -> None:
        self.topic = topic
        self.player = player
        self.turns = turns
        self.groups = groups
        self.event = threading.Event()
        self.last: Wake | None = None
        self.seen: str | None = None  # the place that was read; None while the caller reads
        self.news = 0.0  # the greatest version heard of since the caller began to read
        self._hub = hub

    def until(self, seconds: float, seen: str) -> Wake:
        """Waits for news after the place that was read (``<version>.<mark>``), at most so many seconds.

        After ``news`` the caller reads and may call this again; what comes meanwhile is not missed.
        """
        self._hub.note(self, seen)
        self.event.wait(min(seconds, LATE_S) if self.last else seconds)
        return self._hub.ended(self)

    def end(self, why: Wake) -> None:
        """Ends the wait for good."""
        self.last = self.last or why
        self.event.set()

    def __enter__(self) -> "Wait":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._hub.leave(self)


class Hub:
    """The waits of this process and the two threads that wake them."""

    def __init__(self, channel: Listening, caps: Caps = DEFAULT_CAPS, interval_ms: int = 1_000) -> None:
        self._channel = channel
        self._caps = caps
        self._interval_s = interval_ms / 1000
        self._lock = threading.Lock()
        self._topics: dict[str, dict[Wait, None]] = defaultdict(dict)
        self._groups: dict[Group, dict[Wait, None]] = defaultdict(dict)
        self._count = 0
        self._heads: dict[str, int] = {}
        self._suspects: set[str] = set()
        self._all_suspect = True
        self._draining = False
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
        return self._count

    def hold_at_most(self, waits: int) -> None:
        """The process can hold so many waits: its server says how many clients it may have."""
        self._caps = self._caps._replace(process=waits)

    def enter(self, topic: str, player: str | None = None, turns: int = 0, address: str = "") -> Wait:
        """Enters a wait in the table: enter, then read (the token too), then ``until``.

        ``topic``: a game's id or ``@<player>``. ``player`` and ``turns``: as authenticated, None for a caller without a
        token, who is counted by ``address``. The oldest of a full group ends. Raises TooManyWaits; ValueError for what
        is no topic or player.
        """
        for name in (topic, *(() if player is None else ("!" + player,))):
            self._channel.shard_of(name)
        caps = self._caps_of(topic, player, address)
        wait = Wait(self, topic, player, turns, tuple(caps))
        with self._lock:
            if self._draining:
                wait.last = Wake.DRAIN
                return wait
            for group, cap in caps.items():
                while len(self._groups.get(group, ())) >= cap:
                    oldest = next(iter(self._groups[group]))
                    self._remove(oldest)
                    oldest.end(Wake.OLDEST)
            if self._count >= self._caps.process:
                raise TooManyWaits("this process holds as many waiting polls as it can")
            self._topics[topic][wait] = None
            for group in caps:
                self._groups[group][wait] = None
            self._count += 1
        return wait

    def leave(self, wait: Wait) -> None:
        """Takes a wait out of the table."""
        with self._lock:
            self._remove(wait)

    def note(self, wait: Wait, seen: str) -> None:
        """The caller has read up to this place and is about to wait."""
        with self._lock:
            wait.seen = seen
            if wait.last is None and wait.news <= _number(seen):
                wait.event.clear()

    def ended(self, wait: Wait) -> Wake:
        """Why the wait ended; the caller is about to read."""
        with self._lock:
            why = wait.last or (Wake.NEWS if wait.event.is_set() else Wake.TIME)
            wait.seen, wait.news = None, 0.0
            if wait.last is None:
                wait.event.clear()
            return why

    def drain(self) -> None:
        """Ends all waits at once; those that come yet end after half a second, so that nobody asks in a circle."""
        with self._lock:
            self._draining = True
            for waits in self._topics.values():
                for wait in waits:
                    wait.end(Wake.DRAIN)

    def _caps_of(self, topic: str, player: str | None, address: str) -> dict[Group, int]:
        if player is None:
            return {("address", address): self._caps.address}
        least = self._caps.inbox if topic.startswith("@") else self._caps.game
        return {("topic", player, topic): least, ("player", player): self._caps.token}

    def _remove(self, wait: Wait) -> None:
        if wait not in self._topics.get(wait.topic, ()):
            return
        self._count -= 1
        del self._topics[wait.topic][wait]
        if not self._topics[wait.topic]:
            del self._topics[wait.topic]
        for group in wait.groups:
            del self._groups[group][wait]
            if not self._groups[group]:
                del self._groups[group]

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
            if topic.startswith("!"):
                for wait in self._groups.get(("player", topic[1:]), ()):
                    wait.end(Wake.TOKEN)
                return
            for wait in self._topics.get(topic, ()):
                _tell(wait, math.inf if version is None else version)

    def _watch(self) -> None:
        while not self._stopping.is_set():
            self._look.wait(self._interval_s)
            self._look.clear()
            try:
                self._compare()
            except StoreError:
                with self._lock:
                    self._all_suspect = True
            except Exception as error:  # the outermost handler of this thread: without it nobody finds what was lost
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
            topics = [*self._topics, *("!" + group[1] for group in self._groups if group[0] == "player")]
        topics = [topic for topic in topics if self._channel.shard_of(topic) in suspects]
        for start in range(0, len(topics), COMPARED_AT_ONCE):
            places = self._channel.versions(topics[start : start + COMPARED_AT_ONCE])
            with self._lock:
                for topic, place in places.items():
                    self._judge(topic, place)

    def _judge(self, topic: str, place: str | None) -> None:
        if topic.startswith("!"):
            for wait in self._groups.get(("player", topic[1:]), ()):
                if place != str(wait.turns):
                    wait.end(Wake.TOKEN)
            return
        for wait in self._topics.get(topic, ()):
            if wait.seen is None:
                _tell(wait, math.inf if place is None else _number(place))
            elif place != wait.seen:
                _tell(wait, math.inf)


def _tell(wait: Wait, version: float) -> None:
    """There is news up to this version, unless the wait's caller has read it already."""
    wait.news = max(wait.news, version)
    if wait.seen is None or version > _number(wait.seen):
        wait.event.set()


def _number(place: str) -> int:
    return int(place.partition(".")[0])
