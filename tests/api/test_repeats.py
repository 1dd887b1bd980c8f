"""Idempotency-Keys on the routes that are not a game's."""

from collections.abc import Callable
from functools import partial

import pytest

from service.play.table import Table
from service.store.commands import command
from tests.api.client import Client, Wish, together
from tests.api.test_auth import operations

KEY = "3f0c1b1e-5a58-4c8e-9d5f-0d3b7c1a2e44"
ROUTES = {"/v1/me/token": {"now": True}, "/v1/commitments": {"no": 1}}
"""Routes of a player, and another body than none."""


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
    assert [answer.replayed for answer in (first, again, other)] == [False, True, False]
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

    assert (first.body != second.body, second.replayed) == (True, False)


@pytest.mark.parametrize("path", ROUTES)
def test_of_two_at_once_one_is_done_and_both_get_its_answer(player: Callable[..., Client], path: str) -> None:
    for number in range(20):
        ada = player()

        answers = together(*(partial(ada.post, path, Idempotency_Key=f"{number}"),) * 2)

        assert {answer.text for answer in answers} == {ada.post(path, Idempotency_Key=f"{number}").text}
        assert sorted(answer.replayed for answer in answers) == [False, True]


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

    assert (again.status, again.text, first.replayed, again.replayed) == (201, first.text, False, True)
    assert Client(stranger.http.application, again.body["token"]).get("/v1/me").body["player"] == first.body["player"]


@pytest.mark.parametrize("key", ["1", "register", "a" * 19])
def test_a_short_key_opens_nobodys_account(stranger: Client, key: str) -> None:
    made = [stranger.post("/v1/players", {"name": "Ada"}, Idempotency_Key=key) for _ in range(2)]

    assert [(answer.status, answer.replayed) for answer in made] == [(201, False)] * 2
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

        assert (answers[0].text, sorted(answer.replayed for answer in answers)) == (answers[1].text, [False, True])


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
