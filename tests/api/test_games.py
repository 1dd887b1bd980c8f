"""Creating, finding, joining and looking at games."""

from collections.abc import Callable
from datetime import datetime
from hashlib import sha256

import pytest
from flask import Flask

from tests.api.client import SEED, Client, Game, Wish

FIELDS = [
    "id", "ruleset", "ruleset_version", "status", "version", "cursor", "players", "host", "visibility", "absent",
    "join_code", "seeded", "commitment", "salts", "created_at", "started_at", "finished_at", "rematch", "options",
    "clocks", "seats", "seat", "asked", "prompt", "offers", "view", "result", "server_time",
]  # fmt: skip


def test_a_new_game_waits_for_players(player: Callable[..., Client], wish: Wish) -> None:
    ada = player("Ada")

    made = ada.post("/v1/games", wish | {"bots": ["steady"]})

    body = made.body
    assert (made.status, made.headers["Location"], list(body)) == (201, f"/v1/games/{body['id']}", FIELDS)
    assert {name: body[name] for name in ("status", "version", "host", "seat", "offers")} == {
        "status": "open", "version": 1, "host": ada.player, "seat": 0, "offers": [],
    }  # fmt: skip
    assert {body[name] for name in ("view", "asked", "prompt", "result", "started_at", "salts")} == {None}
    assert body["seats"] == [
        {"seat": 0, "player": ada.player, "name": "Ada", "bot": None, "absent": False},
        {"seat": 1, "player": None, "name": "", "bot": "steady", "absent": False},
        {"seat": 2, "player": None, "name": "", "bot": None, "absent": False},
    ]


def test_a_game_whose_seats_are_all_taken_has_started(player: Callable[..., Client], wish: Wish) -> None:
    made = player().post("/v1/games", wish | {"bots": ["steady", "random"]})

    assert (made.body["status"], made.body["view"] is None, made.body["salts"]) == ("running", False, ["", "", ""])


def test_a_host_may_watch(player: Callable[..., Client], wish: Wish) -> None:
    made = player().post("/v1/games", wish | {"host_plays": False, "bots": ["random"] * 3})

    assert (made.body["status"], made.body["seat"], made.body["view"]["hand"], made.body["offers"]) == (
        "running",
        None,
        None,
        [],
    )


def test_players_take_the_free_seats_and_the_last_one_starts_the_game(
    player: Callable[..., Client], wish: Wish
) -> None:
    host, second, third = player("Ada"), player("Bob"), player("Cyd")
    game = host.post("/v1/games", wish).body["id"]

    taken = [seat.post(f"/v1/games/{game}/seats", {"salt": "s"}) for seat in (second, third)]

    assert [(each.status, each.body["seat"], each.body["status"]) for each in taken] == [
        (201, 1, "open"),
        (201, 2, "running"),
    ]
    assert taken[1].body["salts"] == ["", "s", "s"]


@pytest.mark.parametrize("running_already", [False, True])
def test_who_is_seated_can_not_sit_down_again(player: Callable[..., Client], running_already: bool, wish: Wish) -> None:
    host = player()
    game = host.post("/v1/games", wish | {"bots": ["random"] * (2 if running_already else 1)}).body["id"]

    assert host.post(f"/v1/games/{game}/seats").code == "already-seated"


def test_a_started_game_takes_nobody(running: Callable[..., Game], player: Callable[..., Client]) -> None:
    assert player().post(f"/v1/games/{running().id}/seats").code == "game-started"


def test_a_removed_player_can_not_come_back(player: Callable[..., Client], wish: Wish) -> None:
    host, other = player("Ada"), player("Bob")
    game = host.post("/v1/games", wish).body["id"]
    other.post(f"/v1/games/{game}/seats")

    given = host.ask("PUT", f"/v1/games/{game}/seats/1", {"bot": "steady"})

    assert (given.status, given.body["seats"][1]["bot"]) == (200, "steady")
    refused = other.post(f"/v1/games/{game}/seats")
    assert (refused.status, refused.code) == (403, "removed")


def test_only_the_host_seats_bots(player: Callable[..., Client], wish: Wish) -> None:
    host, other = player("Ada"), player("Bob")
    game = host.post("/v1/games", wish).body["id"]

    assert other.ask("PUT", f"/v1/games/{game}/seats/1", {"bot": "steady"}).code == "not-host"


@pytest.mark.parametrize(
    ("seat", "bot", "pointer"), [(3, "steady", "/seat"), (0, "steady", "/seat"), (1, "perfect", "/bot")]
)
def test_a_bot_that_can_not_be_seated_is_invalid(
    player: Callable[..., Client], seat: int, bot: str, pointer: str, wish: Wish
) -> None:
    host = player()
    game = host.post("/v1/games", wish).body["id"]

    answer = host.ask("PUT", f"/v1/games/{game}/seats/{seat}", {"bot": bot})

    assert (answer.code, answer.body["errors"][0]["pointer"]) == ("invalid", pointer)


def test_leaving_before_the_start_frees_the_seat(player: Callable[..., Client], wish: Wish) -> None:
    host, other = player("Ada"), player("Bob")
    game = host.post("/v1/games", wish).body["id"]
    other.post(f"/v1/games/{game}/seats")

    left = other.ask("DELETE", f"/v1/games/{game}/seats/me")

    assert (left.status, left.body["seat"], left.body["seats"][1]["player"]) == (200, None, None)
    assert other.ask("DELETE", f"/v1/games/{game}/seats/me").code == "not-seated"


def test_the_hosts_leaving_cancels_the_game(player: Callable[..., Client], wish: Wish) -> None:
    host = player()
    game = host.post("/v1/games", wish).body["id"]

    assert host.ask("DELETE", f"/v1/games/{game}/seats/me").body["status"] == "cancelled"
    assert player().post(f"/v1/games/{game}/seats").code == "game-over"


def test_a_bot_plays_for_who_left_until_they_return(running: Callable[..., Game]) -> None:
    game = running()
    seat = game.seats[game.asked()[0]]

    left = seat.ask("DELETE", f"/v1/games/{game.id}/seats/me")
    back = seat.post(f"/v1/games/{game.id}/seats/me/return")

    assert (left.body["seats"][left.body["seat"]]["absent"], left.body["prompt"], left.body["offers"]) == (
        True,
        None,
        [],
    )
    assert (back.status, back.body["seats"][back.body["seat"]]["absent"], back.body["prompt"] is None) == (
        200,
        False,
        False,
    )


@pytest.mark.lesson(14)
def test_the_lobby_lists_public_open_games_newest_first(
    player: Callable[..., Client], stranger: Client, wish: Wish
) -> None:
    host = player()
    games = [host.post("/v1/games", wish).body["id"] for _ in range(3)]
    host.post("/v1/games", wish | {"visibility": "private"})
    host.post("/v1/games", wish | {"bots": ["random"] * 2})

    first = stranger.get(f"/v1/games?limit=2&ruleset={wish['ruleset']}").body
    second = stranger.get(f"/v1/games?limit=2&cursor={first['next']}").body

    assert [item["id"] for item in first["items"] + second["items"]] == games[::-1]
    assert second["next"] is None
    assert list(first["items"][0]) == [name for name in FIELDS if name not in ("view", "offers", "prompt")]


def test_my_games_say_whether_it_is_my_move(running: Callable[..., Game]) -> None:
    game = running()

    moves = [seat.get("/v1/me/games?status=running").body["items"][0]["your_move"] for seat in game.seats]

    assert moves == [seat in game.asked() for seat in range(3)]
    assert game.seats[0].get("/v1/me/games?status=open").body["items"] == []


def test_a_seat_sees_its_hand_and_a_spectator_none(running: Callable[..., Game], stranger: Client) -> None:
    game = running()

    hands = [viewer.look(game.id)["view"]["hand"] for viewer in (*game.seats, stranger)]

    assert [hand is None for hand in hands] == [False, False, False, True]


# ETag and 304


@pytest.mark.lesson(21)
def test_a_client_needs_no_clock_of_its_own(running: Callable[..., Game]) -> None:
    game = running()
    shown = game.seats[game.asked()[0]].look(game.id)

    for question in (shown["asked"], shown["prompt"]):
        left = datetime.fromisoformat(question["deadline"]) - datetime.fromisoformat(shown["server_time"])
        assert left.total_seconds() * 1_000 == question["remaining_ms"] <= 60_000


def test_an_unchanged_document_is_304(running: Callable[..., Game]) -> None:
    game = running()
    ada = game.seats[0]
    first = ada.get(f"/v1/games/{game.id}")

    again = ada.get(f"/v1/games/{game.id}", If_None_Match=f'"other", {first.headers["ETag"]}')

    assert (again.status, again.text, again.headers["ETag"]) == (304, b"", first.headers["ETag"])
    assert again.headers["Server-Time"] >= first.headers["Server-Time"]


def test_a_tag_has_the_contracts_form(running: Callable[..., Game]) -> None:
    game = running()
    first = game.seats[0].get(f"/v1/games/{game.id}")

    version, mark, keyed = first.headers["ETag"].removeprefix('W/"').removesuffix('"').split(".")

    assert (f"{version}.{mark}", len(keyed), int(keyed, 16) >= 0) == (first.body["cursor"], 12, True)
    assert first.headers["Server-Time"] == first.body["server_time"]


@pytest.mark.lesson(12)
def test_tags_differ_by_caller_and_one_opens_nothing_for_another(
    running: Callable[..., Game], stranger: Client
) -> None:
    game = running()
    path = f"/v1/games/{game.id}"
    tags = [viewer.get(path).headers["ETag"] for viewer in (*game.seats, stranger)]

    assert len(set(tags)) == 4
    assert {tag.rpartition(".")[0] for tag in tags} == {tags[0].rpartition(".")[0]}
    assert [game.seats[1].get(path, If_None_Match=tag).status for tag in tags] == [200, 304, 200, 200]


def test_a_tag_is_over_with_the_next_commit(running: Callable[..., Game]) -> None:
    game = running()
    host = game.seats[0]
    tag = host.get(f"/v1/games/{game.id}").headers["ETag"]

    game.seats[1].ask("DELETE", f"/v1/games/{game.id}/seats/me")

    assert host.get(f"/v1/games/{game.id}", If_None_Match=tag).status == 200


def test_equal_documents_are_equal_byte_for_byte(player: Callable[..., Client], wish: Wish) -> None:
    shown = []
    for _ in range(2):
        made = player("Ada").post(
            "/v1/games", wish | {"bots": ["steady"] * 2, "seed": SEED, "options": {"first_seat": 0}}
        )
        text = made.text
        assert made.body["asked"]
        shown.append(text[text.index(b'"offers":') : text.index(b'"result":')])

    assert shown[0] == shown[1]


# Fairness


def test_chance_is_committed_to_and_told_after_the_end_only(running: Callable[..., Game]) -> None:
    game = running()

    told = game.seats[0].get(f"/v1/games/{game.id}/fairness").body

    assert told["commitment"].startswith("sha256:")
    assert (told["salts"], told["server_seed"], told["seed"], told["decks"]) == (["", "", ""], None, None, None)


def test_a_seeded_game_says_so_and_only_where_seeds_are_taken(
    player: Callable[..., Client], app_with: Callable[..., Flask], wish: Wish
) -> None:
    ada = player()
    made = ada.post("/v1/games", wish | {"seed": SEED}).body

    refused = Client(app_with(seeded_games=False), ada.token).post("/v1/games", wish | {"seed": SEED})

    assert (made["seeded"], made["commitment"]) == (True, None)
    assert (refused.status, refused.body["errors"][0]["pointer"]) == (422, "/seed")


@pytest.mark.lesson(13)
def test_two_games_are_committed_to_differently(player: Callable[..., Client], wish: Wish) -> None:
    ada = player()

    made = {ada.post("/v1/games", wish).body["commitment"] for _ in range(3)}

    assert len(made) == 3
    assert all(len(commitment) == len("sha256:") + 2 * sha256().digest_size for commitment in made)


def test_a_salt_where_none_is_taken_is_invalid_before_the_seats_are_looked_at(
    player: Callable[..., Client], wish: Wish
) -> None:
    ada = player()
    game = ada.post("/v1/games", wish | {"seed": SEED}).body["id"]

    assert ada.post(f"/v1/games/{game}/seats", {"salt": "s"}).code == "invalid"
    assert ada.post(f"/v1/games/{game}/seats").code == "already-seated"
