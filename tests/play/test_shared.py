"""What many readers want at the same moment."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from time import monotonic

import pytest

from service.errors import StoreUnavailable
from service.play.shared import Shared
from service.store import budget

SECONDS = 0.2


@contextmanager
def a_store_that_hangs(shared: Shared[str, int]) -> Iterator[None]:
    """Somebody fetches "game", and the store does not answer until the end of the block."""
    began, answered = Event(), Event()

    def fetch(_: int | None) -> int:
        began.set()
        answered.wait()
        return 1

    with ThreadPoolExecutor(1) as pool:
        pool.submit(shared.get, "game", fetch)
        began.wait()
        try:
            yield
        finally:
            answered.set()


def test_however_many_wait_for_a_store_that_hangs_each_is_answered_in_its_own_time() -> None:
    shared: Shared[str, int] = Shared()

    def wait(_: int) -> float:
        asked = monotonic()
        with budget(SECONDS), pytest.raises(StoreUnavailable):
            shared.get("game", lambda _: 2)
        return monotonic() - asked

    with a_store_that_hangs(shared), ThreadPoolExecutor(8) as pool:
        waited = list(pool.map(wait, range(8)))
    assert max(waited) < 3 * SECONDS


def test_who_waited_has_the_rest_of_the_time_for_the_store() -> None:
    shared: Shared[str, int] = Shared()
    with budget(SECONDS) as mine:
        with a_store_that_hangs(shared), pytest.raises(StoreUnavailable):
            shared.get("game", lambda _: 2)
        assert mine.left <= 0
