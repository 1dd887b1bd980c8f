"""Before the start: create a game, find one, take and free seats; and looking at one game at any time."""

from typing import Any

import msgspec

from service.play.document import Document, Summary
from service.play.table import Caller, Key, Table


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """What a host asks for: the body of `POST /v1/games`, fields as there. None: not said."""

    ruleset: str
    players: int
    bots: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    turn_ms: int | None = None
    window_ms: int | None = None
    visibility: str = "public"
    absent: str = "default"
    host_plays: bool = True
    salt: str | None = None
    commitment: str | None = None
    seed: str | None = None


class Answer(msgspec.Struct, frozen=True):
    """The document after the change; `replayed`: this was a repeat of a request that had counted before."""

    document: Document
    replayed: bool = False


class Listing(msgspec.Struct, frozen=True):
    """A page of a list, newest first; `next` is the cursor of the next page."""

    items: tuple[Summary, ...]
    next: str | None


def create(table: Table, caller: Caller, wish: Wish, key: Key | None = None) -> Answer:
    """A new game with the caller as host. Raises Invalid, TooManyGames, CommitmentUsed, IdempotencyMismatch."""
    raise NotImplementedError


def listing(table: Table, caller: Caller | None, ruleset: str | None, cursor: str | None, limit: int) -> Listing:
    """The lobby: public open games. Raises Invalid for a bad cursor or ruleset."""
    raise NotImplementedError


def my_games(table: Table, caller: Caller, status: str | None, cursor: str | None, limit: int) -> Listing:
    """The caller's games, each with `your_move`. Raises Invalid for a bad cursor."""
    raise NotImplementedError


def look(table: Table, caller: Caller | None, game: str) -> Document:
    """The game as the caller may see it. Raises NotFound."""
    raise NotImplementedError


def take_seat(table: Table, caller: Caller, game: str, salt: str | None, key: Key | None = None) -> Answer:
    """Take the lowest free seat of a public game. Raises NotFound, Removed, GameFull, AlreadySeated, GameStarted,
    GameOver, Invalid, IdempotencyMismatch, Busy."""
    raise NotImplementedError


def leave(table: Table, caller: Caller, game: str) -> Answer:
    """Free the caller's seat before the start (the host's: cancel the game); later a bot plays it.
    Raises NotFound, NotSeated, GameOver, Busy."""
    raise NotImplementedError


def come_back(table: Table, caller: Caller, game: str, key: Key | None = None) -> Answer:
    """Take the seat back from the bot. Raises NotFound, NotSeated, NotStarted, GameOver, Busy."""
    raise NotImplementedError


def seat_bot(table: Table, caller: Caller, game: str, seat: int, bot: str) -> Answer:
    """The host seats a bot before the start, also in place of a player, who is then removed.
    Raises NotFound, NotHost, GameStarted, GameOver, Invalid, Busy."""
    raise NotImplementedError
