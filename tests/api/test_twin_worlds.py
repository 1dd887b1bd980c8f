"""Two games that differ only in what a seat may not know: whatever the seat asks of either, over every route that it
has, is answered byte for byte the same.

A game is played by chance to a place; there a twin is put in its stead under the same id, version, mark and times: the
state is one that the rules draw anew for this seat, the seeds are others, and what was told to others is garbled. The
twin is served by an application of its own.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest
from flask import Flask
from msgspec.structs import replace

from engine.catalogue import games
from engine.offers import find, pick
from engine.rng import Rng
from service.app import create_app
from service.hub import Hub
from service.play import record as records
from service.play.moves import act
from service.play.players import authenticate
from service.play.position import Position, read
from service.play.table import Table
from service.play.transcript import LINES
from service.store import Store, keys
from service.store.commands import command
from service.store.feed import Entry
from tests.api.client import Answer, Client
from tests.games.random_play import move, setups
from tests.games.test_secrecy import heard, news, shown

SEATS = {"situational-awareness": 4, "rally": 3}
STEPS, EVERY = 60, 4
GAMES = 5
"""So many at most: by chance a game may end before an action fits both worlds."""
PLENTY = 1_000_000
TIME = re.compile(rb'"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{12}Z"')
NOW = re.compile(rb'"server_time":"[^"]*"|"remaining_ms":[0-9]+')
MARK = re.compile(rb"[0-9a-f]{16}|\.[0-9a-f]{12}(?=\")")
GARBLED = msgspec.Raw(b'{"type":"of_another_world"}')


@dataclass(frozen=True)
class World:
    """The stored keys of a game."""

    game: str
    dumps: tuple[bytes, ...]

    @classmethod
    def kept(cls, store: Store, game: str) -> "World":
        """The one that the store holds now."""
        shard = keys.shard_of(game)
        return cls(game, tuple(store.links.replies([command(shard, "DUMP", key) for key in _keys(game)])))

    def restore(self, store: Store) -> None:
        """Put it back."""
        shard = keys.shard_of(self.game)
        pairs = zip(_keys(self.game), self.dumps, strict=True)
        store.links.replies([command(shard, "RESTORE", key, 0, dump, "REPLACE") for key, dump in pairs])


def _keys(game: str) -> tuple[str, str]:
    return keys.game(game), keys.feed(game)


def put_twin(store: Store, position: Position, viewer: int | None, random: Random) -> Any:
    """In place of the game: one that this seat can't tell from it. The twin's state."""
    shard, game = keys.shard_of(position.id), position.id
    twin = position.game.resample(position.state, viewer, Rng(random.randbytes(32)))
    record = replace(position.record, server_seed=random.randbytes(32), seed=random.randbytes(32))
    told = store.feed.read(game).entries
    store.links.replies(
        [
            command(shard, "HSET", keys.game(game), "state", position.game.encode(twin),
                    "record", records.encode(record)),
            command(shard, "DEL", keys.feed(game)),
            *(command(shard, "XADD", keys.feed(game), f"{entry.version}-0", *_garbled(entry, viewer))
              for entry in told),
        ]
    )  # fmt: skip
    return twin


def _garbled(entry: Entry, viewer: int | None) -> tuple[str | int | bytes, ...]:
    """A commit with everything changed that this seat was not told."""
    lines = [
        line if line.seats is None
        else replace(line, others=GARBLED) if viewer in line.seats
        else replace(line, full=GARBLED)
        for line in LINES.decode(entry.tellings)
    ]  # fmt: skip
    decisions = b'[{"seat":0,"prompt":1,"action":{"type":"of_another_world"},"by":"player"}]'
    return ("mark", entry.mark, "at", entry.at, "tellings", msgspec.json.encode(lines), "decisions", decisions)


@pytest.fixture
def open_apart(app: Flask, table: Table) -> Iterator[Callable[[], Flask]]:
    """Applications that share nothing but the store, and count no actions: here far more are sent than are meant."""
    settings = replace(table.settings, actions_per_s=PLENTY, actions_burst=PLENTY, reads_burst=PLENTY)
    stores: list[Store] = []

    def opened() -> Flask:
        stores.append(Store.open(settings))
        return create_app(settings, stores[-1], Hub(stores[-1].channel))

    yield opened
    for store in stores:
        store.close()


def everything(client: Client, position: Position, wrong: list[dict[str, Any]]) -> Iterator[tuple[str, Answer]]:
    """All that can be asked of a running game and commits nothing, with what was answered."""
    path, seen = f"/v1/games/{position.id}", f"1.{'0' * 16}"
    got = client.get(path)
    yield "document", got
    yield "unchanged", client.get(path, If_None_Match=got.headers["ETag"])
    for query in ("", "?game=1", "?limit=2", f"?after={position.cursor}", f"?after={seen}", "?after=x"):
        yield f"events{query}", client.get(f"{path}/events{query}")
    for query in ("", "?as=seat:0", "?as=seat:1", "?as=nobody"):
        yield f"replay{query}", client.get(f"{path}/replay{query}")
    yield "stream", streamed(client, f"{path}/stream", position.version)
    yield "fairness", client.get(f"{path}/fairness")
    yield "lobby", client.get("/v1/games")
    if client.token is None:
        return
    for own in ("/v1/me/games", "/v1/me/events", "/v1/me/events?include=game"):
        yield own, client.get(own)
    yield "seats", client.post(f"{path}/seats")
    yield "bot", client.ask("PUT", f"{path}/seats/1", {"bot": "random"})
    yield "return", client.post(f"{path}/seats/me/return")
    yield "rematch", client.post(f"{path}/rematch")
    for number, body in enumerate(wrong):
        yield f"wrong {number}: {body}", client.act(position.id, body)
    yield "412", client.act(position.id, wrong[-1], If_Match='"1"')


def streamed(client: Client, path: str, commits: int) -> Answer:
    """The beginning of a stream: what has been told until now."""
    headers = {"Authorization": f"Bearer {client.token}"} if client.token else {}
    with client.http.open(path, headers=headers, buffered=False) as got:
        text = b"".join(islice(got.response, 1 + commits))
    return Answer(got.status_code, got.headers, text)


def wrong_actions(position: Position, seat: int, random: Random) -> list[dict[str, Any]]:
    """What this seat may not do here: others' actions, its own with another value, and what makes no sense."""
    rules, state = position.game.rules, position.state
    prompt = state.prompts
    offers = rules.offers(state, seat)
    cards = [str(card.id) for card in position.game.cards if hasattr(card, "id")]
    found: list[dict[str, Any]] = []
    for other in range(state.seats):
        for offer in rules.offers(state, other):
            action = pick(offer, random)
            found.append(action)
            for name, value in action.items():
                if isinstance(value, str) and name != "type" and cards:
                    found.append({**action, name: random.choice(cards)})
                if isinstance(value, int):
                    found.append({**action, name: value + 1})
    illegal = [action for action in found if find(offers, action) is None]
    random.shuffle(illegal)
    one = illegal[0] if illegal else {"type": "nonsense"}
    return [
        *({**action, "prompt": prompt} for action in illegal[:6]),
        {**one, "prompt": prompt + 1}, {**one, "prompt": prompt, "version": position.version - 1},
        {**one, "version": position.version}, {"type": "nonsense", "prompt": prompt}, dict(one),
    ]  # fmt: skip


def exact(answer: Answer) -> tuple[int, bytes, list[tuple[str, str]]]:
    """All of an answer, but what the clock changes."""
    kept = [pair for pair in answer.headers.items() if pair[0] not in ("Server-Time", "RateLimit", "Retry-After")]
    return answer.status, NOW.sub(b"", answer.text), sorted(kept)


def alike(answer: Answer) -> tuple[int, bytes, list[str]]:
    """What two answers about commits of two worlds have in common: all but marks and times."""
    return answer.status, MARK.sub(b"", TIME.sub(b"", NOW.sub(b"", answer.text))), sorted(answer.headers.keys())


@pytest.mark.lesson(9, 10, 11, 12, 13)
def test_a_seat_can_not_tell_two_worlds_apart_by_anything_that_it_can_fetch(
    player: Callable[..., Client], table: Table, open_apart: Callable[[], Flask], ruleset: str
) -> None:
    random, apps = Random(f"twins {ruleset}"), (open_apart(), open_apart())
    differed = acted = 0

    for _ in range(GAMES):
        more, further = compared(player, table, apps, ruleset, random)
        differed, acted = differed + more, acted + further
        if differed > 5 and acted > 0:
            return
    raise AssertionError(f"the twins were no others ({differed}), or nothing was played in both worlds ({acted})")


def compared(
    player: Callable[..., Client], table: Table, apps: tuple[Flask, Flask], ruleset: str, random: Random
) -> tuple[int, int]:
    """One game, and a twin of it at every few steps: how often they differed, and how often an action was played in
    both. Raises AssertionError where a seat could tell.
    """
    game, clients = begun(player, ruleset)
    callers = [authenticate(table, str(client.token)) for client in clients]
    differed = acted = 0
    for step in range(STEPS):
        position = read(game, table.store.games.load(game))
        if not position.running:
            break
        seat, action = next_action(position, random)
        if step % EVERY == 0:
            viewer = random.choice([None, *range(len(clients))])
            twins = Twins(table.store, position, viewer, random)
            pair = [unchecked(each, None if viewer is None else clients[viewer].token) for each in apps]
            differed += twins.compare(*pair)
            acted += twins.compare_after(*pair, [unchecked(each, clients[seat].token) for each in apps], seat, action)
        act(table, callers[seat], game, {**action, "version": position.version}, None)
    return differed, acted


def begun(player: Callable[..., Client], ruleset: str) -> tuple[str, list[Client]]:
    """A running game, all of whose seats are played by the test."""
    seats = SEATS.get(ruleset, max(2, games()[ruleset].least))
    clients = [player(f"driver {seat}") for seat in range(seats)]
    wish = {"ruleset": ruleset, "players": seats, "clocks": {"turn_ms": 600_000, "window_ms": 600_000}}
    game: str = clients[0].post("/v1/games", wish).body["id"]
    for client in clients[1:]:
        client.post(f"/v1/games/{game}/seats")
    return game, clients


def next_action(position: Position, random: Random) -> tuple[int, dict[str, Any]]:
    """Somebody's action; where chance alone would soon end the game, a bot's."""
    rules, state = position.game, position.state
    seat, offer = move(rules, state, random)
    if random.random() < getattr(setups(rules.id), "STEADY_MOVES", 0.0):
        return seat, dict(rules.bots["steady"](rules.sight(state, seat, position.record.options), random))
    return seat, dict(pick(offer, random))


def unchecked(app: Flask, token: str | None) -> Client:
    """A client whose answers are compared with each other; other tests compare such with the document."""
    client = Client(app, token)
    client.checked = False
    return client


class Twins:
    """A game at one moment, and its twin for one seat."""

    def __init__(self, store: Store, position: Position, viewer: int | None, random: Random) -> None:
        self.store, self.position, self.viewer, self.random = store, position, viewer, random
        self.wrong = [] if viewer is None else wrong_actions(position, viewer, random)
        self.here = World.kept(store, position.id)
        self.state = put_twin(store, position, viewer, random)
        self.there = World.kept(store, position.id)
        self.here.restore(store)

    def compare(self, one: Client, other: Client) -> bool:
        """Ask everything of both worlds. Whether they do differ."""
        first = [(name, exact(answer)) for name, answer in everything(one, self.position, self.wrong)]
        self.there.restore(self.store)
        second = [(name, exact(answer)) for name, answer in everything(other, self.position, self.wrong)]
        self.here.restore(self.store)
        for mine, twins in zip(first, second, strict=True):
            assert mine == twins
        assert read(self.position.id, self.store.games.load(self.position.id)).version == self.position.version
        return bool(self.position.game.encode(self.state) != self.position.game.encode(self.position.state))

    def compare_after(
        self, one: Client, other: Client, actors: list[Client], seat: int, action: dict[str, Any]
    ) -> bool:
        """The same action in both worlds, where the rules let this seat see no difference in what follows; whether it
        was to be compared.
        """
        rules = self.position.game.rules
        if find(rules.offers(self.state, seat), action) is None:
            return False
        after, told = rules.apply(self.position.state, seat, action)
        twin, told_there = rules.apply(self.state, seat, action)
        same = heard(told, self.viewer) == heard(told_there, self.viewer) and not news(told, self.viewer)
        if not same or shown(self.position.game, after, self.viewer) != shown(self.position.game, twin, self.viewer):
            return False
        first = self._after(one, actors[0], seat, action)
        self.there.restore(self.store)
        second = self._after(other, actors[1], seat, action)
        self.here.restore(self.store)
        assert first == second
        return True

    def _after(self, viewer: Client, actor: Client, seat: int, action: dict[str, Any]) -> list[Any]:
        path = f"/v1/games/{self.position.id}"
        sent = json.loads(json.dumps({**action, "version": self.position.version}))
        done = (viewer if seat == self.viewer else actor).act(self.position.id, sent)
        assert done.status == 200, done.text
        shown = [viewer.get(path), viewer.get(f"{path}/events?game=1&after={self.position.cursor}")]
        return [alike(answer) for answer in ([done] if seat == self.viewer else []) + shown]
