"""The caller's own feed: hints about all of the caller's games in one poll."""

from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Any

import msgspec

from service.errors import CursorExpired, CursorReset, Invalid
from service.play.document import document
from service.play.lists import ListPlace
from service.play.notices import HINTS, Hint, waiting
from service.play.position import Position, readable
from service.play.record import Status
from service.play.table import Caller, Table
from service.play.times import moment
from service.play.waiting import entered
from service.store import Cursor, InboxReading, ReadOutcome
from service.store.keys import NO_MARK
from service.waits import Wake

WITH_DOCUMENT = ("prompt", "absent")
AFTER_ANY_ID = "~"
ALL = 9
"""More hints than there are of one game."""
PAGE, PAGES = 1_000, 10
"""How many games are looked at in one go, and how often for one answer; most of a player's games are over."""


class Hints(msgspec.Struct, frozen=True):
    """What came after a cursor; `events` are finished JSON objects."""

    events: tuple[msgspec.Raw, ...]
    cursor: str


class SoFar(msgspec.Struct, frozen=True):
    """How far what is so now has been told: all games before this place in the list, and so many hints of this one."""

    place: ListPlace
    count: int

    @classmethod
    def parsed(cls, text: str) -> "SoFar":
        """From `<at>.<game>.<count>`. Raises ValueError."""
        place, _, count = text.rpartition(".")
        if not (count.isascii() and count.isdigit() and len(count) == 1):
            raise ValueError("not so many hints")
        return cls(ListPlace.parsed(place), int(count))

    def __str__(self) -> str:
        return f"{self.place}.{self.count}"


def hints(
    table: Table,
    caller: Caller,
    after: str | None = None,
    *,
    wait_ms: int = 0,
    limit: int = 100,
    with_documents: bool = False,
) -> Hints:
    """The hints after a cursor; without one, what is so now, at once. With a cursor it waits up to
    `wait_ms` while there are none.

    Raises Invalid (the cursor's form), CursorExpired, CursorReset (ask again without a cursor), Unauthenticated (the
    token died while waiting), TooManyWaits.
    """
    if after is None:
        # The place is read first: what comes meanwhile is told again.
        start = _place(table.store.players.inbox(caller.player, None, 1))
        return _now(table, caller, start, None, limit, with_documents)
    place, told = _parsed(after)
    if told is not None:
        now = _now(table, caller, str(place), told, limit, with_documents)
        if now.events or now.cursor != str(place):
            return now
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


def _found(table: Table, caller: Caller, place: Cursor, limit: int, with_documents: bool) -> Hints:
    first = place.version == 0
    reading = table.store.players.inbox(caller.player, None if first else place, limit)
    if reading.outcome is ReadOutcome.EXPIRED or (first and _trimmed(reading)):
        raise CursorExpired("What this cursor names is not kept any more; ask again without one.")
    if reading.outcome is not ReadOutcome.OK:
        raise CursorReset("What this cursor names is not there; ask again without one.")
    texts = _texts(table, caller, [HINTS.decode(notice.notice) for notice in reading.notices], with_documents)
    if reading.notices:
        return Hints(texts, f"{reading.notices[-1].seq}.{reading.notices[-1].mark}")
    return Hints((), _place(reading) if first else str(place))


def _now(table: Table, caller: Caller, start: str, told: SoFar | None, limit: int, with_documents: bool) -> Hints:
    """What is so now and has not been told; from `start` on it then goes on. Where more is to be told than fits in, the
    cursor says what has been.
    """
    found: list[Hint] = []
    for place, hint in _to_tell(table, caller, told, limit):
        if hint is None or len(found) == limit:
            start = f"{start}.{told if hint else place}"
            break
        found.append(hint)
        told = place
    return Hints(_texts(table, caller, found, with_documents), start)


def _to_tell(table: Table, caller: Caller, told: SoFar | None, at_once: int) -> Iterator[tuple[SoFar, Hint | None]]:
    """What has not been told of the caller's running games, newest first, so many games loaded at once; None: the list
    is too long for one answer, and goes on there.
    """
    for place, position in _running(table, caller, told.place if told else None, at_once):
        if position is None:
            yield SoFar(place, ALL), None
            return
        before = told.count if told and told.place == place else 0
        for number, hint in enumerate(_so(position, caller)[before:], before + 1):
            yield SoFar(place, number), hint


def _running(
    table: Table, caller: Caller, first: ListPlace | None, at_once: int
) -> Iterator[tuple[ListPlace, Position | None]]:
    """The caller's running games from this place in the list on, and their places; None: and there may be more."""
    before = ListPlace(first.at, first.game + AFTER_ANY_ID) if first else None
    for _ in range(PAGES):
        page = table.store.players.games(caller.player, before, PAGE)
        if not page:
            return
        before = ListPlace(page[-1][1], page[-1][0])
        statuses = table.store.games.statuses([game for game, _ in page])
        running = [each for each, status in zip(page, statuses, strict=True) if status == Status.RUNNING]
        for start in range(0, len(running), at_once):
            some = running[start : start + at_once]
            loads = table.store.games.load_many([(game, "") for game, _ in some])
            for (game, at), loaded in zip(some, loads, strict=True):
                position = readable(game, loaded)
                if position is not None:
                    yield ListPlace(at, game), position
    if before is not None:
        yield before, None


def _so(position: Position, caller: Caller) -> list[Hint]:
    """What a player has to know of a running game."""
    seat = position.seat_of(caller)
    if not (position.running and position.concerns(caller)):
        return []
    about: dict[str, Any] = {
        "game": position.id, "ruleset": position.record.ruleset, "seat": seat, "version": position.version,
    }  # fmt: skip
    found = [Hint(kind="started", **about)]
    if seat is None:
        return found
    if position.record.seats[seat].absent:
        found.append(Hint(kind="absent", **about))
    prompt = waiting(position).get(seat)
    if prompt is not None:
        found.append(Hint(kind="prompt", prompt=prompt, deadline=moment(position.deadline), **about))
    return found


def _texts(table: Table, caller: Caller, found: Sequence[Hint], with_documents: bool) -> tuple[msgspec.Raw, ...]:
    """Hints as they are sent, those that call for it with the game's document: all games in one load."""
    wanted = list({hint.game: None for hint in found if with_documents and hint.kind in WITH_DOCUMENT})
    loads = table.store.games.load_many([(game, "") for game in wanted])
    positions = {game: readable(game, loaded) for game, loaded in zip(wanted, loads, strict=True)}
    texts = []
    for hint in found:
        text: Any = hint
        if with_documents and hint.kind in WITH_DOCUMENT:
            position = positions[hint.game]
            shown = document(position, caller) if position and position.visible_to(caller) else None
            text = {**msgspec.structs.asdict(hint), "game_document": shown}
        texts.append(msgspec.Raw(msgspec.json.encode(text)))
    return tuple(texts)


def _trimmed(reading: InboxReading) -> bool:
    """Whether the first notices, read from the start on, are not kept any more."""
    return reading.seq > 0 and not (reading.notices and reading.notices[0].seq == 1)


def _place(reading: InboxReading) -> str:
    return f"{reading.seq}.{reading.mark or NO_MARK}"


def _parsed(after: str) -> tuple[Cursor, SoFar | None]:
    """The place that a cursor names, and how far what is so now has been told (None: all of it). Raises Invalid."""
    number, *rest = after.split(".", 2)
    try:
        place = Cursor.parsed(".".join((number, *rest[:1])))
        return place, SoFar.parsed(rest[1]) if rest[1:] else None
    except ValueError:
        raise Invalid(("/after", "is not a cursor")) from None
