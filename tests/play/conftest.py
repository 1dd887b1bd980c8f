"""A table over a real Valkey, players, and games of Situational Awareness that stand at a chosen place."""

from collections.abc import Callable, Iterator

import msgspec
import pytest

from service.hub import Hub
from service.play import lobby, players
from service.play.document import Document
from service.play.moves import Played, act
from service.play.opening import Wish
from service.play.position import Position, read
from service.play.table import Caller, Table
from service.settings import Settings
from service.store import Store

SEED = "5eed" * 16


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

    def __init__(self, table: Table, id: str, seats: list[Caller]) -> None:
        self.table = table
        self.id = id
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
        """Plays on until a Hazard waits for the bystanders: (attacker, target)."""
        for _ in range(100):
            (seat,) = self.look().asked.seats
            shown = self.look(seat)
            for offer in shown.offers:
                targets = offer.get("target")
                if isinstance(targets, dict):
                    target = targets["one_of"][0]
                    self.act(seat, {**offer, "target": target, **({"give": _first(offer["give"])} if "give" in offer else {})})
                    if self.look().asked.kind == "respond":
                        return seat, target
                    break
            else:
                self.act(seat, _plain(shown.offers[-1]))
        raise AssertionError("nobody attacks")


def _first(domain: object) -> object:
    return domain["one_of"][0] if isinstance(domain, dict) else domain


def _plain(offer: dict[str, object]) -> dict[str, object]:
    return {
        name: value["subset_of"][: value["min"]] if isinstance(value, dict) and "subset_of" in value else _first(value)
        for name, value in offer.items()
    }


@pytest.fixture
def running(table: Table, newcomer: Callable[[str], Caller]) -> Callable[..., Game]:
    """Starts a game; further words are fields of the wish."""

    def start(players: int = 4, **wish: object) -> Game:
        callers = [newcomer(f"driver {number}") for number in range(players - len(wish.get("bots", ())))]
        usual = {"ruleset": "situational-awareness", "players": players, "turn_ms": 60_000, "window_ms": 60_000}
        made = lobby.create(table, callers[0], Wish(**(usual | wish)))  # type: ignore[arg-type]
        for caller in callers[1:]:
            lobby.take_seat(table, caller, made.document.id, None)
        return Game(table, made.document.id, callers)

    return start
