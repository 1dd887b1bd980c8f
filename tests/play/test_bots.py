"""Bots: when they answer, and that it tells nothing."""

from collections.abc import Callable
from contextlib import suppress
from random import Random
from threading import Event
from time import monotonic
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.rng import Rng
from service.jobs import think as job
from service.play import bots, lobby
from service.play.change import Change, schedule
from service.play.opening import Wish
from service.play.overdue import answered
from service.play.position import Position, bot_key, read
from service.play.rounds import commit
from service.play.sweep import resolve, sweep
from service.play.table import Caller, Table
from service.play.thinking import think
from service.store import Who
from tests.lateness import in_time


def of_bots(table: Table, caller: Caller, *levels: str, **more: Any) -> Position:
    wish = Wish(ruleset="situational-awareness", players=len(levels), bots=levels, host_plays=False, **more)
    made = lobby.create(table, caller, wish).document.id
    return read(made, table.store.games.load(made))


@pytest.mark.lesson(10)
def test_when_a_bot_answers_does_not_depend_on_what_it_holds(table: Table, newcomer: Callable[[str], Caller]) -> None:
    scaled = replace(table.settings, bot_time_scale=1.0)
    position = begun = of_bots(table, newcomer("Ada"), "random", "steady", "searching")
    for step in range(60):
        moments = []
        for world in range(4):
            state = position.game.resample(position.state, None, Rng(bytes([world]) * 32))
            change = Change(record=position.record, status=position.status, state=state, tellings=())
            moments.append(schedule(None, change, position.game, scaled, Random(step)))
        assert moments.count(moments[0]) == 4
        seat = position.question.seats[0]
        change = answered(position, seat, *bots.quick_choice(position, seat, "random"))
        position = replace(position, state=change.state) if change.state.result is None else begun


def test_bots_act_one_decision_a_commit_and_play_to_the_end(table: Table, newcomer: Callable[[str], Caller]) -> None:
    made = of_bots(table, newcomer("Ada"), "random", "steady", "random", "steady")
    while lobby.look(table, None, made.id).status != "finished":
        sweep(table, made.id[:3])
    entries = table.store.feed.read(made.id).entries
    decided = [len(msgspec.json.decode(entry.decisions)) for entry in entries]
    assert (decided[0], set(decided[1:])) == (0, {1})
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))


@pytest.mark.lesson(19)
def test_a_bot_that_fails_or_breaks_the_rules_is_spoken_for(table: Table, newcomer: Callable[[str], Caller]) -> None:
    position = of_bots(table, newcomer("Ada"), "random", "random", "random")
    seat = position.question.seats[0]

    def broken(_sight: Any, _chance: Any) -> Any:
        raise ZeroDivisionError

    for bot in (broken, lambda _sight, _chance: {"type": "fly"}):
        rigged = replace(position, game=replace(position.game, bots={"random": bot}))
        action, hurried = bots.quick_choice(rigged, seat, "random")
        assert hurried
        assert answered(position, seat, action, hurried).choices[0].hurried


def test_a_searching_bot_answers_at_its_moment_and_not_before(table: Table, newcomer: Callable[[str], Caller]) -> None:
    table = replace(table, settings=replace(table.settings, bot_time_scale=0.6))
    position = of_bots(table, newcomer("Ada"), "searching", "searching", "searching")
    seat = position.question.seats[0]
    moment = position.deadlines[bot_key(seat)]
    assert moment - position.now >= 720 + 600
    think(table, position.id)  # early: nothing
    assert read(position.id, table.store.games.load(position.id)).version == 1
    began = monotonic()
    while read(position.id, table.store.games.load(position.id)).now < moment - 590:
        assert monotonic() - began < 5
    think(table, position.id)
    entry = table.store.feed.entry(position.id, 2)
    assert in_time(entry.at, moment, 250)
    assert not msgspec.json.decode(entry.decisions)[0]["hurried"]


@pytest.fixture
def late(table: Table, newcomer: Callable[[str], Caller]) -> tuple[Table, Position]:
    """A game of searching bots whose first has come to its moment, and the table that they play at."""
    slow = replace(table, settings=replace(table.settings, bot_time_scale=0.6))
    position = of_bots(slow, newcomer("Ada"), "searching", "searching", "searching")
    moment = position.deadlines[bot_key(position.question.seats[0])]
    while read(position.id, slow.store.games.load(position.id)).now < moment:
        Event().wait(0.005)
    return slow, position


@pytest.mark.lesson(19)
def test_a_searching_bot_that_is_called_too_late_to_search_plays_like_the_quick_one_and_it_is_recorded(
    late: tuple[Table, Position],
) -> None:
    table, position = late
    think(table, position.id)
    (decision,) = msgspec.json.decode(table.store.feed.entry(position.id, 2).decisions)
    assert decision["hurried"]


def test_a_searching_bot_lets_a_caller_go_first_whose_commit_was_stale(late: tuple[Table, Position]) -> None:
    table, position = late
    seat = position.question.seats[0]
    change = answered(position, seat, *bots.quick_choice(position, seat, "searching"))
    assert commit(table, replace(position, mark="0" * 16), change, who=Who.CALLER) is None
    think(table, position.id)
    assert read(position.id, table.store.games.load(position.id)).version == 1


@pytest.mark.lesson(10)
def test_a_searching_bot_that_can_only_pass_is_no_faster(running: Any, table: Table) -> None:
    table = replace(table, settings=replace(table.settings, bot_time_scale=0.6))
    while True:
        game = running(3, bots=("searching",))
        game.table = table
        with suppress(LookupError):
            game.attack()
        position = game.position()
        if len(position.game.rules.offers(position.state, 1)) == 1 and 1 in position.question.seats:
            break
    moment = position.deadlines[bot_key(1)]
    while game.position().now < moment - 590:
        Event().wait(0.02)
    think(table, game.id)
    assert in_time(table.store.feed.entry(game.id, position.version + 1).at, moment, 250)


@pytest.mark.lesson(19)
def test_a_searching_bot_whose_job_never_ran_is_played_by_the_quick_one_and_recorded(
    table: Table, newcomer: Callable[[str], Caller], eventually: Callable[..., None]
) -> None:
    position = of_bots(table, newcomer("Ada"), "searching", "random", "random")
    while position.record.level(position.question.seats[0]) != "searching":
        found = resolve(table, position)
        position = found or read(position.id, table.store.games.load(position.id))
    version = position.version

    def moved() -> bool:
        sweep(table, position.id[:3])
        return read(position.id, table.store.games.load(position.id)).version > version

    eventually(moved)
    choice = msgspec.json.decode(table.store.feed.entry(position.id, version + 1).decisions)[0]
    assert (choice["by"], choice["hurried"]) == ("bot", True)


@pytest.mark.lesson(27)
@pytest.mark.parametrize("absent", ["bot", "default"])
def test_after_two_time_outs_in_a_row_a_bot_plays_the_seat_where_the_host_wants_it(
    running: Any, table: Table, absent: str
) -> None:
    game = running(3, absent=absent, turn_ms=1, window_ms=1)
    for _ in range(40):
        found = game.position()
        if found.expired:
            resolve(table, found)
        if any(seat.absent for seat in game.position().record.seats):
            break
    assert any(seat.absent for seat in game.position().record.seats) == (absent == "bot")


def test_a_search_that_fails_leaves_no_card_in_a_log_or_a_job(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("pothole")

    monkeypatch.setattr(job, "table", lambda: table)
    monkeypatch.setattr(job.thinking, "think", broken)
    job.think("s00-" + "a" * 20)
    assert "KeyError" in caplog.text
    assert "pothole" not in caplog.text
