"""Idempotency-Keys on the routes that are not a game's, and on the rematch."""

from collections.abc import Callable
from functools import partial

import pytest

from service.play.table import Table
from service.store import keys
from service.store.commands import command
from tests.api.client import Answer, Client, Game, Wish, together
from tests.api.test_auth import operations

KEY = "3f0c1b1e-5a58-4c8e-9d5f-0d3b7c1a2e44"
ROUTES = {"/v1/me/token": {"now": True}, "/v1/commitments": {"no": 1}}
"""Routes of a player, and another body than none."""


def replayed(answer: Answer) -> bool:
    return answer.headers.get("Idempotent-Replayed") == "true"


def stored(table: Table) -> bytes:
    """All that the store holds of remembered answers: names and values."""
    (names,) = table.store.links.replies([command("s00", "KEYS", "*:done:*")])
    return b"".join(names + table.store.links.replies([command("s00", "GET", name) for name in names]))


def test_every_post_takes_a_key_and_says_what_becomes_of_it() -> None:
    for method, path, operation in operations():
        if method == "POST":
            success = [answer for status, answer in operation["responses"].items() if status < "300"]
            assert all("Idempotent-Replayed" in answer["headers"] for answer in success), path
            assert "`idempotency-mismatch`" in operation["responses"]["422"]["description"], path


# Of a player


@pytest.mark.parametrize("path", ROUTES)
def test_a_repeat_is_given_the_first_answer(player: Callable[..., Client], path: str) -> None:
    ada = player()

    first, again, other = (ada.post(path, Idempotency_Key=key) for key in ("k", "k", "other"))

    assert (again.status, again.text) == (first.status, first.text)
    assert [replayed(answer) for answer in (first, again, other)] == [False, True, False]
    assert other.body != first.body


@pytest.mark.parametrize(("path", "body"), ROUTES.items())
def test_a_key_stands_for_one_request(player: Callable[..., Client], path: str, body: object) -> None:
    ada = player()
    ada.post(path, Idempotency_Key="k")

    assert [ada.post(other, sent, Idempotency_Key="k").code for other, sent in ((path, body), *ROUTES.items())] == [
        "idempotency-mismatch"
    ] * 3


@pytest.mark.parametrize("path", ROUTES)
def test_each_player_has_keys_of_their_own(player: Callable[..., Client], path: str) -> None:
    first, second = (player(name).post(path, Idempotency_Key="k") for name in ("Ada", "Bob"))

    assert (first.body != second.body, replayed(second)) == (True, False)


@pytest.mark.parametrize("path", ROUTES)
def test_of_two_at_once_one_is_done_and_both_get_its_answer(player: Callable[..., Client], path: str) -> None:
    for number in range(20):
        ada = player()

        answers = together(*(partial(ada.post, path, Idempotency_Key=f"{number}"),) * 2)

        assert {answer.text for answer in answers} == {ada.post(path, Idempotency_Key=f"{number}").text}
        assert sorted(map(replayed, answers)) == [False, True]


def test_what_is_remembered_is_remembered_for_a_day(player: Callable[..., Client], table: Table) -> None:
    ada = player()
    Client(ada.http.application).post("/v1/players", {"name": "Bob"}, Idempotency_Key=KEY)
    for path in ROUTES:
        ada.post(path, Idempotency_Key="k" + path)

    (names,) = table.store.links.replies([command("s00", "KEYS", "*:done:*")])
    lives = table.store.links.replies([command("s00", "PTTL", name) for name in names])

    assert len(lives) == 3
    assert all(86_000_000 < life <= 86_400_000 for life in lives)


def test_a_key_that_is_used_again_after_its_day_brings_no_old_token_back(
    player: Callable[..., Client], table: Table
) -> None:
    ada = player()
    first = ada.post("/v1/me/token", Idempotency_Key="k").body["token"]
    (names,) = table.store.links.replies([command("s00", "KEYS", "*:done:*")])
    table.store.links.replies([command("s00", "DEL", *names)])

    assert ada.post("/v1/me/token", Idempotency_Key="k").body["token"] != first


def test_the_token_of_a_repeat_works_and_ends_the_old_one(player: Callable[..., Client]) -> None:
    ada = player()
    ada.post("/v1/me/token", Idempotency_Key="k")  # the answer is lost

    token = ada.post("/v1/me/token", Idempotency_Key="k").body["token"]

    new = Client(ada.http.application, token)
    assert (new.get("/v1/me").status, ada.get("/v1/me").status) == (200, 401)
    assert new.post("/v1/me/token", Idempotency_Key="k").body["token"] == token


def test_the_commitment_of_a_repeat_is_good_for_a_game(player: Callable[..., Client], wish: Wish) -> None:
    ada = player()
    promised = [ada.post("/v1/commitments", Idempotency_Key="k").body["commitment"] for _ in range(2)][1]

    made = ada.post("/v1/games", wish | {"commitment": promised})

    assert made.body["commitment"] == promised


# A new player


def test_a_long_key_makes_one_player_from_wherever_it_is_sent(stranger: Client) -> None:
    first, again = (
        stranger.post("/v1/players", {"name": "Ada"}, Idempotency_Key=KEY, X_Forwarded_For=address)
        for address in ("1.1.1.1", "2.2.2.2")
    )

    assert (again.status, again.text, replayed(first), replayed(again)) == (201, first.text, False, True)
    assert Client(stranger.http.application, again.body["token"]).get("/v1/me").body["player"] == first.body["player"]


@pytest.mark.parametrize("key", ["1", "register", "a" * 19])
def test_a_short_key_opens_nobodys_account(stranger: Client, key: str) -> None:
    made = [stranger.post("/v1/players", {"name": "Ada"}, Idempotency_Key=key) for _ in range(2)]

    assert [(answer.status, replayed(answer)) for answer in made] == [(201, False)] * 2
    assert made[0].body["player"] != made[1].body["player"]


@pytest.mark.parametrize("body", [{"name": "Eve"}, {"name": ""}, {"nam": "Ada"}])
def test_a_key_with_another_body_opens_no_account(stranger: Client, body: object) -> None:
    stranger.post("/v1/players", {"name": "Ada"}, Idempotency_Key=KEY)

    answer = stranger.post("/v1/players", body, Idempotency_Key=KEY)

    assert (answer.status, answer.code) == (422, "idempotency-mismatch")


def test_of_two_registrations_at_once_one_is_made(stranger: Client) -> None:
    for number in range(20):
        key = f"{number:020}"
        answers = together(*(partial(stranger.post, "/v1/players", {"name": "Ada"}, Idempotency_Key=key),) * 2)

        assert (answers[0].text, sorted(map(replayed, answers))) == (answers[1].text, [False, True])


def test_a_repeat_brings_no_dead_token_back(stranger: Client) -> None:
    made = stranger.post("/v1/players", {"name": "Ada"}, Idempotency_Key=KEY)
    ada = Client(stranger.http.application, made.body["token"])
    ada.post("/v1/me/token", {"now": True})

    again = stranger.post("/v1/players", {"name": "Ada"}, Idempotency_Key=KEY)

    assert (again.text, ada.get("/v1/me").status) == (made.text, 401)


def test_what_is_stored_is_no_token_no_key_and_no_name(stranger: Client, table: Table) -> None:
    made = stranger.post("/v1/players", {"name": "Ada Lovelace"}, Idempotency_Key=KEY)
    ada = Client(stranger.http.application, made.body["token"])
    token = ada.post("/v1/me/token", Idempotency_Key="rotate-now").body["token"]

    held = stored(table)

    for secret in (made.body["token"][29:], token[29:], "Ada", KEY, "rotate-now"):
        assert secret.encode() not in held


# What has nothing to do


def test_a_return_that_changes_nothing_is_remembered_too(running: Callable[..., Game]) -> None:
    game = running()
    seat, path = game.seats[1], f"/v1/games/{game.id}/seats/me/return"

    first = seat.post(path, Idempotency_Key="k")
    seat.ask("DELETE", f"/v1/games/{game.id}/seats/me")
    again, other = seat.post(path, Idempotency_Key="k"), seat.post(path, {"no": 1}, Idempotency_Key="k")

    assert [(answer.status, replayed(answer)) for answer in (first, again)] == [(200, False), (200, True)]
    assert again.body["seats"][1]["absent"]  # it is not done a second time
    assert other.code == "idempotency-mismatch"


def test_a_wish_for_a_rematch_that_one_is_in_is_remembered_too(finished: Callable[..., Game]) -> None:
    game = finished()
    seat, path = game.seats[0], f"/v1/games/{game.id}/rematch"
    made = seat.post(path)

    first, again, other = (seat.post(path, body, Idempotency_Key="k") for body in ({}, {}, {"salt": "s"}))

    assert [(answer.status, replayed(answer)) for answer in (made, first, again)] == [
        (201, False),
        (200, False),
        (200, True),
    ]
    assert other.code == "idempotency-mismatch"


def test_of_two_at_once_that_change_nothing_one_counts(running: Callable[..., Game]) -> None:
    game = running()
    path = f"/v1/games/{game.id}/seats/me/return"

    for number in range(20):
        answers = together(*(partial(game.seats[0].post, path, Idempotency_Key=f"{number}"),) * 2)

        assert sorted(map(replayed, answers)) == [False, True]


def test_what_is_remembered_of_a_finished_game_goes_with_it(finished: Callable[..., Game], table: Table) -> None:
    game = finished(visibility="private")
    following = game.seats[0].post(f"/v1/games/{game.id}/rematch").body["id"]
    game.seats[0].ask("DELETE", f"/v1/games/{following}/seats/me")

    assert table.store.games.remember(following, "field", "print") is None
    assert table.store.games.remember(following, "field", "other") == ("print", 0)
    assert table.store.games.remember(f"s00-{'a' * 20}", "field", "print") is None

    names = [keys.game(following), keys.once(following), keys.once(f"s00-{'a' * 20}")]
    lives = table.store.links.replies([command(name[1:4], "PTTL", name) for name in names])
    assert abs(lives[0] - lives[1]) < 1_000
    assert lives[2] == -2


# Joining by code


def test_a_key_that_joined_by_a_code_is_for_that_game_alone(player: Callable[..., Client], wish: Wish) -> None:
    host, guest = player("Ada"), player("Ben")
    codes = [host.post("/v1/games", wish | {"visibility": "private"}).body["join_code"] for _ in range(3)]
    full = host.post("/v1/games", wish).body
    for seat in (1, 2):
        host.ask("PUT", f"/v1/games/{full['id']}/seats/{seat}", {"bot": "random"})

    answers = [
        guest.post("/v1/join", {"join_code": code}, Idempotency_Key="k")
        for code in (full["join_code"], codes[0], codes[0], codes[1])
    ]
    other = guest.post("/v1/join", {"join_code": codes[1]}, Idempotency_Key="other")

    assert [(answer.status, answer.code) for answer in answers] == [
        (404, "not-found"),
        (201, None),
        (201, None),
        (422, "idempotency-mismatch"),
    ]
    assert (replayed(answers[2]), other.status) == (True, 201)
    for unfit in ({"join_code": codes[0], "no": 1}, {}):
        assert guest.post("/v1/join", unfit, Idempotency_Key="k").code == "idempotency-mismatch"
        assert guest.post("/v1/join", unfit, Idempotency_Key="fresh").code == "invalid"


# A rematch


def test_the_rematch_is_made_once_and_a_repeat_has_the_first_status(finished: Callable[..., Game]) -> None:
    game = finished()
    path = f"/v1/games/{game.id}/rematch"
    ada, ben, _ = game.seats

    made, made_again = (ada.post(path, {"salt": "a"}, Idempotency_Key="k") for _ in range(2))
    joined, joined_again = (ben.post(path, {"salt": "b"}, Idempotency_Key="k") for _ in range(2))

    assert [answer.status for answer in (made, made_again, joined, joined_again)] == [201, 201, 200, 200]
    assert [replayed(answer) for answer in (made, made_again, joined, joined_again)] == [False, True, False, True]
    assert len({answer.body["id"] for answer in (made, made_again, joined, joined_again)}) == 1
    for seat, body in ((ada, {"salt": "x"}), (ben, {"salt": "x"}), (ada, {"no": 1})):
        assert seat.post(path, body, Idempotency_Key="k").code == "idempotency-mismatch"


def test_of_two_rematches_at_once_with_one_key_both_get_the_first_answer(finished: Callable[..., Game]) -> None:
    game = finished()
    path = f"/v1/games/{game.id}/rematch"

    answers = together(*(partial(game.seats[0].post, path, Idempotency_Key="k"),) * 2)

    assert [answer.status for answer in answers] == [201, 201]
    assert sorted(map(replayed, answers)) == [False, True]
    assert answers[0].body["id"] == answers[1].body["id"]
