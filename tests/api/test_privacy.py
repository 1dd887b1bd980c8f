"""Who may know what, for every route of the document: a new one is tried as well, without being asked for."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask

from tests.api import contract
from tests.api.client import SHORTEST, Answer, Client, Game, Wish
from tests.api.requests import BELOW_A_GAME, BELOW_V1, BODIES, NOWHERE, OPERATIONS, path_of, request

COUNTED = ("RateLimit", "RateLimit-Policy", "Retry-After")
"""Headers that only tell how much the caller has asked."""


def whole(answer: Answer) -> tuple[int, bytes, list[tuple[str, str]]]:
    """All that a caller can see of an answer."""
    return answer.status, answer.text, sorted(pair for pair in answer.headers.items() if pair[0] not in COUNTED)


def test_every_operation_with_a_body_has_one_to_be_tried_with() -> None:
    paths = contract.document()["paths"]
    taking = {name for name, (method, path) in OPERATIONS.items() if "requestBody" in paths[path][method.lower()]}

    assert taking == set(BODIES)


# Tokens


def rotated(ada: Client) -> str | None:
    """A token whose successor has been used."""
    old = ada.token
    ada.token = ada.post("/v1/me/token", {}).body["token"]
    assert ada.get("/v1/me").status == 200
    return old


def revoked(ada: Client) -> str | None:
    """A token that was ended at once."""
    old = ada.token
    ada.token = ada.post("/v1/me/token", {"now": True}).body["token"]
    return old


def replaced_twice(ada: Client) -> str | None:
    """The token before the one before."""
    first = rotated(ada)
    rotated(ada)
    return first


def erased(ada: Client) -> str | None:
    """The token of a player who is gone."""
    assert ada.ask("DELETE", "/v1/me").status == 204
    return ada.token


ENDS = (rotated, revoked, replaced_twice, erased)


@pytest.mark.lesson(8)
@pytest.mark.parametrize("end", ENDS)
def test_a_token_that_has_ended_opens_no_route_and_looks_like_one_that_never_was(
    player: Callable[..., Client], app: Flask, end: Callable[[Client], str | None], wish: Wish
) -> None:
    ada, bob = player("Ada"), player("Bob")
    games = [
        ada.post("/v1/games", wish).body["id"]
        for wish in (wish | {"visibility": "private"}, wish | {"bots": ["random"] * 2})
    ]
    never = Client(app, f"{bob.token}"[:-6] + "AAAAAA")
    dead = Client(app, end(ada))

    for name in BELOW_V1:
        for game in games:
            theirs, nobodys = whole(request(dead, name, game)), whole(request(never, name, game))
            assert theirs == nobodys, name
            assert theirs[0] == 401, name


@pytest.mark.lesson(8)
def test_a_rotation_whose_answer_was_lost_locks_nobody_out(player: Callable[..., Client], app: Flask) -> None:
    ada = player()
    lost = [ada.post("/v1/me/token", {}).body["token"] for _ in range(3)]

    again = ada.post("/v1/me/token", {})
    fresh = Client(app, again.body["token"])

    assert (again.status, fresh.get("/v1/me").status) == (200, 200)
    assert [Client(app, token).get("/v1/me").status for token in (*lost, ada.token)] == [401] * 4


# Private games


class Outsiders:
    """A private game, and all who are not in it."""

    def __init__(self, game: str, by_name: dict[str, Client]) -> None:
        self.game = game
        self.by_name = by_name


@pytest.fixture(params=["open", "running", "finished", "cancelled"])
def outsiders(
    request: pytest.FixtureRequest,
    player: Callable[..., Client],
    app: Flask,
    let_bots_play: Callable[[str], None],
    wish: Wish,
) -> Outsiders:
    host, guest, left, removed = (player(name) for name in ("host", "guest", "left", "removed"))
    made = host.post(
        "/v1/games", wish | {"visibility": "private", "players": 4, "options": SHORTEST.get(wish["ruleset"], {})}
    ).body
    game, code = made["id"], made["join_code"]
    for client in (left, removed):
        client.post("/v1/join", {"join_code": code})
    left.ask("DELETE", f"/v1/games/{game}/seats/me")
    code = host.ask("PUT", f"/v1/games/{game}/seats/2", {"bot": "random"}).body["join_code"]
    by_name = {"nobody": Client(app), "stranger": player("stranger"), "left": left, "removed": removed}
    if request.param in ("running", "finished"):
        host.ask("PUT", f"/v1/games/{game}/seats/1", {"bot": "random"})
        guest.post("/v1/join", {"join_code": code})
    if request.param == "cancelled":
        host.ask("DELETE", f"/v1/games/{game}/seats/me")
    while request.param == "finished" and host.look(game)["status"] != "finished":
        for client in (host, guest):
            client.ask("DELETE", f"/v1/games/{game}/seats/me")
        let_bots_play(game)
    assert host.look(game)["status"] == request.param
    return Outsiders(game, by_name)


def asked(client: Client, game: str) -> Iterator[tuple[str, Answer]]:
    """Everything that can be asked below a game: what fits, what does not fit, and with headers that name it."""
    for name in BELOW_A_GAME:
        method, path = OPERATIONS[name][0], path_of(name, game)
        yield name, request(client, name, game)
        if method == "GET":
            yield f"{name}, head", client.ask("HEAD", path)
        yield f"{name}, unknown query", request(client, name, game, query="?colour=1")
        yield f"{name}, seat 9", client.ask(method, path_of(name, game, 9), BODIES.get(name))
        yield f"{name}, tag", request(client, name, game, If_None_Match="*", If_Match="*")
        yield f"{name}, place", request(client, name, game, query=f"?after=1.{'0' * 16}", Last_Event_ID="nonsense")
        if name in BODIES:
            yield f"{name}, key", request(client, name, game, Idempotency_Key="mine")
            yield f"{name}, unfit", client.ask(method, path, {"colour": 1}, Idempotency_Key="mine")
            yield f"{name}, malformed", client.ask(method, path, raw=b"{")


@pytest.mark.lesson(14, 9)
def test_a_private_game_is_no_game_to_anybody_outside_on_every_route(outsiders: Outsiders) -> None:
    for who, client in outsiders.by_name.items():
        theirs, nobodys = asked(client, outsiders.game), asked(client, NOWHERE)
        for (name, there), (_, nowhere) in zip(theirs, nobodys, strict=True):
            assert whole(there) == whole(nowhere), (who, name)
            assert there.status in (400, 401, 404, 405), (who, name)


@pytest.mark.lesson(14)
def test_a_private_game_shows_in_no_list_and_no_feed_of_anybody_outside(outsiders: Outsiders) -> None:
    lists = ("/v1/games?limit=100", "/v1/me/games", "/v1/me/events", "/v1/me/events?include=game")
    for who, client in outsiders.by_name.items():
        for path in lists if client.token else lists[:1]:
            assert outsiders.game.encode() not in client.get(path).text, (who, path)


@pytest.mark.lesson(8)
def test_who_was_removed_is_told_so_and_nothing_more(player: Callable[..., Client], wish: Wish) -> None:
    host, removed = player("host"), player("removed")
    made = host.post("/v1/games", wish | {"visibility": "private"}).body
    removed.post("/v1/join", {"join_code": made["join_code"]})
    cursor = removed.get("/v1/me/events").body["cursor"]
    host.ask("PUT", f"/v1/games/{made['id']}/seats/1", {"bot": "random"})

    (hint,) = removed.get(f"/v1/me/events?after={cursor}&include=game").body["events"]

    assert (hint["kind"], hint["game"], "game_document" in hint) == ("removed", made["id"], False)


# Public games


SECRETS = ("hand", "server_seed", "seed", "decks", "join_code")
"""Names under which a document holds what not everybody may know."""


def secrets(value: Any) -> Iterator[tuple[str, Any]]:
    """What stands under such a name, anywhere."""
    if isinstance(value, dict):
        for name, below in value.items():
            if name in SECRETS and below is not None and not isinstance(below, int):  # a number tells how many
                yield name, below
            yield from secrets(below)
    elif isinstance(value, list):
        for entry in value:
            yield from secrets(entry)


@pytest.mark.lesson(9)
def test_of_a_public_game_no_route_tells_an_outsider_a_secret(
    running: Callable[..., Game], player: Callable[..., Client], stranger: Client
) -> None:
    game = running()
    for client in (stranger, player("stranger")):
        for name in BELOW_A_GAME:
            if name == "streamEvents":
                continue  # it tells what the feed tells, and goes on for ever
            answer = request(client, name, game.id)
            assert answer.status < 500
            assert not [*secrets(answer.body)], (name, answer.text)


@pytest.mark.lesson(9)
def test_a_seat_sees_its_own_secrets_only_on_every_route(running: Callable[..., Game]) -> None:
    game = running()
    hands = [seat.look(game.id)["view"]["hand"] for seat in game.seats]
    for seat, client in enumerate(game.seats):
        for name in BELOW_A_GAME:
            if name in ("streamEvents", "leaveGame"):
                continue
            shown = [value for _, value in secrets(request(client, name, game.id).body)]
            assert all(value == hands[seat] for value in shown), (name, shown)
