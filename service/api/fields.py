"""Strict kinds of values for bodies and queries: a number is a number, a boolean is a boolean, null is no value."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from marshmallow import RAISE, Schema, fields
from marshmallow.validate import OneOf, Range

Messages: TypeAlias = dict[str, str | list[Any] | dict[Any, Any]]


def _saying(invalid: str) -> Messages:
    """What is said of a value that is none of its kind."""
    return {"invalid": invalid, "required": "is missing", "null": "can't be null"}


STRANGE = {"unknown": "is not known here", "type": "must be an object"}
NO_NUMBER = _saying("must be a whole number")
NO_TRUTH = _saying("must be true or false")
NO_TEXT = _saying("must be a text")


class Strict(Schema):
    """A body or query that holds what is written here and nothing else."""

    class Meta:
        """Unknown names are refused."""

        unknown = RAISE

    error_messages = STRANGE


class Whole(fields.Integer):
    """A JSON integer: not 1.0, not "1", not true."""

    default_error_messages = NO_NUMBER

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any) -> int:
        if type(value) is not int:
            raise self.make_error("invalid", input=value)
        return value


class Truth(fields.Boolean):
    """A JSON boolean and nothing that looks like one."""

    default_error_messages = NO_TRUTH

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class Text(fields.String):
    """A JSON string."""

    default_error_messages = NO_TEXT


class Digits(fields.Integer):
    """A whole number in a query: digits, and nothing else."""

    default_error_messages = NO_NUMBER

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any) -> int:
        if not (isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 16):
            raise self.make_error("invalid", input=value)
        return int(value)


def between(least: int, most: int) -> Range:
    """A number from `least` to `most`."""
    return Range(least, most, error="must be {min} to {max}")


def one_of(*known: str) -> OneOf:
    """One of these texts."""
    return OneOf(known, error="must be one of {choices}")
