"""What a request says, read strictly: JSON without a second meaning, queries, and the headers that count."""

import codecs
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn, TypeAlias

from flask import request
from gunicorn.http.errors import ParseException
from marshmallow import Schema, ValidationError
from werkzeug.exceptions import RequestEntityTooLarge

from engine.shapes import step
from service.api.refusals import Malformed, UnsupportedMediaType
from service.errors import Invalid
from service.play.table import Key

LARGEST_BODY = 65_536
"""Bytes."""
DEEPEST = 32
"""Nothing that the contract takes is nested nearly as deep."""
Reader: TypeAlias = Callable[[], dict[str, Any] | None]
UNFIT = "unfit"
"""A fingerprint that no body has."""
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
        if text.startswith(codecs.BOM_UTF8):
            raise Malformed("The body begins with a byte order mark, which JSON does not have (RFC 8259).") from None
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


def unfit_key() -> Key | None:
    """The Idempotency-Key of a request whose body does not fit: it stands for nothing that can have counted."""
    key = idempotency_key({})
    return None if key is None else Key(key.value, UNFIT)


def body(schema: Schema) -> Reader:
    """Reads bodies of this shape."""
    return lambda: _fitting(schema, json_object())


def query(schema: Schema) -> Reader:
    """Reads queries of this shape, in which each parameter stands once."""

    def read() -> dict[str, Any]:
        if repeated := [name for name, values in request.args.lists() if len(values) > 1]:
            raise Invalid(*((_pointer([name]), "is given more than once") for name in repeated))
        return _fitting(schema, request.args.to_dict())

    return read


def no_query() -> None:
    """For routes that take no query. Raises Invalid."""
    if request.args:
        raise Invalid(*((_pointer([name]), "is no parameter of this route") for name in request.args))


def _fitting(schema: Schema, given: dict[str, Any]) -> dict[str, Any]:
    """What was given, if it fits. Raises Invalid with every error and its place."""
    try:
        fitting: dict[str, Any] = schema.load(given)
    except ValidationError as error:
        raise Invalid(*_flat(error.messages)) from None
    return fitting


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
    try:
        text = request.stream.read(LARGEST_BODY + 1)
    except (OSError, ParseException) as error:  # a body in broken pieces, which gunicorn reads as we do
        raise Malformed("The body ends before it is complete, or its pieces can't be read.") from error
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
    return "".join(step(name) for name in place)
