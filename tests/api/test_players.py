"""Players and tokens over HTTP."""

from collections.abc import Callable

import pytest

from tests.api.client import Client, Game, filled


def test_a_player_registers_and_is_known_by_the_token(player: Callable[..., Client]) -> None:
    ada = player("Ada")

    me = ada.get("/v1/me")

    assert (me.status, me.body) == (200, {"player": ada.player, "name": "Ada"})


def test_a_player_takes_another_name(player: Callable[..., Client]) -> None:
    ada = player("Ada")

    renamed = ada.ask("PATCH", "/v1/me", {"name": "  Grace "})

    assert renamed.body == {"player": ada.player, "name": "Grace"}
    assert ada.get("/v1/me").body == renamed.body


def test_a_new_token_ends_the_old_one_when_it_is_first_used(player: Callable[..., Client]) -> None:
    ada = player("Ada")
    old, new = ada.token, ada.post("/v1/me/token").body["token"]

    used = [ada.get("/v1/me", Authorization=f"Bearer {token}").status for token in (old, new, old, new)]

    assert used == [200, 200, 401, 200]


def test_a_leaked_token_can_be_ended_at_once(player: Callable[..., Client]) -> None:
    ada = player("Ada")
    old, new = ada.token, ada.post("/v1/me/token", {"now": True}).body["token"]

    assert [ada.get("/v1/me", Authorization=f"Bearer {token}").status for token in (old, new)] == [401, 200]


@pytest.mark.lesson(30)
@pytest.mark.parametrize("now", [1, "true", None])
def test_now_is_a_boolean(player: Callable[..., Client], now: object) -> None:
    assert player().post("/v1/me/token", {"now": now}).code == "invalid"


def test_an_erased_player_is_gone_at_once(player: Callable[..., Client]) -> None:
    ada = player("Ada")

    erased = ada.ask("DELETE", "/v1/me")

    assert (erased.status, erased.text, ada.get("/v1/me").status) == (204, b"", 401)


def test_an_erased_players_name_disappears_from_games(
    running: Callable[..., Game], let_bots_play: Callable[[str], None]
) -> None:
    game = running()
    gone = game.seats[1]
    gone.ask("DELETE", "/v1/me")

    let_bots_play(gone.player or "")

    assert game.seats[0].look(game.id)["seats"][1] == {
        "seat": 1, "player": None, "name": "", "bot": None, "absent": True,
    }  # fmt: skip


def test_the_callers_feed_first_tells_what_is_so_and_then_goes_on(running: Callable[..., Game]) -> None:
    game = running()
    seat = game.seats[game.asked()[0]]

    now = seat.get("/v1/me/events").body
    seat.act(game.id, filled(seat.look(game.id)["offers"][0]))
    then = seat.get(f"/v1/me/events?after={now['cursor']}&include=game").body

    assert [event["kind"] for event in now["events"]] == ["started", "prompt"]
    assert list(now["events"][0]) == ["kind", "game", "ruleset", "seat", "version", "prompt", "deadline"]
    documents = [event.get("game_document") for event in then["events"] if event["kind"] == "prompt"]
    assert all(document["id"] == game.id for document in documents if document)


@pytest.mark.parametrize("query", ["limit=501", "include=game&limit=21", "include=all", "after=x", "wait=26"])
def test_a_query_of_the_callers_feed_is_strict(player: Callable[..., Client], query: str) -> None:
    assert player().get(f"/v1/me/events?{query}").code == "invalid"


def test_a_place_in_the_callers_feed_that_is_not_there_is_reset(player: Callable[..., Client]) -> None:
    answer = player().get(f"/v1/me/events?after=9.{'0' * 16}")

    assert (answer.status, answer.code, "game" in answer.body) == (410, "cursor-reset", False)
