"""One service for each module: real processes, real sockets."""

from collections.abc import Callable, Iterator

import pytest

from tests.api.client import Client
from tests.served.service import Served, served


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("served")) as running:
        yield running


@pytest.fixture
def player(service: Served) -> Callable[..., Client]:
    """Registers a player."""

    def register(name: str = "Ada") -> Client:
        made = Client(service.http).post("/v1/players", {"name": name})
        return Client(service.http, made.body["token"], made.body["player"])

    return register
