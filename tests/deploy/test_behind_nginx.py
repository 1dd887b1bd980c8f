"""The deployment as plain processes: nginx, two web processes, a worker, two clocks and a Valkey."""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any

import httpx
import pytest

from tests.api.client import GAME, Answer, Client, filled
from tests.deploy.front import Front, behind_nginx

POLLS = 4
"""As many as a token may have waiting on a game."""
MIDDLE = 10
"""The first version at which processes are killed."""
WAIT_S = 4


@pytest.fixture(scope="module")
def front(nginx: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    """A web process lets one poll of an address without a token wait."""
    with behind_nginx(nginx, tmp_path_factory.mktemp("front"), waits_per_address="1") as running:
        yield running


@pytest.fixture
def http(front: Front) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=front.address, timeout=40) as client:
        yield client


@pytest.fixture
def ada(http: httpx.Client) -> Client:
    made = Client(http).post("/v1/players", {"name": "Ada"})
    return Client(http, made.body["token"], made.body["player"])


def waits(front: Front, name: str) -> int:
    """How many polls wait in a web process."""
    text = httpx.get(f"http://127.0.0.1:{front.metrics[name]}/metrics").text
    found = re.search(r"^hubcaps_waits (\d+)", text, re.MULTILINE)
    assert found is not None
    return int(found[1])


def play(ada: Client, game: str, shown: dict[str, Any]) -> dict[str, Any]:
    """Answers the first offer, again and with the same key as long as nobody can be reached. The document then."""
    key = str(shown["version"])
    while (done := ada.act(game, filled(shown["offers"][0]), Idempotency_Key=key)).status == 503:
        pass
    assert done.status in (200, 409), done.text
    document: dict[str, Any] = done.body["game"]
    return document


def test_a_whole_game_reaches_its_end_though_a_web_process_and_a_clock_are_killed_in_the_middle(
    front: Front, ada: Client, eventually: Callable[..., None]
) -> None:
    wish = GAME | {"players": 4, "bots": ["random", "steady", "random"], "options": {"length": "fixed"}}
    shown = ada.post("/v1/games", wish).body
    game, news = shown["id"], None

    def read_on(cursor: str) -> Answer:
        return ada.get(f"/v1/games/{game}/events?wait=25&game=1&after={cursor}")

    while shown["status"] == "running":
        if 0 not in shown["asked"]["seats"]:
            shown = read_on(shown["cursor"]).body["game"] or shown
        elif news is not None or shown["version"] < MIDDLE or shown["asked"]["seats"] != [0]:
            shown = play(ada, game, shown)
        else:  # all wait for Ada, and she for all
            with ThreadPoolExecutor(POLLS) as pool:
                polls = [pool.submit(read_on, shown["cursor"]) for _ in range(POLLS)]
                eventually(lambda: waits(front, "web1") == waits(front, "web2") == POLLS // 2, 20)
                front.kill("web1")
                front.kill("clock1")
                eventually(lambda: waits(front, "web2") == POLLS, 20)  # nginx has asked the other
                before, shown = shown["version"], play(ada, game, shown)
                news = {poll.result().body["events"][0]["version"] for poll in polls}
            assert news == {before + 1}

    assert news is not None
    assert sorted(seat for group in shown["result"]["ranking"] for seat in group) == [0, 1, 2, 3]
    told = ada.get(f"/v1/games/{game}/events?limit=500").body["events"]
    assert [batch["version"] for batch in told] == list(range(1, len(told) + 1))
    assert not [each for batch in told for each in batch["tellings"] if each["type"] == "timed_out"]


def test_a_stream_comes_through_as_it_is_told(ada: Client, http: httpx.Client) -> None:
    game = ada.post("/v1/games", GAME).body["id"]
    told: list[str] = []

    with http.stream("GET", f"/v1/games/{game}/stream") as stream:
        for line in stream.iter_lines():
            if line.startswith("event: "):
                told.append(line)
            if told == ["event: commit"] and not line:  # the creation is here whole, and the stream goes on
                assert ada.ask("DELETE", f"/v1/games/{game}/seats/me").status == 200

    assert told == ["event: commit", "event: commit", "event: closed"]


@pytest.mark.lesson(32)
def test_an_address_is_the_clients_own_and_a_spoofed_one_changes_nothing(front: Front, ada: Client) -> None:
    game = ada.post("/v1/games", GAME).body
    path = f"/v1/games/{game['id']}/events?wait={WAIT_S}&after={game['cursor']}"

    def waited(address: str, said: str) -> bool:
        """Whether a poll from this address, which says another, waits its whole time."""
        began = monotonic()
        with httpx.Client(base_url=front.address, transport=httpx.HTTPTransport(local_address=address)) as client:
            assert client.get(path, headers={"X-Forwarded-For": said}, timeout=20).json()["events"] == []
        return monotonic() - began >= WAIT_S

    with ThreadPoolExecutor(3) as pool:
        spoofers = list(pool.map(waited, ["127.0.0.1"] * 3, ["10.0.0.1", "10.0.0.2", "10.0.0.3"]))
        others = list(pool.map(waited, ["127.0.0.2", "127.0.0.3", "127.0.0.4"], ["10.0.0.1"] * 3))

    assert 1 <= sum(spoofers) <= 2  # of three, one for each web process that lives
    assert others == [True, True, True]


def test_nothing_is_written_to_the_home_folder(front: Front) -> None:
    assert list(front.home.iterdir()) == []
