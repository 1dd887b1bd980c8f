"""A finished game, to be played back: its decisions, and what was told of them."""

from typing import Any

import msgspec

from service.errors import Invalid, NotFinished
from service.play.document import ResultEntry, document, result
from service.play.fairness import FairnessDocument, entries, fairness_of
from service.play.position import Position, load
from service.play.record import Status
from service.play.table import Caller, Table
from service.play.times import rfc3339
from service.play.transcript import CHOICES, By, batch_text, full_text
from service.store import Entry


class ReplayedDecision(msgspec.Struct, frozen=True, kw_only=True):
    """An answer that was taken; the decisions in their order reproduce the events."""

    version: int
    at: str
    seat: int
    prompt: int
    action: dict[str, Any]
    by: By


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """The body of `GET /v1/games/{id}/replay`; `events` are finished JSON batches."""

    id: str
    ruleset: str
    ruleset_version: int
    options: dict[str, Any]
    players: int
    fairness: FairnessDocument
    decisions: tuple[ReplayedDecision, ...]
    events: tuple[msgspec.Raw, ...]
    result: ResultEntry | None


def replay(table: Table, caller: Caller | None, game: str, told_to: str = "all") -> Replay:
    """A finished game as it was told to `all` ("all": in full) or to one seat ("seat:2").
    Raises NotFound, Invalid, NotFinished.
    """
    position = load(table, caller, game)
    seat = _reader(position, told_to)
    if position.status is not Status.FINISHED:
        raise NotFinished("The game is not finished.", document(position, caller))
    transcript = entries(table, game)
    return Replay(
        id=game,
        ruleset=position.record.ruleset,
        ruleset_version=position.record.ruleset_version,
        options=position.record.options,
        players=len(position.record.seats),
        fairness=fairness_of(position, transcript),
        decisions=tuple(decision for entry in transcript for decision in _decisions(entry)),
        events=tuple(full_text(entry) if seat is None else batch_text(entry, seat) for entry in transcript),
        result=result(position),
    )


def _reader(position: Position, told_to: str) -> int | None:
    """The seat that is meant; None: everything."""
    if told_to == "all":
        return None
    names = {f"seat:{seat}": seat for seat in range(len(position.record.seats))}
    if told_to not in names:
        raise Invalid(("/as", f"must be one of all, {', '.join(names)}"))
    return names[told_to]


def _decisions(entry: Entry) -> list[ReplayedDecision]:
    return [
        ReplayedDecision(
            version=entry.version,
            at=rfc3339(entry.at),
            seat=made.seat,
            prompt=made.prompt,
            action=dict(made.action),
            by=made.by,
        )
        for made in CHOICES.decode(entry.decisions)
    ]
