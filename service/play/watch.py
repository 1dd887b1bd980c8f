"""The feed of a game: reading on from a cursor, and waiting for what comes.

Whoever reads also helps: a deadline that nobody has resolved in time is resolved by its readers.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from time import monotonic
from typing import TypeAlias

import msgspec

from service.errors import CursorExpired, CursorReset, Invalid, NotFound
from service.play.document import Document, document
from service.play.position import Position, load
from service.play.sweep import help_out
from service.play.table import Caller, Table
from service.play.transcript import batch_text
from service.play.waiting import Waiting, entered
from service.store import Cursor, Entry, ReadOutcome
from service.store.keys import is_game_id
from service.waits import Wake

AGAIN_MS = 300
"""How long a waiting reader leaves a deadline to another who has claimed it."""


class Told(msgspec.Struct, frozen=True):
    """One commit: its cursor and the finished JSON batch."""

    cursor: str
    batch: msgspec.Raw


class Beat(msgspec.Struct, frozen=True):
    """Nothing has come for a while; the connection is alive."""


class Closed(msgspec.Struct, frozen=True):
    """The game is over and all of it has been told."""


Followed: TypeAlias = Told | Beat | Closed
FOLLOWED_AT_ONCE = 100


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """What came after a cursor; `events` are finished JSON batches. `document` is of the moment of `cursor`: None
    unless it was asked for, there are events, and the reading goes up to the present.
    """

    ruleset: str
    events: tuple[msgspec.Raw, ...]
    cursor: str
    version: int
    status: str
    closed: bool
    document: Document | None


def fresh(table: Table, caller: Caller | None, game: str) -> Position:
    """The game now; a deadline that is too late is resolved first. Raises NotFound."""
    position = load(table, caller, game)
    if position.deadline is not None and position.now >= position.deadline + table.settings.reader_help_ms:
        table.helps.get(game, lambda _: help_out(table, position))
        return load(table, caller, game)
    return position


def read(
    table: Table,
    caller: Caller | None,
    game: str,
    after: str | None = None,
    *,
    wait_ms: int = 0,
    limit: int = 100,
    with_document: bool = False,
    address: str = "",
) -> Reading:
    """The events after a cursor (None: from the first one kept); waits up to `wait_ms` while there are none.

    `address` is the reader's, for the limit of waiting polls without a token. Raises NotFound, Invalid (the cursor's
    form), CursorExpired, CursorReset (both with the document), Unauthenticated (the token died while waiting),
    TooManyWaits.
    """
    place = _parsed(after)
    if not wait_ms:
        return _read(table, caller, game, place, limit, with_document)[0]
    with _waiting(table, caller, game, address) as waiting:
        end = monotonic() + wait_ms / 1000
        while True:
            reading, position = _read(table, caller, game, place, limit, with_document)
            if reading.events or reading.closed or _waited(table, waiting, reading, position, end):
                return reading


def follow(
    table: Table,
    caller: Caller | None,
    game: str,
    after: str | None = None,
    *,
    beat_ms: int = 15_000,
    address: str = "",
) -> Iterator[Followed]:
    """The commits after a cursor as they come, for as long as the caller listens: `Told` for each, `Beat` when nothing
    came for `beat_ms`, `Closed` at the end of a finished game. It ends without `Closed` where the caller should come
    again: when a newer wait took its place or this process stops.

    Raises NotFound, Invalid, CursorExpired, CursorReset at once; while following also Unauthenticated.
    """
    place = _parsed(after)
    _news(table, caller, game, place, 1)
    return _followed(table, caller, game, place, beat_ms / 1000, address)


def _followed(
    table: Table, caller: Caller | None, game: str, place: Cursor | None, beat_s: float, address: str
) -> Iterator[Followed]:
    with _waiting(table, caller, game, address) as waiting:
        quiet = False
        while True:
            entries, position = _news(table, caller, game, place, FOLLOWED_AT_ONCE)
            seat = position.seat_of(caller)
            for entry in entries:
                place = Cursor(entry.version, entry.mark)
                yield Told(str(place), batch_text(entry, seat))
            if str(place) != position.cursor:
                continue
            if position.over:
                yield Closed()
                return
            if quiet and not entries:
                yield Beat()
            helping = _help_in_ms(table, position) / 1000
            why = waiting.until(min(beat_s, helping), position.cursor)
            quiet = why is Wake.TIME and beat_s <= helping
            if why not in (Wake.NEWS, Wake.TIME):
                return


def _waiting(table: Table, caller: Caller | None, game: str, address: str) -> AbstractContextManager[Waiting]:
    if not is_game_id(game):
        raise NotFound("There is no such game.")
    return entered(table, caller, game, address)


def _waited(table: Table, waiting: Waiting, reading: Reading, position: Position, end: float) -> bool:
    """Wait for news, or for a deadline that nobody resolves; true: answer now."""
    left = end - monotonic()
    if left <= 0:
        return True
    helping = _help_in_ms(table, position) / 1000
    return waiting.until(min(left, helping), reading.cursor) not in (Wake.NEWS, Wake.TIME)


def _help_in_ms(table: Table, position: Position) -> float:
    """How long until a reader has to look after the open question's deadline."""
    if position.deadline is None:
        return float("inf")
    left = position.deadline + table.settings.reader_help_ms - position.now
    return left if left > 0 else AGAIN_MS


def _read(
    table: Table, caller: Caller | None, game: str, place: Cursor | None, limit: int, with_document: bool
) -> tuple[Reading, Position]:
    entries, position = _news(table, caller, game, place, limit)
    here = f"{entries[-1].version}.{entries[-1].mark}" if entries else str(place or position.cursor)
    at_end = here == position.cursor
    seat = position.seat_of(caller)
    reading = Reading(
        ruleset=position.record.ruleset,
        events=tuple(batch_text(entry, seat) for entry in entries),
        cursor=here,
        version=position.version,
        status=position.status,
        closed=position.over and at_end,
        document=document(position, caller) if with_document and entries and at_end else None,
    )
    return reading, position


def _news(
    table: Table, caller: Caller | None, game: str, place: Cursor | None, limit: int
) -> tuple[tuple[Entry, ...], Position]:
    """The entries after the place and the game, of one moment: that of the game's load."""
    position = fresh(table, caller, game)
    if place is not None and (place.version, place.mark) == (position.version, position.mark):
        return (), position
    found = table.reads.get((game, str(place), limit), lambda _: table.store.feed.read(game, place, limit))
    _check(table, caller, game, found.outcome)
    return tuple(entry for entry in found.entries if entry.version <= position.version), position


def _check(table: Table, caller: Caller | None, game: str, outcome: ReadOutcome) -> None:
    """Raises NotFound, CursorExpired or CursorReset, the last two with the caller's fresh document."""
    match outcome:
        case ReadOutcome.GONE:
            raise NotFound("There is no such game.")
        case ReadOutcome.EXPIRED:
            shown = document(fresh(table, caller, game), caller)
            raise CursorExpired("The commit that this cursor names is not kept any more.", shown)
        case ReadOutcome.RESET:
            shown = document(fresh(table, caller, game), caller)
            raise CursorReset("The commit that this cursor names is not in this game's history.", shown)
        case ReadOutcome.OK:
            return


def _parsed(after: str | None) -> Cursor | None:
    try:
        return None if after is None else Cursor.parsed(after)
    except ValueError:
        raise Invalid(("/after", "is not a cursor")) from None
