"""A whole game over HTTP, told as a story: three bots, and a client that picks its offers by chance."""

import json
import os
import random
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from typing import Any
from urllib.error import HTTPError

from service.errors import HubcapsError
from service.story import Story

Json = dict[str, Any]
BOT_TIME_SCALE = "0.1"
"""The demo's own server lets its bots answer ten times as fast, so that the story is soon told."""


class DemoError(HubcapsError):
    """There is no server to play on, or it refuses; the message is one line."""


class Conflict(Exception):
    """The question that was answered is over."""


@contextmanager
def own_server() -> Iterator[str]:
    """The address of a server of our own, in a folder that goes with it. Raises DemoError."""
    with tempfile.TemporaryDirectory(prefix="hubcaps-demo-") as folder:
        words = [sys.executable, "-m", "service.cli", "serve", "--port", "0", "--data", folder]
        around = {"HUBCAPS_BOT_TIME_SCALE": BOT_TIME_SCALE, **os.environ}
        with subprocess.Popen(words, env=around, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            try:
                said = server.stdout.readline().split()
                if not said:
                    raise DemoError("the demo's server does not start; its last words stand above")
                yield said[-1]
            finally:
                server.terminate()


class Client:
    """A player of a server, by its token."""

    def __init__(self, base: str) -> None:
        self._base = base
        self._token = ""

    def get(self, path: str) -> Json:
        """The body of a GET. Raises DemoError."""
        return self._send("GET", path, None)

    def post(self, path: str, body: Json) -> Json:
        """The body of a POST. Raises Conflict, DemoError."""
        return self._send("POST", path, body)

    def register(self, name: str) -> None:
        """Become a new player."""
        self._token = self.post("/v1/players", {"name": name})["token"]

    def _send(self, method: str, path: str, body: Json | None) -> Json:
        headers = {"Content-Type": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        data = None if body is None else json.dumps(body).encode()
        try:
            request = urllib.request.Request(self._base + path, data, headers, method=method)
            with urllib.request.urlopen(request, timeout=60) as answer:
                found: Json = json.load(answer)
                return found
        except HTTPError as error:
            if error.code == HTTPStatus.CONFLICT:
                raise Conflict from error
            raise DemoError(f"{self._base} answers {error.code} to {method} {path}") from None
        except (OSError, ValueError) as error:
            raise DemoError(f"{self._base} does not answer as a server of Hubcaps: {error}") from None


def filled(offer: Json, chance: random.Random) -> Json:
    """The offer with each domain replaced by one of its values."""
    return {name: _value(domain, chance) for name, domain in offer.items()}


def play(base: str, chance: random.Random) -> Iterator[str]:
    """A game of Situational Awareness on the server at `base`, line by line as it happens."""
    client = Client(base)
    client.register("Robin")
    cards = {card["id"]: card["name"] for card in client.get("/v1/rulesets/situational-awareness")["cards"]}
    wish = {"ruleset": "situational-awareness", "players": 4, "bots": ["steady", "steady", "random"]}
    game = client.post("/v1/games", {**wish, "clocks": {"turn_ms": 60_000, "window_ms": 10_000}})
    drivers = [seat["name"] or f"{seat['bot'].capitalize()} {seat['seat']}" for seat in game["seats"]]
    story = Story(drivers, cards)
    yield f"Game {game['id']}: {', '.join(drivers)}."
    path, cursor = f"/v1/games/{game['id']}", ""
    while True:
        feed = client.get(f"{path}/events?wait=20&game=1{cursor and '&after=' + cursor}")
        cursor, game = feed["cursor"], feed["game"] or game
        tellings = (telling for batch in feed["events"] for telling in batch["tellings"])
        yield from filter(None, map(story.sentence, tellings))
        if feed["closed"]:
            break
        if game["prompt"] and game["seat"] in game["asked"]["seats"] and feed["version"] == game["version"]:
            offer = chance.choice([offer for offer in game["offers"] if offer["prompt"] == game["prompt"]["id"]])
            with suppress(Conflict):  # somebody ended the turn meanwhile: the feed tells
                client.post(f"{path}/actions?brief=1", filled(offer, chance))
    yield from _result(client.get(path), drivers)


def _result(game: Json, drivers: list[str]) -> Iterator[str]:
    result = game["result"]
    for place, group in enumerate(result["ranking"], 1):
        for seat in group:
            yield f"{place}. {drivers[seat]}, hubcaps: {result['scores'][seat]}"
    yield f"{' and '.join(drivers[seat] for seat in result['winners'])} won."


def _value(domain: Any, chance: random.Random) -> Any:
    match domain:
        case {"one_of": values}:
            return chance.choice(values)
        case {"from": low, "to": high}:
            return chance.randint(low, high)
        case {"subset_of": entries, "min": least, "max": most}:
            return chance.sample(entries, chance.randint(least, most))
        case _:
            return domain
