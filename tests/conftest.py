"""A real Valkey for every test run: one a process of pytest-xdist, flushed before each test that asks for it."""

import time
from collections.abc import Callable, Iterator

import pytest

from service.embedded import Embedded
from service.settings import Settings
from service.store import Store
from service.store.commands import command

Eventually = Callable[..., None]


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
