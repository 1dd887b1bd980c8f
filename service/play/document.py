"""The game document: what a game is to one caller at one moment, and its ETag."""

from typing import Any

import msgspec

from service.play.table import Caller, Table


class Clocks(msgspec.Struct, frozen=True):
    """Milliseconds; 0: none."""

    turn_ms: int
    window_ms: int


class SeatEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One seat, as everybody sees it; a free one has no player and no bot."""

    seat: int
    player: str | None
    name: str
    bot: str | None
    absent: bool


class AskedEntry(msgspec.Struct, frozen=True, kw_only=True):
    """The open question, as everybody may see it; the time is an RFC 3339 text and milliseconds."""

    kind: str
    seats: tuple[int, ...]
    deadline: str | None
    remaining_ms: int | None


class PromptEntry(msgspec.Struct, frozen=True, kw_only=True):
    """The open question as the caller sees it."""

    id: int
    kind: str
    must: bool
    text: str
    deadline: str | None
    remaining_ms: int | None
    default: dict[str, Any] | None


class ResultEntry(msgspec.Struct, frozen=True, kw_only=True):
    """How the game ended."""

    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...] | None
    reason: str


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """Every field of the contract, in its order. Encode with `msgspec.json.encode`."""

    id: str
    ruleset: str
    ruleset_version: int
    status: str
    version: int
    cursor: str
    """`<version>.<mark>`"""
    players: int
    host: str | None
    visibility: str
    absent: str
    join_code: str | None
    seeded: bool
    commitment: str | None
    salts: tuple[str, ...] | None
    created_at: str
    started_at: str | None
    finished_at: str | None
    rematch: str | None
    options: dict[str, Any]
    clocks: Clocks
    seats: tuple[SeatEntry, ...]
    seat: int | None
    asked: AskedEntry | None
    prompt: PromptEntry | None
    offers: tuple[dict[str, object], ...]
    view: Any
    result: ResultEntry | None
    server_time: str


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """A document without `view`, `offers` and `prompt`: an entry of a list of games. `your_move` is None in the
    lobby (and then left out by the API), true where one of the caller's games waits for the caller."""

    document: Document
    your_move: bool | None = None


def etag(table: Table, document: Document, caller: Caller | None) -> str:
    """`W/"<version>.<mark>.<12 hex>"`: the hex is a keyed hash of the caller, the service's version and the document
    without what only time changes."""
    raise NotImplementedError
