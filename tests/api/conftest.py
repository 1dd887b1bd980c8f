"""The application over a real Valkey, and clients of it whose every answer is checked against the document."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from flask import Flask

from engine.catalogue import games
from service.app import create_app
from service.embedded import Embedded
from service.hub import Hub
from service.play.sweep import sweep
from service.play.table import Table
from service.settings import Settings
from service.store import Store
from service.store.commands import command
from service.store.keys import shard_of
from tests.api.client import GAME, SHORTEST, Client, Game, Wish


@pytest.fixture(scope="session")
def table(valkey: Embedded) -> Iterator[Table]:
    """What the application works at."""
    settings = Settings(redis_url=valkey.url, bot_time_scale=0, least_clock_ms=1, seeded_games=True)
    store = Store.open(settings)
    hub = Hub(store.channel)
    hub.start()
    yield Table(store, hub, settings)
    hub.close()
    store.close()


@pytest.fixture(scope="session")
def session_app(table: Table) -> Flask:
    return create_app(table.settings, table.store, table.hub)


@pytest.fixture
def app(session_app: Flask, table: Table) -> Flask:
    """The application over an empty store."""
    table.store.links.replies([command("s00", "FLUSHALL")])
    return session_app


@pytest.fixture
def app_with(app: Flask, table: Table) -> Callable[..., Flask]:
    """The application with other settings."""
    return lambda **other: create_app(msgspec.structs.replace(table.settings, **other), table.store, table.hub)


@pytest.fixture
def stranger(app: Flask) -> Client:
    """A client without a token."""
    return Client(app)


@pytest.fixture
def player(app: Flask) -> Callable[..., Client]:
    """Registers a player."""

    def register(name: str = "Ada") -> Client:
        made = Client(app).post("/v1/players", {"name": name})
        assert made.status == 201
        return Client(app, made.body["token"], made.body["player"])

    return register


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that makes or plays a game does so with every ruleset, unless it is `one_game`'s."""
    if "ruleset" in metafunc.fixturenames and not metafunc.definition.get_closest_marker("one_game"):
        metafunc.parametrize("ruleset", games())


@pytest.fixture
def ruleset() -> str:
    """The game that is played by a test about one game alone."""
    return str(GAME["ruleset"])


@pytest.fixture
def wish(ruleset: str) -> Wish:
    """The body that makes a game for three."""
    return GAME | {"ruleset": ruleset}


@pytest.fixture
def running(player: Callable[..., Client], wish: Wish) -> Callable[..., Game]:
    """Starts a game; further words are fields of its body."""

    def start(players: int = 3, **more: Any) -> Game:
        seats = [player(f"driver {seat}") for seat in range(players - len(more.get("bots", ())))]
        made = seats[0].post("/v1/games", wish | {"players": players} | more)
        assert made.status == 201, made.text
        game = made.body["id"]
        for seat in seats[1:]:
            assert seat.post("/v1/join", {"join_code": made.body["join_code"]}).status == 201
        return Game(game, seats)

    return start


@pytest.fixture
def let_bots_play(table: Table) -> Callable[[str], None]:
    """Plays what is due in a game, as a worker would."""
    return lambda game: sweep(table, shard_of(game)) and None


@pytest.fixture
def finished(running: Callable[..., Game], let_bots_play: Callable[[str], None], ruleset: str) -> Callable[..., Game]:
    """A game that bots have played to its end for all of its players."""

    def play(players: int = 3, **more: Any) -> Game:
        game = running(players, options=SHORTEST.get(ruleset, {}), **more)
        for seat in game.seats:
            seat.ask("DELETE", f"/v1/games/{game.id}/seats/me")
        for _ in range(100):
            let_bots_play(game.id)
            if game.seats[0].look(game.id)["status"] == "finished":
                return game
        raise AssertionError("the game does not end")

    return play
