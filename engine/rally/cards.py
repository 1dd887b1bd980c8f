"""What is in the box, read from `cards.json`: Crew, Stage and Fault cards (section 1), effects as data.

A new card made of these primitives is a new line of the file. A bad line stops the import and is named.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from importlib.resources import files
from typing import Annotated, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=1)]
Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1)]


class BadCards(ValueError):
    """The card file holds something that can't be played; the message names the card."""


class Stat(StrEnum):
    """What a call asks for."""

    SPEED = "speed"
    GRIP = "grip"
    CONTROL = "control"
    ANY = "any"


class CrewType(StrEnum):
    """The four types of Crew card; all but `skill` are typed cards and match calls."""

    SPEED = "speed"
    GRIP = "grip"
    CONTROL = "control"
    SKILL = "skill"


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A piece of the card file."""


# Effect primitives, told apart by `op`


class Draw(Data, frozen=True, tag_field="op", tag="draw"):
    """The player draws `n`."""

    n: Count


class Discard(Data, frozen=True, tag_field="op", tag="discard"):
    """The player discards `n` hand cards of choice, or all."""

    n: Count


class PlayAgain(Data, frozen=True, tag_field="op", tag="play_again"):
    """`n` more plays this turn."""

    n: Count


class Change(Data, frozen=True, tag_field="op", tag="change"):
    """One upcoming call asks for something else from now on."""

    scope: Literal["next", "any_upcoming"]
    to: Annotated[tuple[Stat, ...], msgspec.Meta(min_length=1)]
    may: bool = False

    def __post_init__(self) -> None:
        if len(set(self.to)) < len(self.to):
            raise ValueError("`to` names each stat only once")


class AlsoHit(Data, frozen=True, tag_field="op", tag="also_hit"):
    """The next open call is a Hit too, as `stat`."""

    stat: Literal["speed", "grip", "control"]


class Fill(Data, frozen=True, tag_field="op", tag="fill"):
    """The live call is a Hit."""


class ClearStage(Data, frozen=True, tag_field="op", tag="clear_stage"):
    """Every open call of the current Stage is a Hit."""


class Handover(Data, frozen=True, tag_field="op", tag="handover"):
    """A teammate of choice takes the next turn."""


class TeammateDraw(Data, frozen=True, tag_field="op", tag="teammate_draw"):
    """A teammate of choice draws `n`."""

    n: Count


class Reserve(Data, frozen=True, tag_field="op", tag="reserve"):
    """`n` hand cards go to the Shared Reserve; up to `n` with `may`."""

    n: Count
    may: bool = False


class ReturnNext(Data, frozen=True, tag_field="op", tag="return_next"):
    """The next card played this turn goes to the player's hand."""


class GiveNext(Data, frozen=True, tag_field="op", tag="give_next"):
    """The next card played this turn goes to a teammate's hand."""


class Repair(Data, frozen=True, tag_field="op", tag="repair"):
    """`n` Faults of choice leave the car."""

    n: Count


class DrawToHalf(Data, frozen=True, tag_field="op", tag="draw_to_half"):
    """The player draws up to half the normal hand size, rounded down."""


Resolving: TypeAlias = AlsoHit | Fill | ClearStage
"""What resolves calls: part of the Hit itself (RA-R12)."""
Following: TypeAlias = (
    Draw
    | Discard
    | PlayAgain
    | Change
    | Handover
    | TeammateDraw
    | Reserve
    | ReturnNext
    | GiveNext
    | Repair
    | DrawToHalf
)
"""What follows once the card lies where it belongs."""


class Condition(Data, frozen=True):
    """What must hold for an effect, or for playing a Skill: exactly one of these."""

    always: Literal[True] | UnsetType = UNSET
    streak: Count | UnsetType = UNSET
    """At least so many Hits in the stack."""
    faults_min: Count | UnsetType = UNSET
    """At least so many Faults on the car."""
    hand_max: Annotated[int, msgspec.Meta(ge=0)] | UnsetType = UNSET
    """At most so many other cards in the hand."""

    def __post_init__(self) -> None:
        if sum(value is not UNSET for value in msgspec.structs.astuple(self)) != 1:
            raise ValueError("A condition is exactly one of always, streak, faults_min and hand_max")


class Card(Data, frozen=True, tag_field="deck"):
    """One kind of card in the box."""

    id: Name
    name: Name
    count: Count


class CrewCard(Card, frozen=True, tag="crew"):
    """A Crew card. A typed card has `when`, a Skill has `requires`."""

    type: CrewType
    effects: tuple[Resolving | Following, ...]
    text: str
    when: Condition | None = None
    requires: tuple[Condition, ...] | None = None

    def __post_init__(self) -> None:
        skill = self.type is CrewType.SKILL
        if skill != (self.when is None) or skill == (self.requires is None):
            raise ValueError("A Skill has `requires`, every other Crew card `when`")
        if self.when and self.when.always is UNSET and self.when.streak is UNSET:
            raise ValueError("`when` is always or a streak")
        if any(
            isinstance(effect, AlsoHit) if skill else isinstance(effect, Fill | ClearStage) for effect in self.effects
        ):
            raise ValueError("`fill` and `clear_stage` are for Skills, `also_hit` for all others")


class Asked(Data, frozen=True):
    """A call as printed; the corner is display only."""

    stat: Stat
    corner: str


Calls: TypeAlias = Annotated[tuple[Asked, ...], msgspec.Meta(min_length=1)]


class StageCard(Card, frozen=True, tag="stage"):
    """An ordinary Stage, its calls from top to bottom."""

    calls: Calls


class FaultCard(Card, frozen=True, tag="fault"):
    """A Fault, and the calls of its Recovery Stage from top to bottom."""

    recovery: Calls


C = TypeVar("C", bound=Card)
STAGES_DEALT_AT_MOST = 15
"""Three days of five Stages (RA-1.3, RA-11.2)."""
WRECKING = 5
"""So many Faults on the car wreck it (RA-1.2)."""


class Box(msgspec.Struct, frozen=True):
    """All cards, in the order of the card file."""

    crew: tuple[CrewCard, ...]
    stages: tuple[StageCard, ...]
    faults: tuple[FaultCard, ...]


def load(content: bytes) -> Box:
    """The box that a card file (JSON) describes. Raises BadCards."""
    try:
        lists = msgspec.json.decode(content, type=dict[str, list[dict[str, object]]])
        crew, stages, faults = (lists[name] for name in ("crew", "stages", "faults"))
    except (msgspec.DecodeError, KeyError) as error:
        raise BadCards(f"The card file must hold the lists crew, stages and faults: {error}") from error
    box = Box(_read(crew, CrewCard), _read(stages, StageCard), _read(faults, FaultCard))
    _check_enough("Crew", box.crew, 1)
    _check_enough("Stage", box.stages, STAGES_DEALT_AT_MOST)
    _check_enough("Fault", box.faults, WRECKING)
    ids = Counter(card.id for card in (*box.crew, *box.stages, *box.faults))
    if twice := [card for card, times in ids.items() if times > 1]:
        raise BadCards(f"Two lines of the card file have the id {twice[0]!r}")
    return box


def _read(lines: Sequence[Mapping[str, object]], kind: type[C]) -> tuple[C, ...]:
    cards: list[C] = []
    for line in lines:
        try:
            cards.append(msgspec.convert(line, kind))
        except msgspec.ValidationError as error:
            card = line.get("id") or line.get("name")
            raise BadCards(f"The card {card!r} can't be played: {error}") from error
    return tuple(cards)


def _check_enough(name: str, cards: Sequence[Card], least: int) -> None:
    total = sum(card.count for card in cards)
    if total < least:
        raise BadCards(f"A rally needs at least {least} {name} cards, not {total}")


BOX = load(files("engine.rally").joinpath("cards.json").read_bytes())
CARDS: tuple[Card, ...] = (*BOX.crew, *BOX.stages, *BOX.faults)
CREW = {card.id: card for card in BOX.crew}
STAGE = {card.id: card for card in BOX.stages}
FAULT = {card.id: card for card in BOX.faults}
CREW_DECK = tuple(card.id for card in BOX.crew for _ in range(card.count))
STAGE_DECK = tuple(card.id for card in BOX.stages for _ in range(card.count))
FAULT_PILE = tuple(card.id for card in BOX.faults for _ in range(card.count))
