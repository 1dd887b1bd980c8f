import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from service.embedded import Embedded
from service.settings import Settings
from service.store import Attempt, Loaded, Moment, Store
from service.store.client import Links
from service.store.commands import command
from service.store.connections import Budget, exchange


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _node_says(port: int, *words: str | int) -> bytes:
    links = Links(f"redis://127.0.0.1:{port}", cluster=False)
    try:
        ((pool, _),) = links.nodes()
        (reply,) = exchange(pool, [command("s00", *words)], Budget(5))
        return reply if isinstance(reply, bytes) else str(reply).encode()
    finally:
        links.close()


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory, eventually: Callable[..., None]) -> Iterator[list[int]]:
    """Three primaries that own all slots between them: their ports."""
    with ExitStack() as stack:
        ports = []
        for number in range(3):
            port, bus = _free_port(), _free_port()
            more = {"cluster-enabled": "yes", "cluster-port": str(bus), "cluster-config-file": "nodes.conf"}
            server = Embedded.start(tmp_path_factory.mktemp(f"node{number}"), "no", port, more)
            stack.callback(server.stop)
            low, high = number * 16384 // 3, (number + 1) * 16384 // 3 - 1
            _node_says(port, "CLUSTER", "ADDSLOTSRANGE", low, high)
            _node_says(port, "CLUSTER", "SET-CONFIG-EPOCH", number + 1)
            if ports:
                _node_says(port, "CLUSTER", "MEET", "127.0.0.1", ports[0][0], ports[0][1])
            ports.append((port, bus))
        for port, _ in ports:
            eventually(lambda port=port: b"cluster_state:ok" in _node_says(port, "CLUSTER", "INFO"), 20)
            eventually(lambda port=port: b"cluster_known_nodes:3" in _node_says(port, "CLUSTER", "INFO"), 20)
        yield [port for port, _ in ports]


@pytest.fixture
def cluster_store(cluster: list[int], valkey: Embedded) -> Iterator[Store]:
    settings = Settings(
        redis_url=f"redis://127.0.0.1:{cluster[0]}", redis_cluster=True, queue_url=valkey.url, least_clock_ms=1
    )
    store = Store.open(settings)
    for _, shards in store.links.nodes():
        store.links.replies([command(shards[0], "FLUSHALL")])
    yield store
    store.close()


@pytest.fixture(scope="session")
def move_shard() -> Callable[[Store, str], None]:
    """Gives an empty shard to another node, behind the store's back."""

    def move(store: Store, shard: str) -> None:
        says = store.links.replies
        target = next(held[0] for _, held in store.links.nodes() if shard not in held)
        (slot,) = says([command(shard, "CLUSTER", "KEYSLOT", f"{{{shard}}}")])
        names = {where: says([command(where, "CLUSTER", "MYID")])[0] for where in (shard, target)}
        for step in (
            command(target, "CLUSTER", "SETSLOT", slot, "IMPORTING", names[shard]),
            command(shard, "CLUSTER", "SETSLOT", slot, "MIGRATING", names[target]),
            command(target, "CLUSTER", "SETSLOT", slot, "NODE", names[target]),
            command(shard, "CLUSTER", "SETSLOT", slot, "NODE", names[target]),
        ):
            assert says([step]) == [b"OK"]

    return move


@pytest.fixture(params=["one server", "a cluster"])
def any_store(request: pytest.FixtureRequest) -> Store:
    """An empty store: a single server, then a cluster."""
    found: Store = request.getfixturevalue("store" if request.param == "one server" else "cluster_store")
    return found


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Embedded]:
    """A Valkey of this test's own, which may be stopped."""
    server = Embedded.start(tmp_path / "own")
    yield server
    if server.running():
        os.kill(server.pid, signal.SIGCONT)
        server.stop()


@pytest.fixture
def own_store(own: Embedded) -> Iterator[Store]:
    opened = Store.open(Settings(redis_url=own.url))
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def first() -> Callable[..., Attempt]:
    """Makes an attempt that creates a game."""

    def make(game: str, **changes: object) -> Attempt:
        usual = {"state": b"state", "record": b"record", "status": "running", "tellings": b"told", "decisions": b"done"}
        return Attempt(game=game, base_version=0, base_mark="", **(usual | changes))  # type: ignore[arg-type]

    return make


@pytest.fixture(scope="session")
def after() -> Callable[..., Attempt]:
    """Makes an attempt upon what was loaded, which carries its deadlines over."""

    def make(game: str, loaded: Loaded, **changes: object) -> Attempt:
        usual = {
            "state": b"state",
            "record": b"record",
            "status": "running",
            "tellings": b"told",
            "decisions": b"done",
            "deadlines": {prompt: Moment.at(ms) for prompt, ms in loaded.deadlines.items()},
        }
        return Attempt(game=game, base_version=loaded.version, base_mark=loaded.mark, **(usual | changes))  # type: ignore[arg-type]

    return make
