"""One session over HTTP, the same each time, from which the document's examples are taken: everything in them is a real
answer, but that random ids and moments are replaced and the long lists of a replay and of a ruleset are cut.
"""

import json
import re
from collections import defaultdict
from hashlib import sha256
from itertools import islice
from typing import Any

from flask import Flask

from tests.api import contract
from tests.api.client import Answer, Client, filled

Examples = dict[str, dict[str, Any]]
TABLE = {"ruleset": "situational-awareness", "players": 4, "bots": ["steady"], "salt": "9qJ0c2xW4mZk"}
DEAL = {
    "ruleset": "situational-awareness", "players": 3, "options": {"length": "fixed", "first_seat": 0},
    "clocks": {"turn_ms": 90_000, "window_ms": 10_000}, "seed": "5eed" * 16,
}  # fmt: skip
MOMENTS = {
    "created_at": "12:00:00", "started_at": "12:00:07", "at": "12:00:07", "server_time": "12:00:09",
    "deadline": "12:01:37", "finished_at": "12:19:41", "expires": "13:00:00",
}  # fmt: skip
REMAINING_MS = 88_000
OVERDUE = {"oldest_overdue_ms": 0, "clock_seen_ms": 180}
LONG = frozenset({"decisions", "events", "decks", "cards", "clauses", "items"})
"""Cut in a replay, in a fairness document and in a ruleset: to the first ENTRIES."""
ENTRIES = 2
CUT = ("getReplay", "getFairness", "listRulesets", "getRuleset", "readEvents")
RANDOM = re.compile(
    r"(?P<token>(?<=\.)[A-Za-z0-9_-]{49}(?![A-Za-z0-9_-]))|(?P<game>s\d\d-[a-z0-9]{20})|(?P<player>p\d\d-[a-z0-9]{20})"
    r"|(?P<cursor>(?<=\.)[0-9a-f]{16}\b)|(?P<commitment>sha256:[0-9a-f]{64})|(?P<code>\b[2-9A-HJ-KMNP-TV-Z]{8}\b)"
)


class Session:
    """Keeps the first answer of each operation and status, and what was sent for it."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.kept: Examples = defaultdict(dict)
        self.known: dict[str, str] = {}

    def player(self, name: str) -> Client:
        """A new player."""
        made = self.ask(Client(self.app), "POST", "/v1/players", {"name": name})
        return Client(self.app, made.body["token"], made.body["player"])

    def ask(self, client: Client, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """One request, whose answer is kept."""
        answer = client.ask(method, path, body, **headers)
        operation = contract.operation(method, path.partition("?")[0])
        assert operation is not None
        kept = self.kept[operation["operationId"]]
        if answer.text and str(answer.status) not in kept:
            text = self.plain(answer.text.decode())
            said = text if "event-stream" in answer.headers["Content-Type"] else self.still(json.loads(text))
            cut = operation["operationId"] in CUT and isinstance(said, dict)
            kept[str(answer.status)] = shortened(said) if cut else said
        if body is not None and answer.status < 400:
            kept.setdefault("request", self.still(json.loads(self.plain(json.dumps(body)))))
        return answer

    def plain(self, text: str) -> str:
        """A text with another id in place of each random one, the same one each time; a stream's moments as well."""
        text = re.sub(r'("at":)"[^"]+"', rf'\g<1>"{moment("at")}"', text)
        return RANDOM.sub(lambda found: self.known.setdefault(found[0], made_up(found, len(self.known))), text)

    def still(self, value: Any, name: str = "") -> Any:
        """A value with fixed moments and durations."""
        if isinstance(value, dict):
            return {key: self.still(entry, key) for key, entry in value.items()}
        if isinstance(value, list):
            return [self.still(entry, name) for entry in value]
        if value is None:
            return None
        if name in MOMENTS and isinstance(value, str):
            return moment(name)
        return REMAINING_MS if name == "remaining_ms" else OVERDUE.get(name, value)


def moment(name: str) -> str:
    return f"2026-07-04T{MOMENTS[name]}.000Z"


def made_up(found: "re.Match[str]", number: int) -> str:
    """Something of the same form that follows from its number."""
    digest = sha256(str(number).encode()).hexdigest()
    match found.lastgroup:
        case "token":
            return "example" * 7
        case "code":
            return "K7QX2MZP"
        case "commitment":
            return f"sha256:{digest}"
        case "cursor":
            return digest[:16]
    return f"{found[0][0]}07-{digest[:20]}"


def shortened(value: Any, name: str = "") -> Any:
    """A value whose long lists are cut."""
    if isinstance(value, dict):
        entries = islice(value.items(), ENTRIES if name in LONG else None)
        return {key: shortened(entry, key) for key, entry in entries}
    if isinstance(value, list):
        return [shortened(entry) for entry in value[: ENTRIES if name in LONG else None]]
    return value


def examples(app: Flask) -> Examples:
    """The examples by operation and status; what was sent stands under `request`."""
    session = Session(app)
    ada, bob, cyd = (session.player(name) for name in ("Ada", "Bob", "Cyd"))
    before(session, ada, bob)
    game = played(session, ada, bob, cyd)
    after(session, game, ada, bob)
    leaving(session, ada, bob)
    taken: Examples = json.loads(json.dumps(session.kept))
    return taken


def before(session: Session, ada: Client, bob: Client) -> None:
    """What needs no game."""
    for path in ("/healthz", "/readyz", "/v1/rulesets", "/v1/rulesets/situational-awareness", "/v1/me"):
        session.ask(ada, "GET", path)
    session.ask(bob, "PATCH", "/v1/me", {"name": "Bobby"})
    session.ask(ada, "POST", "/v1/players", {"name": ""})
    session.ask(ada, "POST", "/v1/commitments", {})
    session.ask(Client(session.app), "GET", "/v1/me")


def played(session: Session, ada: Client, bob: Client, cyd: Client) -> str:
    """A whole game of three players who take the first of their offers, and one that waits for players."""
    session.ask(ada, "POST", "/v1/games", TABLE)
    game: str = session.ask(ada, "POST", "/v1/games", DEAL).body["id"]
    session.ask(ada, "GET", "/v1/games")
    session.ask(bob, "POST", f"/v1/games/{game}/seats", {})
    session.ask(cyd, "POST", f"/v1/games/{game}/seats", {})
    path, seats = f"/v1/games/{game}", (ada, bob, cyd)
    shown = session.ask(ada, "GET", path).body
    session.ask(bob, "POST", f"{path}/actions", {"prompt": shown["prompt"]["id"], "type": "end_turn"})
    session.ask(ada, "POST", f"{path}/actions", {"prompt": shown["prompt"]["id"], "type": "play", "card": "none"})
    session.ask(bob, "GET", "/v1/me/games")
    session.ask(ada, "GET", "/v1/me/events")
    while shown["status"] == "running":
        seat = seats[shown["asked"]["seats"][0]]
        session.ask(seat, "POST", f"{path}/actions", filled(seat.look(game)["offers"][0]))
        shown = ada.look(game)
    return game


def after(session: Session, game: str, ada: Client, bob: Client) -> None:
    """What can be asked of a finished game."""
    path = f"/v1/games/{game}"
    session.ask(ada, "GET", f"{path}/events?limit=2")
    session.ask(ada, "GET", f"{path}/replay")
    session.ask(ada, "GET", f"{path}/fairness")
    session.ask(ada, "POST", f"{path}/rematch", {})
    session.ask(bob, "POST", f"{path}/rematch", {})


def leaving(session: Session, ada: Client, bob: Client) -> None:
    """A private game that is joined by its code, and what comes of leaving."""
    private = session.ask(ada, "POST", "/v1/games", DEAL | {"visibility": "private", "players": 4}).body
    path = f"/v1/games/{private['id']}"
    session.ask(ada, "PUT", f"{path}/seats/2", {"bot": "steady"})
    session.ask(ada, "PUT", f"{path}/seats/3", {"bot": "random"})
    session.ask(bob, "POST", "/v1/join", {"join_code": private["join_code"]})
    session.ask(bob, "DELETE", f"{path}/seats/me")
    session.ask(bob, "POST", f"{path}/seats/me/return", {})
    dropped = ada.post("/v1/games", DEAL).body["id"]
    ada.ask("DELETE", f"/v1/games/{dropped}/seats/me")
    session.ask(ada, "GET", f"/v1/games/{dropped}/stream")
    session.ask(bob, "POST", "/v1/me/token", {"now": True})
