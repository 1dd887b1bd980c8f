"""The game document: what a game is to one caller at one moment, and its ETag."""

import hmac
from importlib.metadata import version
from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from engine.flow import Prompt, Question
from service.play.fairness import salts_shown
from service.play.position import Position
from service.play.record import Record, Status
from service.play.table import Caller, Table
from service.play.times import moment, rfc3339

SERVICE = version("hubcaps")


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


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """What a list shows of a game as well."""

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


class Document(Heading, frozen=True, kw_only=True):
    """Every field of the contract, in its order. Encode with `msgspec.json.encode`."""

    prompt: PromptEntry | None
    offers: tuple[dict[str, object], ...]
    view: Any
    result: ResultEntry | None
    server_time: str


class Summary(Heading, frozen=True, kw_only=True):
    """An entry of a list of games. `your_move`: one of the caller's games waits for the caller; unset in the lobby."""

    result: ResultEntry | None
    server_time: str
    your_move: bool | msgspec.UnsetType = msgspec.UNSET


def document(position: Position, caller: Caller | None) -> Document:
    """The game as this caller, or a spectator, may see it."""
    seat = position.seat_of(caller)
    prompt, offers = _own(position, seat)
    return Document(
        **asdict(_heading(position, caller)),
        prompt=prompt,
        offers=offers,
        view=None if position.state is None else position.game.view(position.state, seat),
        result=result(position),
        server_time=rfc3339(position.now),
    )


def summary(position: Position, caller: Caller | None, your_move: bool | msgspec.UnsetType = msgspec.UNSET) -> Summary:
    """The game as a list shows it, without the work that view and offers are."""
    return Summary(
        **asdict(_heading(position, caller)),
        result=result(position),
        server_time=rfc3339(position.now),
        your_move=your_move,
    )


def result(position: Position) -> ResultEntry | None:
    """How a finished game has ended; None before, and of a cancelled one."""
    if position.status is not Status.FINISHED:
        return None
    ended = position.state.result
    return ResultEntry(winners=ended.winners, ranking=ended.ranking, scores=ended.scores, reason=ended.reason)


def etag(table: Table, shown: Document, caller: Caller | None) -> str:
    """`W/"<version>.<mark>.<12 hex>"`: the hex is a keyed hash of the caller, the service's version and the document
    without what only time changes.
    """
    lasting = replace(shown, server_time="", asked=_timeless(shown.asked), prompt=_timeless(shown.prompt))
    text = msgspec.json.encode((SERVICE, caller.player if caller else None, lasting))
    return f'W/"{shown.cursor}.{hmac.digest(table.store.secret(), text, "sha256").hex()[:12]}"'


def _heading(position: Position, caller: Caller | None) -> Heading:
    record = position.record
    return Heading(
        id=position.id,
        ruleset=record.ruleset,
        ruleset_version=record.ruleset_version,
        status=position.status,
        version=position.version,
        cursor=position.cursor,
        players=len(record.seats),
        host=record.host,
        visibility="public" if record.public else "private",
        absent="bot" if record.stand_in else "default",
        join_code=record.join_code if _may_see_code(position, caller) else None,
        seeded=record.seeded,
        commitment=record.commitment,
        salts=salts_shown(record),
        created_at=rfc3339(record.created_at),
        started_at=moment(record.started_at),
        finished_at=moment(record.finished_at),
        rematch=record.rematch,
        options=record.options,
        clocks=Clocks(record.turn_ms, record.window_ms),
        seats=_seats(record),
        seat=position.seat_of(caller),
        asked=_asked(position),
    )


def _own(position: Position, seat: int | None) -> tuple[PromptEntry | None, tuple[dict[str, object], ...]]:
    """The question and the offers of a seat that its player plays."""
    if not position.running or seat is None or position.record.level(seat) is not None:
        return None, ()
    rules = position.game.rules
    prompt = rules.prompt(position.state, seat)
    offers = tuple(offer.document() for offer in rules.offers(position.state, seat))
    return _prompt(position, prompt) if prompt else None, offers


def _prompt(position: Position, prompt: Prompt) -> PromptEntry:
    deadline = position.deadlines.get(prompt.id)
    return PromptEntry(
        id=prompt.id,
        kind=prompt.kind,
        must=prompt.must,
        text=prompt.text,
        deadline=moment(deadline),
        remaining_ms=_remaining(deadline, position.now),
        default=prompt.default,
    )


def _asked(position: Position) -> AskedEntry | None:
    question: Question | None = position.question
    if question is None:
        return None
    deadline = position.deadlines.get(question.id)
    return AskedEntry(
        kind=question.kind,
        seats=question.seats,
        deadline=moment(deadline),
        remaining_ms=_remaining(deadline, position.now),
    )


def _remaining(deadline: int | None, now: int) -> int | None:
    return None if deadline is None else max(0, deadline - now)


def _seats(record: Record) -> tuple[SeatEntry, ...]:
    return tuple(
        SeatEntry(seat=place, player=seat.player, name=seat.name, bot=seat.bot, absent=seat.absent)
        for place, seat in enumerate(record.seats)
    )


def _may_see_code(position: Position, caller: Caller | None) -> bool:
    if position.status is not Status.OPEN or caller is None:
        return False
    return position.seat_of(caller) is not None or caller.player == position.record.host


def _timeless(entry: Any) -> Any:
    return None if entry is None else replace(entry, remaining_ms=None)
