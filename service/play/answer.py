"""What a caller sends as an action, read: a filled offer, and how strictly it is meant."""

import re
from collections.abc import Mapping
from typing import TypeGuard

import msgspec

from engine.game import Game
from engine.offers import Action, Value
from engine.shapes import fault, step
from service.errors import Invalid
from service.play.position import Position

LARGEST = 2**53 - 1
"""The largest whole number that every JSON reader keeps exact (RFC 8259, section 6)."""
ANNOTATIONS = ("text", "no_effect")
IF_MATCH = re.compile(r'(?:W/)?"([1-9][0-9]{0,15})(?:\.([0-9a-f]{16})(?:\.[0-9a-f]{12})?)?"')


class Sent(msgspec.Struct, frozen=True):
    """An action and the question and version that it names (None: it names none)."""

    action: Action
    prompt: int | None
    version: int | None


def read(game: Game, body: Mapping[str, object]) -> Sent:
    """The body of an action; annotations fall away. Raises Invalid."""
    names = {name: value for name, value in body.items() if name not in ANNOTATIONS and not name.startswith("_")}
    prompt, version = _whole(names, "prompt"), _whole(names, "version")
    return Sent(_shaped(game, names), prompt, version)


def matches(position: Position, if_match: str) -> bool:
    """Whether the header names this version (`"41"`) or this commit (an ETag as received, whoever's it was)."""
    if if_match.strip() == "*":
        return True
    for tag in if_match.split(","):
        found = IF_MATCH.fullmatch(tag.strip())
        if found and int(found[1]) == position.version and found[2] in (None, position.mark):
            return True
    return False


def _whole(names: dict[str, object], name: str) -> int | None:
    """Takes the number with this name, None if there is none: it can be left out, and is nothing else then."""
    if name not in names:
        return None
    value = names.pop(name)
    if type(value) is not int or not 0 <= value <= LARGEST:
        raise Invalid((step(name), f"must be a whole number of at most {LARGEST}; leave it out to name none"))
    return value


def _shaped(game: Game, names: Mapping[str, object]) -> Action:
    """The action, if it has the shape of its type. Raises Invalid."""
    kinds = {str(struct.__struct_config__.tag): struct for struct in game.actions}
    kind = names.get("type")
    if not isinstance(kind, str) or kind not in kinds:
        raise Invalid(("/type", f"must be one of {', '.join(sorted(kinds))}"))
    action: Action = {}
    for name, value in names.items():
        if not _plain(value):
            raise Invalid((step(name), "must be a whole number, a text or a list of texts"))
        action[name] = value
    try:
        msgspec.convert(action, kinds[kind])
    except msgspec.ValidationError as error:
        raise Invalid(fault(error)) from None
    return action


def _plain(value: object) -> TypeGuard[Value]:
    if isinstance(value, list):
        return all(isinstance(entry, str) for entry in value)
    return type(value) in (int, str)
