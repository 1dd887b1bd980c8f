"""The clock as a process."""

import signal
from threading import Event

from service.jobs.table import table
from service.play import clock


def run() -> None:
    """Look at every shard each 100 ms until SIGINT or SIGTERM."""
    stopping = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopping.set())
    clock.run(table(), stopping)
