"""Notices: hints to a game's players that something there is theirs to look at.

A commit writes them beside what it tells, in the same instant; whoever committed delivers them, and if that one died,
the sweep does. So each comes at least once, and in order for a game. They say what everybody may know: who is waited
for, and until when.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

import msgspec

from service.errors import StoreError
from service.play.position import Position
from service.play.record import Record, Status
from service.play.table import Table
from service.play.times import moment
from service.store import Untold, untold_line


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of `GET /v1/me/events`."""

    kind: str
    game: str
    ruleset: str
    seat: int | None
    version: int
    prompt: int | None = None
    deadline: str | None = None


HINTS = msgspec.json.Decoder(Hint)
Waiting = dict[int, int]
"""Seats that their players are waited for, with the prompt's id."""


def waiting(position: Position | None) -> Waiting:
    """The seats whose players the open question waits for."""
    question = position.question if position else None
    if position is None or question is None:
        return {}
    return {seat: question.id for seat in question.seats if position.record.level(seat) is None}


def untold(game: str, before: Position | None, after: Position, acted: int | None) -> str:
    """The lines that a commit leaves for the inboxes. `acted` is the seat whose answer it was."""
    lines = []
    for kind, seat, player, prompt in _news(before, after, acted):
        hint = Hint(kind=kind, game=game, ruleset=after.record.ruleset, seat=seat, version=after.version, prompt=prompt)
        lines.append(untold_line(after.version, player, msgspec.json.encode(hint).decode()))
    return "".join(lines)


def deliver(table: Table, position: Position, lines: Sequence[Untold]) -> None:
    """Bring what is untold of this game to the inboxes. Raises StoreError: then it stays untold."""
    if not lines:
        return
    texts: dict[str, list[str]] = defaultdict(list)
    for line in lines:
        texts[line.player].append(_dated(line.notice, position))
    table.store.players.deliver_untold(position.id, lines[-1].version, texts)


def deliver_soon(table: Table, position: Position, lines: Sequence[Untold]) -> None:
    """Deliver what a commit has just left; if that can't be done now, the sweep does it."""
    try:
        deliver(table, position, lines)
    except StoreError:
        return


def _news(before: Position | None, after: Position, acted: int | None) -> list[tuple[str, int | None, str, int | None]]:
    """Kind, seat, player and prompt of every notice."""
    news: list[tuple[str, int | None, str, int | None]] = []
    for player, seat in _concerned(before.record).items() if before else ():
        if player in after.record.removed:
            news.append(("removed", seat, player, None))
    for player, seat in _concerned(after.record).items():
        news += [(kind, seat, player, None) for kind in _of_the_game(before, after)]
        if seat is not None:
            news += [(kind, seat, player, prompt) for kind, prompt in _of_the_seat(before, after, seat, acted)]
    return news


def _of_the_game(before: Position | None, after: Position) -> list[str]:
    """What has become of the game."""
    names = {Status.RUNNING: "started", Status.FINISHED: "finished", Status.CANCELLED: "cancelled"}
    changed = before is None or before.status is not after.status
    return [names[after.status]] if changed and after.status in names else []


def _of_the_seat(
    before: Position | None, after: Position, seat: int, acted: int | None
) -> Iterator[tuple[str, int | None]]:
    """What has become of a seat, and the prompt that it is about."""
    then, now = waiting(before), waiting(after)
    if after.record.rematch is not None and (before is None or before.record.rematch is None):
        yield "rematch", None
    if after.record.seats[seat].absent and before is not None and not before.record.seats[seat].absent:
        yield "absent", None
    if seat in now and (seat == acted or then.get(seat) != now[seat]):
        yield "prompt", now[seat]  # also where its own answer leaves it asked: the window keeps its id
    elif seat in then and seat not in now and seat != acted and after.running:
        yield "superseded", then[seat]


def _concerned(record: Record) -> dict[str, int | None]:
    """The players whose game it is, and their seats; a host who only watches has none."""
    watching: dict[str, int | None] = {} if record.host is None else {record.host: None}
    return watching | {seat.player: place for place, seat in enumerate(record.seats) if seat.player is not None}


def _dated(notice: str, position: Position) -> str:
    """The notice with its question's deadline, which only the commit fixed."""
    hint = HINTS.decode(notice)
    deadline = position.deadlines.get(hint.prompt) if hint.prompt else None
    return msgspec.json.encode(msgspec.structs.replace(hint, deadline=moment(deadline))).decode()
