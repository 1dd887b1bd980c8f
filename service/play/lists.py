"""Lists of games, newest first, a page at a time: the lobby, and a player's own."""

from typing import NamedTuple

import msgspec

from service.errors import Invalid
from service.play.document import Summary, summary
from service.play.position import Position, readable
from service.play.record import Status
from service.play.table import Caller, Table
from service.store import Loaded
from service.store.keys import is_game_id

INTENT_MS = 60_000
"""A game that a player meant to join and is not in after this long was never joined."""
PAGES = 20
"""How many pages of the index one page of a list may cost; then `next` goes on from there."""


class ListPlace(NamedTuple):
    """A place in a list of games: that of the game, and when it came on the list (ms)."""

    at: int
    game: str

    @classmethod
    def parsed(cls, text: str) -> "ListPlace":
        """From `<at>.<game>`. Raises ValueError."""
        at, _, game = text.partition(".")
        if not (at.isascii() and at.isdigit() and len(at) < 16 and is_game_id(game)):
            raise ValueError("not a place in a list")
        return cls(int(at), game)

    def __str__(self) -> str:
        return f"{self.at}.{self.game}"


class Listing(msgspec.Struct, frozen=True):
    """A page of a list, newest first; `next` is the cursor of the next page."""

    items: tuple[Summary, ...]
    next: str | None


def listing(table: Table, caller: Caller | None, ruleset: str | None, cursor: str | None, limit: int) -> Listing:
    """The lobby: public open games. Raises Invalid for a bad cursor."""
    before = _place(cursor)
    items: list[Summary] = []
    for _ in range(PAGES):
        page = table.store.lobby.newest(before, limit)
        for (game, at), loaded in zip(page, _loads(table, page), strict=True):
            before = ListPlace(at, game)
            position = readable(game, loaded)
            if position is not None and _in_lobby(position, ruleset):
                items.append(summary(position, caller))
                if len(items) == limit:
                    return Listing(tuple(items), str(before))
        if len(page) < limit:
            return Listing(tuple(items), None)
    return Listing(tuple(items), str(before))


def my_games(table: Table, caller: Caller, status: str | None, cursor: str | None, limit: int) -> Listing:
    """The caller's games, each with `your_move`. Raises Invalid for a bad cursor."""
    before = _place(cursor)
    items: list[Summary] = []
    for _ in range(PAGES):
        page = table.store.players.games(caller.player, before, limit)
        for place, position in _mine(table, caller, _perhaps(table, page, status)):
            if status in (None, position.status):
                items.append(summary(position, caller, _your_move(position, caller)))
                if len(items) == limit:
                    return Listing(tuple(items), str(place))
        if len(page) < limit:
            return Listing(tuple(items), None)
        before = ListPlace(page[-1][1], page[-1][0])
    return Listing(tuple(items), str(before))


def _loads(table: Table, page: list[tuple[str, int]]) -> list[Loaded | None]:
    return table.store.games.load_many([(game, "") for game, _ in page])


def _perhaps(table: Table, page: list[tuple[str, int]], status: str | None) -> list[tuple[str, int]]:
    """Those of a page that have this status, and those that are gone; all of them where no status is wanted."""
    if status is None:
        return page
    statuses = table.store.games.statuses([game for game, _ in page])
    return [each for each, found in zip(page, statuses, strict=True) if found in (None, status)]


def _mine(table: Table, caller: Caller, page: list[tuple[str, int]]) -> list[tuple[ListPlace, Position]]:
    """Those of a page that are the caller's games; what never became one, or is gone, leaves the list."""
    mine: list[tuple[ListPlace, Position]] = []
    others: list[tuple[str, int]] = []
    for (game, at), loaded in zip(page, _loads(table, page), strict=True):
        position = readable(game, loaded)
        if position is not None and position.concerns(caller):
            mine.append((ListPlace(at, game), position))
        elif position is not None or loaded is None:
            others.append((game, at))
    table.store.players.drop_old(caller.player, others, INTENT_MS)
    return mine


def _in_lobby(position: Position, ruleset: str | None) -> bool:
    record = position.record
    return position.status is Status.OPEN and record.public and ruleset in (None, record.ruleset)


def _your_move(position: Position, caller: Caller) -> bool:
    question, seat = position.question, position.seat_of(caller)
    waited = question is not None and seat is not None and seat in question.seats
    return waited and seat is not None and position.record.level(seat) is None


def _place(cursor: str | None) -> ListPlace | None:
    """The place in a list that a cursor names. Raises Invalid."""
    try:
        return None if cursor is None else ListPlace.parsed(cursor)
    except ValueError:
        raise Invalid(("/cursor", "is not a cursor of this list")) from None
