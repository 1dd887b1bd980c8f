"""What falls due: once, in time, and never early."""

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import sleep
from typing import Any

import pytest
from msgspec.structs import replace

from service.play import lists, lobby
from service.play.clock import run, tick
from service.play.opening import Wish
from service.play.position import read
from service.play.sweep import sweep
from service.play.table import Caller, Table
from service.store import DueEntry, Tick
from service.store.commands import command
from tests.lateness import in_time

PASS = {"type": "pass"}


def shard(game: Any) -> str:
    return str(game.id[:3])


@pytest.mark.lesson(20)
def test_an_early_sweep_does_nothing(running: Any, table: Table) -> None:
    game = running(4, window_ms=60_000)
    game.attack()
    before = game.position()
    assert sweep(table, shard(game)) == 0
    assert game.position().cursor == before.cursor


def test_a_sweep_for_a_question_that_is_over_does_nothing_but_put_the_entry_right(running: Any, table: Table) -> None:
    game = running(4, window_ms=60_000)
    game.attack()
    before = game.position()
    due = f"{{{shard(game)}}}:due"
    table.store.links.replies([command(shard(game), "ZADD", due, 1, f"{game.id}|deadline")])
    assert sweep(table, shard(game)) == 1
    assert game.position().cursor == before.cursor
    (score,) = table.store.links.replies([command(shard(game), "ZSCORE", due, f"{game.id}|deadline")])
    assert int(score) == before.deadline


@pytest.mark.lesson(16)
def test_sweeps_at_the_same_time_write_a_default_once(running: Any, table: Table) -> None:
    for _ in range(20):
        game = running(4, window_ms=30)
        game.attack()
        version, deadline = game.position().version, game.position().deadline
        sleep(0.04)
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(sweep, [table] * 4, [shard(game)] * 4))
        kinds = [entry.version for entry in table.store.feed.read(game.id).entries if b"timed_out" in entry.tellings]
        assert kinds[0] == version + 1
        assert table.store.feed.entry(game.id, version + 1).at >= deadline


def test_a_clock_asks_for_one_sweep_and_helps_itself_when_that_does_not_come(
    running: Any, table: Table, eventually: Callable[..., None]
) -> None:
    game = running(4, window_ms=50)
    game.attack()
    opened = game.position()
    sleep(0.06)
    tick(table)
    tick(table)
    assert table.store.queue.connection.llen("rq:queue:sweep") == 1
    assert game.position().version == opened.version  # the job has no worker

    def resolved() -> bool:
        tick(table)
        return bool(game.position().version > opened.version)

    eventually(resolved)
    assert in_time(table.store.feed.entry(game.id, opened.version + 1).at, opened.deadline)


@pytest.mark.lesson(16)
def test_a_claim_that_came_to_nothing_is_due_again_after_the_lease(
    running: Any, table: Table, eventually: Callable[..., None]
) -> None:
    game = running(4, window_ms=30)
    game.attack()
    opened = game.position()
    sleep(0.04)
    assert [entry.member for entry in table.store.due.claim(shard(game)).entries] == [f"{game.id}|deadline"]
    assert sweep(table, shard(game)) == 0  # leased by one who died
    eventually(lambda: sweep(table, shard(game)))
    assert in_time(table.store.feed.entry(game.id, opened.version + 1).at, opened.deadline)


def test_an_open_game_that_nobody_joins_is_cancelled(table: Table, newcomer: Callable[[str], Caller]) -> None:
    hasty = replace(table, settings=replace(table.settings, open_idle_ms=20))
    made = lobby.create(hasty, newcomer("Ada"), Wish(ruleset="situational-awareness", players=3)).document.id
    sleep(0.03)
    sweep(table, made[:3])
    assert lobby.look(table, None, made).status == "cancelled"
    assert not lists.listing(table, None, None, None, 10).items


def test_a_game_that_cannot_be_read_is_parked_and_does_not_hold_up_its_shard(
    running: Any, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    game = running(4, window_ms=30)
    game.attack()
    here = shard(game)
    table.store.links.replies([command(here, "HSET", f"{{{here}}}:game:{game.id}", "state", "rubbish")])
    sleep(0.04)
    with caplog.at_level(logging.ERROR):
        assert sweep(table, here) == 1
    assert game.id in caplog.text
    assert sweep(table, here) == 0
    assert table.store.due.overdue().oldest_ms == 0
    assert DueEntry(game.id, "deadline").member.startswith(game.id)
    with pytest.raises(Exception, match="situational-awareness"):
        read(game.id, table.store.games.load(game.id))


def test_an_entry_of_a_game_that_is_gone_is_dropped(running: Any, table: Table) -> None:
    game = running(4)
    here = shard(game)
    table.store.links.replies(
        [
            command(here, "DEL", f"{{{here}}}:game:{game.id}"),
            command(here, "ZADD", f"{{{here}}}:due", 1, f"{game.id}|deadline"),
        ]
    )
    sweep(table, here)
    (score,) = table.store.links.replies([command(here, "ZSCORE", f"{{{here}}}:due", f"{game.id}|deadline")])
    assert score is None


def test_a_clock_that_stumbles_looks_again_and_logs_no_card(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    stopping, looks = Event(), []

    def look() -> list[Tick]:
        looks.append(1)
        if len(looks) == 1:
            raise KeyError("pothole")
        stopping.set()
        return []

    monkeypatch.setattr(table.store.due, "tick", look)
    run(table, stopping, 0.001)
    assert len(looks) == 2
    assert ("KeyError" in caplog.text, "pothole" in caplog.text) == (True, False)
