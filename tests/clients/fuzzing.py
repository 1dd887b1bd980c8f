"""What Schemathesis can't guess: who asks, and games that are there. Loaded by it, with HUBCAPS_URL set."""

import json
import os
import re
import urllib.request
from typing import Any
from zlib import crc32

import schemathesis

URL = os.environ["HUBCAPS_URL"]
DEADLY = {"eraseMe", "rotateToken"}
ID = re.compile("[A-Za-z0-9_-]+")
KEY = re.compile("[!-~]{1,100}")
SHORT = 20
"""A longer id is that of a game: it came from an answer."""
GAME = {"ruleset": "situational-awareness", "players": 3, "clocks": {"turn_ms": 604_800_000}}
"""No turn of these games ends by itself during a run."""


def ask(path: str, body: object, token: str | None = None) -> Any:
    """POSTs."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(URL + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def register() -> str:
    """A new player's token."""
    token: str = ask("/v1/players", {"name": "Fuzz"})["token"]
    return token


TOKEN, OTHER = register(), register()
GAMES = (
    lambda: ask("/v1/games", GAME | {"bots": ["steady", "random"]}, TOKEN)["id"],
    lambda: ask("/v1/games", GAME, TOKEN)["id"],
    lambda: ask("/v1/games", GAME | {"players": 6}, OTHER)["id"],
)
"""One that runs, one of the caller's that waits for players, and one of somebody else's."""
LOOKED_AT = tuple(make() for make in GAMES)


@schemathesis.auth(refresh_interval=None)
class Caller:
    """One player asks for everything but what ends a token."""

    def get(self, case: Any, context: Any) -> str:
        """The token to ask with."""
        return register() if case.operation.definition.raw["operationId"] in DEADLY else TOKEN

    def set(self, case: Any, token: str, context: Any) -> None:
        """Ask with it."""
        case.headers["Authorization"] = f"Bearer {token}"


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: dict[str, Any]) -> None:
    """Three generated games of four are games that are there, new ones where they may be changed; a generated
    Idempotency-Key is one for its request.
    """
    key = (case.headers or {}).get("Idempotency-Key")
    if isinstance(key, str) and KEY.fullmatch(key):  # a key stands for one request, or it is rightly refused
        meant = crc32(repr((case.operation.label, case.path_parameters, case.body)).encode())
        case.headers["Idempotency-Key"] = f"{key}-{meant}"
    game = (case.path_parameters or {}).get("id")
    if not isinstance(game, str) or not ID.fullmatch(game) or len(game) > SHORT:
        return
    chosen = crc32(repr((game, case.method, case.query, case.body)).encode()) % (len(GAMES) + 1)
    if chosen < len(GAMES):
        case.path_parameters["id"] = LOOKED_AT[chosen] if case.method == "GET" else GAMES[chosen]()
