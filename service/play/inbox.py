"""The caller's own feed: hints about all of the caller's games in one poll."""

from time import monotonic
from typing import Any

import msgspec

from service.errors import CursorExpired, CursorReset, Invalid
from service.hub import Wake
from service.play.document import document
from service.play.notices import HINTS, Hint, waiting
from service.play.position import Position, readable
from service.play.record import Status
from service.play.table import Caller, Table
from service.play.times import moment
from service.play.waiting import entered
from service.store import Cursor, InboxReading, ReadOutcome

NOTHING_YET = "0" * 16
WITH_DOCUMENT = ("prompt", "absent")
PAGE = 1_000
"""How many games are looked at in one go; most of a player's games are over."""


class Hints(msgspec.Struct, frozen=True):
    """What came after a cursor; `events` are finished JSON objects."""

    events: tuple[msgspec.Raw, ...]
    cursor: str


def hints(
    table: Table,
    caller: Caller,
    after: str | None = None,
    *,
    wait_ms: int = 0,
    limit: int = 100,
    with_documents: bool = False,
) -> Hints:
    """The hints after a cursor; without one, what is so now. Waits up to `wait_ms` while there are none.

    Raises Invalid (the cursor's form), CursorExpired, CursorReset (ask again without a cursor), Unauthenticated (the
    token died while waiting), TooManyWaits.
    """
    if after is None:
        return _now(table, caller, with_documents)
    place = _parsed(after)
    if not wait_ms:
        return _found(table, caller, place, limit, with_documents)
    with entered(table, caller, f"@{caller.player}") as waiting:
        end = monotonic() + wait_ms / 1000
        why = Wake.NEWS
        while True:
            found = _found(table, caller, place, limit, with_documents)
            left = end - monotonic()
            if found.events or left <= 0 or why not in (Wake.NEWS, Wake.TIME):
                return found
            why = waiting.until(left, found.cursor)


def _found(table: Table, caller: Caller, place: Cursor | None, limit: int, with_documents: bool) -> Hints:
    reading = table.store.players.inbox(caller.player, place, limit)
    if reading.outcome is ReadOutcome.EXPIRED or (place is None and _trimmed(reading)):
        raise CursorExpired("What this cursor names is not kept any more; ask again without one.")
    if reading.outcome is not ReadOutcome.OK:
        raise CursorReset("What this cursor names is not there; ask again without one.")
    texts = tuple(_text(table, caller, HINTS.decode(notice.notice), with_documents) for notice in reading.notices)
    if reading.notices:
        return Hints(texts, f"{reading.notices[-1].seq}.{reading.notices[-1].mark}")
    return Hints((), str(place) if place else _place(reading))


def _now(table: Table, caller: Caller, with_documents: bool) -> Hints:
    """What is so now. The place is read first: what comes meanwhile is told again."""
    cursor = _place(table.store.players.inbox(caller.player, None, 1))
    found: list[Hint] = []
    before: tuple[int, str] | None = None
    while page := table.store.players.games(caller.player, before, PAGE):
        before = (page[-1][1], page[-1][0])
        statuses = table.store.games.statuses([game for game, _ in page])
        running = [game for (game, _), status in zip(page, statuses, strict=True) if status == Status.RUNNING]
        loads = table.store.games.load_many([(game, "") for game in running])
        for game, loaded in zip(running, loads, strict=True):
            position = readable(game, loaded)
            found += _so(position, caller) if position else []
    return Hints(tuple(_text(table, caller, hint, with_documents) for hint in found), cursor)


def _so(position: Position, caller: Caller) -> list[Hint]:
    """What a player has to know of a running game."""
    seat = position.seat_of(caller)
    if seat is None or not position.running:
        return []
    about: dict[str, Any] = {
        "game": position.id, "ruleset": position.record.ruleset, "seat": seat, "version": position.version,
    }  # fmt: skip
    found = [Hint(kind="started", **about)]
    if position.record.seats[seat].absent:
        found.append(Hint(kind="absent", **about))
    prompt = waiting(position).get(seat)
    if prompt is not None:
        found.append(Hint(kind="prompt", prompt=prompt, deadline=moment(position.deadline), **about))
    return found


def _text(table: Table, caller: Caller, hint: Hint, with_documents: bool) -> msgspec.Raw:
    if not with_documents or hint.kind not in WITH_DOCUMENT:
        return msgspec.Raw(msgspec.json.encode(hint))
    position = readable(hint.game, table.store.games.load(hint.game))
    shown = document(position, caller) if position and position.visible_to(caller) else None
    return msgspec.Raw(msgspec.json.encode({**msgspec.structs.asdict(hint), "game_document": shown}))


def _trimmed(reading: InboxReading) -> bool:
    """Whether the first notices, read from the start on, are not kept any more."""
    return reading.seq > 0 and not (reading.notices and reading.notices[0].seq == 1)


def _place(reading: InboxReading) -> str:
    return f"{reading.seq}.{reading.mark or NOTHING_YET}"


def _parsed(after: str) -> Cursor | None:
    """The place that a cursor names; None: before the first. Raises Invalid."""
    try:
        place = Cursor.parsed(after)
    except ValueError:
        raise Invalid(("/after", "is not a cursor")) from None
    return place if place.version else None
