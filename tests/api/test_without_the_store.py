"""Without the store: 503 in time, in the one shape, and the process lives."""

from time import monotonic
from typing import Any

import pytest
from flask import Flask

from service.api.auth import OPEN
from service.app import create_app
from service.hub import Hub
from service.play.players import new_token
from service.settings import Settings
from service.store import Store
from service.store.keys import new_player_id
from tests.api.client import Client
from tests.api.requests import BELOW_V1, OPERATIONS, request


@pytest.fixture
def adrift() -> Any:
    """An application whose store is not there."""
    settings = Settings(redis_url="unix:///nonexistent/valkey.sock")
    store = Store.open(settings)
    yield create_app(settings, store, Hub(store.channel))
    store.close()


@pytest.mark.lesson(33)
@pytest.mark.parametrize("name", sorted(set(BELOW_V1) - {"listRulesets", "getRuleset"}))
def test_without_the_store_nothing_is_answered_but_when_to_come_back(adrift: Flask, name: str) -> None:
    began = monotonic()
    answers = [request(Client(adrift, new_token(new_player_id())), name)]
    if OPERATIONS[name] in OPEN:
        answers.append(request(Client(adrift), name))

    assert {(each.status, each.code, each.headers["Retry-After"]) for each in answers} == {
        (503, "store-unavailable", "1")
    }
    assert monotonic() - began < 2


@pytest.mark.lesson(33)
def test_an_outage_is_logged_once_a_second_and_not_by_each_request(
    adrift: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    client = Client(adrift)
    answers = [client.get("/v1/games") for _ in range(20)]

    assert {answer.status for answer in answers} == {503}
    assert caplog.text.count("The store can't be used") <= 2


@pytest.mark.lesson(33)
def test_without_the_store_the_process_is_alive_and_not_ready(adrift: Flask) -> None:
    alive, ready = Client(adrift).get("/healthz"), Client(adrift).get("/readyz")

    assert (alive.status, ready.status, ready.body["ready"], ready.headers["Retry-After"]) == (200, 503, False, "1")


def test_without_the_store_rulesets_can_be_read(adrift: Flask) -> None:
    assert Client(adrift).get("/v1/rulesets").status == 200
