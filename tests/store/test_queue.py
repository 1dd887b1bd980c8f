"""The job queues: ids only, fresh jobs, and a cluster is refused."""

from pathlib import Path

import pytest
from rq import SimpleWorker

from service.settings import Settings, SettingsError
from service.store import Queues, Store
from service.store.queue import SWEEP_JOB, THINK_JOB


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


@pytest.mark.lesson(36)
def test_a_cluster_is_refused_as_a_queue(cluster: list[int]) -> None:
    queues = Queues(f"redis://127.0.0.1:{cluster[0]}")
    with pytest.raises(SettingsError, match="plain Redis"):
        queues.check()
    with pytest.raises(SettingsError, match="plain Redis"):
        Queues.open(Settings(redis_url="redis://localhost", redis_cluster=True))
