"""A real Valkey for every test run: one a process of pytest-xdist, flushed before each test that asks for it; and a
table over it with players and games of Situational Awareness that stand at a chosen place.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from service.embedded import Embedded
from service.hub import Hub
from service.play import lobby, players
from service.play.document import Document
from service.play.moves import Played, act
from service.play.opening import Wish
from service.play.position import Position, read
from service.play.table import Caller, Table
from service.settings import Settings
from service.store import Store
from service.store.commands import command

Eventually = Callable[..., None]


ALONE = (
    "tests/jobs",
    "tests/faults",
    "tests/hub",
    "tests/web",
    "tests/deploy",
    "tests/test_readme.py",
    "tests/served",
)
"""Where processes are started and deadlines watched: `make test` runs these one after another, on a quiet machine."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that want the machine for themselves, and those that want tools."""
    root = Path(__file__).parent.parent
    for item in items:
        if item.path.is_relative_to(root / "tests/clients"):
            item.add_marker(pytest.mark.clients)
        if item.path.relative_to(root).as_posix().startswith(ALONE):
            item.add_marker(pytest.mark.alone)


@pytest.fixture(scope="session")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedded]:
    """The process's Valkey; a test that stops or breaks one starts its own."""
    server = Embedded.start(tmp_path_factory.mktemp("valkey"), fsync="no")
    yield server
    server.stop()


@pytest.fixture
def settings(valkey: Embedded) -> Settings:
    return Settings(redis_url=valkey.url, bot_time_scale=0, least_clock_ms=1)


@pytest.fixture
def store(settings: Settings) -> Iterator[Store]:
    """An empty store."""
    opened = Store.open(settings)
    opened.links.replies([command("s00", "FLUSHALL")])
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def eventually() -> Eventually:
    """Waits until a condition holds; fails at the deadline."""

    def wait(condition: Callable[[], object], seconds: float = 5.0) -> None:
        deadline = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < deadline, f"not so within {seconds} s"
            time.sleep(0.005)

    return wait


@pytest.fixture
def table(store: Store, settings: Settings) -> Iterator[Table]:
    """The service without its outside; seeds may be given, clocks may be short."""
    hub = Hub(store.channel)
    hub.start()
    yield Table(store, hub, msgspec.structs.replace(settings, seeded_games=True))
    hub.close()


@pytest.fixture
def newcomer(table: Table) -> Callable[[str], Caller]:
    """Registers a player."""

    def register(name: str) -> Caller:
        return players.authenticate(table, players.register(table, name).token)

    return register


class Game:
    """A running game whose seats are all played by the test."""

    def __init__(self, table: Table, game: str, seats: dict[int, Caller]) -> None:
        self.table = table
        self.id = game
        self.seats = seats

    def look(self, seat: int | None = 0) -> Document:
        """The document as a seat, or a spectator, has it."""
        return lobby.look(self.table, None if seat is None else self.seats[seat], self.id)

    def position(self) -> Position:
        """The game as stored."""
        return read(self.id, self.table.store.games.load(self.id))

    def act(self, seat: int, action: dict[str, object], **more: object) -> Played:
        """Acts for a seat."""
        return act(self.table, self.seats[seat], self.id, action, None, **more)  # type: ignore[arg-type]

    def attack(self) -> tuple[int, int]:
        """Plays on until a Hazard waits for the bystanders: (attacker, target). Raises LookupError at a bot's turn."""
        for _ in range(100):
            (seat,) = self.look().asked.seats
            if seat not in self.seats:
                raise LookupError("a bot's turn")
            shown = self.look(seat)
            for offer in shown.offers:
                targets = offer.get("target")
                if isinstance(targets, dict):
                    target = targets["one_of"][0]
                    self.act(seat, _plain(dict(offer)))
                    if self.look().asked.kind == "respond":
                        return seat, target
                    break
            else:
                self.act(seat, _refilled(shown.offers))
        raise AssertionError("nobody attacks")


def _refilled(offers: Sequence[Mapping[str, Any]]) -> dict[str, object]:
    """A Pit Stop for a whole new hand, so that somebody can attack soon; else the end of the turn."""
    pit = next((offer for offer in offers if offer["type"] == "pit_stop"), None)
    return _plain(dict(offers[-1])) if pit is None else {**pit, "discard": list(pit["discard"]["subset_of"])}


def _plain(offer: dict[str, Any]) -> dict[str, object]:
    """The offer filled in with the first values and the fewest entries."""
    return {name: _value(domain) if isinstance(domain, dict) else domain for name, domain in offer.items()}


def _value(domain: dict[str, Any]) -> object:
    if "subset_of" in domain:
        return list(domain["subset_of"][: domain["min"]])
    return domain["one_of"][0] if "one_of" in domain else domain["from"]


@pytest.fixture
def running(table: Table, newcomer: Callable[[str], Caller]) -> Callable[..., Game]:
    """Starts a game; further words are fields of the wish."""

    def start(players: int = 4, **wish: object) -> Game:
        callers = [newcomer(f"driver {number}") for number in range(players - len(wish.get("bots", ())))]
        usual = {"ruleset": "situational-awareness", "players": players, "turn_ms": 60_000, "window_ms": 60_000}
        made = lobby.create(table, callers[0], Wish(**(usual | wish)))  # type: ignore[arg-type]
        for caller in callers[1:]:
            lobby.take_seat(table, caller, made.document.id, None)
        seated = lobby.look(table, callers[0], made.document.id).seats
        return Game(
            table,
            made.document.id,
            {seat.seat: caller for seat in seated for caller in callers if caller.player == seat.player},
        )

    return start
