"""The nodes of the store: one server and a cluster by the same code.

Commands to several shards go out as one pipeline a node. The library's own cluster client is not used: its pipelines
refuse EVALSHA, so each node has a pool of plain connections, and `CLUSTER SLOTS` says which node holds which shard.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from threading import Lock
from typing import Any, TypeVar

from redis.connection import Connection
from redis.crc import key_slot
from redis.exceptions import AskError, MovedError, TryAgainError

from service.errors import StoreUnavailable
from service.settings import Settings
from service.store.commands import Ask, Command, Reply, command
from service.store.connections import Budget, Pool, current_budget, exchange, options_of, sound
from service.store.keys import SHARDS

T = TypeVar("T")
U = TypeVar("U")
Node = tuple[str, int] | None  # host and port in a cluster; None is the server of the address itself


class Links:
    """The nodes of the store and what each of them holds."""

    def __init__(self, url: str, *, cluster: bool) -> None:
        self._options = options_of(url)
        self._kind = self._options.pop("connection_class", Connection)
        self._cluster = cluster
        self._pools: dict[Node, Pool] = {}
        self._nodes: dict[str, Node] = {} if cluster else dict.fromkeys(SHARDS)
        self._lock = Lock()

    @classmethod
    def open(cls, settings: Settings) -> "Links":
        """Links to the store that the settings name; connects when first asked. Raises ValueError for a bad address."""
        return cls(settings.redis_url, cluster=settings.redis_cluster)

    def ask(self, wanted: Ask[T]) -> T:
        """The answer to one Ask. Raises StoreUnavailable or StoreError."""
        return wanted.read(self.replies(wanted.commands))

    def ask_two(self, one: Ask[T], two: Ask[U]) -> tuple[T, U]:
        """The answers to two Asks, in one pipeline where they lie on one node."""
        replies = self.replies(one.commands + two.commands)
        split = len(one.commands)
        return one.read(replies[:split]), two.read(replies[split:])

    def ask_all(self, wanted: Sequence[Ask[T]]) -> list[T]:
        """The answers to all Asks, in one pipeline a node."""
        replies = iter(self.replies([each for one in wanted for each in one.commands]))
        return [one.read([next(replies) for _ in one.commands]) for one in wanted]

    def replies(self, commands: Sequence[Command]) -> list[Reply]:
        """The replies to commands, which are sent in one pipeline a node. Raises StoreUnavailable or StoreError."""
        replies: list[Reply] = [None] * len(commands)
        spend = current_budget()
        with spend.spending():
            moved = self._round(commands, range(len(commands)), replies, spend)
            if moved:
                moved = self._round(commands, moved, replies, spend)
        if moved:
            raise StoreUnavailable("a part of the store is moving to another node")
        return [sound(reply) for reply in replies]

    def nodes(self) -> list[tuple[Pool, tuple[str, ...]]]:
        """Each node's pool with the shards that it holds. Raises StoreUnavailable."""
        held: dict[Node, list[str]] = defaultdict(list)
        spend = current_budget()
        for shard in SHARDS:
            held[self._node(shard, spend)].append(shard)
        return [(self._pool(node), tuple(shards)) for node, shards in held.items()]

    def forget(self) -> None:
        """Asks the cluster anew, before the next command, which node holds what."""
        if self._cluster:
            self._nodes = {}

    def close(self) -> None:
        """Closes all connections."""
        for pool in self._pools.values():
            pool.close()

    def _round(self, commands: Sequence[Command], which: Iterable[int], into: list[Reply], spend: Budget) -> list[int]:
        """Sends the commands of these numbers, fills in replies; returns the numbers of those that lie elsewhere."""
        by_node: dict[Node, list[int]] = defaultdict(list)
        for number in which:
            by_node[self._node(commands[number].shard, spend)].append(number)
        elsewhere: list[int] = []
        for node, numbers in by_node.items():
            for number, answer in zip(numbers, self._answers(node, commands, numbers, spend), strict=True):
                into[number] = answer
                if self._cluster and isinstance(answer, AskError | TryAgainError):
                    self._learn(commands[number].shard, answer)
                    elsewhere.append(number)
        return elsewhere

    def _learn(self, shard: str, answer: AskError | TryAgainError) -> None:
        """A shard lies elsewhere: where a MOVED says, else the cluster is asked anew."""
        if isinstance(answer, MovedError) and answer.host:
            self._nodes = self._nodes | {shard: (answer.host, answer.port)}
        else:
            self.forget()

    def _answers(self, node: Node, commands: Sequence[Command], numbers: list[int], spend: Budget) -> list[Reply]:
        try:
            return exchange(self._pool(node), [commands[number] for number in numbers], spend)
        except StoreUnavailable:
            self.forget()
            raise

    def _pool(self, node: Node) -> Pool:
        with self._lock:
            if node not in self._pools:
                options = self._options if node is None else self._options | {"host": node[0], "port": node[1]}
                self._pools[node] = Pool(lambda: self._kind(**options))
            return self._pools[node]

    def _node(self, shard: str, spend: Budget) -> Node:
        nodes = self._nodes
        if not nodes:
            nodes = self._nodes = self._discovered(spend)
        return nodes[shard]

    def _discovered(self, spend: Budget) -> dict[str, Node]:
        """Which node holds which shard, as the first node that answers tells it."""
        problem = StoreUnavailable("no node of the cluster answers")
        for node in (None, *(known for known in list(self._pools) if known)):
            try:
                (answer,) = exchange(self._pool(node), [command("", "CLUSTER", "SLOTS")], spend, retry=False)
                return _held(sound(answer), self._options.get("host", "localhost"))
            except StoreUnavailable as error:
                problem = error
        raise problem


def _held(slots: Any, host: str) -> dict[str, Node]:
    ranges = [(low, high, (primary[0] or host.encode()).decode(), primary[1]) for low, high, primary, *_ in slots]
    held: dict[str, Node] = {}
    for shard in SHARDS:
        slot = key_slot(f"{{{shard}}}".encode())
        node = next(((name, port) for low, high, name, port in ranges if low <= slot <= high), None)
        if node is None:
            raise StoreUnavailable("a part of the cluster has no node")
        held[shard] = node
    return held
