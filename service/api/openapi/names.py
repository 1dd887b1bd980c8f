"""Schemas as plain dictionaries: references, names and small shapes."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

Node: TypeAlias = dict[str, Any]
SCHEMAS = "#/components/schemas/"
REF_TEMPLATE = SCHEMAS + "{name}"


def ref(name: str) -> Node:
    """A reference to a component."""
    return {"$ref": SCHEMAS + name}


def prefix(ruleset: str) -> str:
    """What the names of a ruleset's components begin with: `situational-awareness` gives `SituationalAwareness`."""
    return camel(ruleset)


def camel(words: str) -> str:
    """`pit_stop` and `pit-stop` as `PitStop`."""
    return "".join(word[:1].upper() + word[1:] for word in words.replace("-", "_").split("_"))


def or_null(schema: Node) -> Node:
    """This or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def literal(value: str) -> Node:
    """This text and no other."""
    return {"type": "string", "enum": [value]}


def array(items: Node) -> Node:
    """A list of these."""
    return {"type": "array", "items": items}


def union(by: str, members: Mapping[str, str], description: str) -> Node:
    """One of several components, told apart by a property: `members` names the component for each of its values."""
    return {
        "description": description,
        "oneOf": [ref(name) for name in members.values()],
        "discriminator": {"propertyName": by, "mapping": {value: SCHEMAS + name for value, name in members.items()}},
    }


def changed(node: Any, rename: Callable[[str], str]) -> Any:
    """A schema with its references renamed and without the titles that msgspec gives: names of classes of ours."""
    if isinstance(node, list | tuple):
        return [changed(entry, rename) for entry in node]
    if not isinstance(node, dict):
        return node
    if isinstance(node.get("$ref"), str):
        return ref(rename(node["$ref"].removeprefix(SCHEMAS)))
    made: dict[str, Any] = {
        name: {key: changed(value, rename) for key, value in entry.items()}
        if name == "properties"
        else changed(entry, rename)
        for name, entry in node.items()
        if not (name == "title" and isinstance(entry, str))
    }
    return {"type": _kind(made["enum"]), **made} if "enum" in made and "type" not in made else made


def whole(schema: Node) -> Node:
    """An object of an answer: every field is always there, so nothing stands in for one."""
    if "properties" not in schema:
        return schema
    properties = {
        name: {key: entry for key, entry in field.items() if key != "default"}
        for name, field in schema["properties"].items()
    }
    return {**schema, "properties": properties, "required": list(properties)}


def _kind(values: list[Any]) -> str:
    """The JSON type of the values of an enum: generators want to be told."""
    return "string" if all(isinstance(value, str) for value in values) else "integer"
