"""Polls and streams of the service as it runs."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from time import monotonic

import pytest

from tests.api.client import GAME, Client
from tests.served.service import Served, compact, table_of


def test_many_waiting_polls_are_answered_with_the_same_news(player: Callable[..., Client], service: Served) -> None:
    game, seats = table_of(player, 3)
    cursor = seats[0].look(game)["cursor"]
    path = f"/v1/games/{game}/events?wait=25&after={cursor}"
    began = monotonic()
    with ThreadPoolExecutor(30) as pool:
        polls = [pool.submit(Client(service.http).get, path) for _ in range(30)]
        seats[1].ask("DELETE", f"/v1/games/{game}/seats/me")
        told = [poll.result() for poll in polls]

    assert {json.dumps(answer.body["events"][0]["tellings"]) for answer in told} == {'[{"type": "absent", "seat": 1}]'}
    assert monotonic() - began < 10


def test_a_fifth_poll_of_a_player_makes_the_oldest_answer_empty(player: Callable[..., Client]) -> None:
    game, seats = table_of(player, 3)
    ada = seats[0]
    path = f"/v1/games/{game}/events?wait=25&after={ada.look(game)['cursor']}"
    with ThreadPoolExecutor(5) as pool:
        polls = [pool.submit(ada.get, path) for _ in range(5)]
        while not any(poll.done() for poll in polls):
            assert ada.get("/v1/me").status == 200
        first = [poll for poll in polls if poll.done()]
        seats[1].ask("DELETE", f"/v1/games/{game}/seats/me")
        told = [poll.result().body["events"] for poll in polls]

    assert len(first) == 1
    assert sorted(len(events) for events in told) == [0, 1, 1, 1, 1]


def lines(service: Served, path: str, **headers: str) -> Iterator[str]:
    """The lines of a stream as they come."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    with service.http.stream("GET", path, headers=named) as answer:
        assert (answer.status_code, answer.headers["Content-Type"].partition(";")[0]) == (200, "text/event-stream")
        assert answer.headers["Cache-Control"] == "private, no-store, no-transform"
        assert answer.headers["X-Accel-Buffering"] == "no"
        yield from answer.iter_lines()


def test_a_stream_tells_what_the_feed_tells_as_it_happens(player: Callable[..., Client], service: Served) -> None:
    ada = player()
    game = ada.post("/v1/games", GAME).body["id"]
    stream = lines(service, f"/v1/games/{game}/stream", Authorization=f"Bearer {ada.token}")
    assert next(stream) == ":"

    first = [next(stream) for _ in range(5)]
    ada.ask("DELETE", f"/v1/games/{game}/seats/me")
    rest = [line for line in stream if line]

    told = ada.get(f"/v1/games/{game}/events").body
    assert first[1:4] == [
        "event: commit",
        f"id: {first[2].removeprefix('id: ')}",
        f"data: {compact(told['events'][0])}",
    ]
    assert rest == [
        "event: commit", f"id: {told['cursor']}", f"data: {compact(told['events'][1])}",
        "event: closed", f"id: {told['cursor']}", "data: {}",
    ]  # fmt: skip
    again = ada.get(f"/v1/games/{game}/stream", Last_Event_ID=told["cursor"])
    assert (again.status, again.text) == (204, b"")


@pytest.mark.lesson(23)
def test_a_stream_goes_on_from_the_last_event(player: Callable[..., Client], service: Served) -> None:
    ada = player()
    game = ada.post("/v1/games", GAME).body
    ada.ask("DELETE", f"/v1/games/{game['id']}/seats/me")

    told = [
        line
        for line in lines(service, f"/v1/games/{game['id']}/stream", Last_Event_ID=game["cursor"])
        if "data" in line
    ]

    assert ['"version":2' in line for line in told] == [True, False]


@pytest.mark.lesson(24)
def test_a_stream_that_can_not_go_on_is_reset_with_the_place_to_go_on_from(
    player: Callable[..., Client], service: Served
) -> None:
    ada = player()
    game = ada.post("/v1/games", GAME).body

    told = list(lines(service, f"/v1/games/{game['id']}/stream?after=9.{'0' * 16}"))

    assert told[0] == "event: reset"
    body = json.loads(told[1].removeprefix("data: "))
    assert (body["code"], body["game"]["cursor"]) == ("cursor-reset", game["cursor"])


@pytest.mark.lesson(8)
def test_a_stream_ends_when_its_token_dies(player: Callable[..., Client], service: Served) -> None:
    ada = player()
    game = ada.post("/v1/games", GAME).body["id"]
    stream = lines(service, f"/v1/games/{game}/stream", Authorization=f"Bearer {ada.token}")
    next(stream)
    began = monotonic()

    ada.post("/v1/me/token", {"now": True})

    assert len(list(stream)) <= 6
    assert monotonic() - began < 2


@pytest.mark.lesson(8)
def test_a_poll_is_401_when_its_token_dies(player: Callable[..., Client]) -> None:
    ada = player()
    game = ada.post("/v1/games", GAME).body
    with ThreadPoolExecutor(1) as pool:
        poll = pool.submit(ada.get, f"/v1/games/{game['id']}/events?wait=25&after={game['cursor']}")
        began = monotonic()
        while not poll.done() and monotonic() - began < 0.5:
            assert Client(ada.http._http).get("/healthz").status == 200
        ada.post("/v1/me/token", {"now": True})
        answer = poll.result()

    assert (answer.status, answer.code, monotonic() - began < 3) == (401, "unauthenticated", True)
