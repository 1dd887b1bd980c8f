"""The subscription: one server's one connection, a cluster's one a node."""

import threading
from collections.abc import Callable, Iterator

import pytest

from service.store import Attempt, Store, keys
from service.store.commands import command

Make = Callable[..., Attempt]
Message = tuple[str, int, str, int | None]


class Ear:
    """Listens in a thread and keeps what it heard."""

    def __init__(self, store: Store) -> None:
        self.heard: list[Message] = []
        self.connections = 0
        self.stopping = threading.Event()
        self._store = store
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self.stopping.set()
        self._thread.join()

    def _listen(self) -> None:
        self._store.channel.listen(self._connected, lambda *message: self.heard.append(message), self.stopping)

    def _connected(self) -> None:
        self.connections += 1


@pytest.fixture
def ear(any_store: Store, eventually: Callable[..., None]) -> Iterator[Ear]:
    made = Ear(any_store)
    eventually(lambda: made.connections == 1)
    yield made
    made.close()


def game_in(shard: str) -> str:
    return shard + keys.new_game_id()[3:]


def test_commits_of_every_shard_are_heard_with_their_numbers(
    any_store: Store, ear: Ear, first: Make, eventually: Callable[..., None]
) -> None:
    games = [game_in(shard) for shard in keys.SHARDS]
    for game in games:
        any_store.games.commit(first(game))
    eventually(lambda: len(ear.heard) == 64)
    assert sorted(ear.heard) == [(game[:3], 1, game, 1) for game in games]
    assert any_store.channel.heads() == dict.fromkeys(keys.SHARDS, 1)


def test_deliveries_and_ends_of_tokens_are_heard_too(
    any_store: Store, ear: Ear, eventually: Callable[..., None]
) -> None:
    player = keys.new_player_id()
    shard = keys.shard_of(player)
    any_store.players.create(player, "Ada", "one")
    any_store.players.deliver(player, ["a", "b"])
    any_store.players.rotate(player, "two")
    any_store.players.authenticate(player, "two")
    any_store.players.erase(player)
    eventually(lambda: len(ear.heard) == 4)
    ends: list[Message] = [(shard, number, f"!{player}", None) for number in (2, 3, 4)]
    assert ear.heard == [(shard, 1, f"@{player}", 2), *ends]


def test_places_are_told_for_every_kind_of_topic(any_store: Store, first: Make) -> None:
    game, player = keys.new_game_id(), keys.new_player_id()
    any_store.games.commit(attempt := first(game))
    any_store.players.create(player, "Ada", "one")
    mark = keys.new_mark()
    any_store.players.deliver(player, ["a"], mark)
    any_store.players.rotate(player, "two")
    gone_game, gone_player = keys.new_game_id(), keys.new_player_id()
    topics = [game, f"@{player}", f"!{player}", gone_game, f"@{gone_player}", f"!{gone_player}"]
    places = [f"1.{attempt.mark}", f"1.{mark}", "1", None, None, None]
    assert any_store.channel.versions(topics) == dict(zip(topics, places, strict=True))


def test_a_subscription_that_is_cut_is_made_anew_and_told(
    any_store: Store, ear: Ear, first: Make, eventually: Callable[..., None]
) -> None:
    _, shards = any_store.links.nodes()[-1]
    any_store.links.replies([command(shards[0], "CLIENT", "KILL", "TYPE", "pubsub")])
    eventually(lambda: ear.connections == 2)
    for shard in (shards[0], "s00"):
        any_store.games.commit(first(game_in(shard)))
    eventually(lambda: len(ear.heard) == 2)


def test_it_ends_when_it_is_to_stop(any_store: Store, ear: Ear, eventually: Callable[..., None]) -> None:
    nodes = any_store.links.nodes()

    def subscribers() -> int:
        asked = [command(shards[0], "CLIENT", "LIST", "TYPE", "pubsub") for _, shards in nodes]
        return sum(len(each.splitlines()) for each in any_store.links.replies(asked))

    before = subscribers()
    ear.close()
    eventually(lambda: subscribers() == before - len(nodes))


def test_the_subscription_follows_a_shard_to_another_node(
    cluster_store: Store, first: Make, eventually: Callable[..., None], move_shard: Callable[[Store, str], None]
) -> None:
    ear = Ear(cluster_store)
    eventually(lambda: ear.connections == 1)
    shard = cluster_store.links.nodes()[0][1][0]
    move_shard(cluster_store, shard)
    eventually(lambda: ear.connections >= 2)
    game = game_in(shard)
    cluster_store.games.commit(first(game))
    eventually(lambda: (shard, 1, game, 1) in ear.heard)
    ear.close()
