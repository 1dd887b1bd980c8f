"""Whatever is sent, to every route that takes a body: one clear refusal of the one shape, and nothing has happened."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from engine.catalogue import games
from tests.api import contract
from tests.api.client import Answer, Client, Game, Wish, filled
from tests.api.requests import BODIES, OPERATIONS, path_of
from tests.api.test_auth import operations

PLENTY = 1_000_000
"""An action that is refused counts fivefold; here are more than are meant to be sent."""
HUGE = 10**400
"""More than any store or language holds."""
MALFORMED: dict[str, Callable[[bytes], bytes]] = {
    "invalid UTF-8": lambda text: text[:-1] + b', "_x": "\xff"}',
    "a duplicate name": lambda text: text[:-1] + b', "_x": 1, "_x": 1}',
    "a duplicate name inside": lambda text: text[:-1] + b', "_x": {"a": 1, "a": 1}}',
    "NaN": lambda text: text[:-1] + b', "_x": NaN}',
    "a number of 5000 digits": lambda text: text[:-1] + b', "_x": ' + b"1" * 5_000 + b"}",
    "half a surrogate pair": lambda text: text[:-1] + b', "_x": "\\udfff"}',
    "half a surrogate pair as a name": lambda text: text[:-1] + b', "_\\ud800": 1}',
    "great depth": lambda text: text[:-1] + b', "_x": ' + b"[" * 33 + b"]" * 33 + b"}",
    "absurd depth": lambda text: text[:-1] + b', "_x": ' + b'{"a":' * 10_000 + b"1" + b"}" * 10_000 + b"}",
    "a list": lambda text: b"[" + text + b"]",
    "a text": lambda text: json.dumps(text.decode()).encode(),
    "null": lambda text: b"null",
    "half of it": lambda text: text[: len(text) // 2 + 1] + b"\x00",
    "twice": lambda text: text + text,
    "a byte order mark": lambda text: b"\xef\xbb\xbf" + text,
    "UTF-16": lambda text: text.decode().encode("utf-16"),
}
VALUES: tuple[Any, ...] = (
    None, True, -1, 1.5, 1e300, 2**53, 2**64, HUGE, "", "\u0000", "x" * 60_000, "\U0001f697", [], [[]], ["x"] * 9_000,
    [None] * 1_000, {}, {"x": {}}, {"one_of": [1, 2]},
)  # fmt: skip
"""What no field of any body is; a few of them fit here or there."""


@pytest.fixture
def ready(
    player: Callable[..., Client], running: Callable[..., Game], wish: Wish
) -> Callable[[str], tuple[Client, str]]:
    """Somebody who may use an operation, and its address."""

    def prepare(name: str) -> tuple[Client, str]:
        host, guest = player("host"), player("guest")
        if name in ("act", "returnToSeat"):
            game = running()
            return game.seats[game.asked()[0]], path_of(name, game.id)
        if "{id}" not in OPERATIONS[name][1]:
            return host, path_of(name)
        game_id = host.post("/v1/games", wish | {"players": 4}).body["id"]
        return (guest if name == "takeSeat" else host), path_of(name, game_id)

    return prepare


def one_clear_error(answer: Answer, *codes: str) -> None:
    """The one shape (the client has compared it with the document), a code, and words."""
    assert answer.code in codes, (answer.status, answer.text[:300])
    assert (answer.body["status"], answer.body["type"]) == (answer.status, "about:blank")
    assert answer.body["detail"]
    assert len(answer.body["detail"]) <= 300
    assert all(len(error["detail"]) <= 300 for error in answer.body.get("errors", ()))
    assert len(answer.body.get("errors", ())) <= 20


@pytest.mark.lesson(2)
@pytest.mark.parametrize("name", sorted(BODIES))
def test_what_is_no_plain_json_object_is_malformed_on_every_route(
    ready: Callable[[str], tuple[Client, str]], name: str
) -> None:
    client, path = ready(name)
    text = json.dumps({"_": 0, **BODIES[name]}).encode()
    for what, broken in MALFORMED.items():
        answer = client.ask(OPERATIONS[name][0], path, raw=broken(text))
        assert answer.code == "malformed", (what, answer.text)
        one_clear_error(answer, "malformed")


@pytest.mark.lesson(31)
@pytest.mark.parametrize("name", sorted(BODIES))
def test_a_body_over_64_kilobytes_is_too_large_on_every_route(
    ready: Callable[[str], tuple[Client, str]], name: str
) -> None:
    client, path = ready(name)
    for text in (b" " * 65_537, json.dumps({"name": "x" * 65_536}).encode(), b"[" * 70_000):
        one_clear_error(client.ask(OPERATIONS[name][0], path, raw=text), "too-large")


@pytest.mark.lesson(30)
@pytest.mark.parametrize("name", sorted(BODIES.keys() - {"act"}))
def test_an_unknown_field_is_named_on_every_route(ready: Callable[[str], tuple[Client, str]], name: str) -> None:
    client, path = ready(name)
    for field in ("colour", "x" * 50_000, "", "a/b~c", "\u0000", "__class__"):
        answer = client.ask(OPERATIONS[name][0], path, BODIES[name] | {field: 1})
        assert answer.code == "invalid", answer.text[:300]
        one_clear_error(answer, "invalid")
        pointer = "/" + field.replace("~", "~0").replace("/", "~1")
        assert [error["pointer"] for error in answer.body["errors"]] == [pointer]


def fields() -> list[tuple[str, str]]:
    """Every field of every body, as the document names them."""
    schemas = {
        operation["operationId"]: operation["requestBody"]["content"]["application/json"]["schema"]
        for _, _, operation in operations()
        if "requestBody" in operation
    }
    components = contract.document()["components"]["schemas"]
    found = []
    for name, schema in schemas.items():
        shape = components[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
        found += [(name, field) for field in shape.get("properties", {})]
    return sorted(found)


@pytest.mark.lesson(30)
@pytest.mark.parametrize(("name", "field"), fields())
def test_a_value_of_another_kind_is_named_on_every_route(
    ready: Callable[[str], tuple[Client, str]], name: str, field: str
) -> None:
    client, path = ready(name)
    refused = 0
    for value in VALUES:
        answer = client.ask(OPERATIONS[name][0], path, BODIES[name] | {field: value})
        if answer.status < 300:
            client, path = ready(name)
            continue
        one_clear_error(answer, "invalid", "not-found", "already-seated", "not-finished", "commitment-used")
        refused += answer.code == "invalid"
        if answer.code == "invalid":
            assert {error["pointer"].split("/")[1] for error in answer.body["errors"]} <= {field, "options"}
    assert refused >= len(VALUES) - 4


@pytest.mark.lesson(2, 3)
def test_whatever_is_sent_as_an_action_is_refused_clearly_and_moves_nothing(
    player: Callable[..., Client], app_with: Callable[..., Flask], ruleset: str
) -> None:
    patient = app_with(actions_per_s=PLENTY, actions_burst=PLENTY)
    seats = [Client(patient, player(f"driver {seat}").token) for seat in range(max(2, games()[ruleset].least))]
    game = seats[0].post("/v1/games", {"ruleset": ruleset, "players": len(seats)}).body["id"]
    for seat in seats[1:]:
        assert seat.post(f"/v1/games/{game}/seats").status == 201
    for number in range(9):
        question = seats[0].look(game)["asked"]
        if question is None:
            break  # chance has ended the game
        asked = seats[question["seats"][0]]
        shown = asked.look(game)
        asked.checked = False
        for offer in {offer["type"]: filled(offer) for offer in shown["offers"]}.values() if number % 4 == 0 else ():
            everything_wrong(asked, game, offer)
        assert asked.look(game)["cursor"] == shown["cursor"]
        asked.checked = True
        assert asked.act(game, filled(shown["offers"][0])).status == 200


def everything_wrong(seat: Client, game: str, offer: dict[str, Any]) -> None:
    """Sends an action with each of its fields, and two that it has not, made each of the values."""
    codes = ("invalid", "illegal-action", "stale-prompt", "version-conflict", "precondition-required")
    for field in (*(name for name in offer if name not in ("text", "no_effect")), "colour", "version"):
        for value in VALUES:
            if field not in offer or offer[field] != value:
                one_clear_error(seat.act(game, offer | {field: value}), *codes)


@pytest.mark.lesson(5)
def test_two_answers_in_a_row_need_only_the_first_reply(running: Callable[..., Game]) -> None:
    game = running()
    in_a_row = 0
    while in_a_row < 3:
        if game.seats[0].look(game.id)["status"] != "running":
            game = running()
        seat = game.seats[game.asked()[0]]
        shown = seat.look(game.id)
        while shown["prompt"] is not None and in_a_row < 3:
            action = filled(shown["offers"][0])
            done, doubled = seat.act(game.id, action), seat.act(game.id, action)
            # 422 where the same question is still open, and what was given is not there any more.
            assert (done.status, doubled.status in (409, 422)) == (200, True), (done.text, doubled.text)
            shown = done.body["game"]
            in_a_row += shown["prompt"] is not None
