"""Games on the service as it runs: many callers at the same moment."""

import json
import socket
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.api.client import GAME, Client, filled, together
from tests.served.service import Served, compact, table_of

WINDOWS = 200
TWO_DASHCAMS = "00" * 32
"""The seed of a deal in which seat 0 can hit seat 1 while both others hold a Dashcam."""


def offered(shown: dict[str, Any], kind: str) -> dict[str, Any]:
    """The offer of this type."""
    return next(offer for offer in shown["offers"] if offer["type"] == kind)


@pytest.mark.lesson(28)
def test_a_game_against_three_bots_runs_to_its_result_by_answering_offers_verbatim(
    player: Callable[..., Client],
) -> None:
    ada = player()
    made = ada.post(
        "/v1/games", GAME | {"players": 4, "bots": ["random", "steady", "random"], "options": {"length": "fixed"}}
    )
    game, shown = made.body["id"], made.body

    while shown["status"] == "running":
        if 0 in shown["asked"]["seats"]:
            done = ada.act(game, filled(shown["offers"][0]))
            assert done.status in (200, 409), done.text
            shown = done.body["game"]
        else:
            told = ada.get(f"/v1/games/{game}/events?wait=25&game=1&after={shown['cursor']}").body
            shown = told["game"] or shown

    assert (shown["status"], shown["offers"], shown["prompt"]) == ("finished", [], None)
    assert sorted(seat for group in shown["result"]["ranking"] for seat in group) == [0, 1, 2, 3]
    told = ada.get(f"/v1/games/{game}/events?limit=500").body
    assert told["events"][-1]["tellings"][-1]["type"] == "finished"
    checked = ada.get(f"/v1/games/{game}/fairness").body
    assert checked["server_seed"] is not None


def attacked(seats: list[Client]) -> str:
    """A new game in which seat 0 has just hit seat 1, and the two others are asked at once."""
    deal = {"players": 4, "seed": TWO_DASHCAMS, "options": {"first_seat": 0}}
    game: str = seats[0].post("/v1/games", GAME | deal).body["id"]
    for seat in seats[1:]:
        assert seat.post(f"/v1/games/{game}/seats").status == 201
    hazard = {"version": 4, "type": "play", "card": "presents-from-above", "target": 1}
    assert seats[0].act(game, hazard).body["game"]["asked"]["seats"] == [2, 3]
    return game


@pytest.mark.lesson(1)
def test_two_seats_that_answer_the_same_window_at_the_same_moment_both_succeed(player: Callable[..., Client]) -> None:
    seats = [player(f"driver {seat}") for seat in range(4)]
    passes = [offered(seats[seat].look(attacked(seats)), "pass") for seat in (2, 3)]
    for seat in seats:
        seat.checked = False
    answers = []
    for _ in range(WINDOWS):
        game = attacked(seats)
        done = together(partial(seats[2].act, game, passes[0]), partial(seats[3].act, game, passes[1]))
        answers.append([answer.status for answer in done])

    assert answers == [[200, 200]] * WINDOWS


@pytest.mark.lesson(1)
@pytest.mark.parametrize("_", range(20))
def test_a_dashcam_sent_by_two_at_once_goes_to_one(player: Callable[..., Client], _: int) -> None:
    seats = [player(f"driver {seat}") for seat in range(4)]
    game = attacked(seats)
    claims = [offered(seats[seat].look(game), "dashcam") for seat in (2, 3)]

    done = together(partial(seats[2].act, game, claims[0]), partial(seats[3].act, game, claims[1]))

    first, second = sorted(done, key=lambda answer: answer.status)
    assert (first.status, second.status, second.code) == (200, 409, "taken")
    assert second.body["clause_text"]
    assert second.body["game"]["version"] >= first.body["version"]
    assert second.body["game"]["view"]["attack"]["dashcam"] == first.body["game"]["seat"]


def test_offers_to_two_readers_of_one_moment_are_equal_byte_for_byte(
    player: Callable[..., Client], service: Served
) -> None:
    game, seats = table_of(player, 3)

    texts = {seats[0].get(f"/v1/games/{game}").text.partition(b'"server_time"')[0] for _ in range(2)}
    without_time = {text.partition(b'"remaining_ms"')[0] + text.partition(b'"offers"')[2] for text in texts}

    assert len(without_time) == 1


@pytest.mark.lesson(7)
def test_eight_join_at_once_and_each_seat_is_given_once(player: Callable[..., Client]) -> None:
    host = player("host")
    game = host.post("/v1/games", GAME | {"players": 6}).body["id"]
    guests = [player(f"guest {number}") for number in range(8)]

    taken = together(*(partial(guest.post, f"/v1/games/{game}/seats") for guest in guests))

    assert sorted(answer.body["seat"] for answer in taken if answer.status == 201) == [1, 2, 3, 4, 5]
    assert {answer.code for answer in taken} <= {None, "game-full", "game-started"}


def test_two_at_once_with_one_key_are_played_once_and_both_get_the_answer(player: Callable[..., Client]) -> None:
    game, seats = table_of(player, 3)
    shown = seats[0].look(game)
    seat = seats[shown["asked"]["seats"][0]]
    action = filled(seat.look(game)["offers"][0])

    done = together(*(partial(seat.act, game, action, Idempotency_Key="once") for _ in range(4)))

    assert {answer.status for answer in done} == {200}
    assert (
        len({(answer.body["version"], answer.body["cursor"], json.dumps(answer.body["events"])) for answer in done})
        == 1
    )
    assert sorted(answer.headers.get("Idempotent-Replayed", "false") for answer in done) == [
        "false",
        "true",
        "true",
        "true",
    ]


@pytest.mark.lesson(4)
def test_a_client_that_hangs_up_before_the_answer_gets_it_by_asking_again(
    player: Callable[..., Client], service: Served
) -> None:
    game, seats = table_of(player, 3)
    seat = seats[seats[0].look(game)["asked"]["seats"][0]]
    shown = seat.look(game)
    body = compact(filled(shown["offers"][0]))
    host, port = service.address.removeprefix("http://").split(":")
    head = (
        f"POST /v1/games/{game}/actions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {seat.token}\r\n"
        f"Idempotency-Key: once\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(f"{head}{body}".encode())
    told = seat.get(f"/v1/games/{game}/events?wait=5&after={shown['cursor']}").body["events"]

    again = seat.ask("POST", f"/v1/games/{game}/actions", raw=body.encode(), Idempotency_Key="once")

    assert (again.status, again.headers.get("Idempotent-Replayed"), again.body["events"]) == (200, "true", told)
