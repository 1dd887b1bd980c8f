"""What is in the box: 214 buttons, read from `cards.json` (section 1 of the ledger)."""

from enum import StrEnum
from importlib.resources import files
from typing import TypeAlias

import msgspec


class Group(StrEnum):
    """The four groups of buttons."""

    MOVEMENT = "movement"
    HAZARD = "hazard"
    REMEDY = "remedy"
    PROTECTION = "protection"


class Hazard(StrEnum):
    """What can befall a car. All but the first two are flags that stand until they are cleared."""

    STEAL = "steal"
    ENGINE = "engine"
    TURNED = "turned"
    CRASH = "crash"
    FUEL = "fuel"
    FLAT = "flat"
    LIMIT = "limit"


class Move(msgspec.Struct, frozen=True, tag_field="op", tag="move"):
    """The car moves `n` miles, whichever way it faces."""

    n: int


class MarkSteal(msgspec.Struct, frozen=True, tag_field="op", tag="mark_steal"):
    """The car's next replacement goes to the user of the button."""


class Engine(msgspec.Struct, frozen=True, tag_field="op", tag="engine"):
    """The engine goes on or off."""

    on: bool


class Set(msgspec.Struct, frozen=True, tag_field="op", tag="set"):
    """A flag stands from now on."""

    condition: Hazard


class Clear(msgspec.Struct, frozen=True, tag_field="op", tag="clear"):
    """A flag stands no more."""

    condition: Hazard


class Protect(msgspec.Struct, frozen=True, tag_field="op", tag="protect"):
    """The hazard can't befall this car any more, and is cured."""

    hazard: Hazard


Effect: TypeAlias = Move | MarkSteal | Engine | Set | Clear | Protect


class Button(msgspec.Struct, frozen=True):
    """One kind of button in the box. What it does is data; when it may be used is in the clauses."""

    id: str
    name: str
    group: Group
    count: int
    text: str
    effects: tuple[Effect, ...]
    miles: int | None = None
    hazard: Hazard | None = None
    needs_target_moving: bool = False
    cures: Hazard | None = None
    protects: Hazard | None = None


class Box(msgspec.Struct, frozen=True):
    """The card file."""

    buttons: tuple[Button, ...]


CARDS = msgspec.json.decode(files(__package__).joinpath("cards.json").read_bytes(), type=Box).buttons
BUTTON = {button.id: button for button in CARDS}
DECK = tuple(button.id for button in CARDS for _ in range(button.count))
