"""A request for every operation of the document, so that no test of a whole kind can forget a route."""

from typing import Any

from tests.api.client import Answer, Client
from tests.api.test_auth import operations

NOWHERE = "s00-" + "a" * 20
BODIES: dict[str, dict[str, Any]] = {
    "act": {"type": "end_turn", "prompt": 1},
    "createGame": {"ruleset": "situational-awareness", "players": 3},
    "joinByCode": {"join_code": "22222222"},
    "putSeedAside": {},
    "registerPlayer": {"name": "Ada"},
    "rematch": {"salt": "pepper"},
    "renameMe": {"name": "Eve"},
    "returnToSeat": {},
    "rotateToken": {"now": False},
    "seatBot": {"bot": "random"},
    "takeSeat": {"salt": "pepper"},
}
"""What fits each operation that takes a body."""
OPERATIONS = {operation["operationId"]: (method, path) for method, path, operation in operations()}
BELOW_V1 = sorted(name for name, (_, path) in OPERATIONS.items() if path.startswith("/v1/"))
BELOW_A_GAME = sorted(name for name, (_, path) in OPERATIONS.items() if path.startswith("/v1/games/{id}"))


def path_of(name: str, game: str = NOWHERE, n: int = 1) -> str:
    """Where an operation is."""
    path = OPERATIONS[name][1].replace("{id}", game).replace("{n}", str(n))
    return path.replace("{ruleset}", "situational-awareness")


def request(client: Client, name: str, game: str = NOWHERE, /, query: str = "", **headers: str) -> Answer:
    """One request for this operation, with a body that fits."""
    return client.ask(OPERATIONS[name][0], path_of(name, game) + query, BODIES.get(name), **headers)
