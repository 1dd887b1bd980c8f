"""Following a game over HTTP."""

from collections.abc import Callable
from threading import Thread
from time import monotonic

import pytest
from msgspec.structs import replace

from service.app import create_app
from service.hub import Hub
from service.play.table import Table
from service.waits import Caps
from tests.api.client import Answer, Client, Game, Wish, filled


def test_the_feed_tells_everything_from_the_first_event(running: Callable[..., Game], stranger: Client) -> None:
    game = running()

    told = stranger.get(f"/v1/games/{game.id}/events").body

    assert list(told) == ["ruleset", "events", "cursor", "version", "status", "closed", "game"]
    assert [batch["version"] for batch in told["events"]] == [1, 2, 3]
    assert (told["version"], told["status"], told["closed"], told["game"]) == (3, "running", False, None)
    assert told["cursor"] == stranger.look(game.id)["cursor"]


@pytest.mark.one_game
def test_a_telling_is_read_in_full_by_its_seat_alone(running: Callable[..., Game], stranger: Client) -> None:
    game = running()

    def drawn(viewer: Client) -> list[bool]:
        batch = viewer.get(f"/v1/games/{game.id}/events").body["events"][-1]
        return [telling["cards"] is not None for telling in batch["tellings"] if telling["type"] == "drew"]

    assert [drawn(viewer)[:3] for viewer in (*game.seats, stranger)] == [
        [True, False, False],
        [False, True, False],
        [False, False, True],
        [False, False, False],
    ]


@pytest.mark.lesson(23)
def test_reading_on_misses_nothing_and_repeats_nothing(running: Callable[..., Game], stranger: Client) -> None:
    game = running()
    cursor, versions = None, []

    for _ in range(4):
        after = f"&after={cursor}" if cursor else ""
        told = stranger.get(f"/v1/games/{game.id}/events?limit=1{after}").body
        versions += [batch["version"] for batch in told["events"]]
        cursor = told["cursor"]

    assert versions == [1, 2, 3]


def test_with_game_the_document_is_of_the_cursors_moment(running: Callable[..., Game]) -> None:
    game = running()
    ada = game.seats[0]
    first = ada.get(f"/v1/games/{game.id}/events?game=1").body

    nothing = ada.get(f"/v1/games/{game.id}/events?game=1&after={first['cursor']}").body

    assert (first["game"]["cursor"], first["game"]["seat"]) == (first["cursor"], 0)
    assert (nothing["events"], nothing["game"]) == ([], None)


@pytest.mark.lesson(24)
def test_a_cursor_ahead_or_of_another_history_is_reset_with_the_place_to_go_on_from(
    running: Callable[..., Game],
) -> None:
    game = running()
    for cursor in (f"9.{'0' * 16}", f"2.{'0' * 16}", f"3.{'0' * 16}"):
        gone = game.seats[0].get(f"/v1/games/{game.id}/events?after={cursor}")

        assert (gone.status, gone.code) == (410, "cursor-reset")
        assert game.seats[0].get(f"/v1/games/{game.id}/events?after={gone.body['game']['cursor']}").body["events"] == []


def test_a_poll_is_answered_with_the_news(running: Callable[..., Game], stranger: Client) -> None:
    game = running()
    seat = game.seats[game.asked()[0]]
    shown = seat.look(game.id)
    got: list[Answer] = []
    poll = Thread(
        target=lambda: got.append(stranger.get(f"/v1/games/{game.id}/events?wait=20&after={shown['cursor']}"))
    )
    began = monotonic()

    poll.start()
    done = seat.act(game.id, filled(shown["offers"][0]))
    poll.join(10)

    assert [batch["version"] for batch in got[0].body["events"]] == [done.body["version"]]
    assert monotonic() - began < 10


@pytest.mark.lesson(25)
def test_a_poll_without_news_is_200_and_empty_when_the_time_is_over(
    running: Callable[..., Game], stranger: Client
) -> None:
    game = running()
    cursor = stranger.look(game.id)["cursor"]

    told = stranger.get(f"/v1/games/{game.id}/events?wait=1&after={cursor}")

    assert (told.status, told.body["events"], told.body["cursor"]) == (200, [], cursor)


@pytest.mark.one_game
@pytest.mark.lesson(32)
@pytest.mark.parametrize("there", ["2001:db8::1", "[2001:db8::1]:4711", "2001:db8:0:0:ffff::"])
def test_a_network_of_one_subscriber_is_one_address_for_waits_too(
    running: Callable[..., Game], table: Table, there: str, eventually: Callable[..., None]
) -> None:
    game = running()
    hub = Hub(table.store.channel, Caps(address=1))
    app = create_app(replace(table.settings, public_proxies=1), table.store, hub)
    path = f"/v1/games/{game.id}/events?wait=20&after={game.seats[0].look(game.id)['cursor']}"
    first, second = (
        Thread(target=lambda at=at: Client(app).get(path, X_Forwarded_For=at)) for at in ("2001:db8::2", there)
    )
    first.start()
    eventually(lambda: len(hub) == 1)

    second.start()
    first.join(10)

    assert not first.is_alive()
    assert len(hub) == 1
    hub.drain()
    second.join(10)


@pytest.mark.lesson(23, 25)
def test_a_poll_that_ends_because_the_process_does_is_empty_and_not_the_end_of_the_game(
    running: Callable[..., Game], table: Table
) -> None:
    game = running()
    hub = Hub(table.store.channel)
    ending = create_app(table.settings, table.store, hub)
    cursor = game.seats[0].look(game.id)["cursor"]
    hub.drain()

    told = Client(ending).get(f"/v1/games/{game.id}/events?wait=25&after={cursor}")

    assert (told.status, told.body["events"], told.body["cursor"], told.body["closed"]) == (200, [], cursor, False)


def test_a_game_that_is_over_is_closed_at_once(player: Callable[..., Client], wish: Wish) -> None:
    ada = player()
    game = ada.post("/v1/games", wish).body["id"]
    cursor = ada.ask("DELETE", f"/v1/games/{game}/seats/me").body["cursor"]
    began = monotonic()

    told = ada.get(f"/v1/games/{game}/events?wait=20&after={cursor}").body

    assert (told["events"], told["closed"], monotonic() - began < 5) == ([], True, True)


def test_no_telling_holds_a_name_or_a_players_id(running: Callable[..., Game], stranger: Client) -> None:
    game = running()
    game.seats[1].ask("DELETE", f"/v1/games/{game.id}/seats/me")

    text = stranger.get(f"/v1/games/{game.id}/events").text.decode()

    assert not any(seat.player in text for seat in game.seats if seat.player)
    assert "driver" not in text
