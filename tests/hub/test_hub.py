"""What wakes those who wait, over a real store."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from service.embedded import Embedded
from service.hub import Hub
from service.settings import Settings
from service.store import Attempt, Store, keys
from service.store.commands import command
from service.waits import Caps, Wait, Wake

SOON = 0.5
INTERVAL_MS = 250
LOST = 0.7  # until the hub looks, and what a shared machine adds


def commit(store: Store, game: str) -> str:
    """One more commit; the cursor after it."""
    loaded = store.games.load(game)
    attempt = Attempt(
        game=game,
        base_version=loaded.version if loaded else 0,
        base_mark=loaded.mark if loaded else "",
        state=b"",
        record=b"",
        status="running",
        tellings=b"",
        decisions=b"",
    )
    return f"{store.games.commit(attempt).version}.{attempt.mark}"


def commit_unheard(store: Store, game: str) -> None:
    """A commit whose message reaches nobody: what it writes, without the publication."""
    shard = game[:3]
    store.links.replies(
        [
            command(shard, "HSET", keys.game(game), "version", 99, "mark", "f" * 16),
            command(shard, "INCR", keys.head(shard)),
        ]
    )


class Waiting(threading.Thread):
    """A poll that waits in a thread of its own."""

    def __init__(self, wait: Wait, seconds: float, seen: str) -> None:
        super().__init__(daemon=True)
        self.wait, self.seconds, self.seen = wait, seconds, seen
        self.why: Wake | None = None
        self.took = 0.0
        self.start()

    def run(self) -> None:
        began = time.monotonic()
        self.why = self.wait.until(self.seconds, self.seen)
        self.took = time.monotonic() - began

    def woke(self, seconds: float = SOON) -> Wake | None:
        self.join(seconds)
        return self.why


@pytest.fixture
def hub(store: Store, eventually: Callable[..., None]) -> Iterator[Hub]:
    made = Hub(store.channel, Caps(address=300), interval_ms=INTERVAL_MS)
    made.start()
    assert made.subscribed.wait(5)
    eventually(lambda: not made._all_suspect)
    yield made
    made.close()


@pytest.fixture
def game(store: Store) -> str:
    made = keys.new_game_id()
    commit(store, made)
    return made


def place(store: Store, game: str) -> str:
    loaded = store.games.load(game)
    assert loaded is not None
    return loaded.cursor


def test_a_commit_wakes_those_who_wait_for_its_game_and_no_other(hub: Hub, store: Store, game: str) -> None:
    other = f"{game[:3]}-{keys.new_game_id()[4:]}"
    commit(store, other)
    mine, theirs = hub.enter(game, address="a"), hub.enter(other, address="a")
    one, two = Waiting(mine, 5, place(store, game)), Waiting(theirs, 5, place(store, other))
    commit(store, game)
    assert (one.woke(), two.woke(0.1)) == (Wake.NEWS, None)


def test_a_wait_ends_with_its_time(hub: Hub, store: Store, game: str) -> None:
    with hub.enter(game, address="a") as wait:
        assert wait.until(0.05, place(store, game)) is Wake.TIME
    assert len(hub) == 0


def test_what_is_committed_between_reading_and_waiting_is_not_missed(hub: Hub, store: Store, game: str) -> None:
    with hub.enter(game, address="a") as wait:
        read = place(store, game)
        commit(store, game)
        assert wait.until(SOON, read) is Wake.NEWS


def test_what_was_read_already_does_not_wake(
    hub: Hub, store: Store, game: str, eventually: Callable[..., None]
) -> None:
    with hub.enter(game, address="a") as wait:
        cursor = commit(store, game)
        eventually(lambda: wait.news == 2)
        assert wait.until(0.05, cursor) is Wake.TIME


def test_a_stream_waits_again_and_misses_nothing(hub: Hub, store: Store, game: str) -> None:
    with hub.enter(game, address="a") as wait:
        for _ in range(20):
            read = place(store, game)
            commit(store, game)
            assert wait.until(SOON, read) is Wake.NEWS


@pytest.mark.lesson(22)
def test_a_lost_message_costs_at_most_a_second(store: Store, game: str) -> None:
    hub = Hub(store.channel)
    hub.start()
    assert hub.subscribed.wait(5)
    waiting = Waiting(hub.enter(game, address="a"), 5, place(store, game))
    commit_unheard(store, game)
    assert waiting.woke(2) is Wake.NEWS
    hub.close()
    assert waiting.took < 1.2


def test_a_message_after_a_lost_one_does_not_hide_it(hub: Hub, store: Store, game: str) -> None:
    other = f"{game[:3]}-{keys.new_game_id()[4:]}"
    waiting = Waiting(hub.enter(game, address="a"), 5, place(store, game))
    commit_unheard(store, game)
    commit(store, other)
    assert waiting.woke(LOST) is Wake.NEWS


def test_commits_while_the_subscription_is_cut_wake_within_a_second(hub: Hub, store: Store, game: str) -> None:
    other = keys.new_game_id()
    commit(store, other)
    for _ in range(5):
        waits = [Waiting(hub.enter(each, address="a"), 5, place(store, each)) for each in (game, other)]
        store.links.replies([command("s00", "CLIENT", "KILL", "TYPE", "pubsub")])
        for each in (game, other):
            commit(store, each)
        assert [wait.woke(LOST) for wait in waits] == [Wake.NEWS, Wake.NEWS]


def test_a_game_that_fell_back_wakes_its_readers(hub: Hub, store: Store, game: str) -> None:
    """The same number with another mark: only the comparison of places can tell."""
    waiting = Waiting(hub.enter(game, address="a"), 5, place(store, game))
    store.links.replies([command(game[:3], "HSET", keys.game(game), "mark", "0" * 16)])
    store.links.replies([command("s00", "CLIENT", "KILL", "TYPE", "pubsub")])
    assert waiting.woke(LOST) is Wake.NEWS


@pytest.mark.lesson(22)
def test_a_hub_goes_on_after_the_store_was_away(tmp_path: Path) -> None:
    server = Embedded.start(tmp_path)
    store = Store.open(Settings(redis_url=server.url))
    hub = Hub(store.channel)
    hub.start()
    try:
        assert hub.subscribed.wait(5)
        game = keys.new_game_id()
        waiting = Waiting(hub.enter(game, address="a"), 9, commit(store, game))
        server.kill()
        server = Embedded.start(tmp_path)
        commit(store, game)
        assert waiting.woke(2) is Wake.NEWS
    finally:
        hub.close()
        store.close()
        server.stop()


def test_two_hundred_waits_drain_at_once(hub: Hub, store: Store, game: str, eventually: Callable[..., None]) -> None:
    read = place(store, game)
    waits = [Waiting(hub.enter(game, address="a"), 25, read) for _ in range(200)]
    eventually(lambda: all(each.wait.seen for each in waits))
    began = time.monotonic()
    hub.drain()
    for each in waits:
        each.join(5)
    took = time.monotonic() - began
    assert {each.why for each in waits} == {Wake.DRAIN}
    assert took < 0.5
    began = time.monotonic()
    assert hub.enter(game, address="b").until(5, read) is Wake.DRAIN
    assert 0.4 < time.monotonic() - began < 2  # who asks again at once is held for a while
    assert hub.enter(game, address="b").until(0.01, read) is Wake.DRAIN


@pytest.mark.lesson(26)
def test_waits_hold_no_connection(hub: Hub, store: Store, game: str, eventually: Callable[..., None]) -> None:
    read = place(store, game)
    waits = [Waiting(hub.enter(game, address="a"), 25, read) for _ in range(50)]
    eventually(lambda: all(each.wait.seen for each in waits))
    ((pool, _),) = store.links.nodes()
    eventually(lambda: pool.in_use == 0, 1)
    (listing,) = store.links.replies([command("s00", "CLIENT", "LIST", "TYPE", "pubsub")])
    assert len(listing.splitlines()) == 1
    commit(store, game)
    assert {each.woke() for each in waits} == {Wake.NEWS}


@pytest.fixture
def player(store: Store) -> str:
    made = keys.new_player_id()
    store.players.create(made, "Ada", "one")
    return made


@pytest.mark.lesson(8)
@pytest.mark.parametrize("how", ["rotated", "used", "erased"])
def test_a_token_that_dies_ends_its_players_waits_and_no_others(
    hub: Hub, store: Store, game: str, player: str, how: str
) -> None:
    if how == "used":
        store.players.rotate(player, "two")
    found = store.players.authenticate(player, "one")
    assert found is not None
    places = {game: place(store, game), f"@{player}": f"0.{keys.NO_MARK}"}
    mine = [Waiting(hub.enter(topic, player, found.turns), 5, seen) for topic, seen in places.items()]
    store.players.create(other := keys.new_player_id(), "Grace", "one")
    theirs = Waiting(hub.enter(game, other), 5, place(store, game))
    match how:
        case "rotated":
            store.players.rotate(player, "two", grace_ms=0)
        case "used":
            assert store.players.authenticate(player, "two") is not None
        case _:
            store.players.erase(player)
    assert [wait.woke() for wait in mine] == [Wake.TOKEN, Wake.TOKEN]
    assert theirs.woke(0.1) is None


def test_a_token_whose_death_was_not_heard_ends_within_a_second(hub: Hub, store: Store, game: str, player: str) -> None:
    found = store.players.authenticate(player, "one")
    assert found is not None
    waiting = Waiting(hub.enter(game, player, found.turns), 5, place(store, game))
    shard = keys.shard_of(player)
    store.links.replies(
        [command(shard, "HINCRBY", keys.player(player), "turns", 1), command(shard, "INCR", keys.head(shard))]
    )
    assert waiting.woke(LOST) is Wake.TOKEN


def test_a_delivery_wakes_the_inbox(hub: Hub, store: Store, player: str) -> None:
    store.players.deliver(player, ["started"])
    reading = store.players.inbox(player)
    with hub.enter(f"@{player}", player) as wait:
        assert wait.until(0.1, f"{reading.seq}.{reading.mark}") is Wake.TIME
        waiting = Waiting(wait, 5, f"{reading.seq}.{reading.mark}")
        store.players.deliver(player, ["prompt"])
        assert waiting.woke() is Wake.NEWS


def test_a_comparison_that_finds_nothing_wakes_nobody(hub: Hub, store: Store, game: str, player: str) -> None:
    found = store.players.authenticate(player, "one")
    assert found is not None
    waits = [
        Waiting(hub.enter(game, player, found.turns), 5, place(store, game)),
        Waiting(hub.enter(f"@{player}", player, found.turns), 5, f"0.{keys.NO_MARK}"),
    ]
    for shard in (game[:3], keys.shard_of(player)):
        store.links.replies([command(shard, "INCR", keys.head(shard))])
    assert [wait.woke(LOST / 2) for wait in waits] == [None, None]


def test_what_is_no_topic_is_refused_and_the_hub_goes_on(hub: Hub) -> None:
    with pytest.raises(ValueError, match="neither"):
        hub.enter("nonsense")
    with pytest.raises(ValueError, match="neither"):
        hub.enter(keys.new_game_id(), player="nobody")
    assert len(hub) == 0


@pytest.mark.lesson(26)
def test_under_gevent_hundreds_of_polls_wake_and_drain(valkey: Embedded, store: Store) -> None:
    program = Path(__file__).with_name("gevent_polls.py")
    done = subprocess.run(
        [sys.executable, str(program), valkey.url], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
