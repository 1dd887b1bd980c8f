"""What a request says, read strictly: JSON without a second meaning, queries, and the headers that count."""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

import marshmallow
from flask import Request, request
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import RequestEntityTooLarge

from service.api.refusals import Malformed, UnsupportedMediaType
from service.errors import Invalid
from service.play.table import Key

LARGEST_BODY = 65_536
"""Bytes."""
DEEPEST = 32
"""Nothing that the contract takes is nested nearly as deep."""
AS_THE_SCHEMA_SAYS: dict[str, str | None] = {}
"""webargs would let unknown parameters of a query pass."""
KEY = re.compile(r"[!-~]{1,128}")


def json_object() -> dict[str, Any]:
    """The request's body; no body is an empty object. Raises UnsupportedMediaType, RequestEntityTooLarge,
    Malformed.
    """
    text = _body()
    if not text:
        return {}
    value = parsed(text)
    if not isinstance(value, dict):
        raise Malformed("The body must be a JSON object.")
    return value


def parsed(text: bytes) -> Any:
    """A JSON text (RFC 8259) that has one meaning: no duplicate names, no lone surrogates, no NaN, no great depth.
    Raises Malformed.
    """
    try:
        value = json.loads(text.decode(), object_pairs_hook=_distinct, parse_constant=_refuse_constant)
    except UnicodeDecodeError:
        raise Malformed("The body is not UTF-8.") from None
    except RecursionError:
        raise Malformed("The body is nested too deep.") from None
    except json.JSONDecodeError as error:
        raise Malformed(f"The body is not JSON: {error.msg} at character {error.pos}.") from None
    except ValueError:  # a number with thousands of digits
        raise Malformed("A number in the body is too long.") from None
    _check(value, DEEPEST)
    return value


def idempotency_key(body: Mapping[str, Any]) -> Key | None:
    """The Idempotency-Key, with the fingerprint of what it stands for: the route and the body. Raises Malformed."""
    value = request.headers.get("Idempotency-Key")
    if value is None:
        return None
    if not KEY.fullmatch(value):
        raise Malformed("An Idempotency-Key has 1 to 128 visible ASCII characters.")
    meant = f"{request.method} {request.path} {json.dumps(body, sort_keys=True)}"
    return Key(value, hashlib.sha256(meant.encode()).hexdigest()[:32])


def refuse_query() -> None:
    """For routes that take no query. Raises Invalid."""
    if request.args:
        raise Invalid(*((_pointer([name]), "is no parameter of this route") for name in request.args))


class Parser(FlaskParser):
    """webargs over the readers above. What does not fit the schema is Invalid."""

    DEFAULT_UNKNOWN_BY_LOCATION = AS_THE_SCHEMA_SAYS

    def load_json(self, req: Request, schema: marshmallow.Schema) -> dict[str, Any]:
        """The body."""
        return json_object()

    def load_querystring(self, req: Request, schema: marshmallow.Schema) -> dict[str, str]:
        """The query, each parameter once. Raises Invalid."""
        repeated = [name for name, values in req.args.lists() if len(values) > 1]
        if repeated:
            raise Invalid(*((_pointer([name]), "is given more than once") for name in repeated))
        return req.args.to_dict()

    def handle_error(
        self,
        error: marshmallow.ValidationError,
        req: Request,
        schema: marshmallow.Schema,
        *,
        error_status_code: int | None,
        error_headers: Mapping[str, str] | None,
    ) -> NoReturn:
        """Raises Invalid with every error and its place."""
        messages: Any = error.messages
        raise Invalid(*_flat(next(iter(messages.values())))) from None  # webargs puts the location around it


PARSER = Parser()


def _body() -> bytes:
    """The bytes of the body: the type is checked first, then the length."""
    if request.content_length == 0 or not (request.content_length or "Transfer-Encoding" in request.headers):
        return b""
    if request.mimetype != "application/json" or request.headers.get("Content-Encoding", "identity") != "identity":
        raise UnsupportedMediaType("The body must be application/json, without a content coding.")
    if request.mimetype_params.get("charset", "utf-8").lower() != "utf-8":
        raise UnsupportedMediaType("The body must be in UTF-8.")
    if (request.content_length or 0) > LARGEST_BODY:
        raise RequestEntityTooLarge
    text = request.stream.read(LARGEST_BODY + 1)
    if len(text) > LARGEST_BODY:
        raise RequestEntityTooLarge
    return text


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    names = dict(pairs)
    if len(names) != len(pairs):
        raise Malformed("A name stands twice in one object of the body.")
    return names


def _refuse_constant(name: str) -> NoReturn:
    raise Malformed(f"The body is not JSON: {name} is no number.")


def _check(value: Any, deeper: int) -> None:
    """Raises Malformed for half a character and for too great a depth."""
    if isinstance(value, str):
        if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
            raise Malformed("A text in the body holds half of a surrogate pair.")
        return
    if not isinstance(value, dict | list):
        return
    if not deeper:
        raise Malformed("The body is nested too deep.")
    for entry in (*value, *value.values()) if isinstance(value, dict) else value:
        _check(entry, deeper - 1)


def _flat(messages: Any, *place: str | int) -> Iterable[tuple[str, str]]:
    """marshmallow's nested messages as (JSON pointer, detail)."""
    if isinstance(messages, dict):
        for name, below in messages.items():
            yield from _flat(below, *(place if name == "_schema" else (*place, name)))
        return
    yield _pointer(place), "; ".join(str(message) for message in messages)


def _pointer(place: Iterable[str | int]) -> str:
    """A JSON pointer (RFC 6901)."""
    return "".join(f"/{str(name).replace('~', '~0').replace('/', '~1')}" for name in place)
