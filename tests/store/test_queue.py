"""The job queues: ids only, fresh jobs, and a cluster is refused."""

import os
import signal
import socket
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import TypeVar

import pytest
from rq import SimpleWorker

from service.embedded import Embedded
from service.settings import Settings, SettingsError
from service.store import Queues, Store
from service.store.queue import SWEEP_JOB, THINK_JOB

T = TypeVar("T")


def test_jobs_carry_an_id_and_nothing_else(store: Store) -> None:
    assert store.queue.sweep("s07")
    assert store.queue.sweep("s07")
    assert store.queue.think("s07-" + "a" * 20)
    worker = store.queue.worker(SimpleWorker)
    jobs = [job for queue in worker.queues for job in queue.jobs]
    assert [(job.func_name, job.args, job.kwargs) for job in jobs] == [
        (SWEEP_JOB, ["s07"], {}),
        (SWEEP_JOB, ["s07"], {}),
        (THINK_JOB, ["s07-" + "a" * 20], {}),
    ]
    assert len({job.id for job in jobs}) == 3
    assert [(job.timeout, job.ttl, job.result_ttl) for job in jobs] == [(10, 5, 0), (10, 5, 0), (30, 30, 0)]


def test_a_queue_that_cannot_be_reached_fails_nobody(tmp_path: Path) -> None:
    queues = Queues(f"unix://{tmp_path / 'nothing.sock'}")
    assert queues.sweep("s07") is False


@pytest.mark.lesson(33)
def test_a_queue_that_hangs_holds_up_one_caller_and_not_each() -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute:
        queues = Queues(f"redis://127.0.0.1:{mute.getsockname()[1]}", rest_s=60)
        took = [timed(lambda: queues.sweep("s07")) for _ in range(20)]
    assert {done for done, _ in took} == {False}
    assert took[0][1] > 0.3 > max(seconds for _, seconds in took[1:])


def test_a_queue_that_failed_is_used_again_after_a_rest(tmp_path: Path, eventually: Callable[..., None]) -> None:
    server = Embedded.start(tmp_path, fsync="no")
    try:
        queues = Queues(server.url, rest_s=1.5)
        assert queues.sweep("s07")
        os.kill(server.pid, signal.SIGSTOP)
        assert not queues.sweep("s07")
        os.kill(server.pid, signal.SIGCONT)
        assert not queues.sweep("s07")
        eventually(lambda: queues.sweep("s07"), 10)
    finally:
        server.stop()


def timed(what: Callable[[], T]) -> tuple[T, float]:
    """What it gives, and the seconds that it took."""
    began = monotonic()
    return what(), monotonic() - began


@pytest.mark.lesson(36)
def test_a_cluster_is_refused_as_a_queue(cluster: list[int]) -> None:
    queues = Queues(f"redis://127.0.0.1:{cluster[0]}")
    with pytest.raises(SettingsError, match="plain Redis"):
        queues.check()
    with pytest.raises(SettingsError, match="plain Redis"):
        Queues.open(Settings(redis_url="redis://localhost", redis_cluster=True))
