"""The subscription to all shards, and the reads by which the hub finds out what it did not hear.

A topic is what a wait may be about: a game's id, ``@<player>`` (the inbox) or ``!<player>`` (the tokens). Its place is
``<version>.<mark>`` of the game, ``<number>.<mark>`` of the inbox, the number of ended tokens.
"""

import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress

from redis.exceptions import RedisError

from service.errors import StoreUnavailable
from service.store import keys
from service.store.client import Links
from service.store.commands import Command, Reply, command
from service.store.connections import SOCKET_S, Budget, Pool, Wire, connect

LOOK_S = 0.2
PING_S = 1.0
DEAF_S = 3.0
AGAIN_S = (0.05, 0.1, 0.2, 0.5)

Connected = Callable[[], None]
Heard = Callable[[str, int, str, int | None], None]


class Channel:
    """What is published in the store."""

    def __init__(self, links: Links) -> None:
        self._links = links

    def listen(self, connected: Connected, heard: Heard, stopping: threading.Event) -> None:
        """Subscribes to all shards, one connection a node, and again after each loss, until ``stopping`` is set.

        Calls ``connected()`` whenever all is subscribed, then ``heard(shard, head, topic, version or None)`` for each
        message; both from this thread or one that it started.
        """
        failures = 0
        while not stopping.is_set():
            began = time.monotonic()
            with suppress(StoreUnavailable):
                self._listen_once(connected, heard, stopping)
            self._links.forget()
            failures = 0 if time.monotonic() - began > DEAF_S else failures + 1
            stopping.wait(AGAIN_S[min(failures, len(AGAIN_S)) - 1] if failures else 0)

    def heads(self) -> dict[str, int]:
        """The number of publications of every shard, in one pipeline a node. Raises StoreUnavailable."""
        replies = self._links.replies([command(shard, "GET", keys.head(shard)) for shard in keys.SHARDS])
        return {shard: int(reply or 0) for shard, reply in zip(keys.SHARDS, replies, strict=True)}

    def versions(self, topics: Iterable[str]) -> dict[str, str | None]:
        """The place of each topic (see above), None where there is no such thing. Raises StoreUnavailable."""
        wanted = list(topics)
        replies = self._links.replies([_asking_place(topic) for topic in wanted])
        return {topic: _place(topic, reply) for topic, reply in zip(wanted, replies, strict=True)}

    def shard_of(self, topic: str) -> str:
        """The shard that a topic lies in."""
        return keys.shard_of(topic.lstrip("@!"))

    def _listen_once(self, connected: Connected, heard: Heard, stopping: threading.Event) -> None:
        nodes = self._links.nodes()
        broken = threading.Event()
        ready = threading.Semaphore(0)
        followers = [_Follower(pool, shards, heard, stopping, broken, ready) for pool, shards in nodes]
        threads = [threading.Thread(target=each.run, name="hub-node", daemon=True) for each in followers[1:]]
        for thread in threads:
            thread.start()
        watcher = threading.Thread(target=_tell, args=(connected, ready, len(nodes), broken), daemon=True)
        watcher.start()
        followers[0].run()
        for thread in (*threads, watcher):
            thread.join()


class _Follower:
    """One node's subscription; when it breaks, or another node's, it ends."""

    def __init__(
        self,
        pool: Pool,
        shards: tuple[str, ...],
        heard: Heard,
        stopping: threading.Event,
        broken: threading.Event,
        ready: threading.Semaphore,
    ) -> None:
        self._pool = pool
        self._shards = {keys.commits(shard).encode(): shard for shard in shards}
        self._heard = heard
        self._stopping = stopping
        self._broken = broken
        self._ready = ready

    def run(self) -> None:
        """Follows the node until it breaks or all is to stop."""
        connection = self._pool.make()
        try:
            connect(connection, Budget(DEAF_S))
            self._follow(connection)
        except (StoreUnavailable, RedisError, OSError):
            pass  # the loop in `listen` begins anew; what was missed meanwhile is compared then
        finally:
            self._broken.set()
            self._ready.release()
            connection.disconnect()

    def _follow(self, connection: Wire) -> None:
        subscribe = [("SSUBSCRIBE", channel.decode()) for channel in self._shards]
        connection.send_packed_command(connection.pack_commands(subscribe), check_health=False)
        waiting = set(self._shards)
        asked = spoken = time.monotonic()
        while not (self._stopping.is_set() or self._broken.is_set()):
            now = time.monotonic()
            if connection.can_read(timeout=LOOK_S):
                waiting = self._take(connection.read_response(timeout=SOCKET_S), waiting)
                spoken = time.monotonic()
            elif now - spoken > DEAF_S:
                return
            elif now - asked > PING_S:
                connection.send_command("PING", check_health=False)
                asked = now

    def _take(self, frame: list[bytes], waiting: set[bytes]) -> set[bytes]:
        """Takes in one frame; returns the channels whose subscription is not confirmed yet."""
        match frame:
            case [b"smessage", channel, data]:
                self._heard(self._shards[channel], *_parsed(data.decode()))
            case [b"ssubscribe", channel, _]:
                waiting = waiting - {channel}
                if not waiting:
                    self._ready.release()
            case [b"sunsubscribe", *_]:
                raise StoreUnavailable("a shard has moved to another node")
            case _:
                pass  # an answer to a ping
        return waiting


def _tell(connected: Connected, ready: threading.Semaphore, nodes: int, broken: threading.Event) -> None:
    """Calls ``connected`` when every node's subscription stands."""
    for _ in range(nodes):
        ready.acquire()
    if not broken.is_set():
        connected()


def _parsed(text: str) -> tuple[int, str, int | None]:
    head, topic, *version = text.split(" ")
    return int(head), topic, int(version[0]) if version else None


def _asking_place(topic: str) -> Command:
    if topic.startswith("@"):
        return command(keys.shard_of(topic[1:]), "HMGET", keys.player(topic[1:]), "seq", "mark", "token")
    if topic.startswith("!"):
        return command(keys.shard_of(topic[1:]), "HMGET", keys.player(topic[1:]), "turns", "token")
    return command(keys.shard_of(topic), "HMGET", keys.game(topic), "version", "mark")


def _place(topic: str, reply: Reply) -> str | None:
    texts = [None if value is None else value.decode() for value in reply]
    if topic.startswith("!"):
        return None if texts[1] is None else texts[0] or "0"
    if topic.startswith("@"):
        return None if texts[2] is None else f"{texts[0] or 0}.{texts[1] or keys.NO_MARK}"
    return None if texts[0] is None else f"{texts[0]}.{texts[1]}"
