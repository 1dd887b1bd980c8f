"""The components of one ruleset, from the ruleset itself: a new one appears by itself."""

from collections.abc import Callable
from typing import Any

import msgspec

from engine.game import Game
from engine.offers import expand
from service.api.openapi.names import (
    REF_TEMPLATE,
    Node,
    array,
    camel,
    changed,
    literal,
    or_null,
    prefix,
    ref,
    union,
    whole,
)
from service.api.openapi.shared import listed, table_telling
from service.play.announcements import EVENTS
from service.play.bots import levels

ANNOTATIONS: dict[str, Node] = {
    "text": {"type": "string", "description": "English, for people."},
    "no_effect": {"type": "boolean", "description": "By what everybody knows, nothing will come of it."},
}
ANYTHING: Node = {"description": "Ignored."}
PROMPT: Node = {"type": "integer", "description": "The question that this answers."}
VERSION: Node = {"type": "integer", "description": "Strictly: nothing at all may have changed since this version."}
MOULDS = ("NewGame", "Game", "ActionAnswer", "Feed", "Commit", "Refusal", "ListedGame", "OwnGame", "Replay", "Decision")
"""What each ruleset has of its own, under its own prefix."""
UNIONS = {
    "NewGame": "What a host wants.",
    "Game": "A game as the caller may see it.",
    "ActionAnswer": "What an action did.",
    "Feed": "What came after a cursor.",
    "Replay": "A finished game, to be played back.",
    "Refusal": "A refusal below a game, with the caller's own fresh document.",
    "ListedGame": "A game in the lobby.",
    "OwnGame": "One of the caller's games.",
}
"""The components that are one of the rulesets' own, told apart by `ruleset`."""


def schemas(game: Game, shared: dict[str, Node]) -> dict[str, Node]:
    """Every component of this ruleset by name."""
    own = prefix(game.id)
    found = _structs(game)
    actions = {_tag(kind): f"{own}{camel(_tag(kind))}Action" for kind in game.actions}
    offers = {_tag(kind): f"{own}{camel(_tag(kind))}Offer" for kind in game.actions}
    tellings = {_tag(kind): f"{own}{camel(_tag(kind))}Telling" for kind in game.events}
    tellings |= {_tag(kind): table_telling(_tag(kind)) for kind in EVENTS}
    for tag, name in offers.items():
        found[name] = _offer(found[actions[tag]])
    for name in actions.values():
        found[name] = _answer(found[name])
    found[f"{own}Action"] = union("type", actions, f"What a seat may say in {game.name}: a filled offer.")
    found[f"{own}Offer"] = union("type", offers, f"An action of {game.name} with domains, ready to be filled in.")
    found[f"{own}Telling"] = union("type", tellings, f"Something that happened in {game.name}.")
    return found | _moulded(game, shared)


def examples(game: Game) -> Node:
    """A first action of this ruleset, as it would be sent."""
    state, _ = game.begin(game.least, {}, bytes(32))
    question = game.rules.question(state)
    assert question is not None
    offer = game.rules.offers(state, question.seats[0])[0]
    action = {"prompt": offer.prompt, **next(expand(offer))}
    return {game.id: {"summary": game.name, "value": action}}


def _structs(game: Game) -> dict[str, Node]:
    """The ruleset's structs: its view, options, actions and events, named for what they are."""
    own = prefix(game.id)
    kinds: list[type[Any]] = [game.view_type, game.options, *game.actions, *game.events]
    refs, found = msgspec.json.schema_components(kinds, ref_template=REF_TEMPLATE)
    endings = ["", "", *("Action" for _ in game.actions), *("Telling" for _ in game.events)]
    names = {}
    for kind, where, ending in zip(kinds, refs, endings, strict=True):
        short = where["$ref"].removeprefix(REF_TEMPLATE.removesuffix("{name}"))
        names[short] = own + (camel(_tag(kind)) + ending if ending else short)

    def rename(name: str) -> str:
        return names.get(name, own + name)

    made = {rename(name): changed(schema, rename) for name, schema in found.items()}
    said = {f"{own}{camel(_tag(kind))}Action" for kind in game.actions}
    wish = {f"{own}Wish": made[f"{own}{game.options.__name__}"]}
    return wish | {name: schema if name in said else whole(schema) for name, schema in made.items()}


def _moulded(game: Game, shared: dict[str, Node]) -> dict[str, Node]:
    """The shared shapes with this ruleset's own parts in them."""
    own = prefix(game.id)
    ours = {"ruleset": literal(game.id)}
    options = {"options": ref(f"{own}{game.options.__name__}")}
    new = _with(
        shared["NewGame"],
        **ours,
        players={"minimum": game.least, "maximum": game.most},
        bots={"items": {"type": "string", "enum": list(levels(game))}, "maxItems": game.most},
        options=ref(f"{own}Wish"),
    )
    document = _with(
        shared["Game"],
        **ours,
        **options,
        prompt=or_null(ref(f"{own}Prompt")),
        offers=array(ref(f"{own}Offer")),
        view=or_null(ref(f"{own}{game.view_type.__name__}")),
    )
    prompt = _with(shared["Prompt"], default=or_null(ref(f"{own}Action")))
    return {
        f"{own}NewGame": new,
        f"{own}Game": document,
        f"{own}Prompt": prompt,
        **_told(own, shared, ours, options),
        f"{own}Refusal": _refusal(own, shared["Problem"], ours),
        **_lists(own, document),
    }


def _told(own: str, shared: dict[str, Node], ours: Node, options: Node) -> dict[str, Node]:
    """Wherever events are: an action's answer, the feed, a replay."""
    shown, commits = ref(f"{own}Game"), array(ref(f"{own}Commit"))
    decisions = array(ref(f"{own}Decision"))
    return {
        f"{own}Commit": _with(shared["Commit"], tellings=array(ref(f"{own}Telling"))),
        f"{own}ActionAnswer": _with(shared["ActionAnswer"], **ours, events=commits, game=shown),
        f"{own}Feed": _with(shared["Feed"], **ours, events=commits, game=or_null(shown)),
        f"{own}Decision": _with(shared["Decision"], action=ref(f"{own}Action")),
        f"{own}Replay": _with(shared["Replay"], **ours, **options, decisions=decisions, events=commits),
    }


def _refusal(own: str, problem: Node, ours: Node) -> Node:
    """A problem below a game: with the clause that forbids, and the caller's own document."""
    more = {
        "clause": {"type": "string", "description": "A clause that forbids it."},
        "clause_text": {"type": "string"},
        "game": ref(f"{own}Game"),
    }
    properties = {**problem["properties"], **ours, **more}
    return {**problem, "properties": properties, "required": [*problem["required"], "ruleset", "game"]}


def _lists(own: str, document: Node) -> dict[str, Node]:
    """The game in the lobby, and in the list of who plays it."""
    entry = listed(document)
    mine = _with(entry, your_move={"type": "boolean", "description": "It waits for the caller."})
    return {f"{own}ListedGame": entry, f"{own}OwnGame": {**mine, "required": [*entry["required"], "your_move"]}}


def _offer(action: Node) -> Node:
    """An action with domains in place of some values."""
    fields = {name: _domain(schema) for name, schema in action["properties"].items() if name != "type"}
    return {
        "description": action.get("description", ""),
        "type": "object",
        "properties": {"prompt": PROMPT, "type": action["properties"]["type"], **fields, **ANNOTATIONS},
        "required": ["prompt", *action["required"], *ANNOTATIONS],
        "additionalProperties": False,
    }


def _answer(action: Node) -> Node:
    """An action as it is sent: with the question that it answers, and whatever annotations the offer had."""
    return {
        **action,
        "properties": {
            "prompt": PROMPT,
            "version": VERSION,
            **action["properties"],
            **dict.fromkeys(ANNOTATIONS, ANYTHING),
        },
        "patternProperties": {"^_": ANYTHING},
    }


def _domain(schema: Node) -> Node:
    """A value, or the domain that it is chosen from."""
    if schema.get("type") == "array":
        return ref("Subset")
    if schema.get("type") == "integer":
        return {"anyOf": [schema, ref("OneOfIntegers"), ref("Span")]}
    return {"anyOf": [schema, ref("OneOfTexts")]}


def _with(mould: Node, **fields: Node) -> Node:
    """A shape with some of its fields said more exactly."""
    said = {name: {**_kept(mould, name, schema), **schema} for name, schema in fields.items()}
    return {**mould, "properties": {**mould["properties"], **said}}


def _kept(mould: Node, name: str, schema: Node) -> Node:
    """What the mould says of a field and still holds: all of it if only bounds are new, else its words."""
    field: Node = mould["properties"].get(name, {})
    if "$ref" in schema:
        return {}
    if not schema.keys() & {"type", "anyOf"}:
        return field
    return {"description": field["description"]} if "description" in field else {}


def _tag(kind: Callable[..., Any]) -> str:
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]
