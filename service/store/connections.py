"""Connections to one node, the time that they may take, and one exchange over them."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from queue import Empty, LifoQueue
from typing import Any

from redis import connection as library
from redis.backoff import NoBackoff
from redis.exceptions import (
    BusyLoadingError,
    ClusterDownError,
    NoScriptError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    ResponseError,
)
from redis.retry import Retry

from service.errors import StoreCrowded, StoreError, StoreUnavailable
from service.store.commands import Command, Reply, command

Wire = Any  # a connection of the library, whose methods are half typed

CONNECTIONS = 32
FREE_S = 0.5
CONNECT_S = 0.5
SOCKET_S = 0.8
REQUEST_S = 1.8

_UNABLE = (ClusterDownError, OutOfMemoryError, ReadOnlyError)
_UNABLE_WORDS = ("MISCONF", "NOREPLICAS", "BUSY ")


class Budget:
    """Seconds that a request may still spend on the store; only time inside of calls is counted."""

    def __init__(self, seconds: float) -> None:
        self._left = seconds
        self._since: float | None = None

    @property
    def left(self) -> float:
        """Seconds left at this moment."""
        return self._left - (0 if self._since is None else time.monotonic() - self._since)

    def timeout(self, most: float) -> float:
        """The lesser of ``most`` and what is left. Raises StoreUnavailable if nothing is left."""
        left = self.left
        if left <= 0.001:
            raise StoreUnavailable("the time that a request may spend on the store is over")
        return min(most, left)

    @contextmanager
    def spending(self) -> Iterator[None]:
        """Counts the time inside of the block."""
        self._since = time.monotonic()
        try:
            yield
        finally:
            self._left, self._since = self.left, None


_BUDGET: ContextVar[Budget | None] = ContextVar("store budget", default=None)


@contextmanager
def budget(seconds: float = REQUEST_S) -> Iterator[Budget]:
    """All calls to the store inside of the block, in this thread or greenlet, share so many seconds."""
    mine = Budget(seconds)
    token = _BUDGET.set(mine)
    try:
        yield mine
    finally:
        _BUDGET.reset(token)


def current_budget() -> Budget:
    """The budget of the block that this runs in, else a fresh one."""
    return _BUDGET.get() or Budget(REQUEST_S)


class Pool:
    """At most 32 connections to one node; taken within 0.5 s."""

    def __init__(self, make: Callable[[], Wire], size: int = CONNECTIONS) -> None:
        self.make = make
        self._free: LifoQueue[Wire | None] = LifoQueue()
        self._made: list[Wire] = []
        self._size = size
        for _ in range(size):
            self._free.put(None)

    @property
    def in_use(self) -> int:
        """How many connections are taken at this moment."""
        return self._size - self._free.qsize()

    @contextmanager
    def connection(self, spend: Budget) -> Iterator[Wire]:
        """One connection for the block; one that an exception leaves with an answer unread is closed."""
        try:
            taken = self._free.get(timeout=spend.timeout(FREE_S))
        except Empty:
            raise StoreCrowded("no connection to the store was free") from None
        try:
            if taken is None:
                taken = self.make()
                self._made.append(taken)
            yield taken
        except BaseException:
            if taken is not None:
                taken.disconnect()
            raise
        finally:
            self._free.put(taken)

    def close(self) -> None:
        """Closes all connections."""
        for connection in self._made:
            connection.disconnect()


def options_of(url: str) -> dict[str, Any]:
    """What a connection to this address is made with. Raises ValueError for a bad address."""
    options: dict[str, Any] = dict(library.parse_url(url))  # type: ignore[no-untyped-call]
    options |= {"retry": Retry(NoBackoff(), 0), "socket_timeout": SOCKET_S, "socket_connect_timeout": CONNECT_S}
    return options | {"protocol": 2, "driver_info": None, "health_check_interval": 0}


def exchange(pool: Pool, commands: Sequence[Command], spend: Budget, *, retry: bool = True) -> list[Reply]:
    """The replies, errors among them as values; one retry over a new socket; missing scripts are loaded.

    Raises StoreUnavailable.
    """
    with pool.connection(spend) as connection:
        replies = _tried(connection, commands, spend, retry)
        missing = [number for number, reply in enumerate(replies) if isinstance(reply, NoScriptError)]
        if missing:
            scripts = {script for number in missing if (script := commands[number].script)}
            loads = [command("", "SCRIPT", "LOAD", script.text) for script in scripts]
            again = _tried(connection, loads + [commands[number] for number in missing], spend, retry)
            for number, reply in zip(missing, again[len(loads) :], strict=True):
                replies[number] = reply
        return replies


def sound(reply: Reply) -> Reply:
    """The reply, if it is none of the errors. Raises StoreUnavailable (cannot serve now) or StoreError (a fault)."""
    if isinstance(reply, RedisError):
        if isinstance(reply, _UNABLE) or str(reply).startswith(_UNABLE_WORDS):
            raise StoreUnavailable(f"the store cannot serve now: {reply}")
        raise StoreError(f"the store refused a command: {reply}")
    return reply


def connect(connection: Wire, spend: Budget) -> None:
    """Connects, if need be, in the time that is left."""
    if connection.is_connected:
        return
    connection.socket_connect_timeout = spend.timeout(CONNECT_S)
    connection.socket_timeout = spend.timeout(SOCKET_S)
    connection.connect()


def _tried(connection: Wire, commands: Sequence[Command], spend: Budget, retry: bool) -> list[Reply]:
    packed = connection.pack_commands([each.words for each in commands])
    tries = 2 if retry else 1
    while True:
        tries -= 1
        try:
            connect(connection, spend)
            connection.send_packed_command(packed, check_health=False)
            return [_reply(connection, spend) for _ in commands]
        except (RedisError, OSError) as error:
            connection.disconnect()
            if isinstance(error, BusyLoadingError):
                raise StoreUnavailable("the store is loading its data") from error
            if not tries:
                raise StoreUnavailable(f"the store does not answer ({type(error).__name__})") from error


def _reply(connection: Wire, spend: Budget) -> Reply:
    try:
        return connection.read_response(timeout=spend.timeout(SOCKET_S))
    except ResponseError as error:
        return error
