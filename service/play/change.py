"""What a use case wants committed, and what the game is once it has been."""

from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.catalogue import find
from engine.flow import Telling
from engine.game import Game
from service.play import record as records
from service.play.announcements import end
from service.play.bots import SEARCHING, fresh_chance, search_ms
from service.play.deadlines import bot_moments, leftovers, open_expiry, question_moment
from service.play.notices import untold
from service.play.position import EXPIRY, Position, seat_of
from service.play.record import Record, Status
from service.play.table import Table
from service.play.transcript import Choice, store_choices, store_tellings
from service.settings import Settings
from service.store import Attempt, Committed, Moment, Once, Who


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """The game as it shall be, and what is told of it."""

    record: Record
    status: Status
    state: Any = None
    tellings: tuple[Telling, ...]
    choices: tuple[Choice, ...] = ()
    acted: int | None = None
    """The seat that has answered: its bot, if still asked, takes its time anew."""
    joined: bool = False
    """Somebody took a seat: an open game is kept for longer."""


def played(
    record: Record,
    now: int,
    state: Any,
    tellings: tuple[Telling, ...],
    choices: tuple[Choice, ...] = (),
    acted: int | None = None,
) -> Change:
    """A running game after the rules have moved, finished if they say so. `now` is the load's, in milliseconds."""
    if state.result is None:
        return Change(
            record=record, status=Status.RUNNING, state=state, tellings=tellings, choices=choices, acted=acted
        )
    return Change(
        record=replace(record, finished_at=now, left_ms={}),
        status=Status.FINISHED,
        state=state,
        tellings=(*tellings, end(state.result)),
        choices=choices,
    )


def attempt(
    table: Table,
    game: str,
    before: Position | None,
    change: Change,
    *,
    who: Who = Who.NEITHER,
    not_after: int | None = None,
    once: Once | None = None,
) -> Attempt:
    """The change as the store takes it. `not_after`: void later than this (ms); `once`: where the key is remembered."""
    settings = table.settings
    record = _with_leftovers(before, change)
    rules = before.game if before else find(record.ruleset)
    moments = schedule(before, change, rules, settings, fresh_chance())
    over = change.status in (Status.FINISHED, Status.CANCELLED)
    bare = _bare(game, before, change, rules, record)
    return Attempt(
        game=game,
        base_version=before.version if before else 0,
        base_mark=before.mark if before else "",
        state=rules.encode(change.state) if change.state is not None else b"",
        record=records.encode(record),
        status=change.status,
        tellings=store_tellings(change.tellings),
        decisions=store_choices(change.choices),
        who=who,
        not_after=not_after,
        once=once,
        deadlines=moments,
        untold=untold(game, before, bare, change.acted),
        due=due(record, moments, before.now if before else 0, settings.bot_time_scale),
        open_score=record.created_at if change.status is Status.OPEN and record.public else None,
        life=settings.finished_life_ms if over else None,
    )


def schedule(
    before: Position | None, change: Change, game: Game, settings: Settings, chance: Random
) -> dict[int, Moment]:
    """All that is due in the game after the change, by the keys of `Position.deadlines`."""
    if change.status is Status.OPEN:
        return {EXPIRY: open_expiry(before, change.record, change.joined, settings)}
    if change.status is not Status.RUNNING:
        return {}
    question = game.rules.question(change.state)
    assert question is not None
    moments = bot_moments(before, change.record, question, change.acted, settings, chance)
    moment = question_moment(before, change.record, question)
    if moment is not None:
        moments[question.id] = moment
    return {**moments, EXPIRY: Moment.after(settings.running_life_ms)}


def due(record: Record, moments: dict[int, Moment], now: int, scale: float) -> dict[str, Moment]:
    """The entries of the due set; of several bots the first to act. `now` is the load's, to compare by."""
    entries: dict[str, Moment] = {}
    bots = [_called(record, key, moments[key], scale) for key in moments if key < EXPIRY]
    if bots:
        entries["bot"] = min(bots, key=lambda moment: _time(moment, now))
    if EXPIRY in moments:
        entries["expire"] = moments[EXPIRY]
    for key, moment in moments.items():
        if key > EXPIRY:
            entries["deadline"] = moment
    return entries


def after(game: str, before: Position | None, change: Change, tried: Attempt, committed: Committed) -> Position:
    """The game as the commit left it."""
    rules = before.game if before else find(change.record.ruleset)
    return replace(
        _bare(game, before, change, rules, _with_leftovers(before, change)),
        version=committed.version,
        mark=tried.mark,
        now=committed.now,
        deadlines={key: _time(moment, committed.now) for key, moment in tried.deadlines.items()},
    )


def _bare(game: str, before: Position | None, change: Change, rules: Game, record: Record) -> Position:
    """The game after the change, but for what only its commit fixes."""
    version = before.version + 1 if before else 1
    return Position(
        id=game,
        version=version,
        mark="",
        now=before.now if before else 0,
        status=change.status,
        deadlines={},
        record=record,
        game=rules,
        state=change.state,
    )


def _called(record: Record, key: int, answers: Moment, scale: float) -> Moment:
    """When a bot has to be called so that it can answer at its moment: a searching one needs its time."""
    early = search_ms(scale) if record.level(seat_of(key)) == SEARCHING else 0
    return Moment(max(0, answers.ms - early), answers.absolute)


def _time(moment: Moment, now: int) -> int:
    return moment.ms if moment.absolute else now + moment.ms


def _with_leftovers(before: Position | None, change: Change) -> Record:
    if before is None or change.status is not Status.RUNNING:
        return change.record
    question = before.game.rules.question(change.state)
    return replace(change.record, left_ms=leftovers(before, question.id)) if question else change.record
