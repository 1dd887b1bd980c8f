"""What needs something, and when: a sorted set a shard, with leases."""

from enum import StrEnum
from typing import Any

import msgspec

from service.store import keys
from service.store.client import Links
from service.store.commands import Ask, Command, Reply, ask_for, command, run
from service.store.scripts import CLAIM, CLAIM_ONE, SETTLE, TICK

PARK_MS = 60_000
CLOCK_LIFE_MS = 60_000


class TickOutcome(StrEnum):
    """``idle`` nothing due; ``enqueue`` put a sweep on its way; ``wait`` somebody is at it; ``help`` do it yourself."""

    IDLE = "idle"
    ENQUEUE = "enqueue"
    WAIT = "wait"
    HELP = "help"


class Tick(msgspec.Struct, frozen=True):
    """What a clock has to do about a shard; ``late_ms``: how long the oldest entry has been due."""

    shard: str
    now: int
    outcome: TickOutcome
    late_ms: int


class Entry(msgspec.Struct, frozen=True):
    """A due entry: a game with ``deadline``, ``bot``, ``tell`` or ``expire``, or a player with ``erase``."""

    owner: str
    kind: str

    @property
    def member(self) -> str:
        """Its name in the sorted set."""
        return f"{self.owner}|{self.kind}"


class Claimed(msgspec.Struct, frozen=True):
    """Entries that are the caller's for the time of the lease."""

    now: int
    entries: tuple[Entry, ...]


class Overdue(msgspec.Struct, frozen=True):
    """Figures of all shards: lateness of the oldest entry (ms), shards with something due, entries, leased ones."""

    oldest_ms: int
    due: int
    waiting: int
    leased: int


class Due:
    """The due sets of all shards."""

    def __init__(self, links: Links, lease_ms: int = 600, ticket_ms: int = 1_000, help_after_ms: int = 600) -> None:
        self._links = links
        self._lease_ms = lease_ms
        self._ticket_ms = ticket_ms
        self._help_after_ms = help_after_ms

    def tick(self) -> list[Tick]:
        """What is to do about each of the 64 shards, in one pipeline a node. Raises StoreUnavailable."""
        return self._links.ask_all([self._asking_tick(shard) for shard in keys.SHARDS])

    def tick_one(self, shard: str) -> Tick:
        """What is to do about one shard: a web process asks after a commit that made something due at once."""
        return self._links.ask(self._asking_tick(shard))

    def renew(self, shard: str) -> None:
        """A sweep tells that it is still on it (another ticket's time)."""
        self._links.replies([command(shard, "SET", keys.swept(shard), 1, "PX", self._ticket_ms)])

    def dry(self, shard: str) -> None:
        """A sweep tells that nothing is due any more: the next tick may send another."""
        self._links.replies([command(shard, "DEL", keys.swept(shard))])

    def claim(self, shard: str, count: int = 16, lease_ms: int | None = None) -> Claimed:
        """Takes at most ``count`` due entries on a lease; what another has claimed is not among them."""
        names = (keys.due(shard), keys.owed(shard))
        return self._links.ask(ask_for(_claimed, run(CLAIM, shard, names, lease_ms or self._lease_ms, count)))

    def claim_one(self, owner: str, kind: str, lease_ms: int | None = None) -> bool:
        """Takes one entry on a lease: True for one caller, if it is due."""
        shard = keys.shard_of(owner)
        names = (keys.due(shard), keys.owed(shard))
        words = (Entry(owner, kind).member, lease_ms or self._lease_ms)
        return self._links.ask(ask_for(bool, run(CLAIM_ONE, shard, names, *words)))

    def settle(self, game: str, mark: str, kind: str, at: int | None) -> bool:
        """Puts a claimed entry to ``at`` (ms; None: away) if the game's mark is still this one ('': no such game)."""
        shard = keys.shard_of(game)
        names = (keys.game(game), keys.due(shard), keys.owed(shard))
        return self._links.ask(ask_for(bool, run(SETTLE, shard, names, game, mark, kind, "" if at is None else at)))

    def park(self, game: str, mark: str, kind: str, now: int) -> bool:
        """Puts an entry that cannot be handled aside for 60 s from ``now``, under the same condition."""
        return self.settle(game, mark, kind, now + PARK_MS)

    def overdue(self) -> Overdue:
        """Figures for readiness and metrics, in one pipeline a node. Raises StoreUnavailable."""
        found = self._links.ask_all([_asking_figures(shard) for shard in keys.SHARDS])
        late = [now - first for now, first, _, _ in found if first is not None]
        return Overdue(
            oldest_ms=max(0, *late, 0),
            due=sum(1 for ms in late if ms > 0),
            waiting=sum(due for _, _, due, _ in found),
            leased=sum(owed for _, _, _, owed in found),
        )

    def clock_seen(self, now: int) -> None:
        """A clock tells that it looked, at this time of the store (ms)."""
        self._links.replies([command("s00", "SET", keys.CLOCK, now, "PX", CLOCK_LIFE_MS)])

    def clock_seen_ms(self) -> int | None:
        """How long ago a clock last looked, ms; None: not within a minute."""
        seen, (seconds, micros) = self._links.replies([command("s00", "GET", keys.CLOCK), command("s00", "TIME")])
        return None if seen is None else max(0, _ms(seconds, micros) - int(seen))

    def _asking_tick(self, shard: str) -> Ask[Tick]:
        names = (keys.due(shard), keys.owed(shard), keys.swept(shard))
        one = run(TICK, shard, names, self._ticket_ms, self._help_after_ms)
        return ask_for(lambda reply: Tick(shard, reply[0], TickOutcome(reply[1].decode()), reply[2]), one)


def _asking_figures(shard: str) -> Ask[tuple[int, int | None, int, int]]:
    due, owed = keys.due(shard), keys.owed(shard)
    commands: tuple[Command, ...] = (
        command(shard, "TIME"),
        *(command(shard, "ZRANGE", key, 0, 0, "WITHSCORES") for key in (due, owed)),
        *(command(shard, "ZCARD", key) for key in (due, owed)),
    )
    return Ask(commands, _figures)


def _figures(replies: list[Reply]) -> tuple[int, int | None, int, int]:
    (seconds, micros), due, owed, waiting, leased = replies
    firsts = [int(float(pair[1])) for pair in (due, owed) if pair]
    return _ms(seconds, micros), min(firsts, default=None), waiting, leased


def _claimed(reply: list[Any]) -> Claimed:
    now, members = reply
    return Claimed(now, tuple(Entry(*member.decode().split("|")) for member in members))


def _ms(seconds: bytes, micros: bytes) -> int:
    return int(seconds) * 1000 + int(micros) // 1000
