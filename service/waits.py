"""The waiting polls and streams of one process: who waits for what, how many may, and why a wait ends.

A waiting poll enters itself, then reads, then waits; it holds no connection and reads nothing by itself. Plain
``threading`` throughout, so gevent's patching makes it greenlets.
"""

import math
import threading
from collections import defaultdict
from enum import StrEnum
from types import TracebackType
from typing import NamedTuple

from service.errors import TooManyWaits
from service.settings import Settings


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
LATE_S = 0.5
"""How long a wait lasts that comes while the process ends."""


class Wait:
    """One waiting poll or stream in the table. A context manager: leaving the block takes it out."""

    def __init__(self, waits: "Waits", topic: str, player: str | None, turns: int, groups: tuple[Group, ...]) -> None:
        self.topic = topic
        self.player = player
        self.turns = turns
        self.groups = groups
        self.event = threading.Event()
        self.last: Wake | None = None
        self.seen: str | None = None  # the place that was read; None while the caller reads
        self.news = 0.0  # the greatest version heard of since the caller began to read
        self._waits = waits

    def until(self, seconds: float, seen: str) -> Wake:
        """Waits for news after the place that was read (``<version>.<mark>``), at most so many seconds.

        After ``news`` the caller reads and may call this again; what comes meanwhile is not missed.
        """
        self._waits.note(self, seen)
        self.event.wait(min(seconds, LATE_S) if self.last else seconds)
        return self._waits.ended(self)

    def end(self, why: Wake) -> None:
        """Ends the wait for good."""
        self.last = self.last or why
        self.event.set()

    def __enter__(self) -> "Wait":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._waits.leave(self)


class Waits:
    """The table of waits."""

    def __init__(self, caps: Caps) -> None:
        self._caps = caps
        self._lock = threading.Lock()
        self._topics: dict[str, dict[Wait, None]] = defaultdict(dict)
        self._groups: dict[Group, dict[Wait, None]] = defaultdict(dict)
        self._count = 0
        self._draining = False

    def __len__(self) -> int:
        return self._count

    def hold_at_most(self, waits: int) -> None:
        """The process can hold so many."""
        self._caps = self._caps._replace(process=waits)

    def enter(self, topic: str, player: str | None, turns: int, address: str) -> Wait:
        """Enters a wait; the oldest of a full group ends. Raises TooManyWaits."""
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

    def topics(self) -> list[str]:
        """What is waited for: games, inboxes, and whether the tokens of those who wait still live (``!<player>``)."""
        with self._lock:
            return [*self._topics, *("!" + group[1] for group in self._groups if group[0] == "player")]

    def tell(self, topic: str, version: int | None) -> None:
        """A commit was heard of: the topic has come to this version, or to another one of no number."""
        with self._lock:
            if topic.startswith("!"):
                for wait in self._groups.get(("player", topic[1:]), ()):
                    wait.end(Wake.TOKEN)
                return
            for wait in self._topics.get(topic, ()):
                _tell(wait, math.inf if version is None else version)

    def compare(self, places: dict[str, str | None]) -> None:
        """Where the topics are by the store: wakes who has not read so far."""
        with self._lock:
            for topic, place in places.items():
                self._judge(topic, place)

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
