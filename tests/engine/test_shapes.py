"""What does not fit its shape is said in words of JSON."""

from typing import Annotated, Literal

import msgspec
import pytest

from engine.shapes import fault


class Wheel(msgspec.Struct, forbid_unknown_fields=True):
    size: Annotated[int, msgspec.Meta(ge=1)]


class Car(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    wheels: list[Wheel] = []
    seat: int | None = None
    colour: Literal["red", "blue"] = "red"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({}, ("/name", "is missing")),
        ({"name": "a", "x/y~": 1}, ("/x~1y~0", "is unknown")),
        ({"name": 7}, ("/name", "must be a text, not a whole number")),
        ({"name": "a", "seat": True}, ("/seat", "must be a whole number or null, not true or false")),
        ({"name": "a", "wheels": {}}, ("/wheels", "must be a list, not an object")),
        ({"name": "a", "wheels": [{"size": 1}, {}]}, ("/wheels/1/size", "is missing")),
        ({"name": "a", "wheels": [{"size": 0}]}, ("/wheels/0/size", "must be a whole number >= 1")),
        ({"name": "a", "colour": "grey"}, ("/colour", "Invalid enum value 'grey'")),
        ([], ("", "must be an object, not a list")),
    ],
)
def test_a_fault_has_its_place_and_is_said_in_words_of_json(value: object, said: tuple[str, str]) -> None:
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert(value, Car)
    assert fault(error.value) == said
