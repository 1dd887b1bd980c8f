"""A whole game by real processes, with all that can go wrong on the way: no token, no hand and no seed is in what they
write to their logs, in their figures, in a job, on a channel, or under a key of Redis that is not the game's own.
"""

import re
import socket
import threading
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx
import msgspec
import pytest

from engine.catalogue import find
from service.settings import Settings
from service.store import Store, keys
from service.store.commands import command
from tests.api.client import GAME, Answer, Client, filled
from tests.api.requests import BELOW_A_GAME, request
from tests.served.service import Served, served

CARD_OF_NOBODY = "card-that-nobody-may-read"
"""Put into a hand of a stored state, so that the rules stumble over it."""
CARDS = tuple(card.id for card in find("situational-awareness").cards)  # type: ignore[attr-defined]
OWN = re.compile(rb'"\{s\d\d\}:(game|feed|player|commitment):')
"""Keys that hold a game, a player's name and the hash of a token, or a seed that was put aside."""


class Monitor(threading.Thread):
    """All that Redis is told, by anybody, for as long as this runs."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(url.removeprefix("unix://"))
        self._socket.sendall(b"MONITOR\r\n")
        self.heard = b""
        self.start()

    def run(self) -> None:
        while got := self._socket.recv(1 << 20):
            self.heard += got

    def stop(self) -> list[bytes]:
        """The commands, one a line; what a script is given is in what it then does."""
        self._socket.shutdown(socket.SHUT_RDWR)
        self.join()
        self._socket.close()
        return [line for line in self.heard.split(b"\r\n") if b'] "EVALSHA"' not in line and b'] "EVAL"' not in line]


@dataclass
class Evening:
    """What was written while the game was played, and what must not be in it."""

    log: bytes = b""
    figures: bytes = b""
    commands: list[bytes] = field(default_factory=list)
    stored: dict[bytes, bytes] = field(default_factory=dict)
    refusals: list[Answer] = field(default_factory=list)
    tokens: set[str] = field(default_factory=set)
    seeds: set[str] = field(default_factory=set)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    folder, told = tmp_path_factory.mktemp("evening"), Evening()
    log = folder / "log"
    with served(folder / "valkey", log=log) as service:
        monitor, store = Monitor(service.redis_url), Store.open(Settings(redis_url=service.redis_url))
        client = Client(service.http)
        ada, ben = (registered(client, told, name) for name in ("Ada", "Ben"))
        game = played(service, store, told, ada, ben)
        told.stored = all_of(store)
        told.seeds |= seeds_of(client.get(f"/v1/games/{game}/fairness").body)
        provoke(service, store, told, ada, ben, game)
        told.figures = httpx.get(f"{service.metrics}/metrics").content
        told.commands = monitor.stop()
        store.close()
    told.log = log.read_bytes()
    return told


def registered(client: Client, told: Evening, name: str) -> Client:
    made = client.post("/v1/players", {"name": name}).body
    told.tokens.add(made["token"])
    return Client(client.http._http, made["token"], made["player"])


def seeds_of(shown: dict[str, Any]) -> set[str]:
    return {shown[name] for name in ("server_seed", "seed") if shown.get(name)}


def played(service: Served, store: Store, told: Evening, ada: Client, ben: Client) -> str:
    """A whole game: answered, refused, left, come back to; bots play, time runs out."""
    promised = ada.post("/v1/commitments", {}).body["commitment"]
    wish = {"players": 4, "bots": ["steady", "searching"], "options": {"length": "fixed"}, "commitment": promised,
            "absent": "bot", "clocks": {"turn_ms": 200, "window_ms": 50}}  # fmt: skip
    game: str = ada.post("/v1/games", GAME | wish).body["id"]
    ben.post(f"/v1/games/{game}/seats", {"salt": "pepper"})
    told.seeds |= stored_seeds(store, game)
    shown = ada.look(game)
    for _ in range(12):
        if shown["offers"]:
            action = filled(shown["offers"][0])
            for body in (action, action, action | {"card": CARDS[0]}, {"prompt": 1}):
                answer = ada.act(game, body)
                told.refusals += [answer] if answer.status >= 400 else []
        shown = ada.get(f"/v1/games/{game}/events?wait=2&game=1&after={shown['cursor']}").body["game"] or ada.look(game)
    told.stored |= all_of(store)
    for seat in (ada, ben):
        seat.ask("DELETE", f"/v1/games/{game}/seats/me")
    while ada.look(game)["status"] == "running":
        ada.get(f"/v1/games/{game}/events?wait=5&after={ada.look(game)['cursor']}")
    return game


def stored_seeds(store: Store, game: str) -> set[str]:
    record = msgspec.msgpack.decode(store.games.load(game).record)  # type: ignore[union-attr, arg-type]
    return {record["server_seed"].hex(), record["seed"].hex()}


def provoke(service: Served, store: Store, told: Evening, ada: Client, ben: Client, over: str) -> None:
    """Everything that a client can do wrong, and faults of our own."""
    game: str = ada.post("/v1/games", GAME | {"bots": ["random"] * 2}).body["id"]
    told.seeds |= stored_seeds(store, game)
    for name in BELOW_A_GAME:
        if name not in ("streamEvents", "leaveGame"):
            told.refusals += [request(each, name, which) for each in (ada, ben) for which in (game, over)]
    told.refusals.append(ada.get(f"/v1/me?token={ada.token}"))
    told.refusals.append(ada.ask("POST", "/v1/players", raw=b'{"name": "' + str(ada.token).encode()))
    told.refusals.append(ada.get("/v1/me", Authorization=f"Basic {ada.token}"))
    told.refusals.append(ada.get("/v1/me", Authorization=f"Bearer {ada.token}x"))
    for broken in (
        f"GET /v1/me?token={ada.token} HTTP/1.1 {ada.token}\r\n\r\n",
        f"{ada.token} /v1/me HTTP/1.1\r\n\r\n",
        f"GET /v1/me HTTP/1.1\r\nHost: x\r\n{ada.token}: x\r\n\r\n",
        f"POST /v1/me/token HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n{ada.token}\r\n",
        f"GET /v1/me?token={ada.token} HTTP/9.9\r\n\r\n",
        f"GET /v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {ada.token}\0\r\n\r\n",
        f"GET /v1/me HTTP/1.1\r\nHost: x\r\nAuthorization : Bearer {ada.token}\r\n\r\n",
        f"GET /v1/me HTTP/1.1\r\nHost: x\r\nAuthorization Bearer {ada.token}\r\n\r\n",
        f"Authorization: Bearer {ada.token}\r\n\r\n",
    ):
        send(service, broken.encode())
    for token in ({}, {"now": True}):
        ada.token = ada.post("/v1/me/token", token).body["token"]
        told.tokens.add(str(ada.token))
    spoiled = without_bots(ada, ben, registered(Client(service.http), told, "Cy"))
    told.seeds |= stored_seeds(store, spoiled)
    spoil(store, spoiled)
    told.refusals += [ada.get(f"/v1/games/{spoiled}"), ada.act(spoiled, {"type": "end_turn", "prompt": 1})]
    assert [answer.status for answer in told.refusals[-2:]] == [500, 500]
    ben.ask("DELETE", "/v1/me")


def without_bots(host: Client, *guests: Client) -> str:
    """A running game in which nothing moves by itself; it is the host's turn."""
    wish = GAME | {"players": 1 + len(guests), "options": {"first_seat": 0}}
    game: str = host.post("/v1/games", wish).body["id"]
    for guest in guests:
        assert guest.post(f"/v1/games/{game}/seats").status == 201
    return game


def send(service: Served, text: bytes) -> None:
    host, port = service.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        connection.sendall(text)
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(65_536):
            pass


def spoil(store: Store, game: str) -> None:
    """A fault of ours: every hand of the stored state holds a card that there is not."""
    shard = keys.shard_of(game)
    (stored,) = store.links.replies([command(shard, "HGET", keys.game(game), "state")])
    state = msgspec.msgpack.decode(stored)
    state["hands"] = [[CARD_OF_NOBODY, *hand] for hand in state["hands"]]
    store.links.replies([command(shard, "HSET", keys.game(game), "state", msgspec.msgpack.encode(state))])


READ: dict[bytes, Callable[[bytes], tuple[object, ...]]] = {
    b"string": lambda key: ("GET", key), b"hash": lambda key: ("HGETALL", key), b"set": lambda key: ("SMEMBERS", key),
    b"list": lambda key: ("LRANGE", key, 0, -1), b"zset": lambda key: ("ZRANGE", key, 0, -1, "WITHSCORES"),
    b"stream": lambda key: ("XRANGE", key, "-", "+"),
}  # fmt: skip


def all_of(store: Store) -> dict[bytes, bytes]:
    """Every key of Redis with what it holds, as text; what RQ has packed is unpacked."""
    (names,) = store.links.replies([command("s00", "KEYS", "*")])
    kinds = store.links.replies([command("s00", "TYPE", name) for name in names])
    there = [(name, kind) for name, kind in zip(names, kinds, strict=True) if kind != b"none"]  # some end meanwhile
    held = store.links.replies([command("s00", *READ[kind](name)) for name, kind in there])
    return {name: repr(unpacked(value)).encode() for (name, _), value in zip(there, held, strict=True)}


def unpacked(value: Any) -> Any:
    if isinstance(value, list):
        return [unpacked(each) for each in value]
    try:
        return zlib.decompress(value)
    except (zlib.error, TypeError):
        return value


def forbidden(told: Evening, *, hands: bool = True) -> re.Pattern[bytes]:
    """What must not be there: secrets of tokens, seeds in hex or as bytes, and the names of cards."""
    secrets = {token.rpartition(".")[2][:43] for token in told.tokens} | told.seeds
    secrets |= {repr(bytes.fromhex(seed))[2:-1] for seed in told.seeds} | {CARD_OF_NOBODY}
    words = "|".join(re.escape(secret) for secret in secrets)
    cards = "|".join(re.escape(card) for card in CARDS)
    return re.compile((f"{words}|\\b(?:{cards})\\b" if hands else words).encode())


@pytest.mark.lesson(9)
def test_the_logs_hold_no_token_no_hand_and_no_seed(evening: Evening) -> None:
    for name in (b"gunicorn", b"rq.worker", b"service.api.errors"):
        assert name in evening.log, "it is not as loud as it should be"
    secrets = forbidden(evening)
    assert [line for line in evening.log.splitlines() if secrets.search(line)] == []


@pytest.mark.lesson(9)
def test_the_figures_hold_no_token_no_hand_and_no_seed(evening: Evening) -> None:
    assert b"hubcaps_answers_total" in evening.figures
    assert not forbidden(evening).search(evening.figures)


@pytest.mark.lesson(9)
def test_no_refusal_says_a_token_a_seed_or_the_card_of_another(evening: Evening) -> None:
    assert len(evening.refusals) > 30
    secrets = forbidden(evening, hands=False)
    for answer in evening.refusals:
        if answer.status >= 400:
            assert not secrets.search(answer.text), answer.text


@pytest.mark.lesson(9)
def test_no_command_to_redis_holds_a_secret_but_those_about_the_game_itself(evening: Evening) -> None:
    """Channels, jobs and due times are among them."""
    secrets, jobs = forbidden(evening), packed(evening.commands)
    assert any(b'"SPUBLISH"' in line for line in evening.commands)
    assert b"service.jobs" in jobs
    assert [line for line in evening.commands if not OWN.search(line) and secrets.search(line)] == []
    assert not secrets.search(jobs)


def packed(commands: list[bytes]) -> bytes:
    """What RQ's commands carry packed."""
    jobs = b"\n".join(line for line in commands if b"rq:" in line)
    texts = re.findall(rb'"(x\\x9c(?:[^"\\]|\\.)*)"', jobs)
    return b"\n".join(zlib.decompress(text.decode("unicode_escape").encode("latin-1")) for text in texts)


@pytest.mark.lesson(9)
def test_no_key_of_redis_holds_a_secret_but_the_games_own(evening: Evening) -> None:
    secrets = forbidden(evening)
    assert len(evening.stored) > 5
    for name, held in evening.stored.items():
        if not OWN.search(b'"' + name):
            assert not secrets.search(name + held), name


def test_the_test_would_see_what_it_looks_for(evening: Evening) -> None:
    own = b"".join(held for name, held in evening.stored.items() if OWN.search(b'"' + name))
    told = b"".join(line for line in evening.commands if OWN.search(line))
    secrets = forbidden(evening)

    assert len({*secrets.findall(own), *secrets.findall(told)}) > 10
