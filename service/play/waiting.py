"""Waiting for news as somebody: a place in the hub that is held for as long as the caller's token lives."""

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from time import monotonic

from service.errors import Unauthenticated
from service.play.table import Caller, Table
from service.waits import Wait, Wake


class Waiting:
    """A place in the table of waits, and who holds it (None: a spectator)."""

    def __init__(self, table: Table, caller: Caller | None, wait: Wait) -> None:
        self._table = table
        self._caller = caller
        self._wait = wait
        self._ends = inf
        """When the token's grace is over, which nobody tells: `monotonic` seconds."""

    def check(self) -> None:
        """Raises Unauthenticated once the token has ended."""
        if self._caller is None:
            return
        found = self._table.store.players.authenticate(self._caller.player, self._caller.token_hash)
        if found is None:
            raise Unauthenticated("The token has ended.")
        self._ends = inf if found.ends_in_ms is None else monotonic() + found.ends_in_ms / 1000

    def until(self, seconds: float, seen: str) -> Wake:
        """As `Wait.until`, and no longer than the token lives. Raises Unauthenticated where it has ended."""
        why = self._wait.until(min(seconds, self._ends - monotonic()), seen)
        if why is Wake.TOKEN or monotonic() >= self._ends:
            self.check()
        return why


@contextmanager
def entered(table: Table, caller: Caller | None, topic: str, address: str = "") -> Iterator[Waiting]:
    """A place in the table of waits: what happens from here on wakes it. Raises Unauthenticated, TooManyWaits."""
    player, turns = (caller.player, caller.turns) if caller else (None, 0)
    with table.hub.enter(topic, player, turns, address) as wait:
        waiting = Waiting(table, caller, wait)
        waiting.check()
        yield waiting
