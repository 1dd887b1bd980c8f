"""The language of card texts: what a card does, what a playbook changes, and when it acts (section 1).

Whatever a card says that this language does not know, or that makes no sense in it, is refused when the cards are read.
"""

from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

import msgspec

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=1)]
Face: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=6)]
Zone: TypeAlias = Literal["hand", "garage", "self"]
Who: TypeAlias = Literal["self", "opponent", "each_opponent"]
Side: TypeAlias = Literal["ahead", "behind", "any"]
Flag: TypeAlias = Literal["S", "M", "E", "P", "D"]
"""Starter, multiplayer, effect (stays in play), puzzle, debris."""


class Type(StrEnum):
    """The types of part; Debris is never played."""

    ENGINE = "engine"
    FRAME = "frame"
    WHEELS = "wheels"
    UTILITY = "utility"
    INVESTMENT = "investment"
    DEBRIS = "debris"


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What must be so for something to apply; exactly one of the three."""

    place: Literal["first", "last"] | None = None
    types_min: Count | None = None
    """So many different types played this turn."""
    owned_max: Count | None = None
    """At most so many cards in Deck, Hand, Garage and Play Area."""

    def __post_init__(self) -> None:
        if [self.place, self.types_min, self.owned_max].count(None) != 2:
            raise ValueError("a condition names exactly one thing")


# Effects


class Primitive(msgspec.Struct, frozen=True, kw_only=True, tag_field="op", forbid_unknown_fields=True):
    """One effect of a card; `controller` is the player resolving it."""


class Aimed(Primitive, frozen=True, kw_only=True):
    """An effect on players, within a range where it names one."""

    who: Who
    within: Count | None = None
    """The greatest distance."""
    side: Side = "any"

    def __post_init__(self) -> None:
        if self.who == "self" and (self.within is not None or self.side != "any"):
            raise ValueError("a range is for opponents")


class Drive(Primitive, frozen=True, tag="drive"):
    """The controller's Drive total of this turn changes by n."""

    n: int


class Coins(Primitive, frozen=True, tag="coins"):
    """The controller gains n Coins."""

    n: Count


class Draw(Primitive, frozen=True, tag="draw"):
    """The controller Draws n."""

    n: Count


class Discard(Primitive, frozen=True, tag="discard"):
    """The controller chooses n Hand cards for the own Garage."""

    n: Count


class Scrap(Primitive, frozen=True, tag="scrap", rename={"zones": "from"}):
    """The controller chooses up to n cards for the Scrapyard; `self` is the card being played."""

    zones: tuple[Zone, ...]
    n: Count
    may: bool
    then: "tuple[Effect, ...]" = ()

    def __post_init__(self) -> None:
        if not self.zones or ("self" in self.zones and (self.zones != ("self",) or self.n > 1 or self.may)):
            raise ValueError("scrap is from hand or garage, or from self alone, which is no choice")


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"low": "lo", "high": "hi"}):
    """What a die from `low` to `high` does."""

    low: Face
    high: Face
    effects: "tuple[Effect, ...]"


class Roll(Primitive, frozen=True, tag="roll"):
    """One die, which is no Drive Roll, picks the row that runs."""

    table: tuple[Row, ...]

    def __post_init__(self) -> None:
        if [face for row in self.table for face in range(row.low, row.high + 1)] != [1, 2, 3, 4, 5, 6]:
            raise ValueError("the rows of a roll cover 1 to 6, each once, in order")


class Choose(Primitive, frozen=True, tag="choose"):
    """The controller picks one option."""

    options: "tuple[Annotated[tuple[Effect, ...], msgspec.Meta(min_length=1)], ...]"


class If(Primitive, frozen=True, tag="if", rename={"otherwise": "else"}):
    """One of two lists, by a condition."""

    cond: Condition
    then: "tuple[Effect, ...]"
    otherwise: "tuple[Effect, ...]" = ()


class Per(Primitive, frozen=True, tag="per"):
    """The effects once for each (P) card that the controller played earlier this turn."""

    count: Literal["puzzle_played"]
    effects: "tuple[Effect, ...]"


class Pay(Primitive, frozen=True, tag="pay"):
    """The controller may pay n Coins; if so, `then`."""

    n: Count
    may: Literal[True]
    then: "tuple[Effect, ...]"


class Move(Aimed, frozen=True, tag="move"):
    """The marker moves now, n > 0 forward, n < 0 backward."""

    n: int


class Wipe(Aimed, frozen=True, tag="wipe"):
    """The target becomes Wiped Out."""


class Banana(Primitive, frozen=True, tag="banana", rename={"low": "from", "high": "to"}):
    """The controller may place up to n Bananas at these offsets of the own Space."""

    low: int
    high: int
    n: Count
    may: Literal[True]

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError("banana offsets run from the lower to the higher")


class Debris(Aimed, frozen=True, tag="debris"):
    """Take n Debris into the Garage."""

    n: Count


class TakeCoins(Aimed, frozen=True, tag="take_coins"):
    """The controller takes up to n Coins from each target."""

    n: Count


class Aura(Primitive, frozen=True, tag="aura"):
    """Works for as long as its (E) card is in play: an immunity of the owner, or opponents' Drive totals."""

    stat: Literal["wipe_immune", "move_immune", "attack_immune", "drive"]
    who: Literal["self", "each_opponent"]
    n: int = 0

    def __post_init__(self) -> None:
        if (self.stat == "drive") != (self.who == "each_opponent") or (self.stat == "drive") != (self.n != 0):
            raise ValueError("an aura is an immunity of `self`, or n to the drive of `each_opponent`")


class Gain(Primitive, frozen=True, tag="gain", rename={"source": "from"}):
    """The controller may take one Showroom card free."""

    source: Literal["showroom"]
    to: Literal["garage"]
    may: Literal[True]


class Recover(Primitive, frozen=True, tag="recover"):
    """The controller's Wiped Out marker is removed."""


Effect: TypeAlias = (
    Drive
    | Coins
    | Draw
    | Discard
    | Scrap
    | Roll
    | Choose
    | If
    | Per
    | Pay
    | Move
    | Wipe
    | Banana
    | Debris
    | TakeCoins
    | Aura
    | Gain
    | Recover
)


def within(effects: tuple[Effect, ...]) -> list[Effect]:
    """These effects and all that lie inside them."""
    found: list[Effect] = []
    for effect in effects:
        found.append(effect)
        match effect:
            case Scrap(then=then) | Pay(then=then):
                found += within(then)
            case Roll(table=table):
                found += within(tuple(inner for row in table for inner in row.effects))
            case Choose(options=options):
                found += within(tuple(inner for option in options for inner in option))
            case If(then=then, otherwise=otherwise):
                found += within(then + otherwise)
            case Per(effects=inner):
                found += within(inner)
    return found
