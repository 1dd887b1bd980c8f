"""Who may ask: closed by default, and a wrong token opens nothing anywhere."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from service.api.auth import OPEN
from service.play.players import new_token
from service.store.keys import new_player_id
from tests.api import contract
from tests.api.client import Client


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every operation of the document: method, path, operation."""
    for path, item in contract.document()["paths"].items():
        for method in sorted(item.keys() & {"get", "post", "put", "patch", "delete"}):
            yield method.upper(), path, item[method]


BELOW_V1 = sorted((method, path) for method, path, _ in operations() if path.startswith("/v1/"))
CLOSED = [each for each in BELOW_V1 if each not in OPEN]
WRONG = {
    "no token": "Bearer",
    "another scheme": "Basic aHViOnNlY3JldA==",
    "garbage": "Bearer garbage",
    "a form that is right, of nobody": f"Bearer {new_token(new_player_id())}",
    "a form that is right, of a shard that is none": f"Bearer {new_token('p99-' + 'a' * 20)}",
    "two tokens": "Bearer a, Bearer b",
    "empty": "",
}


def concrete(path: str) -> str:
    """A path with something in place of its parameters."""
    return re.sub(r"\{(\w+)\}", lambda found: "1" if found[1] == "n" else "s00-" + "a" * 20, path)


@pytest.mark.parametrize(("method", "path"), CLOSED)
def test_a_closed_route_needs_a_token_before_anything_else(stranger: Client, method: str, path: str) -> None:
    answer = stranger.ask(method, concrete(path), raw=b"{" if method != "GET" else None, Content_Type="text/plain")

    assert (answer.status, answer.code, answer.headers["WWW-Authenticate"]) == (401, "unauthenticated", "Bearer")


@pytest.mark.parametrize("header", WRONG.values(), ids=WRONG.keys())
@pytest.mark.parametrize(("method", "path"), BELOW_V1)
def test_a_wrong_token_opens_nothing(stranger: Client, method: str, path: str, header: str) -> None:
    answer = stranger.ask(method, concrete(path), raw=b"{" if method != "GET" else None, Authorization=header)

    assert (answer.status, answer.code) == (401, "unauthenticated")


@pytest.mark.parametrize(("method", "path"), BELOW_V1)
def test_a_token_in_an_address_is_refused(player: Callable[..., Client], method: str, path: str) -> None:
    ada = player()

    answer = ada.ask(method, f"{concrete(path)}?token={ada.token}")

    assert (answer.status, answer.code) == (400, "malformed")


def test_a_token_in_an_address_is_refused_also_without_a_header(
    stranger: Client, player: Callable[..., Client]
) -> None:
    assert stranger.get(f"/v1/me?token={player().token}").status == 400


def test_a_token_with_one_letter_changed_is_wrong(player: Callable[..., Client]) -> None:
    ada = player()
    assert ada.token is not None
    for place in (5, 30, -10, -1):
        other = "A" if ada.token[place] != "A" else "B"
        changed = ada.token[:place] + other + ada.token[place + 1 or None :] if place != -1 else ada.token[:-1] + other
        assert ada.get("/v1/me", Authorization=f"Bearer {changed}").status == 401


def test_the_scheme_is_compared_without_case(player: Callable[..., Client]) -> None:
    ada = player()

    assert ada.get("/v1/me", Authorization=f"bearer {ada.token}").status == 200


def test_a_wrong_token_is_told_also_where_nothing_is(stranger: Client) -> None:
    answers = [stranger.get("/v1/nothing", Authorization="Bearer x"), stranger.get("/v1/nothing")]

    assert [answer.status for answer in answers] == [401, 404]


def test_health_needs_no_token_and_minds_none(stranger: Client) -> None:
    assert stranger.get("/healthz", Authorization="Bearer x").status == 200


@pytest.mark.parametrize(("method", "path", "operation"), list(operations()))
def test_the_document_says_which_routes_need_a_token(method: str, path: str, operation: dict[str, Any]) -> None:
    closed = path.startswith("/v1/") and (method, path) not in OPEN

    assert ({} not in operation["security"] and operation["security"] != []) == closed
