"""After the end: the check, the replay and the rematch."""

from collections.abc import Callable
from hashlib import sha256

import pytest

from tests.api.client import Client, Game, Wish


def test_a_finished_game_tells_where_its_chance_came_from(finished: Callable[..., Game], stranger: Client) -> None:
    told = stranger.get(f"/v1/games/{finished().id}/fairness").body

    server_seed = bytes.fromhex(told["server_seed"])
    salts = b"".join(salt.encode() + b"\0" for salt in told["salts"])
    assert told["commitment"] == f"sha256:{sha256(server_seed).hexdigest()}"
    assert told["seed"] == sha256(server_seed + salts).hexdigest()
    assert len(told["decks"][0]["cards"]) > 1  # later ones may be of a single card
    assert told["decks"]


def test_a_seed_put_aside_is_that_of_the_game(player: Callable[..., Client], wish: Wish) -> None:
    ada = player()
    aside = ada.post("/v1/commitments")

    made = ada.post("/v1/games", wish | {"commitment": aside.body["commitment"]})
    again = ada.post("/v1/games", wish | {"commitment": aside.body["commitment"]})

    assert (aside.status, list(aside.body)) == (201, ["commitment", "expires"])
    assert made.body["commitment"] == aside.body["commitment"]
    assert (again.status, again.code) == (409, "commitment-used")


def test_another_players_commitment_can_not_be_used(player: Callable[..., Client], wish: Wish) -> None:
    aside = player("Ada").post("/v1/commitments").body["commitment"]

    assert player("Bob").post("/v1/games", wish | {"commitment": aside}).code == "commitment-used"


def test_a_replay_tells_all_in_full_and_each_seat_what_it_was_told(
    finished: Callable[..., Game], stranger: Client
) -> None:
    game = finished()
    path = f"/v1/games/{game.id}/replay"

    full, seat, default = stranger.get(f"{path}?as=all"), stranger.get(f"{path}?as=seat:1"), stranger.get(path)

    def hidden(told: list[dict[str, list[dict[str, object]]]]) -> int:
        return sum(telling.get("cards", 0) is None for batch in told for telling in batch["tellings"])

    assert list(full.body) == [
        "id", "ruleset", "ruleset_version", "options", "players", "fairness", "decisions", "events", "result",
    ]  # fmt: skip
    assert full.body == default.body
    assert (hidden(full.body["events"]), hidden(seat.body["events"]) > 0) == (0, True)
    assert {decision["by"] for decision in full.body["decisions"]} == {"bot"}


@pytest.mark.parametrize("reader", ["seat:3", "seat:-1", "seat:01", "seat", "", "ALL"])
def test_a_replay_is_read_as_all_or_as_a_seat(finished: Callable[..., Game], reader: str) -> None:
    game = finished()

    assert game.seats[0].get(f"/v1/games/{game.id}/replay?as={reader}").code == "invalid"


def test_a_running_game_has_no_replay_and_no_rematch(running: Callable[..., Game]) -> None:
    game = running()
    ada = game.seats[0]

    refused = [ada.get(f"/v1/games/{game.id}/replay"), ada.post(f"/v1/games/{game.id}/rematch")]

    assert [answer.code for answer in refused] == ["not-finished", "not-finished"]


def test_players_meet_again_at_their_old_places(finished: Callable[..., Game], player: Callable[..., Client]) -> None:
    game = finished()

    met = [seat.post(f"/v1/games/{game.id}/rematch", {"salt": "s"}) for seat in (game.seats[1], game.seats[2])]

    assert [answer.status for answer in met] == [201, 200]
    assert met[0].body["id"] == met[1].body["id"] == game.seats[0].look(game.id)["rematch"]
    assert [(answer.body["seat"], answer.headers["Location"]) for answer in met] == [
        (1, f"/v1/games/{met[0].body['id']}"),
        (2, f"/v1/games/{met[0].body['id']}"),
    ]
    assert met[0].body["host"] == game.seats[1].player
    assert player("outsider").post(f"/v1/games/{game.id}/rematch").code == "not-seated"


def test_a_repeated_wish_for_a_rematch_is_answered_as_the_first_was(finished: Callable[..., Game]) -> None:
    game = finished()
    ada, bob, _ = game.seats
    path = f"/v1/games/{game.id}/rematch"

    first = [each.post(path, {"salt": "s"}, Idempotency_Key="once") for each in (ada, bob)]
    assert bob.ask("DELETE", f"/v1/games/{first[1].body['id']}/seats/me").status == 200
    again = [each.post(path, {"salt": "s"}, Idempotency_Key="once") for each in (ada, bob)]
    other = [each.post(path, {"salt": "t"}, Idempotency_Key="once") for each in (ada, bob)]

    assert [answer.status for answer in first] == [answer.status for answer in again] == [201, 200]
    assert [answer.headers["Idempotent-Replayed"] for answer in again] == ["true", "true"]
    assert again[1].body["seat"] is None
    assert [answer.code for answer in other] == ["idempotency-mismatch"] * 2


def test_a_follow_up_does_not_show_to_who_has_lost_the_place_in_it(finished: Callable[..., Game]) -> None:
    game = finished(visibility="private")
    ada, bob, _ = game.seats
    path = f"/v1/games/{game.id}/rematch"
    following = ada.post(path).body["id"]
    bob.post(path, Idempotency_Key="once")
    ada.ask("PUT", f"/v1/games/{following}/seats/1", {"bot": "random"})
    ada.ask("PUT", f"/v1/games/{following}/seats/2", {"bot": "random"})
    cy = game.seats[2]

    refused = [cy.post(path), bob.post(path), bob.post(path, Idempotency_Key="once")]

    assert [answer.code for answer in refused] == ["game-started", "removed", "not-found"]
    assert refused[0].body["game"]["id"] == game.id
