"""Whoever lost a race for a game goes before the bots at the next try."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from time import sleep
from typing import Any

from service.play import lobby
from service.play.change import Change
from service.play.position import Position
from service.play.rounds import play
from service.play.seats import returned
from service.play.sweep import sweep
from service.play.table import Table


@contextmanager
def swept(table: Table, shard: str) -> Iterator[None]:
    """A worker does what is due in this shard all the time."""
    done = Event()

    def work() -> None:
        while not done.is_set():
            sweep(table, shard)

    with ThreadPoolExecutor(1) as pool:
        pool.submit(work)
        try:
            yield
        finally:
            done.set()


def test_who_returns_is_not_held_up_by_bots_that_play_without_a_pause(running: Any, table: Table) -> None:
    """Their moves come faster than a slow process can load, judge and commit."""
    game = running(3, bots=["steady", "steady"])
    seat, caller = next(iter(game.seats.items()))
    lobby.leave(table, caller, game.id)

    def judge(position: Position) -> Change | None:
        sleep(0.02)
        return returned(caller, position)

    with swept(table, game.id[:3]):
        back = play(table, caller, game.id, None, judge)
    assert back.position.record.seats[seat].absent is False
