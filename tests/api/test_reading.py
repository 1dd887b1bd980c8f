"""What is sent is read strictly, or refused."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.api.client import Client, Wish

NAME = b'{"name": "Ada"}'
MALFORMED = {
    "no JSON": b"{name}",
    "nothing but spaces": b"  ",
    "no object": b'["Ada"]',
    "a duplicate name": b'{"name": "Ada", "name": "Bob"}',
    "a duplicate name inside": b'{"name": {"a": 1, "a": 2}}',
    "NaN": b'{"name": NaN}',
    "Infinity": b'{"name": -Infinity}',
    "invalid UTF-8": b'{"name": "\xff"}',
    "UTF-16": '{"name": "Ada"}'.encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf" + NAME,
    "half a surrogate pair": b'{"name": "\\ud800"}',
    "half a surrogate pair as a name": b'{"\\udc00": 1}',
    "a comment": b'{"name": "Ada"} // Ada',
    "a trailing comma": b'{"name": "Ada",}',
    "two texts": NAME + NAME,
    "great depth": b'{"name": ' + b"[" * 40 + b"]" * 40 + b"}",
    "absurd depth": b'{"name": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
    "a number of 5000 digits": b'{"name": ' + b"1" * 5000 + b"}",
    "a control character in a text": b'{"name": "A\nda"}',
}


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED.keys())
def test_what_is_no_plain_json_object_is_malformed(stranger: Client, body: bytes) -> None:
    answer = stranger.ask("POST", "/v1/players", raw=body)

    assert (answer.status, answer.code) == (400, "malformed")


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin-1", "application/jsonp", ""],
)
def test_a_body_of_another_type_is_not_read(stranger: Client, kind: str) -> None:
    answer = stranger.ask("POST", "/v1/players", raw=NAME, Content_Type=kind)

    assert (answer.status, answer.code) == (415, "unsupported-media-type")


@pytest.mark.parametrize(
    "kind", ["application/json", "Application/JSON; charset=UTF-8", 'application/json;charset="utf-8"']
)
def test_the_type_is_compared_as_http_says(stranger: Client, kind: str) -> None:
    assert stranger.ask("POST", "/v1/players", raw=NAME, Content_Type=kind).status == 201


def test_a_coded_body_is_not_read(stranger: Client) -> None:
    assert stranger.ask("POST", "/v1/players", raw=NAME, Content_Encoding="gzip").status == 415


@pytest.mark.lesson(31)
@pytest.mark.parametrize(("length", "status"), [(65_536, 201), (65_537, 413)])
def test_a_body_has_at_most_64_kilobytes(stranger: Client, length: int, status: int) -> None:
    answer = stranger.ask("POST", "/v1/players", raw=NAME + b" " * (length - len(NAME)))

    assert answer.status == status
    assert answer.code == (None if status == 201 else "too-large")


INVALID_NAMES = {
    "empty": "",
    "blank": " \t\u3000 ",
    "33 characters": "a" * 33,
    "a line break": "a\nb",
    "a bidi override": "a\u202eb",
    "a zero width space": "a\u200bb",
    "a byte order mark": "a\ufeffb",
    "an escape": "\u001b[31m",
    "a line separator": "a\u2028b",
}


@pytest.mark.parametrize("name", INVALID_NAMES.values(), ids=INVALID_NAMES.keys())
def test_a_name_has_1_to_32_characters_that_can_be_seen(stranger: Client, name: str) -> None:
    answer = stranger.post("/v1/players", {"name": name})

    assert (answer.status, answer.code, [error["pointer"] for error in answer.body["errors"]]) == (
        422,
        "invalid",
        ["/name"],
    )


@pytest.mark.parametrize(
    ("sent", "shown"), [("  Ada ", "Ada"), ("e\u0301", "\u00e9"), ("a" * 32, "a" * 32), ("\U0001f697", "\U0001f697")]
)
def test_a_name_is_shown_in_nfc_and_trimmed(stranger: Client, sent: str, shown: str) -> None:
    assert stranger.post("/v1/players", {"name": sent}).body["name"] == shown


INVALID_GAMES: dict[str, tuple[dict[str, Any], str]] = {
    "no ruleset": ({"ruleset": "none"}, "/ruleset"),
    "a ruleset that is no text": ({"ruleset": 1}, "/ruleset"),
    "1.0 players": ({"players": 3.0}, "/players"),
    '"3" players': ({"players": "3"}, "/players"),
    "true players": ({"players": True}, "/players"),
    "null players": ({"players": None}, "/players"),
    "seven players": ({"players": 7}, "/players"),
    "a googol of players": ({"players": 10**100}, "/players"),
    "a bot that is no text": ({"bots": [1]}, "/bots/0"),
    "a bot of no level": ({"bots": ["random", "perfect"]}, "/bots/1"),
    "bots that are no list": ({"bots": "random"}, "/bots"),
    "more bots than seats": ({"bots": ["random"] * 3}, "/bots"),
    "host_plays as a number": ({"host_plays": 1}, "/host_plays"),
    "host_plays as a text": ({"host_plays": "true"}, "/host_plays"),
    "an unknown field": ({"colour": "red"}, "/colour"),
    "an unknown field with a slash": ({"a/b~c": 1}, "/a~1b~0c"),
    "an unknown clock": ({"clocks": {"hour_ms": 1}}, "/clocks/hour_ms"),
    "a clock in decimals": ({"clocks": {"turn_ms": 2000.0}}, "/clocks/turn_ms"),
    "no clock in a public game": ({"clocks": {"turn_ms": 0}}, "/clocks/turn_ms"),
    "a clock of weeks": ({"clocks": {"window_ms": 604_800_001}}, "/clocks/window_ms"),
    "another visibility": ({"visibility": "secret"}, "/visibility"),
    "another absent": ({"absent": "leave"}, "/absent"),
    "a salt with a space": ({"salt": "a b"}, "/salt"),
    "a salt of 65 characters": ({"salt": "a" * 65}, "/salt"),
    "a seed in capitals": ({"seed": "A" * 64}, "/seed"),
    "options that are no object": ({"options": []}, "/options"),
}


@pytest.mark.lesson(30)
@pytest.mark.parametrize(("change", "pointer"), INVALID_GAMES.values(), ids=INVALID_GAMES.keys())
def test_a_wish_that_makes_no_sense_is_refused_with_its_place(
    player: Callable[..., Client], change: dict[str, Any], pointer: str, wish: Wish
) -> None:
    answer = player().post("/v1/games", wish | change)

    assert (answer.status, answer.code, [error["pointer"] for error in answer.body["errors"]]) == (
        422,
        "invalid",
        [pointer],
    )


@pytest.mark.lesson(30)
@pytest.mark.parametrize(
    ("options", "pointer"),
    [
        ({"first_seat": 1.0}, "/options/first_seat"),
        ({"first_seat": True}, "/options/first_seat"),
        ({"first_seat": 9}, "/options/first_seat"),
        ({"wheels": 4}, "/options/wheels"),
    ],
)
def test_options_are_the_rulesets_own_and_the_wrong_one_is_named(
    player: Callable[..., Client], options: dict[str, Any], pointer: str, wish: Wish
) -> None:
    answer = player().post("/v1/games", wish | {"options": options})

    assert (answer.status, answer.code) == (422, "invalid")
    assert [error["pointer"] for error in answer.body["errors"]] == [pointer]
    assert answer.body["detail"] == f"{pointer}: {answer.body['errors'][0]['detail']}"


INVALID_QUERIES = {
    "/v1/games?limit=0": "/limit",
    "/v1/games?limit=101": "/limit",
    "/v1/games?limit=+5": "/limit",
    "/v1/games?limit=5.0": "/limit",
    "/v1/games?limit=": "/limit",
    "/v1/games?limit=\u0665": "/limit",
    "/v1/games?limit=5&limit=6": "/limit",
    "/v1/games?colour=red": "/colour",
    "/v1/games?status=running": "/status",
    "/v1/games?ruleset=none": "/ruleset",
    "/v1/games?cursor=none": "/cursor",
    "/v1/me?a=1": "/a",
    "/v1/me/games?status=lost": "/status",
    "/v1/rulesets?limit=1": "/limit",
}


@pytest.mark.parametrize(("path", "pointer"), INVALID_QUERIES.items())
def test_a_query_is_as_strict_as_a_body(player: Callable[..., Client], path: str, pointer: str) -> None:
    answer = player().get(path)

    assert (answer.status, answer.code, [error["pointer"] for error in answer.body["errors"]]) == (
        422,
        "invalid",
        [pointer],
    )


@pytest.mark.parametrize(
    "query", ["wait=26", "wait=-1", "wait=1.5", "limit=501", "game=yes", "after=1", "after=x.y", "a=1"]
)
def test_a_query_of_the_feed_is_refused_with_the_game(running: Callable[..., Any], query: str) -> None:
    game = running()

    answer = game.seats[0].get(f"/v1/games/{game.id}/events?{query}")

    assert (answer.status, answer.code, answer.body["game"]["seat"]) == (422, "invalid", 0)


@pytest.mark.parametrize("key", ["", "a b", "\u00e9", "a" * 129, "\t"])
def test_an_idempotency_key_is_visible_ascii(player: Callable[..., Client], key: str, wish: Wish) -> None:
    assert player().post("/v1/games", wish, Idempotency_Key=key).status == 400


def test_a_route_without_fields_takes_an_empty_object_or_nothing(running: Callable[..., Any]) -> None:
    game = running()
    path = f"/v1/games/{game.id}/seats/me/return"

    sent = [game.seats[0].ask("POST", path, raw=text) for text in (b"", b"{}", b'{"a": 1}', b"[]")]

    assert [answer.status for answer in sent] == [200, 200, 422, 400]


def test_all_errors_of_a_body_are_told_at_once(player: Callable[..., Client]) -> None:
    answer = player().post("/v1/games", {"players": "3", "bots": ["steady", 7], "colour": 1})

    assert {error["pointer"] for error in answer.body["errors"]} == {"/ruleset", "/players", "/bots/1", "/colour"}
    assert json.loads(answer.text)["detail"]
