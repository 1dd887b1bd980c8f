"""An answer that got lost is got again: over HTTP, after a cut, after the end, and after a restart of everything."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from service.app import create_app
from service.embedded import Embedded
from service.hub import Hub
from service.play.sweep import sweep
from service.play.table import Table
from service.settings import Settings
from service.store import Store
from tests.api.client import GAME, Answer, Client, filled
from tests.faults.test_cut_reply import Cutter

KEPT = ("version", "cursor", "events")


@contextmanager
def service(url: str) -> Iterator[tuple[Flask, Table]]:
    """The web's application and what a worker works at, over the server at this address."""
    settings = Settings(redis_url=url, bot_time_scale=0, least_clock_ms=1, seeded_games=True)
    store = Store.open(settings)
    hub = Hub(store.channel)
    hub.start()
    try:
        assert hub.subscribed.wait(5)
        yield create_app(settings, store, hub), Table(store, hub, settings)
    finally:
        hub.close()
        store.close()


def seated(app: Flask, **more: Any) -> tuple[Client, str]:
    """A player whose move it is, in a game with two bots that are slow to answer."""
    made = Client(app).post("/v1/players", {"name": "Ada"}).body
    ada = Client(app, made["token"], made["player"])
    options = {"first_seat": 0, "length": "fixed"}
    return ada, ada.post("/v1/games", GAME | {"bots": ["random"] * 2, "options": options} | more).body["id"]


def again(client: Client, game: str, action: dict[str, Any], first: Answer) -> Answer:
    """The same request once more, which must have the first answer."""
    repeat = client.act(game, action, Idempotency_Key="once")
    assert (repeat.status, repeat.headers["Idempotent-Replayed"]) == (200, "true")
    assert [repeat.body[name] for name in KEPT] == [first.body[name] for name in KEPT]
    return repeat


@pytest.fixture
def wire(valkey: Embedded, store: Store) -> Iterator[Cutter]:
    cutter = Cutter(valkey.url.removeprefix("unix://"))
    yield cutter
    cutter.close()


@pytest.mark.lesson(4, 6)
def test_a_reply_that_was_cut_off_after_the_commit_is_got_by_sending_it_again(wire: Cutter) -> None:
    with service(f"redis://127.0.0.1:{wire.port}") as (app, _):
        ada, game = seated(app)
        before = ada.look(game)
        action = filled(before["offers"][0])
        wire.cuts = 2

        cut = ada.act(game, action, Idempotency_Key="once")
        repeat = ada.act(game, action, Idempotency_Key="once")

        assert (cut.status, cut.code, cut.headers["Retry-After"]) == (503, "store-unavailable", "1")
        assert (repeat.status, repeat.headers["Idempotent-Replayed"]) == (200, "true")
        assert repeat.body["version"] == before["version"] + 1
        told = ada.get(f"/v1/games/{game}/events?after={before['cursor']}").body["events"]
        assert told[0] == repeat.body["events"][0]


@pytest.mark.lesson(4)
def test_the_first_answer_is_got_again_when_the_game_is_over(valkey: Embedded, store: Store) -> None:
    with service(valkey.url) as (app, table):
        ada, game = seated(app)
        action = filled(ada.look(game)["offers"][0])
        first = ada.act(game, action, Idempotency_Key="once")
        ada.ask("DELETE", f"/v1/games/{game}/seats/me")
        while ada.look(game)["status"] == "running":
            sweep(table, game[:3])

        repeat = again(ada, game, action, first)
        other = ada.act(game, action, Idempotency_Key="another")

        assert (repeat.body["game"]["status"], other.code) == ("finished", "game-over")


@pytest.mark.lesson(4, 13, 22)
def test_after_a_restart_of_the_store_and_the_web_everything_is_as_it_was(
    tmp_path: Path, eventually: Callable[..., None]
) -> None:
    server = Embedded.start(tmp_path / "valkey")
    with service(server.url) as (app, _):
        ada, game = seated(app, seed="5eed" * 16)
        created = ada.post("/v1/games", GAME, Idempotency_Key="game")
        action = filled(ada.look(game)["offers"][0])
        first = ada.act(game, action, Idempotency_Key="once")
        shown = ada.get(f"/v1/games/{game}")
        told = ada.get(f"/v1/games/{game}/events").body
    server.stop()

    server = Embedded.start(tmp_path / "valkey")
    with service(server.url) as (app, table):
        ada = Client(app, ada.token)

        again(ada, game, action, first)
        assert ada.get(f"/v1/games/{game}", If_None_Match=shown.headers["ETag"]).status == 304
        assert ada.get(f"/v1/games/{game}/events").body == told
        assert ada.post("/v1/games", GAME, Idempotency_Key="game").body["id"] == created.body["id"]
        on = ada.get(f"/v1/games/{game}/events?after={first.body['cursor']}&wait=0")
        assert (on.status, on.body["closed"]) == (200, False)
        sweep(table, game[:3])
        eventually(lambda: ada.look(game)["version"] > first.body["version"] or ada.look(game)["offers"])
    server.stop()
