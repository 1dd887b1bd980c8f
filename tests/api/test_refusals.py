"""Refusals: one shape, one order of checks, and below a game the caller's own fresh document."""

from collections.abc import Callable
from contextlib import ExitStack

import pytest
from flask import Flask

from service.app import create_app
from service.errors import StoreUnavailable
from service.hub import Hub
from service.play.table import Table
from service.store.connections import CONNECTIONS, Budget
from tests.api.client import WELL_FORMED, Client, Game, Wish, filled

NOWHERE = "s00-" + "a" * 20


@pytest.mark.parametrize(
    "path", ["/nothing", "/v1/nothing", "/v1/me/", "//v1/me", "/v1/games/", "/docs/nothing.js", "/metrics"]
)
def test_an_unknown_route_is_not_found(stranger: Client, path: str) -> None:
    answer = stranger.get(path)

    assert (answer.status, answer.code, answer.headers["Content-Type"]) == (
        404,
        "not-found",
        "application/problem+json",
    )


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/v1/games", "GET, HEAD, OPTIONS, POST"),
        ("PUT", "/v1/players", "OPTIONS, POST"),
        ("POST", "/healthz", "GET, HEAD, OPTIONS"),
        ("PATCH", f"/v1/games/{NOWHERE}", "GET, HEAD, OPTIONS"),
        ("BREW", "/docs", "GET, HEAD, OPTIONS"),
    ],
)
def test_a_wrong_method_is_told_which_ones_are_right(stranger: Client, method: str, path: str, allowed: str) -> None:
    answer = stranger.ask(method, path)

    assert (answer.status, answer.code, answer.headers["Allow"]) == (405, "method-not-allowed", allowed)


def test_a_refusal_has_every_field_of_a_problem(stranger: Client) -> None:
    assert stranger.get(f"/v1/games/{NOWHERE}").body == {
        "type": "about:blank",
        "title": "Not Found",
        "status": 404,
        "detail": "There is no such game.",
        "code": "not-found",
    }


PRIVATE = [
    ("GET", "", None),
    ("GET", "/events", None),
    ("GET", "/fairness", None),
    ("POST", "/seats", {}),
    ("POST", "/seats", {"colour": 1}),
    ("POST", "/actions", {"type": "end_turn", "prompt": 1}),
    ("POST", "/actions", {}),
    ("DELETE", "/seats/me", None),
    ("POST", "/seats/me/return", {}),
    ("PUT", "/seats/1", {"bot": "steady"}),
    ("PUT", "/seats/1", {"bot": 1}),
]


@pytest.mark.parametrize(("method", "below", "body"), PRIVATE)
def test_a_private_game_is_no_game_to_others_byte_for_byte(
    player: Callable[..., Client], method: str, below: str, body: object, wish: Wish
) -> None:
    host, other = player("Ada"), player("Bob")
    game = host.post("/v1/games", wish | {"visibility": "private"}).body["id"]

    theirs, nobodys = (other.ask(method, f"/v1/games/{each}{below}", body) for each in (game, NOWHERE))

    shown = [[header for header in answer.headers if header[0] != "RateLimit"] for answer in (theirs, nobodys)]
    assert (theirs.status, theirs.text, sorted(shown[0])) == (404, nobodys.text, sorted(shown[1]))


@pytest.mark.parametrize(
    "name", ["x", "s99-" + "a" * 20, "S00-" + "a" * 20, "s00-" + "a" * 200, "%00", "..", "s00-%F0%9F%9A%97"]
)
def test_what_is_no_id_is_no_game(stranger: Client, name: str) -> None:
    assert stranger.get(f"/v1/games/{name}").code == "not-found"


@pytest.mark.parametrize("seat", ["01", "-1", "1.0", "100", "\u0661", "x"])
def test_what_is_no_seat_number_is_no_route(running: Callable[..., Game], seat: str) -> None:
    game = running()

    assert game.seats[0].ask("PUT", f"/v1/games/{game.id}/seats/{seat}", {"bot": "steady"}).status == 404


def order(game: Game, outsider: Client) -> dict[str, tuple[int, str | None]]:
    """One request with everything wrong with it, and then one thing less each time."""
    path = f"/v1/games/{game.id}/actions"
    open_to = game.asked()[0]
    asked, other = game.seats[open_to], game.seats[(open_to + 1) % 3]
    offer = filled(asked.look(game.id)["offers"][-1])
    played = other.look(game.id)["prompt"]
    assert played is None
    wrong = "Bearer x"
    steps = {
        "401": outsider.ask("POST", path, raw=b"{", Content_Type="text/plain", Authorization=wrong),
        "415": outsider.ask("POST", path, raw=b"{" * 70_000, Content_Type="text/plain"),
        "413": outsider.ask("POST", path, raw=b"{" * 70_000),
        "400": outsider.ask("POST", f"/v1/games/{NOWHERE}/actions", raw=b"{"),
        "404": outsider.ask("POST", f"/v1/games/{NOWHERE}/actions", {"type": "nonsense"}),
        "403": outsider.ask("POST", path, {"type": "nonsense"}),
        "422 invalid": asked.ask("POST", path, {"type": "nonsense"}),
        "428": asked.ask("POST", path, {name: offer[name] for name in offer if name != "prompt"}),
        "412": asked.ask("POST", path, offer | {"prompt": 999}, If_Match='"1"'),
        "409": asked.ask("POST", path, offer | {"prompt": 999}),
    }
    return {name: (answer.status, answer.code) for name, answer in steps.items()}


def test_the_checks_come_in_the_order_of_the_contract(
    running: Callable[..., Game], player: Callable[..., Client]
) -> None:
    assert order(running(), player("outsider")) == {
        "401": (401, "unauthenticated"),
        "415": (415, "unsupported-media-type"),
        "413": (413, "too-large"),
        "400": (400, "malformed"),
        "404": (404, "not-found"),
        "403": (403, "not-seated"),
        "422 invalid": (422, "invalid"),
        "428": (428, "precondition-required"),
        "412": (412, "precondition-failed"),
        "409": (409, "stale-prompt"),
    }


UNFIT = [
    ("POST", "/seats", {"colour": 1}, ["removed", "invalid"]),
    ("POST", "/seats?colour=1", {}, ["removed", "invalid"]),
    ("PUT", "/seats/1", {"bot": 1}, ["not-host", "not-host"]),
    ("PUT", "/seats/1", {"bot": "steady", "colour": 1}, ["not-host", "not-host"]),
    ("DELETE", "/seats/me?colour=1", None, ["not-seated", "not-seated"]),
    ("POST", "/seats/me/return", {"colour": 1}, ["not-seated", "not-seated"]),
    ("POST", "/actions?brief=2", {}, ["not-seated", "not-seated"]),
    ("POST", "/rematch", {"salt": 1}, ["not-seated", "not-seated"]),
]


@pytest.mark.parametrize(("method", "below", "body", "codes"), UNFIT)
def test_who_may_not_is_told_so_before_what_does_not_fit(
    player: Callable[..., Client], method: str, below: str, body: object, codes: list[str], wish: Wish
) -> None:
    host, removed, outsider = player("Ada"), player("Bob"), player("Cyd")
    game = host.post("/v1/games", wish).body["id"]
    removed.post(f"/v1/games/{game}/seats")
    host.ask("PUT", f"/v1/games/{game}/seats/1", {"bot": "random"})

    assert [each.ask(method, f"/v1/games/{game}{below}", body).code for each in (removed, outsider)] == codes


def test_a_key_that_was_used_is_told_before_what_does_not_fit(player: Callable[..., Client], wish: Wish) -> None:
    host, other = player("Ada"), player("Bob")
    game = host.post("/v1/games", wish, Idempotency_Key="once").body["id"]
    other.post(f"/v1/games/{game}/seats", Idempotency_Key="once")

    answers = [
        host.post("/v1/games", {}, Idempotency_Key="once"),
        host.post("/v1/games", {}, Idempotency_Key="fresh"),
        other.post(f"/v1/games/{game}/seats", {"salt": 1}, Idempotency_Key="once"),
        other.post(f"/v1/games/{game}/seats", {"salt": 1}, Idempotency_Key="fresh"),
    ]

    assert [answer.code for answer in answers] == ["idempotency-mismatch", "invalid"] * 2


@pytest.mark.lesson(2)
def test_a_refusal_below_a_game_carries_the_callers_own_document(running: Callable[..., Game], ruleset: str) -> None:
    game = running()
    seat = game.asked()[0]
    before = game.seats[seat].look(game.id)

    refused = game.seats[seat].act(game.id, {"type": "end_turn", "prompt": 999})

    after = refused.body["game"]
    assert refused.body["ruleset"] == ruleset
    assert {**after, "server_time": 0, "prompt": 0, "asked": 0} == {**before, "server_time": 0, "prompt": 0, "asked": 0}
    assert after["prompt"]["id"] == before["prompt"]["id"]


@pytest.mark.lesson(2)
def test_an_illegal_action_names_a_clause_and_its_text(running: Callable[..., Game], ruleset: str) -> None:
    game = running()
    seat = game.seats[game.asked()[0]]
    shown = seat.look(game.id)

    refused = seat.act(game.id, WELL_FORMED[ruleset] | {"prompt": shown["prompt"]["id"]})

    clauses = seat.get(f"/v1/rulesets/{ruleset}").body["clauses"]
    assert (refused.status, refused.code) == (422, "illegal-action")
    assert refused.body["clause_text"] == clauses[refused.body["clause"]]


@pytest.mark.lesson(3)
def test_a_refusal_commits_nothing(running: Callable[..., Game]) -> None:
    game = running()
    seat = game.seats[game.asked()[0]]
    before = seat.look(game.id)["cursor"]

    for body in ({}, {"type": "play"}, {"type": "pass", "prompt": 1}, {"type": "pass", "version": 1}):
        assert seat.act(game.id, body).status >= 400

    assert seat.look(game.id)["cursor"] == before


def test_a_failure_of_ours_tells_nothing_to_the_caller_and_no_secret_to_the_log(
    app: Flask, running: Callable[..., Game], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = running()

    def broken(*_: object, **__: object) -> None:
        raise KeyError("pot" + "hole")

    for place in ("lists.listing", "watch.batch_text"):
        monkeypatch.setattr(f"service.play.{place}", broken)

    answer = game.seats[0].get("/v1/games")
    game.seats[0].checked = False  # a stream that is cut before its first event
    stream = game.seats[0].get(f"/v1/games/{game.id}/stream")

    assert (answer.status, answer.code) == (500, "internal-error")
    assert (stream.status, stream.text) == (200, b":\n\n")
    assert caplog.text.count("\nKeyError\n") == 2
    assert "pothole" not in caplog.text + str(answer.text)


@pytest.mark.one_game
@pytest.mark.lesson(33)
@pytest.mark.parametrize(
    ("trouble", "status", "code"),
    [(StoreUnavailable("away"), 503, "store-unavailable"), (KeyError("pothole"), 500, "internal-error")],
    ids=["the store goes", "a fault of ours"],
)
def test_a_refusal_whose_document_can_not_be_had_is_answered_like_any_other_failure(
    running: Callable[..., Game],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    trouble: Exception,
    status: int,
    code: str,
) -> None:
    game = running()

    def broken(*_: object) -> None:
        raise trouble

    monkeypatch.setattr("service.play.lobby.look", broken)

    answer = game.seats[0].get(f"/v1/games/{game.id}/events?wait=99")

    assert (answer.status, answer.code, answer.headers.get("Retry-After")) == (
        status,
        code,
        "1" if status == 503 else None,
    )
    assert "pothole" not in caplog.text


def test_a_process_whose_connections_are_all_in_use_is_busy_and_the_store_is_not_blamed(
    app: Flask, table: Table, player: Callable[..., Client]
) -> None:
    ada = player()
    ((pool, _),) = table.store.links.nodes()
    with ExitStack() as held:
        for _ in range(CONNECTIONS):
            held.enter_context(pool.connection(Budget(5)))
        answer = ada.get("/v1/me")

    assert (answer.status, answer.code, answer.headers["Retry-After"]) == (503, "busy", "1")
    assert ada.get("/v1/me").status == 200


def test_a_full_process_says_when_to_come_back(app: Flask, table: Table, running: Callable[..., Game]) -> None:
    game = running()
    hub = Hub(table.store.channel)
    hub.hold_at_most(0)
    full = create_app(table.settings, table.store, hub)

    answer = Client(full, game.seats[0].token).get(
        f"/v1/games/{game.id}/events?wait=1&after={game.seats[0].look(game.id)['cursor']}"
    )

    assert (answer.status, answer.code, answer.headers["Retry-After"]) == (503, "busy", "1")
