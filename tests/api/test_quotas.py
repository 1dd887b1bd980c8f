"""How many players, games and wrong join codes there may be, and whose they are."""

from collections.abc import Callable

import pytest
from flask import Flask

from tests.api.client import Client, Wish, register, together

FOUR_PLAYERS = {"players_per_hour": 4}


def test_an_address_makes_so_many_players_an_hour(app_with: Callable[..., Flask]) -> None:
    app = app_with(**FOUR_PLAYERS)

    answers = [register(app) for _ in range(5)]

    assert [answer.status for answer in answers] == [201, 201, 201, 201, 429]
    assert 3_590 <= int(answers[4].headers["Retry-After"]) <= 3_600
    assert (answers[4].left, answers[4].headers["RateLimit-Policy"]) == (("players", 0), '"players";q=4;w=3600')


@pytest.mark.lesson(32)
@pytest.mark.parametrize("header", ["X-Forwarded-For", "X-Real-IP", "Forwarded", "X-Client-IP", "CF-Connecting-IP"])
def test_a_made_up_header_is_no_new_address(app_with: Callable[..., Flask], header: str) -> None:
    app = app_with(**FOUR_PLAYERS)

    told = [register(app, **{header: f"9.9.9.{number}"}).status for number in range(5)]

    assert told[4] == 429


@pytest.mark.lesson(32)
def test_behind_a_proxy_each_client_counts_for_itself_and_can_not_pretend(app_with: Callable[..., Flask]) -> None:
    app = app_with(public_proxies=1, **FOUR_PLAYERS)

    spoofed = [register(app, X_Forwarded_For=f"9.9.9.{number}, 1.1.1.1").status for number in range(5)]

    assert (spoofed[4], register(app, X_Forwarded_For="9.9.9.4, 1.1.1.2").status) == (429, 201)


@pytest.mark.parametrize(
    ("addresses", "counted"),
    [
        (("2001:db8::1", "2001:db8::2", "[2001:db8::3]:80", "2001:db8:0:0:1::", "2001:db8::9%eth0"), [201] * 4 + [429]),
        (("2001:db8::1", "2001:db8:0:1::1", "2001:db8:0:2::1", "2001:db8:0:3::1", "2001:db8:0:4::1"), [201] * 5),
        (("1.1.1.1:5", "1.1.1.1:6", "::ffff:1.1.1.1", "1.1.1.1", "1.1.1.1:9"), [201] * 4 + [429]),
        (("1.1.1.1", "1.1.1.2", "::ffff:1.1.1.3", "1.1.1.4", "1.1.1.5"), [201] * 5),
    ],
)
def test_a_subscriber_is_one_address(
    app_with: Callable[..., Flask], addresses: tuple[str, ...], counted: list[int]
) -> None:
    app = app_with(public_proxies=1, **FOUR_PLAYERS)

    assert [register(app, X_Forwarded_For=address).status for address in addresses] == counted


def test_what_is_refused_makes_no_player_and_counts_as_none(app_with: Callable[..., Flask]) -> None:
    app = app_with(**FOUR_PLAYERS)

    refused = [Client(app).post("/v1/players", {"name": ""}).status for _ in range(5)]

    assert (refused, register(app).status) == ([422] * 5, 201)


# Games and codes


def test_a_player_makes_so_many_games_an_hour(
    player: Callable[..., Client], app_with: Callable[..., Flask], wish: Wish
) -> None:
    ada = Client(app_with(games_per_hour=2), player().token)
    made = [ada.post("/v1/games", wish, Idempotency_Key=f"{number}").status for number in range(2)]

    refused, again = ada.post("/v1/games", wish), ada.post("/v1/games", wish, Idempotency_Key="0")

    assert (made, refused.status, refused.left) == ([201, 201], 429, ("games", 0))
    assert (again.status, again.headers["Idempotent-Replayed"]) == (201, "true")


def test_wrong_join_codes_end_for_a_minute_and_right_ones_never_count(
    player: Callable[..., Client], wish: Wish
) -> None:
    host, guesser = player("Ada"), player("Bob")
    code = host.post("/v1/games", wish | {"visibility": "private"}).body["join_code"]
    wrong = [guesser.post("/v1/join", {"join_code": guess}).status for guess in ("22222222", "x") * 5]

    after = guesser.post("/v1/join", {"join_code": code})

    assert (wrong, after.status, after.left) == ([404] * 10, 429, ("codes", 0))
    assert 50 <= int(after.headers["Retry-After"]) <= 60


@pytest.mark.one_game
def test_wrong_join_codes_sent_at_the_same_moment_are_no_more_than_ten_either(player: Callable[..., Client]) -> None:
    guesser = player("Bob")

    guesses = together(*[lambda: guesser.post("/v1/join", {"join_code": "22222222"})] * 30)

    told = [guess.status for guess in guesses]
    assert (set(told), told.count(404) <= 10) == ({404, 429}, True)


def test_wrong_join_codes_count_for_the_address_too_and_not_for_the_game(
    player: Callable[..., Client], app_with: Callable[..., Flask], wish: Wish
) -> None:
    app = app_with(public_proxies=1)
    host = player("Ada")
    code = host.post("/v1/games", wish | {"visibility": "private"}).body["join_code"]
    guessers = [Client(app, player(f"guesser {number}").token) for number in range(2)]
    for number in range(10):
        guessers[number % 2].post("/v1/join", {"join_code": "22222222"}, X_Forwarded_For="1.1.1.1")

    fresh = Client(app, player("Cyd").token)

    told = [fresh.post("/v1/join", {"join_code": code}, X_Forwarded_For=f"1.1.1.{last}").status for last in (1, 2)]
    assert told == [429, 201]
