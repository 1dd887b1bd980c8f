"""Acting over HTTP."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.client import WELL_FORMED, Client, Game, Wish, filled


def on_move(game: Game) -> tuple[Client, dict[str, Any]]:
    """The client who is waited for, and its document."""
    seat = game.seats[game.asked()[0]]
    return seat, seat.look(game.id)


def test_an_offer_filled_in_and_sent_back_counts(running: Callable[..., Game]) -> None:
    game = running()
    seat, shown = on_move(game)

    done = seat.act(game.id, filled(shown["offers"][0]))

    assert done.status == 200
    assert list(done.body) == ["ruleset", "version", "cursor", "events", "game"]
    assert (done.body["version"], [batch["version"] for batch in done.body["events"]]) == (4, [4])
    assert done.body["game"]["cursor"] == done.body["cursor"]


def test_annotations_are_ignored(running: Callable[..., Game]) -> None:
    game = running()
    seat, shown = on_move(game)

    done = seat.act(game.id, filled(shown["offers"][0]) | {"text": 1, "no_effect": {}, "_mine": [{"deep": None}]})

    assert done.status == 200


def test_a_brief_answer_leaves_the_game_out(running: Callable[..., Game]) -> None:
    game = running()
    seat, shown = on_move(game)

    done = seat.post(f"/v1/games/{game.id}/actions?brief=1", filled(shown["offers"][0]))

    assert list(done.body) == ["ruleset", "version", "cursor", "events"]


@pytest.mark.parametrize("brief", ["2", "true", ""])
def test_brief_is_0_or_1(running: Callable[..., Game], brief: str) -> None:
    game = running()

    assert game.seats[0].post(f"/v1/games/{game.id}/actions?brief={brief}", {}).code == "invalid"


@pytest.mark.lesson(30)
@pytest.mark.parametrize("field", ["prompt", "version"])
@pytest.mark.parametrize("value", [1.0, "1", True, [1], -1, {}])
def test_prompt_and_version_are_whole_numbers(running: Callable[..., Game], field: str, value: object) -> None:
    game = running()
    seat, shown = on_move(game)

    refused = seat.act(game.id, filled(shown["offers"][0]) | {field: value})

    assert (refused.code, refused.body["errors"][0]["pointer"]) == ("invalid", f"/{field}")


@pytest.mark.lesson(5)
def test_the_same_action_twice_is_stale_the_second_time(running: Callable[..., Game]) -> None:
    game = running()
    seat, shown = on_move(game)
    action = filled(shown["offers"][0])

    assert [seat.act(game.id, action).code for _ in range(2)] == [None, "stale-prompt"]


def test_who_is_not_asked_can_not_answer(running: Callable[..., Game]) -> None:
    game = running()
    seat, shown = on_move(game)
    other = next(each for each in game.seats if each is not seat)

    refused = other.act(game.id, filled(shown["offers"][0]))

    assert (refused.status, refused.code, refused.body["game"]["prompt"]) == (409, "not-your-turn", None)


def test_a_strict_caller_names_the_version(running: Callable[..., Game]) -> None:
    game = running()
    seat, shown = on_move(game)
    action = filled(shown["offers"][0])

    stale = seat.act(game.id, action | {"version": shown["version"] - 1})
    fresh = seat.act(
        game.id, {name: value for name, value in action.items() if name != "prompt"} | {"version": shown["version"]}
    )

    assert (stale.status, stale.code, fresh.status) == (409, "version-conflict", 200)


@pytest.mark.parametrize(
    ("tag", "matches"),
    [
        ('"{version}"', True),
        ('W/"{version}"', True),
        ('"{version}.{mark}"', True),
        ("{etag}", True),
        ('"1", {etag}', True),
        ("*", True),
        ('"1"', False),
        ("{version}", False),
        ('"{version}.0123456789abcdef"', False),
        ("nonsense", False),
    ],
)
def test_a_strict_caller_may_use_if_match(running: Callable[..., Game], tag: str, matches: bool) -> None:
    game = running()
    seat, _ = on_move(game)
    got = seat.get(f"/v1/games/{game.id}")
    version, mark = got.body["cursor"].split(".")
    action = filled(got.body["offers"][0])

    done = seat.act(game.id, action, If_Match=tag.format(version=version, mark=mark, etag=got.headers["ETag"]))

    assert (done.status, done.code) == ((200, None) if matches else (412, "precondition-failed"))


def test_another_callers_tag_names_the_same_commit(running: Callable[..., Game]) -> None:
    game = running()
    seat, shown = on_move(game)
    other = next(each for each in game.seats if each is not seat)
    tag = other.get(f"/v1/games/{game.id}").headers["ETag"]

    assert seat.act(game.id, filled(shown["offers"][0]), If_Match=tag).status == 200


def test_a_repeat_with_its_key_gets_the_first_answer(running: Callable[..., Game]) -> None:
    game = running()
    seat, shown = on_move(game)
    action = filled(shown["offers"][0])

    first = seat.act(game.id, action, Idempotency_Key="once")
    second = seat.act(game.id, dict(reversed(action.items())), Idempotency_Key="once")

    kept = ("version", "cursor", "events")
    assert (first.status, second.status) == (200, 200)
    assert [second.body[name] for name in kept] == [first.body[name] for name in kept]
    assert (first.headers.get("Idempotent-Replayed"), second.headers["Idempotent-Replayed"]) == (None, "true")


def test_the_same_key_with_another_body_is_a_mismatch(running: Callable[..., Game]) -> None:
    game = running()
    seat, shown = on_move(game)
    action = filled(shown["offers"][0])
    seat.act(game.id, action, Idempotency_Key="once")

    other = seat.act(game.id, action | {"_again": 1}, Idempotency_Key="once")

    assert (other.status, other.code, other.body["game"]["id"]) == (422, "idempotency-mismatch", game.id)


def test_a_refusal_is_not_remembered_by_its_key(running: Callable[..., Game]) -> None:
    game = running()
    seat, shown = on_move(game)
    action = filled(shown["offers"][0])

    refused = seat.act(game.id, action | {"prompt": 999}, Idempotency_Key="once")
    done = seat.act(game.id, action, Idempotency_Key="once")

    assert (refused.code, done.status) == ("stale-prompt", 200)


def test_keys_are_each_players_own(running: Callable[..., Game]) -> None:
    game = running(players=4)
    seat, shown = on_move(game)
    other = next(each for each in game.seats if each is not seat)
    seat.act(game.id, filled(shown["offers"][0]), Idempotency_Key="mine")

    assert (
        other.act(game.id, {**filled(shown["offers"][0]), "prompt": 999}, Idempotency_Key="mine").code == "stale-prompt"
    )


def test_a_game_is_created_once_for_a_key(player: Callable[..., Client], wish: Wish) -> None:
    ada = player()

    made = [ada.post("/v1/games", wish, Idempotency_Key="once") for _ in range(2)]
    other = ada.post("/v1/games", wish | {"players": 4}, Idempotency_Key="once")

    assert [each.status for each in made] == [201, 201]
    assert made[0].body["id"] == made[1].body["id"]
    assert made[1].headers["Idempotent-Replayed"] == "true"
    assert made[1].headers["Location"] == made[0].headers["Location"]
    assert (other.status, other.code) == (422, "idempotency-mismatch")


def test_a_seat_is_taken_once_for_a_key(player: Callable[..., Client], wish: Wish) -> None:
    host, other = player("Ada"), player("Bob")
    game = host.post("/v1/games", wish).body["id"]

    taken = [other.post(f"/v1/games/{game}/seats", {"salt": "s"}, Idempotency_Key="once") for _ in range(2)]

    assert [(each.status, each.body["seat"], each.headers.get("Idempotent-Replayed")) for each in taken] == [
        (201, 1, None),
        (201, 1, "true"),
    ]


def test_an_open_game_takes_no_actions(player: Callable[..., Client], wish: Wish) -> None:
    ada = player()
    game = ada.post("/v1/games", wish).body["id"]

    assert ada.act(game, WELL_FORMED[wish["ruleset"]] | {"prompt": 1}).code == "not-started"


@pytest.mark.parametrize(
    "changed",
    [
        {"clocks": {"turn_ms": 61_000}},
        {"bots": ["random"]},
        {"options": {"length": "fixed"}},
        {"visibility": "private"},
        {"absent": "bot"},
        {"host_plays": False},
        {"salt": "s"},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_a_key_stands_for_every_field_of_a_wish(
    player: Callable[..., Client], changed: dict[str, Any], wish: Wish
) -> None:
    ada = player()
    ada.post("/v1/games", wish, Idempotency_Key="once")

    assert ada.post("/v1/games", wish | changed, Idempotency_Key="once").code == "idempotency-mismatch"


@pytest.mark.parametrize("digits", [17, 5_000])
def test_a_version_that_no_game_can_have_does_not_match(running: Callable[..., Game], digits: int) -> None:
    game = running()
    seat, shown = on_move(game)

    refused = seat.act(game.id, filled(shown["offers"][0]), If_Match=f'"{"9" * digits}"')

    assert (refused.status, refused.code) == (412, "precondition-failed")
