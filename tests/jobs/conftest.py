"""Processes of the service over the test's Valkey."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

from service.settings import Settings

Start = Callable[[str], "subprocess.Popen[bytes]"]


@pytest.fixture
def start(settings: Settings) -> Iterator[Start]:
    """Starts `hubcaps <command>` as a process of its own; what still runs at the end is killed."""
    processes: list[subprocess.Popen[bytes]] = []

    def run(command: str) -> "subprocess.Popen[bytes]":
        given = {"REDIS_URL": settings.redis_url, "BOT_TIME_SCALE": "0", "PORT": "0"}
        around = {**os.environ, **{f"HUBCAPS_{name}": value for name, value in given.items()}}
        processes.append(subprocess.Popen([sys.executable, "-m", "service.cli", command], env=around))
        return processes[-1]

    yield run
    for process in processes:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
        process.wait()
