"""Checks an answer against the OpenAPI document: status, headers and body; and the body that was taken."""

import json
import re
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from service.api.application import routes
from service.api.openapi.document import text

Node = dict[str, Any]


@cache
def document() -> Node:
    """The document as clients read it."""
    read: Node = json.loads(text(routes()))
    return read


@cache
def patterns() -> dict[str, re.Pattern[str]]:
    """Every path of the document as a pattern, those without parameters first."""
    paths = sorted(document()["paths"], key=lambda path: path.count("{"))
    return {path: re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path)) for path in paths}


def operation(method: str, path: str) -> Node | None:
    """The operation that a request is for; None if there is none."""
    for template, pattern in patterns().items():
        if pattern.fullmatch(path):
            found: Node | None = document()["paths"][template].get(method.lower())
            if found is not None:
                return found
    return None


def check(method: str, path: str, status: int, headers: Any, body: bytes, sent: bytes | None = None) -> None:
    """Raises AssertionError for an answer that the document does not know, and for a success of a `sent` body that it
    does not allow.
    """
    if method == "OPTIONS":
        assert (status, body) == (204, b"") or status == 404
        return
    described = operation("GET" if method == "HEAD" else method, path)
    if described is None:
        if status == 200 and not path.startswith("/v1/"):
            return  # a page
        assert status in (400, 401, 404, 405), (method, path, status)
        _fits(_validator("Problem"), body)
        return
    if sent and status < 300 and "requestBody" in described:
        _fits(_validator(_component(described["requestBody"]["content"]["application/json"])), sent)
    answer = described["responses"].get(str(status))
    assert answer is not None, f"{method} {path}: {status} is not in the document: {body[:300]!r}"
    for name in answer.get("headers", {}):
        assert name in headers or name == "Idempotent-Replayed", f"{method} {path}: {status} has no {name}"
    if "content" not in answer:
        assert body == b""
        return
    (kind,) = answer["content"]
    assert headers["Content-Type"].partition(";")[0] == kind
    if method != "HEAD" and kind != "text/event-stream":
        _fits(_validator(_component(answer["content"][kind])), body)


def _component(content: Node) -> str:
    name: str = content["schema"]["$ref"].rpartition("/")[2]
    return name


def check_component(name: str, text: bytes) -> None:
    """Raises AssertionError for a JSON text that is none of these."""
    _fits(_validator(name), text)


def _fits(validator: Draft202012Validator, body: bytes) -> None:
    errors = sorted(validator.iter_errors(json.loads(body)), key=lambda error: len(error.path))
    assert not errors, f"{errors[0].json_path}: {errors[0].message[:500]}"


@cache
def _validator(component: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"urn:hubcaps#/components/schemas/{component}"}, registry=_registry())


@cache
def _registry() -> Registry[Any]:
    """The document with each discriminator as a choice by its property: one look instead of a try of every member."""
    narrowed = json.loads(json.dumps(document()), object_hook=_narrow)
    return Registry().with_resource("urn:hubcaps", Resource(narrowed, DRAFT202012))


def _narrow(schema: Node) -> Node:
    if "discriminator" not in schema or "oneOf" not in schema:
        return _closed(schema)
    by, mapping = schema["discriminator"]["propertyName"], schema["discriminator"]["mapping"]
    cases = [
        {"if": {"properties": {by: {"const": value}}, "required": [by]}, "then": {"$ref": f"urn:hubcaps{where}"}}
        for value, where in mapping.items()
    ]
    return {"required": [by], "properties": {by: {"enum": list(mapping)}}, "allOf": cases}


def _closed(schema: Node) -> Node:
    """An answer holds what the document says and nothing else."""
    if "$ref" in schema and isinstance(schema["$ref"], str) and schema["$ref"].startswith("#"):
        return {**schema, "$ref": f"urn:hubcaps{schema['$ref']}"}
    if schema.get("type") == "object" and isinstance(schema.get("properties"), dict):
        return {"additionalProperties": False, **schema}
    return schema
