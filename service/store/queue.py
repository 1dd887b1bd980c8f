"""The job queues of RQ: ``sweep`` before ``think``. Arguments are ids, nothing depends on a job arriving."""

from time import monotonic
from typing import Any, TypeVar

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry
from rq import Queue, SimpleWorker
from rq.exceptions import NoSuchJobError
from rq.serializers import JSONSerializer

from service.errors import StoreError, StoreUnavailable
from service.settings import Settings, SettingsError
from service.store.connections import CONNECT_S, SOCKET_S

W = TypeVar("W", bound=SimpleWorker)
SWEEP, THINK = "sweep", "think"
SWEEP_JOB = "service.jobs.sweep.sweep"
THINK_JOB = "service.jobs.think.think"
WORKER_TTL_S = 30
FAILURE_TTL_S = 3_600
REST_S = 2.0
"""How long a queue that failed is left alone, so that one that hangs holds up its callers once, not each time."""

# What runs a job, how long it may run, how long it may lie in the queue (s).
_JOBS = {SWEEP: (SWEEP_JOB, 10, 5), THINK: (THINK_JOB, 30, 30)}


class Queues:
    """The queues, on the queue's Redis or on the store's."""

    def __init__(self, url: str, rest_s: float = REST_S) -> None:
        self._url = url
        self._rest_s = rest_s
        self._resting_until = 0.0
        retry: Any = Retry(NoBackoff(), 1)
        self.connection = Redis.from_url(
            url, retry=retry, socket_connect_timeout=CONNECT_S, socket_timeout=SOCKET_S, protocol=2
        )
        self._queues = {name: Queue(name, connection=self.connection, serializer=JSONSerializer) for name in _JOBS}
        self._plain = False

    @classmethod
    def open(cls, settings: Settings) -> "Queues":
        """The queues that the settings name. Raises SettingsError where that is known to be a cluster."""
        url = settings.queue_url or settings.redis_url
        if settings.redis_cluster and url == settings.redis_url:
            raise SettingsError("HUBCAPS_QUEUE_URL: with a cluster the job queues need a plain Redis of their own")
        return cls(url)

    def sweep(self, shard: str) -> bool:
        """Puts a sweep of a shard (``s07``) on its way; False if the queue cannot be reached: the clock helps then."""
        return self._put(SWEEP, shard)

    def think(self, game: str) -> bool:
        """Lets a bot think about a game; False if the queue cannot be reached: the quick bot plays at its time."""
        return self._put(THINK, game)

    def check(self) -> None:
        """Raises SettingsError if the queue's server is a node of a cluster, StoreUnavailable if it does not answer."""
        try:
            enabled = self.connection.info("cluster").get("cluster_enabled")
        except RedisError as error:
            raise StoreUnavailable(f"the job queue does not answer ({type(error).__name__})") from error
        if enabled:
            raise SettingsError("HUBCAPS_QUEUE_URL: the job queues need a plain Redis; this one is a node of a cluster")
        self._plain = True

    def worker(self, kind: type[W]) -> W:
        """A worker of this kind for both queues, without a fork for each job, on a connection of its own."""
        retry: Any = Retry(NoBackoff(), 1)
        connection = Redis.from_url(self._url, retry=retry, socket_connect_timeout=CONNECT_S, protocol=2)
        queues = [Queue(name, connection=connection, serializer=JSONSerializer) for name in (SWEEP, THINK)]
        return kind(queues, connection=connection, serializer=JSONSerializer, worker_ttl=WORKER_TTL_S)

    def close(self) -> None:
        """Closes the connections."""
        self.connection.close()

    def _put(self, name: str, argument: str) -> bool:
        job, timeout, ttl = _JOBS[name]
        if monotonic() < self._resting_until:
            return False
        try:
            if not self._plain:
                self.check()
            self._queues[name].enqueue_call(
                job, args=(argument,), timeout=timeout, ttl=ttl, result_ttl=0, failure_ttl=FAILURE_TTL_S
            )
        except (StoreError, RedisError, NoSuchJobError):
            self._resting_until = monotonic() + self._rest_s
            return False
        return True
