"""The worker process: runs the jobs without a fork for each, with the clock as a thread in it."""

import logging
import signal
from threading import Event, Thread
from types import FrameType

from rq import SimpleWorker
from rq.exceptions import StopRequested

from service.jobs.table import table
from service.play import clock

log = logging.getLogger(__name__)

AGAIN_S = 1.0
"""RQ's loop ends when Redis is away at the wrong moment; a new one begins after this long."""


class Worker(SimpleWorker):
    """RQ's worker, back on its feet soon after Redis is, and telling a wish to stop from a broken loop."""

    max_connection_wait_time = AGAIN_S
    stopping: Event

    def _install_signal_handlers(self) -> None:
        """RQ's own take over here; a wish that came before them is heard now. Raises StopRequested."""
        super()._install_signal_handlers()  # type: ignore[no-untyped-call]
        if self.stopping.is_set():
            raise StopRequested

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """SIGINT or SIGTERM: end after the job at hand."""
        self.stopping.set()
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]


def run() -> None:
    """Run jobs until SIGINT or SIGTERM."""
    stopping = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopping.set())
    ticking = Thread(target=clock.run, args=(table(), stopping), name="clock")
    ticking.start()
    try:
        while not stopping.is_set():
            _work(stopping)
            stopping.wait(AGAIN_S)
    finally:
        stopping.set()
        ticking.join()


def _work(stopping: Event) -> None:
    """One life of RQ's loop."""
    try:
        worker = table().store.queue.worker(Worker)
        worker.stopping = stopping
        worker.log_job_description = False
        worker.work(logging_level="WARNING")
    except StopRequested:
        return
    except Exception as error:  # the outermost handler of this process: whatever broke RQ's loop, it begins again
        log.warning("The worker begins again: %s.", type(error).__name__)
