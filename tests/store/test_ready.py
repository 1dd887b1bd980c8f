"""When a store can be worked with, and what is said where it can not."""

import os
import signal
import time
from collections.abc import Callable

import pytest

from service.embedded import Embedded
from service.store import Attempt, Store, StoreUnavailable, keys
from service.store.commands import command

Make = Callable[..., Attempt]


def test_a_paused_store_is_not_ready_and_says_so_within_a_second(own: Embedded, own_store: Store) -> None:
    assert own_store.ready().ready
    os.kill(own.pid, signal.SIGSTOP)
    began = time.monotonic()
    found = own_store.ready()
    assert time.monotonic() - began < 1
    assert not found.ready
    assert found.problem


@pytest.mark.lesson(18)
def test_a_store_that_evicts_is_not_ready(own: Embedded, own_store: Store) -> None:
    own_store.links.replies([command("s00", "CONFIG", "SET", "maxmemory-policy", "allkeys-lru")])
    found = own_store.ready()
    assert (found.ready, "noeviction" in found.problem) == (False, True)


def test_a_store_with_something_strange_in_it_is_not_ready_and_says_so(own_store: Store) -> None:
    own_store.links.replies([command("s00", "SET", keys.due("s00"), "in the way")])
    readiness = own_store.ready()
    assert (readiness.ready, "WRONGTYPE" in readiness.problem) == (False, True)


def test_a_store_that_cannot_write_is_not_ready_and_unavailable(own: Embedded, own_store: Store, first: Make) -> None:
    own_store.links.replies([command("s00", "CONFIG", "SET", "maxmemory", 1)])
    assert not own_store.ready().ready
    with pytest.raises(StoreUnavailable):
        own_store.games.commit(first(keys.new_game_id()))
