"""The components that are the same in every ruleset, from the structs that the answers are encoded from."""

from typing import Any

import msgspec

from service.api.answers import ActionAnswer, Feed, Me, Token
from service.api.errors import STATUS
from service.api.openapi.names import REF_TEMPLATE, Node, array, camel, changed, or_null, ref, whole
from service.api.rulesets import Ruleset
from service.play.announcements import EVENTS
from service.play.document import Document, Summary
from service.play.fairness import FairnessDocument, PutAside
from service.play.health import Readiness
from service.play.inbox import Hints
from service.play.notices import Hint
from service.play.players import Registered
from service.play.record import Status
from service.play.replay import Replay, ReplayedDecision
from service.play.transcript import Batch

BODIES: dict[type[Any], str] = {
    Document: "Game",
    ActionAnswer: "ActionAnswer",
    Feed: "Feed",
    Batch: "Commit",
    FairnessDocument: "Fairness",
    Replay: "Replay",
    ReplayedDecision: "Decision",
    PutAside: "Commitment",
    Hints: "Hints",
    Hint: "Hint",
    Registered: "NewPlayer",
    Token: "Token",
    Me: "Me",
    Ruleset: "Ruleset",
    Readiness: "Readiness",
}
"""The bodies of answers and the names of their components."""
INNER = {
    "Clocks": "GameClocks",
    "SeatEntry": "Seat",
    "AskedEntry": "Asked",
    "PromptEntry": "Prompt",
    "ResultEntry": "Result",
}
"""Names that clients should read otherwise than we do."""
FIELDS = {
    "id": "Random; tells nothing.",
    "ruleset": "Which game; everything that depends on it is told apart by this.",
    "ruleset_version": "Types, fields and rules are closed within it.",
    "version": "The number of the last commit; the creation is 1.",
    "cursor": "The place in the feed behind this document: reading on from it misses nothing and repeats nothing.",
    "players": "The number of seats.",
    "host": "The player who made the game; null when erased.",
    "absent": "Who plays for a player whose time runs out twice in a row.",
    "join_code": "For the players of an open game, to pass on.",
    "seeded": "The seed was given, so nothing can be checked.",
    "commitment": "SHA-256 of the server seed.",
    "salts": "By seat, from the start on.",
    "rematch": "The follow-up game.",
    "options": "The ruleset's own, defaults written out.",
    "seats": "Always as many as `players`.",
    "seat": "The caller's own; null for a spectator.",
    "asked": "The open question, as everybody may see it; it waits for its `seats`.",
    "prompt": "The open question as it is put to the caller, or null; `asked` says whether it waits for the caller.",
    "offers": "What the caller may do now: exactly this. Fill in the domains and send one back.",
    "view": "The table as the caller sees it; what a spectator may not see is null. Null before the start.",
    "result": "How the game ended.",
    "server_time": "The service's own clock at this moment.",
    "deadline": "When the default is applied.",
    "remaining_ms": "The same in milliseconds from `server_time` on, for clients whose clock is wrong.",
    "must": "No answer declines.",
    "default": "What is done for the caller at the deadline; null: nothing.",
    "text": "English, for people; programs use ids.",
    "closed": "Nothing will come any more.",
}
ENUMS = {
    "status": [status.value for status in Status],
    "visibility": ["public", "private"],
}
PARTIAL = ("ActionAnswer",)
"""Of which a caller may leave something out."""
WORDED = ("Game", "Prompt", "Asked", "Feed")
DESCRIPTIONS = {
    "Game": "The game document, as one caller may see it at one moment.",
    "Commit": "One commit: what it told, as the reader may know it. 41 follows 40 for everybody.",
    "Fairness": "What can be checked of a game's chance; secrets are null before the end.",
    "NewPlayer": "A new player; the token is shown this once.",
    "Readiness": "Whether the store can be used; `problem` says in a line what is wrong.",
}
HINTED = ("prompt", "superseded", "started", "finished", "cancelled", "absent", "removed", "rematch")
MOMENTS = frozenset({"expires", "created_at", "started_at", "finished_at", "server_time", "deadline", "at"})
ONE_OF = "One of these values."
DOMAINS: dict[str, Node] = {
    "OneOfIntegers": {
        "description": ONE_OF,
        "type": "object",
        "properties": {"one_of": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "uniqueItems": True}},
        "required": ["one_of"],
        "additionalProperties": False,
    },
    "OneOfTexts": {
        "description": ONE_OF,
        "type": "object",
        "properties": {"one_of": {"type": "array", "items": {"type": "string"}, "minItems": 2, "uniqueItems": True}},
        "required": ["one_of"],
        "additionalProperties": False,
    },
    "Span": {
        "description": "A whole number between these, both included.",
        "type": "object",
        "properties": {"from": {"type": "integer"}, "to": {"type": "integer"}},
        "required": ["from", "to"],
        "additionalProperties": False,
    },
    "Subset": {
        "description": "`min` to `max` of these entries, each used at most once, in an order of the player's choice.",
        "type": "object",
        "properties": {
            "subset_of": {"type": "array", "items": {"type": "string"}},
            "min": {"type": "integer", "minimum": 0},
            "max": {"type": "integer", "minimum": 0},
        },
        "required": ["subset_of", "min", "max"],
        "additionalProperties": False,
    },
}
PROBLEM: Node = {
    "description": "A refusal or a failure (RFC 9457). Programs read `code`; `detail` is for people.",
    "type": "object",
    "properties": {
        "type": {"type": "string", "examples": ["about:blank"]},
        "title": {"type": "string", "examples": ["Conflict"]},
        "status": {"type": "integer", "examples": [409]},
        "detail": {"type": "string", "examples": ["Prompt 17 is not open."]},
        "code": {"type": "string", "enum": list(STATUS)},
        "errors": array(ref("FieldError")),
    },
    "required": ["type", "title", "status", "detail", "code"],
}
FIELD_ERROR: Node = {
    "description": "What is wrong with one field of a body or one parameter of a query.",
    "type": "object",
    "properties": {
        "pointer": {"type": "string", "description": "A JSON pointer (RFC 6901).", "examples": ["/clocks/turn_ms"]},
        "detail": {"type": "string"},
    },
    "required": ["pointer", "detail"],
}
CARD: Node = {
    "description": "A kind of card; more fields are the ruleset's own.",
    "type": "object",
    "properties": {"id": {"type": "string"}, "name": {"type": "string"}},
    "required": ["id", "name"],
    "additionalProperties": True,
}
HEALTH: Node = {
    "description": "The process lives.",
    "type": "object",
    "properties": {"status": {"type": "string", "enum": ["alive"]}},
    "required": ["status"],
}


def schemas() -> dict[str, Node]:
    """Every shared component by name. Those that depend on the game are moulds: each ruleset has its own."""
    kinds = [*BODIES, *EVENTS]
    _, found = msgspec.json.schema_components(kinds, schema_hook=_anything, ref_template=REF_TEMPLATE)
    names = {kind.__name__: name for kind, name in BODIES.items()} | INNER
    names |= {kind.__name__: table_telling(str(kind.__struct_config__.tag)) for kind in EVENTS}

    def rename(name: str) -> str:
        return names.get(name, name)

    made = {rename(name): _described(changed(schema, rename)) for name, schema in found.items()}
    made = {name: schema if name in PARTIAL else whole(schema) for name, schema in made.items()}
    made["Ruleset"]["properties"]["cards"]["items"] = ref("Card")
    for name in WORDED:
        _word(made[name])
    made["Game"]["properties"]["absent"]["enum"] = ["default", "bot"]
    _hint(made)
    for name, description in DESCRIPTIONS.items():
        made[name]["description"] = description
    stream: Node = {"description": "Server-Sent Events.", "type": "string"}
    more = {
        "EventStream": stream,
        "Problem": PROBLEM,
        "FieldError": FIELD_ERROR,
        "Health": HEALTH,
        "Card": CARD,
        **DOMAINS,
    }
    lists = {"Rulesets": page(ref("Ruleset"), "All rulesets.")}
    return {**made, **more, **lists}


def table_telling(tag: str) -> str:
    """The component of a telling of the table's own."""
    return f"Table{camel(tag)}Telling"


def page(items: Node, description: str) -> Node:
    """A page of a list."""
    return {
        "description": description,
        "type": "object",
        "properties": {"items": array(items), "next": {**or_null({"type": "string"}), "description": "The next page."}},
        "required": ["items", "next"],
    }


def listed(game: Node) -> Node:
    """A game document as lists show it."""
    shown = Summary.__struct_fields__
    properties = {name: schema for name, schema in game["properties"].items() if name in shown}
    return {**game, "properties": properties, "required": [name for name in game["required"] if name in shown]}


def _described(schema: Node) -> Node:
    """With what is known of the fields by their names."""
    for name, field in schema.get("properties", {}).items():
        if name in MOMENTS:
            for each in field.get("anyOf", [field]):
                if each.get("type") == "string":
                    each["format"] = "date-time"
    return schema


def _word(schema: Node) -> None:
    """Say what is known of the fields by their names."""
    for name, field in schema["properties"].items():
        if name in ENUMS:
            field["enum"] = ENUMS[name]
        if name in FIELDS and "$ref" not in field:
            field["description"] = FIELDS[name]


def _hint(made: dict[str, Node]) -> None:
    """What the caller's own feed is made of."""
    hint = made["Hint"]["properties"]
    hint["kind"]["enum"] = list(HINTED)
    hint["game_document"] = or_null(ref("Game"))
    made["Hints"]["properties"]["events"]["items"] = ref("Hint")


def _anything(_: type[Any]) -> Node:
    """An object of which a ruleset says more exactly what it is."""
    return {"type": "object"}
