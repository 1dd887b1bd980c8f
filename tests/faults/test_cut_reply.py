"""The connection is cut after the commit and before its reply: what was played counts, once."""

import select
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from service.embedded import Embedded
from service.play.moves import act
from service.play.table import Key, Table
from service.settings import Settings
from service.store import Store, StoreUnavailable

PASS = {"type": "pass"}


class Cutter:
    """A wire to Valkey that can be cut between a commit and its reply."""

    def __init__(self, path: str) -> None:
        self.cuts = 0
        """How many commits' replies are still to be cut off."""
        self._path = path
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            self._threads.append(threading.Thread(target=self._carry, args=(near,)))
            self._threads[-1].start()

    def _carry(self, near: socket.socket) -> None:
        """Question and answer in turn, as the store talks on a connection, until the wire is cut or closed."""
        with near, socket.socket(socket.AF_UNIX) as far:
            far.connect(self._path)
            while ready := select.select([near, far], [], [])[0]:
                for end in ready:
                    words = end.recv(1 << 20)
                    if not words:
                        return
                    (far if end is near else near).sendall(words)
                    if end is near and self.cuts and b":commits" in words:
                        self.cuts -= 1
                        far.recv(1 << 20)  # it has been done
                        return


@pytest.fixture
def cutter(valkey: Embedded) -> Iterator[Cutter]:
    wire = Cutter(valkey.url.removeprefix("unix://"))
    yield wire
    wire.close()


@pytest.fixture
def far_table(table: Table, cutter: Cutter, settings: Settings) -> Iterator[Table]:
    """The same store over the wire that can be cut."""
    store = Store.open(replace(settings, redis_url=f"redis://127.0.0.1:{cutter.port}"))
    yield replace(table, store=store)
    store.close()


@pytest.fixture
def asked(running: Callable[..., Any]) -> tuple[Any, int, dict[str, object]]:
    """A game, a seat that is asked, and its pass."""
    game = running(4)
    game.attack()
    seat = game.look().asked.seats[0]
    return game, seat, {**PASS, "prompt": game.look(seat).prompt.id}


@pytest.mark.lesson(6)
def test_the_commit_knows_its_own_resend_and_the_action_is_played_once(
    asked: tuple[Any, int, dict[str, object]], far_table: Table, cutter: Cutter
) -> None:
    game, seat, action = asked
    before = game.look().version
    cutter.cuts = 1
    played = act(far_table, game.seats[seat], game.id, action, None)
    assert (played.version, game.look().version, cutter.cuts) == (before + 1, before + 1, 0)
    told = [telling for batch in played.events for telling in msgspec.json.decode(batch)["tellings"]]
    assert told[0] == {"type": "passed", "seat": seat}


@pytest.mark.lesson(4)
def test_after_a_lost_answer_a_repeat_with_the_key_gets_the_first_one(
    asked: tuple[Any, int, dict[str, object]], far_table: Table, cutter: Cutter
) -> None:
    game, seat, action = asked
    before = game.look().version
    cutter.cuts = 2
    with pytest.raises(StoreUnavailable):
        act(far_table, game.seats[seat], game.id, action, None, Key("k", "f"))
    again = act(far_table, game.seats[seat], game.id, action, None, Key("k", "f"))
    assert (again.version, again.replayed, game.look().version) == (before + 1, True, before + 1)
