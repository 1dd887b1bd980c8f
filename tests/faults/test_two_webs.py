"""Two web processes behind one address: what they count adds up, and who waits holds nobody up."""

import re
import select
import socket
from collections.abc import Iterator
from time import monotonic

import httpx
import pytest

from tests.api.client import GAME, Client, filled
from tests.served.service import Served, served

POLLS = 60
"""As many as one address may have."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    figures = tmp_path_factory.mktemp("figures")
    with pytest.MonkeyPatch.context() as around:
        around.setenv("TMPDIR", str(figures))
        with served(tmp_path_factory.mktemp("two"), web_workers=2) as running:
            yield running
            assert len([*figures.glob("hubcaps-figures-*")]) == 1
    assert not [*figures.glob("hubcaps-figures-*")], "the folder of the figures has not gone with them"


def counted(service: Served) -> dict[str, float]:
    """Every counter of the figures, whichever of the two was asked."""
    text = httpx.get(f"{service.metrics}/metrics").text
    return {name: float(value) for name, value in re.findall(r"^(hubcaps_answers_total\S*) (\S+)$", text, re.MULTILINE)}


@pytest.mark.lesson(35)
def test_counters_never_jump_back_and_count_what_both_have_answered(service: Served) -> None:
    before, asked = sum(counted(service).values()), 0
    last = counted(service)
    for _ in range(12):
        with httpx.Client(base_url=service.address) as fresh:  # a connection of its own: either may take it
            asked += fresh.get("/v1/rulesets/none").status_code == 404
        now = counted(service)
        assert all(now[name] >= value for name, value in last.items())
        last = now

    assert sum(last.values()) - before >= asked == 12


@pytest.mark.lesson(26)
def test_whoever_waits_holds_up_neither_a_move_nor_the_question_whether_it_lives(service: Served) -> None:
    made = Client(service.http).post("/v1/players", {"name": "Ada"}).body
    ada = Client(service.http, made["token"])
    options = {"first_seat": 0}
    game = ada.post("/v1/games", GAME | {"bots": ["random"] * 2, "options": options}).body
    polls = [waiting(service, game["id"], game["cursor"]) for _ in range(POLLS)]
    try:
        began = monotonic()
        alive = Client(service.http).get("/healthz").status
        moved = ada.act(game["id"], filled(game["offers"][0])).status
        took = monotonic() - began
        answers = [first_line(poll) for poll in polls]
    finally:
        for poll in polls:
            poll.close()

    assert (alive, moved, took < 1) == (200, 200, True)
    assert set(answers) == {b"HTTP/1.1 200 OK"}


def waiting(service: Served, game: str, cursor: str) -> socket.socket:
    """A poll that has been sent."""
    host, port = service.address.removeprefix("http://").split(":")
    poll = socket.create_connection((host, int(port)))
    poll.sendall(f"GET /v1/games/{game}/events?wait=25&after={cursor} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    return poll


def first_line(poll: socket.socket) -> bytes:
    assert select.select([poll], [], [], 10)[0], "it is not answered"
    return poll.recv(65_536).partition(b"\r\n")[0]
