"""Actions a second over HTTP on one web worker, beside a floor route on the same server: python -m bench.http.

The client keeps a number of games of Situational Awareness moving, one action in flight in each. It knows their seeds,
so it plays every seat from a copy of its own and sends nothing but actions.
"""

import argparse
import http.client
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

from engine.catalogue import find
from engine.offers import pick
from service.embedded import Embedded

RULESET = "situational-awareness"
SEATS = 4
ROUNDS = 5
SECONDS = 3.0


class Client:
    """A connection that stays open, and the tokens of four players."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port)
        names = [f"Driver {seat}" for seat in range(SEATS)]
        self.tokens = [self.post("/v1/players", {"name": name}, "")["token"] for name in names]

    def post(self, path: str, body: object, token: str) -> Any:
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        self.connection.request("POST", path, json.dumps(body), headers)
        with self.connection.getresponse() as answer:
            text = answer.read()
            assert answer.status in (200, 201), text
            return json.loads(text)

    def new_game(self, seed: bytes) -> str:
        wish = {"ruleset": RULESET, "players": SEATS, "seed": seed.hex()}
        game: str = self.post("/v1/games", wish, self.tokens[0])["id"]
        for token in self.tokens[1:]:
            self.post(f"/v1/games/{game}/seats", {}, token)
        return game


def play(client: Client, more: Callable[[], bool], random: Random) -> int:
    """Whole games by chance; how many actions counted."""
    game, count = find(RULESET), 0
    while True:
        seed = random.randbytes(32)
        name, (state, _) = client.new_game(seed), game.begin(SEATS, {}, seed)
        while (question := game.rules.question(state)) is not None:
            if not more():
                return count
            seat = random.choice(question.seats)
            offer = random.choice(game.rules.offers(state, seat))
            action = pick(offer, random)
            client.post(f"/v1/games/{name}/actions", {"prompt": offer.prompt, **action}, client.tokens[seat])
            state, _ = game.rules.apply(state, seat, action)
            count += 1


def floor(client: Client, more: Callable[[], bool], random: Random) -> int:
    """The floor route, as often as it answers."""
    name, count = client.new_game(random.randbytes(32)), 0
    body = {"prompt": 2, "type": "play", "card": "pothole", "target": 1}
    while more():
        client.post(f"/floor/{name}", body, client.tokens[0])
        count += 1
    return count


def rate(work: Callable[[Client, Callable[[], bool], Random], int], clients: list[Client], seconds: float) -> float:
    """How often a second all clients together get their answer."""
    counts = [0] * len(clients)
    end = time.perf_counter() + seconds

    def run(place: int) -> None:
        counts[place] = work(clients[place], lambda: time.perf_counter() < end, Random(place))

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(clients))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / seconds


def served(redis_url: str) -> tuple[subprocess.Popen[bytes], int]:
    """One web worker on a core of its own, with the floor beside the service."""
    port = 8123
    around = {
        **os.environ,
        "HUBCAPS_REDIS_URL": redis_url,
        "HUBCAPS_PORT": str(port),
        "HUBCAPS_SEEDED_GAMES": "true",
        "HUBCAPS_PLAYERS_PER_HOUR": "1000000",
        "HUBCAPS_GAMES_PER_HOUR": "1000000",
        "HUBCAPS_UNFINISHED_GAMES": "1000000",
        "HUBCAPS_ACTIONS_PER_S": "1000000",
        "HUBCAPS_ACTIONS_BURST": "1000000",
        "HUBCAPS_READS_PER_S": "1000000",
        "HUBCAPS_READS_BURST": "1000000",
    }
    words = [sys.executable, "-m", "gunicorn", "--config", "service/gunicorn.conf.py", "bench.floor:app"]
    server = subprocess.Popen(words, env=around)
    end = time.monotonic() + 30
    while time.monotonic() < end:
        try:
            probe = http.client.HTTPConnection("127.0.0.1", port)
            probe.request("GET", "/healthz")
            if probe.getresponse().status == 200:
                return server, port
        except OSError:
            time.sleep(0.1)
    server.terminate()
    raise SystemExit("the server does not answer")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        valkey = Embedded.start(folder)
        server, port = served(valkey.url)
        try:
            clients = [Client(port) for _ in range(chosen.clients)]
            rate(play, clients, 1.0)
            pairs = [(rate(play, clients, chosen.seconds), rate(floor, clients, chosen.seconds)) for _ in range(ROUNDS)]
        finally:
            server.terminate()
            server.wait()
            valkey.stop()
    ours, below = (median(figures) for figures in zip(*pairs, strict=True))
    ratio = median(action / bare for action, bare in pairs)
    print(f"{RULESET}: {ours:,.0f} actions/s on one web worker, floor {below:,.0f}: ratio {ratio:.2f}")


if __name__ == "__main__":
    main()
