"""Valkey goes away and comes back: the worker and the clock go on, on the same games."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from msgspec.structs import replace

from service.embedded import Embedded
from service.hub import Hub
from service.play import lobby, players
from service.play.opening import Wish
from service.play.position import Position, read
from service.play.table import Table
from service.settings import Settings
from service.store import Store, StoreUnavailable
from tests.lateness import in_time

Eventually = Callable[..., None]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "valkey"


@pytest.fixture
def process(folder: Path) -> Iterator[Callable[[str, str], None]]:
    found: list[subprocess.Popen[bytes]] = []

    def start(command: str, url: str) -> None:
        around = {**os.environ, "HUBCAPS_REDIS_URL": url}
        found.append(subprocess.Popen([sys.executable, "-m", "service.cli", command], env=around))

    yield start
    for each in found:
        each.kill()
        each.wait()


@pytest.mark.lesson(15, 17)
@pytest.mark.parametrize("command", ["worker", "clock"])
def test_after_a_restart_of_valkey_windows_close_in_time_again(
    folder: Path, process: Callable[[str, str], None], eventually: Eventually, command: str
) -> None:
    server = Embedded.start(folder)
    settings = Settings(redis_url=server.url, least_clock_ms=1)
    store = Store.open(settings)
    table = Table(store, Hub(store.channel), settings)
    process(command, server.url)

    def up() -> bool:
        try:
            seen = store.due.clock_seen_ms()
        except StoreUnavailable:
            return False
        return seen is not None and seen < (monotonic() - since) * 1_000  # not the one of before the restart

    since = monotonic()
    eventually(up, 60)
    server.stop()
    server = Embedded.start(folder)
    since = monotonic()
    try:
        eventually(up, 60)
        opened = begun(table)
        eventually(lambda: position(table, opened.id).version > 1, 5)
        entry = store.feed.entry(opened.id, 2)
        assert entry is not None
        deadline: Any = opened.deadline
        assert in_time(entry.at, deadline)
        if command == "worker":  # not by its clock alone
            eventually(lambda: store.queue.connection.llen("rq:queue:sweep") == 0, 5)
    finally:
        server.stop()
        store.close()


def begun(table: Table) -> Position:
    caller = players.authenticate(table, players.register(table, "Ada").token)
    wish = Wish(ruleset="situational-awareness", players=3, bots=("random",) * 2, turn_ms=300, window_ms=300)
    slow = replace(table, settings=replace(table.settings, bot_time_scale=100.0))
    made = lobby.create(slow, caller, wish).document
    return position(table, made.id)


def position(table: Table, game: str) -> Position:
    return read(game, table.store.games.load(game))
