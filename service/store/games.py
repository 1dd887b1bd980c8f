"""Loading and committing games: one script each, so that what is read is of one moment and what is written is whole."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

import msgspec

from service.store import keys
from service.store.client import Links
from service.store.commands import Ask, ask_for, command, run
from service.store.scripts import COMMIT, LOAD, REMEMBER, TOLD

DUE_KINDS = frozenset({"deadline", "bot", "expire"})  # `tell` follows from the untold lines
COUNTS_FOR_MS = 5_000
"""A caller's commit is void this long after its load: what a caller was told may have failed can't happen later."""
FIRST_FOR_MS = 300
"""How long bots wait for a caller whose commit was stale: they play faster than a request comes round again."""


class Moment(msgspec.Struct, frozen=True):
    """A time of the store in ms: ``absolute``, or counted from the commit that carries it."""

    ms: int
    absolute: bool

    @classmethod
    def after(cls, ms: int) -> "Moment":
        """So many ms after the commit (0 or more)."""
        return cls(ms, absolute=False)

    @classmethod
    def at(cls, ms: int) -> "Moment":
        """Exactly then: a time that a load told (carried over)."""
        return cls(ms, absolute=True)


class Loaded(msgspec.Struct, frozen=True):
    """A game as of one moment.

    ``now``: the store's time, ms. ``at``: time of the last commit, ms. ``deadlines``: prompt -> ms. ``state`` and
    ``record`` are None when the caller already had them (known mark). ``once``: fingerprint and version of the success
    that this Idempotency-Key had.
    """

    now: int
    version: int
    mark: str
    at: int
    status: str
    deadlines: dict[int, int]
    state: bytes | None
    record: bytes | None
    once: tuple[str, int] | None

    @property
    def cursor(self) -> str:
        """The place in the feed that this game is at: ``<version>.<mark>``."""
        return f"{self.version}.{self.mark}"


class Who(StrEnum):
    """Whose commit it is, where a caller and bots want to change a game at once."""

    CALLER = "caller"
    """When stale, it goes before bots at its next try."""
    BOT = "bot"
    """Void while a caller goes first."""
    NEITHER = ""
    """A default, and whatever else has to happen."""


class Once(msgspec.Struct, frozen=True):
    """Where the success of an Idempotency-Key is remembered (``keys.once_field``), and the fingerprint of the request
    that it is for, no colon in it.
    """

    field: str
    fingerprint: str


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """One commit to be tried; the client library may send it twice, its ``mark`` tells.

    ``base_version`` 0 and ``base_mark`` '' create a game. ``not_after``: void later than this, ms (``Loaded.now`` +
    5000 where an intent went before). ``due``: the whole set, of ``deadline``, ``bot``, ``expire``. ``untold``: lines
    from ``untold_line``. ``open_score``: creation in ms while it is in the lobby. ``life``: ms to keep a finished or
    cancelled game.
    """

    game: str
    base_version: int
    base_mark: str
    state: bytes
    record: bytes
    status: str
    tellings: bytes
    decisions: bytes
    mark: str = msgspec.field(default_factory=keys.new_mark)
    who: Who = Who.NEITHER
    not_after: int | None = None
    once: Once | None = None
    deadlines: dict[int, Moment] = {}
    due: dict[str, Moment] = {}
    untold: str = ""
    open_score: int | None = None
    life: int | None = None


class CommitOutcome(StrEnum):
    """``ok`` written; ``done`` it had been written by this very attempt; ``stale`` load and compute again (version 0:
    the game is gone); ``late`` void, now and ever; ``seen`` this Idempotency-Key had its success.
    """

    OK = "ok"
    DONE = "done"
    STALE = "stale"
    LATE = "late"
    SEEN = "seen"


class Committed(msgspec.Struct, frozen=True):
    """What became of an attempt; ``now`` is the commit's time (ok, done), ``seen`` fingerprint and version (seen).

    ``untold``: the notices not yet delivered (ok, done), in order, those of earlier commits among them.
    """

    outcome: CommitOutcome
    version: int
    now: int
    seen: tuple[str, int] | None = None
    untold: tuple["Untold", ...] = ()


class Untold(msgspec.Struct, frozen=True):
    """A notice that a commit left for a player's inbox."""

    version: int
    player: str
    notice: str


class Games:
    """Games in the store."""

    def __init__(self, links: Links) -> None:
        self._links = links

    def load(self, game: str, known_mark: str = "", once: str = "") -> Loaded | None:
        """A game of one moment, None if there is none. Raises StoreUnavailable; ValueError for what is no id."""
        return self._links.ask(self.asking(game, known_mark, once))

    def load_many(self, games: Sequence[tuple[str, str]]) -> list[Loaded | None]:
        """Several games, each with the mark already known ('' none), in one pipeline a node."""
        return self._links.ask_all([self.asking(game, mark) for game, mark in games])

    def statuses(self, games: Sequence[str]) -> list[str | None]:
        """Where each game is in its life, None if it is gone; in one pipeline a node. Raises StoreUnavailable."""
        asks = [command(keys.shard_of(game), "HGET", keys.game(game), "status") for game in games]
        return self._links.ask_all([ask_for(lambda reply: reply.decode() if reply else None, one) for one in asks])

    def asking(self, game: str, known_mark: str = "", once: str = "") -> Ask[Loaded | None]:
        """The load as an Ask, to go out together with another."""
        names = (keys.game(game), keys.once(game))
        return ask_for(_loaded, run(LOAD, keys.shard_of(game), names, known_mark, once))

    def commit(self, attempt: Attempt) -> Committed:
        """Tries an attempt. Raises StoreUnavailable: then it may count for 5 s yet, and may be sent once more.

        Raises ValueError for a due entry of no known kind.
        """
        if attempt.due.keys() - DUE_KINDS:
            raise ValueError(f"due entries are of the kinds {', '.join(sorted(DUE_KINDS))}")
        shard = keys.shard_of(attempt.game)
        names = (
            keys.game(attempt.game),
            keys.feed(attempt.game),
            keys.once(attempt.game),
            keys.due(shard),
            keys.owed(shard),
            keys.opened(shard),
            keys.head(shard),
        )
        words = (
            attempt.game,
            attempt.base_version,
            attempt.base_mark,
            attempt.mark,
            _or_empty(attempt.not_after),
            *((attempt.once.field, attempt.once.fingerprint) if attempt.once else ("", "")),
            attempt.state,
            attempt.record,
            attempt.status,
            attempt.tellings,
            attempt.decisions,
            _moments(attempt.deadlines),
            _moments(attempt.due),
            attempt.untold,
            _or_empty(attempt.open_score),
            _or_empty(attempt.life),
            keys.commits(shard),
            attempt.who,
            FIRST_FOR_MS,
        )
        return self._links.ask(ask_for(_committed, run(COMMIT, shard, names, *words)))

    def remember(self, game: str, once: Once) -> tuple[str, int] | None:
        """Remembers a success that had nothing to commit, as of version 0; what the key had before, if it had."""
        names = (keys.game(game), keys.once(game))
        one = run(REMEMBER, keys.shard_of(game), names, once.field, once.fingerprint)
        return self._links.ask(ask_for(lambda seen: None if seen is None else fingerprint_and_version(seen), one))

    def untold(self, game: str) -> tuple[Untold, ...]:
        """Notices not yet delivered, in order; none if there is no game."""
        return self._links.ask(
            ask_for(_untold, command(keys.shard_of(game), "HGET", keys.game(game), "untold")),
        )

    def told(self, game: str, version: int) -> bool:
        """Notes that the notices up to this version were delivered; whether none is left. Never makes a game."""
        shard = keys.shard_of(game)
        names = (keys.game(game), keys.due(shard), keys.owed(shard))
        return self._links.ask(ask_for(bool, run(TOLD, shard, names, game, version)))


def untold_line(version: int, player: str, notice: str) -> str:
    """One line for ``Attempt.untold``. Raises ValueError for a notice of more than one line."""
    if "\n" in notice:
        raise ValueError("a notice is one line")
    return f"{version} {player} {notice}\n"


def fingerprint_and_version(value: bytes) -> tuple[str, int]:
    """What `once` holds, ``<fingerprint>:<version>``, in two."""
    fingerprint, _, version = value.decode().rpartition(":")
    return fingerprint, int(version)


def _loaded(reply: list[Any]) -> Loaded | None:
    now, version, mark, at, status, deadlines, state, record, once = reply
    if version is None:
        return None
    pairs = (pair.split(b":") for pair in deadlines.split(b";") if pair)
    return Loaded(
        now=now,
        version=int(version),
        mark=mark.decode(),
        at=int(at),
        status=status.decode(),
        deadlines={int(prompt): int(ms) for prompt, ms in pairs},
        state=state,
        record=record,
        once=None if once is None else fingerprint_and_version(once),
    )


def _committed(reply: list[Any]) -> Committed:
    outcome = CommitOutcome(reply[0].decode())
    if outcome is CommitOutcome.SEEN:
        seen = fingerprint_and_version(reply[1])
        return Committed(outcome, seen[1], reply[2], seen)
    return Committed(outcome, reply[1], reply[2], untold=_untold(reply[3]) if len(reply) > 3 else ())


def _untold(reply: bytes | None) -> tuple[Untold, ...]:
    lines = (line.split(" ", 2) for line in (reply or b"").decode().split("\n") if line)
    return tuple(Untold(int(version), player, notice) for version, player, notice in lines)


def _moments(moments: dict[int, Moment] | dict[str, Moment]) -> str:
    return ";".join(
        f"{name}:{'at' if moment.absolute else 'in'}:{max(0, moment.ms)}" for name, moment in moments.items()
    )


def _or_empty(number: int | None) -> int | str:
    return "" if number is None else number
