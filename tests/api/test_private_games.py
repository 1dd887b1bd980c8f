"""Join codes: the way into a private game."""

from collections.abc import Callable

import pytest

from tests.api.client import Client, Wish


def test_a_code_leads_into_a_private_game(player: Callable[..., Client], wish: Wish) -> None:
    host, other = player("Ada"), player("Bob")
    made = host.post("/v1/games", wish | {"visibility": "private"}).body
    typed = f" {made['join_code'][:4].lower()}-{made['join_code'][4:]} "

    joined = other.post("/v1/join", {"join_code": typed, "salt": "s"})

    assert (joined.status, joined.headers["Location"], joined.body["seat"]) == (201, f"/v1/games/{made['id']}", 1)


def test_a_code_is_shown_to_players_of_an_open_game_only(
    player: Callable[..., Client], stranger: Client, wish: Wish
) -> None:
    host, other = player("Ada"), player("Bob")
    game = host.post("/v1/games", wish | {"bots": ["random"]}).body["id"]
    seen = [viewer.look(game)["join_code"] is None for viewer in (host, other, stranger)]
    other.post(f"/v1/games/{game}/seats")

    assert (seen, host.look(game)["join_code"]) == ([False, True, True], None)


def test_unknown_dead_and_started_codes_are_one_and_the_same_404(player: Callable[..., Client], wish: Wish) -> None:
    host, other = player("Ada"), player("Bob")
    started = host.post("/v1/games", wish | {"visibility": "private"} | {"bots": ["random"]}).body
    other.post("/v1/join", {"join_code": started["join_code"]})
    dead = host.post("/v1/games", wish | {"visibility": "private"}).body
    host.ask("DELETE", f"/v1/games/{dead['id']}/seats/me")

    answers = [
        player("Cyd").post("/v1/join", {"join_code": code})
        for code in ("22222222", "no code", started["join_code"], dead["join_code"])
    ]

    assert {answer.status for answer in answers} == {404}
    assert len({answer.text for answer in answers}) == 1


def test_a_code_is_renewed_when_the_host_removes_somebody(player: Callable[..., Client], wish: Wish) -> None:
    host, other = player("Ada"), player("Bob")
    made = host.post("/v1/games", wish | {"visibility": "private"} | {"players": 4}).body
    other.post("/v1/join", {"join_code": made["join_code"]})

    renewed = host.ask("PUT", f"/v1/games/{made['id']}/seats/1", {"bot": "random"}).body["join_code"]

    assert renewed != made["join_code"]
    assert player("Cyd").post("/v1/join", {"join_code": made["join_code"]}).status == 404
    assert other.post("/v1/join", {"join_code": renewed}).code == "removed"


@pytest.mark.parametrize("body", [{}, {"join_code": 1}, {"join_code": "22222222", "game": "x"}])
def test_a_wish_to_join_is_strict(player: Callable[..., Client], body: dict[str, object]) -> None:
    assert player().post("/v1/join", body).code == "invalid"


def test_who_was_removed_from_a_private_game_is_given_nothing_of_it_for_the_old_key(
    player: Callable[..., Client], wish: Wish
) -> None:
    host, guest = player("Ada"), player("Bob")
    game = host.post("/v1/games", wish | {"visibility": "private"}).body
    joining = {"join_code": game["join_code"]}
    joined = guest.post("/v1/join", joining, Idempotency_Key="k")
    host.ask("PUT", f"/v1/games/{game['id']}/seats/{joined.body['seat']}", {"bot": "random"})

    repeated = guest.post("/v1/join", joining, Idempotency_Key="k")

    assert (joined.status, repeated.status, game["id"] in repeated.text.decode()) == (201, 404, False)
