"""A window closes at its deadline: within a second and never early, whichever process is alive."""

import signal
import subprocess
from collections.abc import Callable
from time import sleep
from typing import Any

import pytest

from service.play.table import Table
from service.play.watch import read
from service.store import Entry
from tests.lateness import in_time

Start = Callable[[str], "subprocess.Popen[bytes]"]
Eventually = Callable[..., None]
WINDOW_MS = 400


def opened(running: Any) -> tuple[Any, int, int]:
    """A game with an open window: the game, the version, the deadline."""
    game = running(4, window_ms=WINDOW_MS)
    game.attack()
    position = game.position()
    return game, position.version, position.deadline


def close(game: Any, version: int, eventually: Eventually) -> Entry:
    """The commit that closed the window."""
    eventually(lambda: game.position().version > version, 30)
    entry: Entry = game.table.store.feed.entry(game.id, version + 1)
    assert b"timed_out" in entry.tellings
    return entry


def up(table: Table, eventually: Eventually) -> None:
    """A clock has looked just now."""
    eventually(lambda: (table.store.due.clock_seen_ms() or 9_999) < 300, 60)


@pytest.mark.parametrize("command", ["web", "worker", "clock"])
def test_with_one_process_of_any_kind_alone_a_window_closes_in_time(
    running: Any, table: Table, start: Start, eventually: Eventually, command: str
) -> None:
    start(command)
    up(table, eventually)
    for _ in range(3):
        game, version, deadline = opened(running)
        assert in_time(close(game, version, eventually).at, deadline)


@pytest.mark.lesson(16)
def test_with_a_worker_and_a_clock_many_windows_close_in_time_and_once(
    running: Any, table: Table, start: Start, eventually: Eventually
) -> None:
    start("worker")
    start("clock")
    up(table, eventually)
    games = [opened(running) for _ in range(20)]
    for game, version, deadline in games:
        assert in_time(close(game, version, eventually).at, deadline)
        entries = table.store.feed.read(game.id).entries
        assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))


@pytest.mark.lesson(15, 16)
@pytest.mark.parametrize("victim", ["worker", "clock"])
def test_when_one_process_is_killed_the_other_closes_the_window_in_time(
    running: Any, table: Table, start: Start, eventually: Eventually, victim: str
) -> None:
    processes = {command: start(command) for command in ("worker", "clock")}
    up(table, eventually)
    sleep(0.5)
    game, version, deadline = opened(running)
    processes[victim].send_signal(signal.SIGKILL)
    assert in_time(close(game, version, eventually).at, deadline)


@pytest.mark.lesson(15)
def test_what_fell_due_while_all_were_dead_is_resolved_once_they_are_back(
    running: Any, table: Table, start: Start, eventually: Eventually
) -> None:
    first = start("worker")
    up(table, eventually)
    first.send_signal(signal.SIGKILL)
    first.wait()
    game, version, deadline = opened(running)
    sleep(WINDOW_MS / 1000 + 0.3)
    assert game.position().version == version
    start("worker")
    assert close(game, version, eventually).at >= deadline


@pytest.mark.lesson(16)
def test_a_worker_that_was_paused_over_the_deadline_does_no_harm_when_it_goes_on(
    running: Any, table: Table, start: Start, eventually: Eventually
) -> None:
    worker = start("worker")
    up(table, eventually)
    game, version, deadline = opened(running)
    worker.send_signal(signal.SIGSTOP)
    reading = read(table, None, game.id, game.position().cursor, wait_ms=3_000)
    assert len(reading.events) == 1
    assert in_time(table.store.feed.entry(game.id, version + 1).at, deadline)  # by its reader
    worker.send_signal(signal.SIGCONT)
    up(table, eventually)
    entries = table.store.feed.read(game.id).entries
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))


def test_bots_play_a_whole_game_in_the_worker(running: Any, table: Table, start: Start, eventually: Eventually) -> None:
    start("worker")
    game = running(3, bots=("random", "steady"), absent="bot", turn_ms=1, window_ms=1)
    eventually(lambda: game.look(None).status == "finished", 60)
    assert game.look(None).result.winners


def test_sigterm_ends_a_worker_and_a_clock_soon(table: Table, start: Start, eventually: Eventually) -> None:
    processes = [start("clock")]
    up(table, eventually)
    processes.append(start("worker"))
    eventually(lambda: table.store.queue.connection.scard("rq:workers"), 60)
    for process in processes:
        process.send_signal(signal.SIGTERM)
    assert [process.wait(15) for process in processes] == [0, 0]
