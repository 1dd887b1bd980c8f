"""The headers that stand on every answer."""

from collections.abc import Callable

import pytest
from flask import Flask, request

from tests.api.client import Client, Game, Wish

EXPOSED = "ETag, Location, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed, Server-Time"


@pytest.fixture
def answers(running: Callable[..., Game], stranger: Client, wish: Wish) -> dict[str, dict[str, str]]:
    """Headers of answers of every sort."""
    game = running()
    ada = game.seats[0]
    path = f"/v1/games/{game.id}"
    tag = ada.get(path).headers["ETag"]
    asked = {
        "200": ada.get(path),
        "200 open": stranger.get(path),
        "201": ada.post("/v1/games", wish),
        "304": ada.get(path, If_None_Match=tag),
        "400": ada.ask("POST", "/v1/games", raw=b"{"),
        "401": stranger.get("/v1/me"),
        "404": stranger.get("/v1/games/x"),
        "405": stranger.ask("PUT", "/v1/games"),
        "409": ada.act(game.id, {"type": "end_turn", "prompt": 999}),
        "422": ada.post("/v1/games", {}),
        "feed": stranger.get(f"{path}/events"),
        "no ruleset": stranger.get("/v1/rulesets/none"),
        "no route": stranger.get("/v1/nothing"),
    }
    assert asked["304"].status == 304
    return {name: dict(answer.headers) for name, answer in asked.items()}


def test_nothing_below_v1_may_be_kept_by_others(answers: dict[str, dict[str, str]]) -> None:
    kept = {name: (headers["Cache-Control"], headers["Vary"]) for name, headers in answers.items()}

    assert set(kept.values()) == {("private, no-store", "Authorization")}


def test_browsers_of_any_origin_may_read_every_answer(answers: dict[str, dict[str, str]]) -> None:
    allowed = {
        (headers["Access-Control-Allow-Origin"], headers["Access-Control-Expose-Headers"])
        for headers in answers.values()
    }

    assert allowed == {("*", EXPOSED)}
    assert not any("Access-Control-Allow-Credentials" in headers for headers in answers.values())


def test_no_answer_is_coded(answers: dict[str, dict[str, str]]) -> None:
    assert not any("Content-Encoding" in headers for headers in answers.values())


@pytest.mark.parametrize("path", ["/v1/rulesets", "/v1/rulesets/situational-awareness"])
def test_rulesets_may_be_kept_by_anybody_for_five_minutes(stranger: Client, path: str) -> None:
    first = stranger.get(path)

    again = stranger.get(path, If_None_Match=first.headers["ETag"])

    assert [first.headers["Cache-Control"], again.headers["Cache-Control"]] == ["public, max-age=300"] * 2
    assert (again.status, again.text) == (304, b"")
    assert "Authorization" not in first.headers.get("Vary", "")


@pytest.mark.parametrize("path", ["/v1/games", "/v1/players", "/v1/games/x/actions", "/v1/me"])
def test_a_preflight_is_answered_without_a_token(stranger: Client, path: str) -> None:
    asked = stranger.ask(
        "OPTIONS", path, Origin="https://a.example", Access_Control_Request_Method="POST",
        Access_Control_Request_Headers="authorization,content-type",
    )  # fmt: skip

    allowed = {name.strip() for name in asked.headers["Access-Control-Allow-Headers"].split(",")}
    assert (asked.status, asked.text, asked.headers["Access-Control-Max-Age"]) == (204, b"", "7200")
    assert allowed == {
        "Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID",
    }  # fmt: skip
    assert {"GET", "POST", "PUT", "PATCH", "DELETE"} <= set(asked.headers["Access-Control-Allow-Methods"].split(", "))


def test_where_origins_are_named_others_may_not_read(app_with: Callable[..., Flask]) -> None:
    client = Client(app_with(cors_origins=("https://a.example", "https://b.example")))

    origins = [client.get("/v1/games", Origin=origin).headers for origin in ("https://b.example", "https://c.example")]

    assert [headers.get("Access-Control-Allow-Origin") for headers in origins] == ["https://b.example", None]
    assert all("Origin" in headers.get_all("Vary") for headers in origins)


@pytest.mark.parametrize("host", ["evil.example", "a b", "", "evil.example:99999", "[::1", "\u00e9"])
def test_nothing_is_taken_from_what_the_client_calls_us(player: Callable[..., Client], host: str, wish: Wish) -> None:
    ada = player()

    made = ada.post("/v1/games", wish, Host=host, X_Forwarded_Host="evil.example", X_Forwarded_Proto="gopher")

    assert made.status == 201
    assert made.headers["Location"].startswith("/v1/games/")
    assert b"evil" not in made.text


def test_head_is_get_without_a_body(running: Callable[..., Game]) -> None:
    game = running()
    path = f"/v1/games/{game.id}"

    head, got = game.seats[0].ask("HEAD", path), game.seats[0].get(path)

    assert (head.status, head.text, head.headers["ETag"]) == (200, b"", got.headers["ETag"])


def test_what_is_shown_is_taken_as_it_is_labelled(stranger: Client) -> None:
    assert {
        stranger.get(path).headers["X-Content-Type-Options"] for path in ("/", "/docs", "/v1/games", "/nothing")
    } == {"nosniff"}


@pytest.mark.lesson(32)
@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "", "127.0.0.1"),
        (0, "6.6.6.6", "127.0.0.1"),
        (1, "6.6.6.6, 1.1.1.1", "1.1.1.1"),
        (2, "6.6.6.6, 1.1.1.1, 10.0.0.1", "1.1.1.1"),
        (2, "10.0.0.1", "127.0.0.1"),
    ],
)
def test_a_clients_address_is_what_the_outermost_of_our_proxies_saw(
    app_with: Callable[..., Flask], proxies: int, forwarded: str, address: str
) -> None:
    seen: list[str | None] = []
    app = app_with(public_proxies=proxies)
    app.before_request(lambda: seen.append(request.remote_addr))

    app.test_client().get("/healthz", headers={"X-Forwarded-For": forwarded})

    assert seen == [address]
