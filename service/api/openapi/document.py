"""The OpenAPI document: what flask-smorest has collected of the routes, and the components that they name."""

import re
from importlib.metadata import version
from typing import Any

import flask_smorest
import msgspec
from flask import Flask

from engine.catalogue import games
from service.api import seats
from service.api.auth import OPEN, PREFIX, WRITTEN
from service.api.errors import STATUS, TEACHES
from service.api.limiting import SAME_FOR_ALL
from service.api.openapi import examples, rulesets, shared
from service.api.openapi.names import Node, prefix, ref, union
from service.api.openapi.prose import HEADERS, INFO, PARAMETERS, REQUEST_HEADERS, SAYING
from service.api.operations import REFUSALS

ALWAYS = ("malformed", "rate-limited", "internal-error", "busy", "store-unavailable", "invalid", "unauthenticated")
"""What any route below /v1 may answer."""
UNUSED = ("Error", "PaginationMetadata")
"""What flask-smorest would have answered by itself."""
COUNTED: Node = {name: {"$ref": f"#/components/headers/{name}"} for name in ("RateLimit", "RateLimit-Policy")}
PUBLIC = ("/v1/players", "/v1/rulesets", "/v1/rulesets/{ruleset}")
"""Where it makes no difference who asks."""
METHODS = frozenset({"get", "post", "put", "patch", "delete"})
BELOW_A_GAME = "/v1/games/{id}"


def collector(app: Flask) -> Any:
    """flask-smorest's part: it collects the routes of every blueprint that is registered with it."""
    app.config.update(API_TITLE="Hubcaps", API_VERSION=version("hubcaps"), OPENAPI_VERSION="3.1.0")
    api = flask_smorest.Api(app)
    api.DEFAULT_ERROR_RESPONSE_NAME = None
    api.register_converter(seats.Number, lambda _: {"type": "integer", "minimum": 0})
    return api


def text(app: Flask) -> bytes:
    """The document of an application, worked out once."""
    kept: dict[str, bytes] = app.extensions.setdefault("hubcaps-openapi", {})
    if "text" not in kept:
        kept["text"] = msgspec.json.encode(document(app))
    return kept["text"]


def document(app: Flask) -> Node:
    """The document of an application."""
    collected: Node = app.extensions["flask-smorest"]["apis"][""]["ext_obj"].spec.to_dict()
    paths = {_written(path): operations for path, operations in collected["paths"].items()}
    for path, operations in paths.items():
        for parameter in operations.get("parameters", ()):
            parameter["name"] = WRITTEN.get(parameter["name"], parameter["name"])
            parameter.update(PARAMETERS.get(parameter["name"], {}))
        for method in operations.keys() & METHODS:
            _complete(path, method, operations[method])
    links, kept = _links(paths), examples.read()
    for operations in paths.values():
        for method in operations.keys() & METHODS:
            _link(operations[method]["responses"], links)
            examples.add(operations[method], kept.get(operations[method]["operationId"], {}))
    requests = {name: schema for name, schema in collected["components"]["schemas"].items() if name not in UNUSED}
    schemas = requests | _schemas(requests["NewGame"])
    return {
        "openapi": "3.1.0",
        "info": {**INFO, "version": version("hubcaps")},
        "servers": [{"url": "/"}],
        "tags": collected["tags"],
        "paths": paths,
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "description": "The token of a player."}},
            "headers": HEADERS,
            "links": links,
            "schemas": {**schemas, "FilledOffer": _actions()},
        },
    }


def _written(path: str) -> str:
    """A path with its parameters as the contract names them."""
    for name, written in WRITTEN.items():
        path = path.replace(f"{{{name}}}", f"{{{written}}}")
    return path


def _schemas(wish: Node) -> dict[str, Node]:
    """The components of all answers, and those of requests that depend on the game."""
    common = {**shared.schemas(), "NewGame": wish}
    made = {name: schema for name, schema in common.items() if name not in (*rulesets.MOULDS, "Prompt")}
    for game in games().values():
        own = rulesets.schemas(game, common)
        assert not own.keys() & made.keys()
        made |= own
    for name, description in rulesets.UNIONS.items():
        made[name] = union("ruleset", {game: prefix(game) + name for game in games()}, description)
    made["Lobby"] = shared.page(ref("ListedGame"), "A page of the lobby.")
    made["OwnGames"] = shared.page(ref("OwnGame"), "A page of the caller's games.")
    return made


def _actions() -> Node:
    """The body of an action: whatever a seat may say in any of the rulesets."""
    return {
        "description": "An offer with its domains filled in.",
        "anyOf": [ref(f"{prefix(game)}Action") for game in games()],
    }


def _links(paths: Node) -> Node:
    """What can be done with a game that an answer shows, by the name of the operation."""
    named = {
        operation["operationId"]: {
            "operationId": operation["operationId"],
            "description": operation["summary"],
            "parameters": {"id": "$response.body#/id"},
        }
        for path, operations in paths.items()
        if path.startswith(BELOW_A_GAME) and "/{n}" not in path
        for method, operation in operations.items()
        if method in METHODS
    }
    named["act"]["requestBody"] = "$response.body#/offers/0"
    return named


def _link(answers: Node, links: Node) -> None:
    """Answers that are a game lead on from there."""
    for answer in answers.values():
        if answer.get("content", {}).get("application/json", {}).get("schema") == ref("Game"):
            answer["links"] = {name: {"$ref": f"#/components/links/{name}"} for name in links}


def _complete(path: str, method: str, operation: Node) -> None:
    """What follows from the route: who may use it, which headers it reads, and how it refuses."""
    refusals = operation.pop(REFUSALS)
    operation["description"] = " ".join(operation.get("description", "").split())
    below_v1 = path.startswith(PREFIX)
    operation["security"] = _security(path, method)
    operation.setdefault("parameters", []).extend(REQUEST_HEADERS[name] for name in _headers(path, method))
    if "/actions" in path:
        operation["requestBody"]["required"] = True
        content = operation["requestBody"]["content"]["application/json"]
        content["examples"] = {
            name: each for game in games().values() for name, each in rulesets.examples(game).items()
        }
    answers = {status: answer for status, answer in operation["responses"].items() if "$ref" not in answer}
    codes = {*refusals, *(_from_route(path, operation) if below_v1 else ("invalid", "internal-error"))}
    for status in sorted({STATUS[code] for code in codes}):
        answers.setdefault(str(status), _refusal(path, status, [code for code in STATUS if code in codes]))
    if below_v1 and not path.startswith(SAME_FOR_ALL):
        for status, answer in answers.items():
            if int(status) < 500:
                answer["headers"] = {**answer.get("headers", {}), **COUNTED}
    operation["responses"] = dict(sorted(answers.items()))


def _from_route(path: str, operation: Node) -> tuple[str, ...]:
    missing = ("not-found",) if "{" in path else ()
    body = ("too-large", "unsupported-media-type") if "requestBody" in operation else ()
    return (*ALWAYS, *missing, *body)


def _security(path: str, method: str) -> list[Node]:
    """Who may ask: everybody, everybody and players see more, or players."""
    if not path.startswith(PREFIX) or path in PUBLIC:
        return []
    return [{}, {"token": []}] if (method.upper(), path) in OPEN else [{"token": []}]


def _headers(path: str, method: str) -> list[str]:
    """The request headers that a route reads, besides Authorization."""
    names = ["Idempotency-Key"] if method == "post" else []
    if path.endswith("/actions"):
        names.append("If-Match")
    if path.endswith("/stream"):
        names.append("Last-Event-ID")
    if method == "get" and re.fullmatch(r"/v1/(games/{id}|rulesets(/{ruleset})?)", path):
        names.append("If-None-Match")
    return names


def _refusal(path: str, status: int, codes: list[str]) -> Node:
    """How a route refuses with this status."""
    said = ", ".join(f"`{code}`" for code in codes if STATUS[code] == status)
    schema = ref("Refusal" if path.startswith(BELOW_A_GAME) and status in TEACHES else "Problem")
    response: Node = {
        "description": f"{SAYING[status]} Code: {said}.",
        "content": {"application/problem+json": {"schema": schema}},
    }
    name = {401: "WWW-Authenticate", 429: "Retry-After", 503: "Retry-After"}.get(status)
    return {**response, "headers": {name: {"$ref": f"#/components/headers/{name}"}}} if name else response
