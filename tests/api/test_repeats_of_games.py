"""Idempotency-Keys on the routes of a game: the rematch, and what has nothing to do."""

from collections.abc import Callable
from functools import partial

from service.play.table import Table
from service.store import Once, keys
from service.store.commands import command
from tests.api.client import Client, Game, Wish, together

# What has nothing to do


def test_a_return_that_changes_nothing_is_remembered_too(running: Callable[..., Game]) -> None:
    game = running()
    seat, path = game.seats[1], f"/v1/games/{game.id}/seats/me/return"

    first = seat.post(path, Idempotency_Key="k")
    seat.ask("DELETE", f"/v1/games/{game.id}/seats/me")
    again, other = seat.post(path, Idempotency_Key="k"), seat.post(path, {"no": 1}, Idempotency_Key="k")

    assert [(answer.status, answer.replayed) for answer in (first, again)] == [(200, False), (200, True)]
    assert again.body["seats"][1]["absent"]  # it is not done a second time
    assert other.code == "idempotency-mismatch"


def test_a_wish_for_a_rematch_that_one_is_in_is_remembered_too(finished: Callable[..., Game]) -> None:
    game = finished()
    seat, path = game.seats[0], f"/v1/games/{game.id}/rematch"
    made = seat.post(path)

    first, again, other = (seat.post(path, body, Idempotency_Key="k") for body in ({}, {}, {"salt": "s"}))

    assert [(answer.status, answer.replayed) for answer in (made, first, again)] == [
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

        assert sorted(answer.replayed for answer in answers) == [False, True]


def test_what_is_remembered_of_a_finished_game_goes_with_it(finished: Callable[..., Game], table: Table) -> None:
    game = finished(visibility="private")
    following = game.seats[0].post(f"/v1/games/{game.id}/rematch").body["id"]
    game.seats[0].ask("DELETE", f"/v1/games/{following}/seats/me")

    assert table.store.games.remember(following, Once("field", "print")) is None
    assert table.store.games.remember(following, Once("field", "other")) == ("print", 0)
    assert table.store.games.remember(f"s00-{'a' * 20}", Once("field", "print")) is None

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
    assert (answers[2].replayed, other.status) == (True, 201)
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
    assert [answer.replayed for answer in (made, made_again, joined, joined_again)] == [False, True, False, True]
    assert len({answer.body["id"] for answer in (made, made_again, joined, joined_again)}) == 1
    for seat, body in ((ada, {"salt": "x"}), (ben, {"salt": "x"}), (ada, {"no": 1})):
        assert seat.post(path, body, Idempotency_Key="k").code == "idempotency-mismatch"


def test_of_two_rematches_at_once_with_one_key_both_get_the_first_answer(finished: Callable[..., Game]) -> None:
    game = finished()
    path = f"/v1/games/{game.id}/rematch"

    answers = together(*(partial(game.seats[0].post, path, Idempotency_Key="k"),) * 2)

    assert [answer.status for answer in answers] == [201, 201]
    assert sorted(answer.replayed for answer in answers) == [False, True]
    assert answers[0].body["id"] == answers[1].body["id"]
