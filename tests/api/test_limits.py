"""How much one client may ask for, and how it is told."""

import re
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pytest
from flask import Flask

from service.app import create_app
from service.embedded import Embedded
from service.hub import Hub
from service.play.table import Table
from service.settings import Settings
from service.store import Store
from service.store.commands import command
from service.store.keys import new_game_id
from tests.api.client import Client, Game, Wish, filled, register


def windows(table: Table) -> list[bytes]:
    """The keys of all windows."""
    (found,) = table.store.links.replies([command("s00", "KEYS", "*:window:*")])
    return list(found)


# Budgets


@pytest.mark.lesson(28)
def test_a_spent_budget_is_429_with_whole_seconds_to_wait(
    player: Callable[..., Client], app_with: Callable[..., Flask]
) -> None:
    ada = player()
    slow = Client(app_with(reads_per_s=1, reads_burst=3), ada.token)

    answers = [slow.get("/v1/me") for _ in range(4)]

    assert [answer.status for answer in answers] == [200, 200, 200, 429]
    assert (answers[3].code, answers[3].headers["Retry-After"]) == ("rate-limited", "3")
    assert [answer.left for answer in answers] == [("reads", 2), ("reads", 1), ("reads", 0), ("reads", 0)]
    assert {answer.headers["RateLimit-Policy"] for answer in answers} == {'"reads";q=3;w=3'}


def test_who_waits_as_told_is_served_again(
    player: Callable[..., Client], app_with: Callable[..., Flask], eventually: Callable[..., None]
) -> None:
    slow = Client(app_with(reads_per_s=1, reads_burst=1), player().token)
    began = monotonic()
    assert [slow.get("/v1/me").status for _ in range(2)] == [200, 429]

    eventually(lambda: slow.get("/v1/me").status == 200)

    assert monotonic() - began >= 1


def test_a_budget_is_a_players_own_whatever_the_address(
    player: Callable[..., Client], app_with: Callable[..., Flask]
) -> None:
    app = app_with(reads_per_s=1, reads_burst=2, public_proxies=1)
    ada, bob = Client(app, player("Ada").token), Client(app, player("Bob").token)

    told = [ada.get("/v1/me", X_Forwarded_For=f"1.1.1.{number}").status for number in range(3)]

    assert (told, bob.get("/v1/me").status) == ([200, 200, 429], 200)


@pytest.mark.lesson(28)
def test_actions_have_a_budget_that_reads_can_not_use_up(
    running: Callable[..., Game], app_with: Callable[..., Flask]
) -> None:
    game = running()
    seat = game.seats[game.asked()[0]]
    offer = filled(seat.look(game.id)["offers"][-1])
    mover = Client(app_with(reads_per_s=1, reads_burst=1), seat.token)
    mover.get("/v1/me")

    assert (mover.get("/v1/me").status, mover.act(game.id, offer).status) == (429, 200)


def test_a_refused_action_counts_fivefold(running: Callable[..., Game], app_with: Callable[..., Flask]) -> None:
    game = running()
    seat = game.seats[game.asked()[0]]
    mover = Client(app_with(actions_per_s=3, actions_burst=12), seat.token)
    offer = filled(seat.look(game.id)["offers"][-1])

    answers = [mover.act(game.id, action) for action in (offer, {"type": "no", "prompt": 2}, {}, {}, {})]

    assert [(answer.status, *answer.left) for answer in answers] == [
        (200, "actions", 11), (422, "actions", 6), (422, "actions", 1), (422, "actions", 0), (429, "actions", 0),
    ]  # fmt: skip


def test_each_seat_has_actions_of_its_own(
    player: Callable[..., Client], app_with: Callable[..., Flask], wish: Wish
) -> None:
    players = [player("Ada"), player("Bob")]
    games = [players[0].post("/v1/games", wish | {"bots": ["random"]}).body["id"] for _ in range(2)]
    for game in games:
        players[1].post(f"/v1/games/{game}/seats")
    app = app_with(actions_per_s=1, actions_burst=1)
    seats = [(Client(app, each.token), game) for game in games for each in players]

    told = [[seat.act(game, {}).status for seat, game in seats] for _ in range(2)]

    assert told == [[422] * 4, [429] * 4]


def test_who_has_no_seat_gets_no_fresh_budget_with_each_games_id(
    player: Callable[..., Client], app_with: Callable[..., Flask], wish: Wish
) -> None:
    ada, eve = player("Ada"), player("Eve")
    others = [ada.post("/v1/games", wish).body["id"] for _ in range(2)]
    prober = Client(app_with(reads_per_s=1, reads_burst=4), eve.token)

    told = [prober.act(game, {}) for game in (*others, new_game_id(), "no-game", new_game_id())]

    assert [answer.status for answer in told] == [403, 403, 404, 404, 429]
    assert {answer.left[0] for answer in told} == {"reads"}


def test_a_waiting_poll_counts_once(player: Callable[..., Client]) -> None:
    ada = player()
    cursor = ada.get("/v1/me/events").body["cursor"]

    assert ada.get(f"/v1/me/events?after={cursor}&wait=1").left[1] >= 998


# Addresses


def test_wrong_tokens_count_by_address_and_leave_good_ones_alone(
    player: Callable[..., Client], app_with: Callable[..., Flask]
) -> None:
    app = app_with(reads_per_s=1, reads_burst=2)
    ada, stranger = Client(app, player().token), Client(app)

    told = [stranger.get("/v1/games", Authorization=f"Bearer {number}").status for number in range(3)]

    assert (told, stranger.get("/v1/games").status, ada.get("/v1/me").status) == ([401, 401, 429], 429, 200)


# What is told, and what is kept


def test_every_answer_below_v1_says_what_is_left(running: Callable[..., Game], stranger: Client) -> None:
    game = running()
    ada = game.seats[0]
    path = f"/v1/games/{game.id}"
    tag = ada.get(path).headers["ETag"]
    answers = [
        ada.get(path), ada.get(path, If_None_Match=tag), ada.act(game.id, {}), ada.ask("POST", "/v1/games", raw=b"{"),
        stranger.get("/v1/me"), stranger.get("/v1/nothing"), stranger.ask("PUT", "/v1/games"),
        stranger.get("/v1/games"), stranger.get(f"{path}/events"), stranger.post("/v1/players", {"name": "Bob"}),
        ada.get("/v1/me?x=1"),
    ]  # fmt: skip

    assert [answer.status for answer in answers] == [200, 304, 422, 400, 401, 404, 405, 200, 200, 201, 422]
    for answer in answers:
        name, _ = answer.left
        assert re.fullmatch(rf'"{name}";q=\d+;w=\d+', answer.headers["RateLimit-Policy"])


@pytest.mark.parametrize(
    "path", ["/healthz", "/readyz", "/metrics", "/docs", "/docs/", "/openapi.json", "/", "/v1/rulesets"]
)
def test_what_watches_the_service_and_what_is_the_same_for_all_is_not_limited(
    app_with: Callable[..., Flask], table: Table, path: str
) -> None:
    client = Client(app_with(reads_per_s=1, reads_burst=1))

    answers = [client.get(path) for _ in range(3)]

    assert 429 not in {answer.status for answer in answers}
    assert ("RateLimit" in answers[0].headers, windows(table)) == (False, [])


def test_a_preflight_costs_nothing(stranger: Client, table: Table) -> None:
    stranger.ask("OPTIONS", "/v1/games", Origin="https://a.example", Access_Control_Request_Method="POST")

    assert windows(table) == []


def test_what_others_may_keep_says_nothing_of_who_asked(player: Callable[..., Client]) -> None:
    assert "RateLimit" not in player().get("/v1/rulesets").headers


def test_windows_end_by_themselves_and_show_nobody(player: Callable[..., Client], table: Table) -> None:
    ada = player("Ada")
    ada.get("/v1/me")
    ada.post("/v1/join", {"join_code": "22222222"})

    kept = windows(table)
    lives = table.store.links.replies([command("s00", "PTTL", key) for key in kept])
    held = table.store.links.replies([command("s00", "LRANGE", key, 0, -1) for key in kept])

    assert len(kept) == 5  # reads of the address and the player, its new players, two of wrong codes
    assert all(re.fullmatch(rb"\{s\d\d\}:window:[0-9a-f]{32}", key) for key in kept)
    assert all(0 < life <= 3_600_000 for life in lives)
    assert all(entry.isdigit() for entries in held for entry in entries)


def test_counting_a_request_is_one_round_trip(running: Callable[..., Game], table: Table) -> None:
    game = running()
    seat = game.seats[game.asked()[0]]

    def calls() -> int:
        (text,) = table.store.links.replies([command("s00", "INFO", "commandstats")])
        return int(re.search(rb"cmdstat_evalsha:calls=(\d+)", text)[1])  # type: ignore[index]

    before = calls()
    assert seat.get("/v1/me").status == 200

    assert calls() - before == 1


# Without the store


def test_without_the_store_the_limiter_is_in_nobodys_way(tmp_path: Path) -> None:
    server = Embedded.start(tmp_path, fsync="no")
    settings = Settings(redis_url=server.url)
    store = Store.open(settings)
    hub = Hub(store.channel)
    app = create_app(settings, store, hub)
    ada = Client(app, register(app).body["token"])
    server.stop()
    asked = [
        (ada, "GET", "/v1/me"), (Client(app), "GET", "/v1/games"), (Client(app), "POST", "/v1/players"),
        (Client(app), "GET", "/healthz"), (Client(app), "GET", "/v1/rulesets"),
    ]  # fmt: skip

    answers = []
    for client, method, path in asked:
        began = monotonic()
        answers.append(client.ask(method, path, {"name": "Bob"} if method == "POST" else None).status)
        assert monotonic() - began < 2

    store.close()
    assert answers == [503, 503, 503, 200, 200]


def test_a_store_that_can_not_be_written_is_read_uncounted(tmp_path: Path) -> None:
    server = Embedded.start(tmp_path, fsync="no")
    settings = Settings(redis_url=server.url, reads_per_s=1, reads_burst=1)
    store = Store.open(settings)
    app = create_app(settings, store, Hub(store.channel))
    ada = Client(app, register(app).body["token"])
    store.links.replies([command("s00", "CONFIG", "SET", "min-replicas-to-write", 1)])
    ada.checked = False

    answers = [ada.get("/v1/me") for _ in range(2)]

    store.close()
    server.stop()
    assert [(answer.status, "RateLimit" in answer.headers) for answer in answers] == [(200, False)] * 2
