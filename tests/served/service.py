"""The whole service as processes: gunicorn with gevent, a worker and a clock, over a Valkey of their own."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import httpx

from service.embedded import Embedded
from service.supervisor import web_words
from tests.api.client import GAME, Client

ROOT = Path(__file__).parents[2]
LOUD = ROOT / "tests" / "faults" / "loud"
"""What makes a process log everything."""


class Served:
    """Where it answers."""

    def __init__(
        self, address: str, metrics: str, web: "subprocess.Popen[bytes]", http: httpx.Client, redis_url: str
    ) -> None:
        self.address = address
        self.http = http
        self.metrics = metrics
        self.web = web
        self.redis_url = redis_url


@contextmanager
def served(folder: Path, *, log: Path | None = None, **settings: object) -> Iterator[Served]:
    """Runs the service until the end of the block. `log`: where all that its processes write is kept; they are made to
    log everything then.
    """
    valkey = Embedded.start(folder, fsync="no")
    port, other = free_port(), free_port()
    given = {
        "redis_url": valkey.url, "port": port, "metrics_address": f"127.0.0.1:{other}", "bot_time_scale": 0,
        "least_clock_ms": 1, "seeded_games": True, "players_per_hour": 100_000, "games_per_hour": 100_000, **settings,
    }  # fmt: skip
    path = str(ROOT) if log is None else f"{LOUD}{os.pathsep}{ROOT}"
    around = {**os.environ, "PYTHONPATH": path} | {f"HUBCAPS_{name.upper()}": str(given[name]) for name in given}
    ours = [sys.executable, "-m", "service.cli"]
    commands = (web_words(), [*ours, "worker"], [*ours, "clock"])
    sink = None if log is None else log.open("wb")
    processes = [
        subprocess.Popen(words, env=_words(around), start_new_session=True, stdout=sink, stderr=sink)
        for words in commands
    ]
    try:
        await_ready(f"http://127.0.0.1:{port}/readyz", processes)
        address = f"http://127.0.0.1:{port}"
        with httpx.Client(base_url=address, timeout=40, limits=httpx.Limits(max_connections=None)) as http:
            yield Served(address, f"http://127.0.0.1:{other}", processes[0], http, valkey.url)
    finally:
        for process in processes:
            process.send_signal(signal.SIGTERM)
        for process in processes:
            process.wait(20)
        valkey.stop()
        if sink is not None:
            sink.close()


def _words(around: Mapping[str, str]) -> dict[str, str]:
    return {name: {"True": "true", "False": "false"}.get(value, value) for name, value in around.items()}


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def await_ready(url: str, processes: "Iterable[subprocess.Popen[bytes]]") -> None:
    """Waits until this address says 200. Raises AssertionError when a process ends, or after 30 s."""
    end = monotonic() + 30
    while monotonic() < end:
        assert all(process.poll() is None for process in processes), "a process has ended"
        try:
            if httpx.get(url).status_code == 200:
                return
        except httpx.TransportError:
            pass
        sleep(0.05)
    raise AssertionError("the service does not get ready")


def table_of(player: Callable[..., Client], players: int, **more: Any) -> tuple[str, list[Client]]:
    """A running game whose seats are all played by the test."""
    seats = [player(f"driver {seat}") for seat in range(players)]
    game = seats[0].post("/v1/games", GAME | {"players": players} | more).body["id"]
    for seat in seats[1:]:
        assert seat.post(f"/v1/games/{game}/seats").status == 201
    return game, seats


def compact(value: object) -> str:
    """JSON without spaces."""
    return json.dumps(value, separators=(",", ":"))


def raw(address: str, text: bytes) -> bytes:
    """Sends these bytes and reads what comes until the server hangs up."""
    host, port = address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        connection.sendall(text)
        connection.shutdown(socket.SHUT_WR)
        return b"".join(iter(partial(connection.recv, 65_536), b""))
