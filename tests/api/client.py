"""A client whose every answer is checked against the OpenAPI document."""

import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any, TypeAlias

import httpx
from flask import Flask

from tests.api import contract

SEED = "5eed" * 16
Wish: TypeAlias = dict[str, Any]
"""The body that makes a game."""
GAME: Wish = {"ruleset": "situational-awareness", "players": 3, "clocks": {"turn_ms": 60_000, "window_ms": 60_000}}
SHORTEST: dict[str, dict[str, Any]] = {
    "situational-awareness": {"length": "fixed"},
    "situational-awareness-lanes": {"length": "fixed"},
}
"""Options with which a game is over soonest."""

WELL_FORMED: dict[str, dict[str, Any]] = {
    "situational-awareness": {"type": "play", "card": "no-such-card"},
    "situational-awareness-lanes": {"type": "discard", "cards": ["no-such-card"], "lane": 0},
    "thousand-miles": {"type": "use", "button": "no-such-button"},
    "rally": {"type": "play", "zone": "hand", "card": "no-such-card"},
    "lap-racer": {"type": "play", "card": "no-such-card"},
}
"""An action of each game that has its form and is never offered."""


class Answer:
    """What came back."""

    def __init__(self, status: int, headers: Any, text: bytes) -> None:
        self.status = status
        self.headers = headers
        self.text = text

    @property
    def body(self) -> Any:
        """The JSON of it."""
        return json.loads(self.text)

    @property
    def code(self) -> str | None:
        """The code of a refusal, None for a success."""
        return self.body["code"] if self.status >= 400 else None

    @property
    def replayed(self) -> bool:
        """Whether it was given before."""
        return bool(self.headers.get("Idempotent-Replayed") == "true")

    @property
    def left(self) -> tuple[str, int]:
        """The budget that it was paid from, and what is left of it."""
        found = re.fullmatch(r'"(\w+)";r=(\d+);t=(\d+)', self.headers["RateLimit"])
        assert found is not None
        return found[1], int(found[2])


class Socket:
    """A real connection, in the words of Flask's test client."""

    def __init__(self, http: httpx.Client) -> None:
        self._http = http

    def open(self, path: str, method: str, data: bytes | None, headers: dict[str, str]) -> Any:
        """One request."""
        got = self._http.request(method, path, content=data, headers=headers)
        got.get_data = lambda: got.content  # type: ignore[attr-defined]
        return got


class Client:
    """Somebody who speaks HTTP: to the application itself, or to a server."""

    def __init__(self, app: Flask | httpx.Client, token: str | None = None, player: str | None = None) -> None:
        self.http: Any = Socket(app) if isinstance(app, httpx.Client) else app.test_client()
        self.token = token
        self.player = player
        self.checked = True
        """Whether answers are compared with the document; a test of hundreds of equal ones may do without."""

    def ask(self, method: str, path: str, body: object = None, /, raw: bytes | None = None, **headers: str) -> Answer:
        """One request; `headers` with underscores. The answer is checked against the document."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token is not None:
            named.setdefault("Authorization", f"Bearer {self.token}")
        if body is not None or raw is not None:
            named.setdefault("Content-Type", "application/json")
        text = raw if raw is not None else None if body is None else json.dumps(body).encode()
        got = self.http.open(path, method=method, data=text, headers=named)
        answer = Answer(got.status_code, got.headers, got.get_data())
        if self.checked:
            contract.check(method, path.partition("?")[0], answer.status, answer.headers, answer.text, text)
        return answer

    def get(self, path: str, **headers: str) -> Answer:
        """GET."""
        return self.ask("GET", path, **headers)

    def post(self, path: str, body: object = None, /, **headers: str) -> Answer:
        """POST."""
        return self.ask("POST", path, {} if body is None else body, **headers)

    def look(self, game: str) -> Any:
        """The game document."""
        return self.get(f"/v1/games/{game}").body

    def act(self, game: str, action: dict[str, Any], /, **headers: str) -> Answer:
        """Plays an action."""
        return self.post(f"/v1/games/{game}/actions", action, **headers)


class Game:
    """A running game whose seats are all played by the test."""

    def __init__(self, game: str, seats: list[Client]) -> None:
        self.id = game
        self.seats = seats

    def asked(self) -> tuple[int, ...]:
        """Who is waited for."""
        return tuple(self.seats[0].look(self.id)["asked"]["seats"])


def filled(offer: dict[str, Any]) -> dict[str, Any]:
    """The first action that an offer stands for."""

    def value(domain: Any) -> Any:
        match domain:
            case {"one_of": [first, *_]}:
                return first
            case {"from": low}:
                return low
            case {"subset_of": entries, "min": least}:
                return entries[:least]
        return domain

    return {name: value(domain) for name, domain in offer.items()}


def together(*requests: Callable[[], Answer]) -> list[Answer]:
    """Sends all at the same moment."""
    barrier = Barrier(len(requests))

    def one(request: Callable[[], Answer]) -> Answer:
        barrier.wait()
        return request()

    with ThreadPoolExecutor(len(requests)) as pool:
        return list(pool.map(one, requests))


def register(app: Flask, **headers: str) -> Answer:
    """Asks for a new player."""
    return Client(app).post("/v1/players", {"name": "Ada"}, **headers)
