"""The feed of a game: one entry a commit, read from a cursor on. It is also the transcript."""

import re
from enum import StrEnum
from typing import Any

import msgspec

from service.store import keys
from service.store.client import Links
from service.store.commands import Ask, ask_for, command, run
from service.store.scripts import FEED

_CURSOR = re.compile(r"(0|[1-9][0-9]{0,14})\.([0-9a-f]{16})")


class ReadOutcome(StrEnum):
    """``ok``; ``reset`` the cursor's commit is not in this history; ``expired`` not kept any more; ``gone`` nothing
    there.
    """

    OK = "ok"
    RESET = "reset"
    EXPIRED = "expired"
    GONE = "gone"


class Cursor(msgspec.Struct, frozen=True):
    """A place in a feed: the number and mark of the last entry that was read."""

    version: int
    mark: str

    @classmethod
    def parsed(cls, text: str) -> "Cursor":
        """From ``<version>.<mark>``. Raises ValueError."""
        found = _CURSOR.fullmatch(text)
        if found is None:
            raise ValueError("not a cursor")
        return cls(int(found[1]), found[2])

    def __str__(self) -> str:
        return f"{self.version}.{self.mark}"


class Entry(msgspec.Struct, frozen=True):
    """One commit: number, mark, time in ms, what was told and decided."""

    version: int
    mark: str
    at: int
    tellings: bytes
    decisions: bytes


class Reading(msgspec.Struct, frozen=True):
    """Entries after a cursor, and where the game is now (version 0 and empty texts when it is gone)."""

    outcome: ReadOutcome
    version: int
    mark: str
    status: str
    entries: tuple[Entry, ...]


class Feed:
    """Feeds in the store."""

    def __init__(self, links: Links) -> None:
        self._links = links

    def read(self, game: str, after: Cursor | None = None, limit: int = 500) -> Reading:
        """At most ``limit`` entries after the cursor (None: from the first one kept). Raises StoreUnavailable."""
        return self._links.ask(self.asking(game, after, limit))

    def entry(self, game: str, version: int) -> Entry | None:
        """One commit by its number, if it is kept. Raises StoreUnavailable."""
        identifier = f"{version}-0"
        one = command(keys.shard_of(game), "XRANGE", keys.feed(game), identifier, identifier)
        return self._links.ask(ask_for(lambda found: _entry(found[0]) if found else None, one))

    def asking(self, game: str, after: Cursor | None = None, limit: int = 500) -> Ask[Reading]:
        """The reading as an Ask, to go out together with another."""
        names = (keys.game(game), keys.feed(game))
        place = (0, "") if after is None else (after.version, after.mark)
        return ask_for(_reading, run(FEED, keys.shard_of(game), names, *place, limit))


def _reading(reply: list[Any]) -> Reading:
    code, version, mark, status, entries = reply
    return Reading(
        ReadOutcome(code.decode()), version, mark.decode(), status.decode(), tuple(_entry(entry) for entry in entries)
    )


def _entry(entry: list[Any]) -> Entry:
    identifier, (_, mark, _, at, _, tellings, _, decisions) = entry
    return Entry(int(identifier.partition(b"-")[0]), mark.decode(), int(at), tellings, decisions)
