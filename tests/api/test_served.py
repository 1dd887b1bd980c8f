"""The service as it runs: real processes, real sockets, at the same moment."""

import json
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from time import monotonic
from typing import Any

import httpx
import pytest

from tests.api.client import GAME, Answer, Client, filled
from tests.api.served import Served, served

WINDOWS = 200
TWO_DASHCAMS = "00" * 32
"""The seed of a deal in which seat 0 can hit seat 1 while both others hold a Dashcam."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("served")) as running:
        yield running


@pytest.fixture
def player(service: Served) -> Callable[..., Client]:
    """Registers a player."""

    def register(name: str = "Ada") -> Client:
        made = Client(service.http).post("/v1/players", {"name": name})
        return Client(service.http, made.body["token"], made.body["player"])

    return register


def together(*requests: Callable[[], Answer]) -> list[Answer]:
    """Sends all at the same moment."""
    barrier = Barrier(len(requests))

    def one(request: Callable[[], Answer]) -> Answer:
        barrier.wait()
        return request()

    with ThreadPoolExecutor(len(requests)) as pool:
        return list(pool.map(one, requests))


def table_of(player: Callable[..., Client], players: int, **more: Any) -> tuple[str, list[Client]]:
    """A running game whose seats are all played by the test."""
    seats = [player(f"driver {seat}") for seat in range(players)]
    game = seats[0].post("/v1/games", GAME | {"players": players} | more).body["id"]
    for seat in seats[1:]:
        assert seat.post(f"/v1/games/{game}/seats").status == 201
    return game, seats


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


def test_figures_are_shown_on_an_address_of_their_own(service: Served) -> None:
    there, here = httpx.get(f"{service.metrics}/metrics"), httpx.get(f"{service.address}/metrics")

    assert (there.status_code, here.status_code) == (200, 404)
    assert "hubcaps_clock_seen_seconds" in there.text


def raw(service: Served, text: bytes) -> bytes:
    """Sends these bytes and reads what comes until the server hangs up."""
    host, port = service.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        connection.sendall(text)
        connection.shutdown(socket.SHUT_WR)
        return b"".join(iter(partial(connection.recv, 65_536), b""))


@pytest.mark.lesson(31)
def test_a_body_that_is_announced_too_large_is_refused_unread(service: Served) -> None:
    head = (
        b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n"
    )

    assert raw(service, head + b"{").startswith(b"HTTP/1.1 413 ")


@pytest.mark.lesson(31)
def test_a_body_in_pieces_is_limited_as_well(service: Served) -> None:
    head = (
        b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    name = b'{"name": "Ada"}'
    short = b"%x\r\n%b\r\n0\r\n\r\n" % (len(name), name)
    long = b"".join(b"8000\r\n%b\r\n" % (b" " * 0x8000) for _ in range(3)) + b"0\r\n\r\n"

    assert raw(service, head + short).startswith(b"HTTP/1.1 201 ")
    assert raw(service, head + long).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("host", [b"evil.example", b"a b", b"\xff\xfe", b"[::1", b""])
def test_any_host_is_as_good_as_another(service: Served, host: bytes) -> None:
    answer = raw(service, b"GET /v1/rulesets/none HTTP/1.1\r\nHost: %b\r\nConnection: close\r\n\r\n" % host)

    assert answer.startswith((b"HTTP/1.1 404 ", b"HTTP/1.1 400 "))
    assert b"evil" not in answer


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


def compact(value: object) -> str:
    """JSON without spaces."""
    return json.dumps(value, separators=(",", ":"))


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
