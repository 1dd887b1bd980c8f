"""The feed of a game: reading on from a cursor, and waiting for what comes.

Whoever reads also helps: a deadline that nobody has resolved in time is resolved by its readers.
"""

from time import monotonic

import msgspec

from service.errors import CursorExpired, CursorReset, Invalid, NotFound, Unauthenticated
from service.hub import Wait, Wake
from service.play.document import Document, document
from service.play.position import Position, load
from service.play.sweep import help_out
from service.play.table import Caller, Table
from service.play.transcript import batch_text
from service.store import Cursor, Entry, ReadOutcome

AGAIN_MS = 300
"""How long a waiting reader leaves a deadline to another who has claimed it."""


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
        table.helps.get(game, lambda: help_out(table, position))
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
    # Before a place in the table of waits is taken: only who may read may wait.
    reading, position = _read(table, caller, game, place, limit, with_document)
    if reading.events or reading.closed or not wait_ms:
        return reading
    player, turns = (caller.player, caller.turns) if caller else (None, 0)
    with table.hub.enter(game, player, turns, address) as wait:
        end = monotonic() + wait_ms / 1000
        while not (reading.events or reading.closed):
            if _waited(table, caller, wait, reading, position, end):
                break
            reading, position = _read(table, caller, game, place, limit, with_document)
        return reading


def _waited(table: Table, caller: Caller | None, wait: Wait, reading: Reading, position: Position, end: float) -> bool:
    """Wait for news, or for a deadline that nobody resolves; true: answer now."""
    left = end - monotonic()
    if left <= 0:
        return True
    helping = _help_in_ms(table, position) / 1000
    why = wait.until(min(left, helping), reading.cursor)
    if why is Wake.TOKEN:
        if not _lives(table, caller):
            raise Unauthenticated("The token has ended.")
        return True
    return why in (Wake.OLDEST, Wake.DRAIN)


def _help_in_ms(table: Table, position: Position) -> float:
    """How long until a reader has to look after the open question's deadline."""
    if position.deadline is None:
        return float("inf")
    left = position.deadline + table.settings.reader_help_ms - position.now
    return left if left > 0 else AGAIN_MS


def _lives(table: Table, caller: Caller | None) -> bool:
    if caller is None:
        return True
    return table.store.players.authenticate(caller.player, caller.token_hash) is not None


def _read(
    table: Table, caller: Caller | None, game: str, place: Cursor | None, limit: int, with_document: bool
) -> tuple[Reading, Position]:
    """What is after the place now: all of one moment, that of the game's load."""
    position = fresh(table, caller, game)
    entries: tuple[Entry, ...] = ()
    if place is None or (place.version, place.mark) != (position.version, position.mark):
        found = table.reads.get((game, str(place), limit), lambda: table.store.feed.read(game, place, limit))
        _check(table, caller, game, found.outcome)
        entries = tuple(entry for entry in found.entries if entry.version <= position.version)
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
