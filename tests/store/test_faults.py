"""The crash table, as far as the store alone can show it."""

import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from service.embedded import Embedded
from service.hub import Hub
from service.settings import Settings
from service.store import (
    Attempt,
    CommitOutcome,
    Moment,
    Once,
    Store,
    StoreUnavailable,
    budget,
    keys,
)
from service.store.commands import command
from service.store.connections import Budget

Make = Callable[..., Attempt]
GAME = "s07-" + "a" * 20


class Cutter(threading.Thread):
    """Stands between a client and the server and cuts the connection instead of passing the next reply on."""

    def __init__(self, path: Path, server: str) -> None:
        super().__init__(daemon=True)
        self.cuts = 0
        self._server = server
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(str(path))
        self._socket.listen()

    def run(self) -> None:
        while True:
            try:
                client, _ = self._socket.accept()
            except OSError:
                return
            upstream = socket.socket(socket.AF_UNIX)
            upstream.connect(self._server)
            with client, upstream:
                while words := client.recv(65_536):
                    upstream.sendall(words)
                    reply = upstream.recv(65_536)
                    if self.cuts:
                        self.cuts -= 1
                        break
                    client.sendall(reply)

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


@pytest.fixture
def cut(tmp_path: Path, valkey: Embedded, store: Store) -> Iterator[tuple[Cutter, Store]]:
    cutter = Cutter(tmp_path / "cut.sock", valkey.url.removeprefix("unix://"))
    cutter.start()
    opened = Store.open(Settings(redis_url=f"unix://{tmp_path / 'cut.sock'}"))
    yield cutter, opened
    opened.close()
    cutter.close()


@pytest.mark.lesson(6)
def test_a_commit_whose_reply_is_cut_is_sent_again_and_done(cut: tuple[Cutter, Store], first: Make) -> None:
    cutter, store = cut
    game = keys.new_game_id()
    store.games.commit(first(keys.new_game_id()))
    cutter.cuts = 1
    assert store.games.commit(first(game, once=Once("a" * 32, "f"))).outcome is CommitOutcome.DONE
    assert len(store.feed.read(game).entries) == 1


def test_a_commit_cut_twice_is_unavailable_but_its_repeat_with_the_key_is_seen(
    cut: tuple[Cutter, Store], first: Make, after: Make
) -> None:
    cutter, store = cut
    game = keys.new_game_id()
    store.games.commit(first(keys.new_game_id()))
    cutter.cuts = 2
    with pytest.raises(StoreUnavailable):
        store.games.commit(first(game, once=Once("a" * 32, "f")))
    repeat = store.games.commit(first(game, once=Once("a" * 32, "f")))
    assert (repeat.outcome, repeat.seen) == (CommitOutcome.SEEN, ("f", 1))
    assert len(store.feed.read(game).entries) == 1


@pytest.mark.lesson(33)
@pytest.mark.parametrize("warm", [True, False])
def test_a_paused_store_is_unavailable_within_two_seconds(own: Embedded, own_store: Store, warm: bool) -> None:
    game = keys.new_game_id()
    if warm:
        own_store.games.load(game)
    os.kill(own.pid, signal.SIGSTOP)
    began = time.monotonic()
    with pytest.raises(StoreUnavailable):
        own_store.games.load(game)
    assert time.monotonic() - began < 2
    os.kill(own.pid, signal.SIGCONT)
    assert own_store.games.load(game) is None


@pytest.mark.lesson(33)
def test_a_request_spends_no_more_than_its_budget_in_all(own: Embedded, own_store: Store) -> None:
    os.kill(own.pid, signal.SIGSTOP)
    began = time.monotonic()
    with budget(0.5) as spend:
        for _ in range(5):
            with pytest.raises(StoreUnavailable):
                own_store.games.load(keys.new_game_id())
    assert time.monotonic() - began < 0.7
    assert spend.left < 0.01


def test_time_outside_of_the_store_is_not_spent(store: Store) -> None:
    with budget(0.3) as spend:
        store.due.tick()
        threading.Event().wait(0.35)
        store.due.tick()
        assert 0.1 < spend.left < 0.3


def test_a_commit_in_a_paused_stores_socket_runs_once_on_waking(
    own: Embedded, own_store: Store, first: Make, eventually: Callable[..., None]
) -> None:
    game = keys.new_game_id()
    own_store.games.commit(first(keys.new_game_id()))
    os.kill(own.pid, signal.SIGSTOP)
    with pytest.raises(StoreUnavailable):
        own_store.games.commit(first(game))
    os.kill(own.pid, signal.SIGCONT)
    eventually(lambda: own_store.feed.read(game).version == 1)
    assert len(own_store.feed.read(game).entries) == 1


def test_a_commit_in_a_paused_stores_socket_that_is_too_old_never_counts(
    own: Embedded, own_store: Store, first: Make, after: Make
) -> None:
    game = keys.new_game_id()
    own_store.games.commit(first(game))
    loaded = own_store.games.load(game)
    assert loaded is not None
    os.kill(own.pid, signal.SIGSTOP)
    with pytest.raises(StoreUnavailable):
        own_store.games.commit(after(game, loaded, not_after=loaded.now + 500))
    os.kill(own.pid, signal.SIGCONT)
    assert own_store.games.commit(after(game, loaded)).version == 2
    assert len(own_store.feed.read(game).entries) == 2


def test_a_store_that_is_not_there_is_unavailable_at_once(tmp_path: Path) -> None:
    store = Store.open(Settings(redis_url=f"unix://{tmp_path / 'nothing.sock'}"))
    began = time.monotonic()
    with pytest.raises(StoreUnavailable):
        store.games.load(keys.new_game_id())
    assert time.monotonic() - began < 0.2
    assert not store.ready().ready


@pytest.mark.lesson(16)
def test_a_worker_that_was_paused_loses_to_who_went_on(store: Store, first: Make, after: Make) -> None:
    game = keys.new_game_id()
    store.games.commit(first(game, deadlines={1: Moment.after(0)}, due={"deadline": Moment.after(0)}))
    store.due.claim(game[:3], lease_ms=1)
    paused = store.games.load(game)
    assert paused is not None
    store.games.commit(after(game, store.games.load(game), deadlines={2: Moment.after(60_000)}))
    assert store.games.commit(after(game, paused)).outcome is CommitOutcome.STALE
    assert not store.due.settle(game, paused.mark, "deadline", None)


def test_the_pool_gives_the_33rd_connection_to_nobody_for_half_a_second(store: Store) -> None:
    ((pool, _),) = store.links.nodes()
    with ExitStack() as stack:
        for _ in range(32):
            stack.enter_context(pool.connection(Budget(5)))
        began = time.monotonic()
        with pytest.raises(StoreUnavailable, match="free"):
            store.due.clock_seen_ms()
        assert 0.45 < time.monotonic() - began < 0.8
    assert store.due.clock_seen_ms() is None


def test_all_processes_agree_on_the_secret(settings: Settings, store: Store) -> None:
    other = Store.open(settings)
    assert len(store.secret()) == 64
    assert other.secret() == store.secret() == store.secret()
    other.close()


def test_a_shard_that_moves_to_another_node_is_found_there(
    cluster_store: Store, first: Make, after: Make, move_shard: Callable[[Store, str], None]
) -> None:
    (one, shards), *_ = cluster_store.links.nodes()
    game = shards[0] + keys.new_game_id()[3:]
    move_shard(cluster_store, shards[0])
    assert cluster_store.games.commit(first(game)).outcome is CommitOutcome.OK
    assert [shards[0] in held for pool, held in cluster_store.links.nodes() if pool is one] == [False]
    assert cluster_store.games.commit(after(game, cluster_store.games.load(game))).version == 2


@pytest.mark.lesson(33)
def test_a_store_that_is_loading_is_unavailable_to_one_command_and_to_many_and_the_hub_goes_on(tmp_path: Path) -> None:
    server = Embedded.start(tmp_path)
    store = Store.open(Settings(redis_url=server.url))
    store.players.create(player := keys.new_player_id(), "Ada", "one")
    store.links.replies([command("s07", "SET", f"{{s07}}:{number}", "x" * 100) for number in range(2_000)])
    hub = Hub(store.channel, interval_ms=50)
    hub.start()
    server.stop()
    slowly = {"key-load-delay": "500", "loading-process-events-interval-bytes": "1024"}
    with ThreadPoolExecutor(1) as pool:
        started = pool.submit(Embedded.start, tmp_path, more=slowly)
        refusals = []
        while not started.done():
            for size in (1, 2, 50):
                try:
                    store.games.load_many([(GAME, "")] * size)
                except StoreUnavailable as error:
                    refusals.append(str(error))
            time.sleep(0.005)
    assert [refusal for refusal in refusals if "loading" in refusal], set(refusals)
    assert store.players.name(player) == "Ada"
    assert all(thread.is_alive() for thread in hub._threads)
    hub.close()
    store.close()
    started.result().stop()
