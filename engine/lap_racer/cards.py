"""What is in the box: parts, starting cards, Debris and playbooks, read from `cards.json` (section 1)."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from engine.lap_racer.effects import Aura, Condition, Count, Effect, Face, Flag, Scrap, Type, within


class BadCard(ValueError):
    """A card that the rules can't run; the message begins with its id."""


class Card(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One kind of card in the box."""

    id: str
    name: str
    count: Count
    flags: tuple[Flag, ...]
    text: str


class Part(Card, frozen=True, kw_only=True):
    """A card of the Parts Deck, a starting card or Debris; `drive` is the printed Drive."""

    type: Type
    drive: int
    effects: tuple[Effect, ...]

    def __post_init__(self) -> None:
        inside = within(self.effects)
        if any(isinstance(effect, Aura) for effect in inside if effect not in self.effects):
            raise ValueError("an aura is an effect of its own, without a condition")
        if ("E" in self.flags) != any(isinstance(effect, Aura) for effect in self.effects):
            raise ValueError("an (E) card has an aura, and no other card has")


# What playbooks change


class Mod(msgspec.Struct, frozen=True, kw_only=True, tag_field="mod", forbid_unknown_fields=True):
    """Something that is different for a playbook's owner all the time."""


class DriveMod(Mod, frozen=True, tag="drive"):
    """The Drive total changes by n while the condition holds."""

    n: int
    cond: Condition | None = None


class HandSize(Mod, frozen=True, tag="hand_size"):
    """The End Phase draws n more."""

    n: int


class PurchaseCost(Mod, frozen=True, tag="purchase_cost"):
    """A Purchase costs n more; `first`: only the first of a turn."""

    n: int
    first: bool = False


class RefreshCost(Mod, frozen=True, tag="refresh_cost"):
    """A Refresh costs n more; `first`: only the first of a turn."""

    n: int
    first: bool = False


class AuctionCost(Mod, frozen=True, tag="auction_cost"):
    """The winner of an Auction pays n more than the Bid."""

    n: int


class RollMin(Mod, frozen=True, tag="roll_min"):
    """A Drive Roll below n counts as n in the total."""

    n: Face


class RerollDrive(Mod, frozen=True, tag="reroll_drive"):
    """The Drive Roll may be rolled again once."""

    n: Literal[1]


class BananaImmune(Mod, frozen=True, tag="banana_immune"):
    """Bananas don't Wipe Out."""


class BackImmune(Mod, frozen=True, tag="back_immune"):
    """Opponents' effects don't move backward."""


class TypeLimit(Mod, frozen=True, tag="type_limit"):
    """n more cards of a type may be played in a turn."""

    type: Type
    n: Count


class IncineratorMod(Mod, frozen=True, tag="incinerator"):
    """n more cards may be Scrapped at an Incinerator."""

    n: Count


class LapDebris(Mod, frozen=True, tag="lap_debris"):
    """Completing a Lap gives n more Debris."""

    n: int


class PurchaseToDeck(Mod, frozen=True, tag="purchase_to_deck"):
    """A Purchase may go on top of the Deck."""

    may: Literal[True]


AnyMod: TypeAlias = (
    DriveMod
    | HandSize
    | PurchaseCost
    | RefreshCost
    | AuctionCost
    | RollMin
    | RerollDrive
    | BananaImmune
    | BackImmune
    | TypeLimit
    | IncineratorMod
    | LapDebris
    | PurchaseToDeck
)
Moment: TypeAlias = Literal[
    "turn_start", "drive_roll", "wiped", "scrap", "play", "lap", "passes", "passed_by", "banana_placed"
]


class Trigger(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Effects that run for the owner whenever something happens."""

    on: Moment
    limit: Literal["turn", "none"]
    """`turn`: once in any one turn."""
    effects: tuple[Effect, ...]
    values: tuple[Face, ...] | None = None
    """Drive Roll: the faces that count."""
    flag: Flag | None = None
    """Play: the flag that the card must have."""
    cond: Condition | None = None

    def __post_init__(self) -> None:
        if (self.values is not None and self.on != "drive_roll") or (self.flag is not None and self.on != "play"):
            raise ValueError("values belong to drive_roll, a flag to play")


class Playbook(Card, frozen=True, kw_only=True):
    """A permanent ability."""

    type: Literal["playbook"] = "playbook"
    mods: tuple[AnyMod, ...]
    triggers: tuple[Trigger, ...]

    def __post_init__(self) -> None:
        for effect in within(tuple(effect for trigger in self.triggers for effect in trigger.effects)):
            if isinstance(effect, Aura) or (isinstance(effect, Scrap) and "self" in effect.zones):
                raise ValueError("a playbook has no aura and does not scrap itself")
        if self.count != 1:
            raise ValueError("there is one copy of a playbook")


# The box


class Box(msgspec.Struct, frozen=True):
    """All cards, each list in the order of the file."""

    parts: tuple[Part, ...]
    starting: tuple[Part, ...]
    debris: Part
    playbooks: tuple[Playbook, ...]


C = TypeVar("C", bound=Card)


def read(text: bytes) -> Box:
    """The cards of a file like `cards.json`. Raises BadCard."""
    lists: dict[str, list[dict[str, Any]]] = msgspec.json.decode(text)
    parts, starting, debris = (_cards(lists[name], Part) for name in ("parts", "starting", "debris"))
    playbooks = _cards(lists["playbooks"], Playbook)
    seen: set[str] = set()
    for card in (*parts, *starting, *debris, *playbooks):
        if card.id in seen:
            raise BadCard(f"{card.id}: there is another card of this id")
        seen.add(card.id)
    return Box(parts, starting, debris[0], playbooks)


def _cards(entries: list[dict[str, Any]], kind: type[C]) -> tuple[C, ...]:
    cards: list[C] = []
    for entry in entries:
        try:
            cards.append(msgspec.convert(entry, kind))
        except msgspec.ValidationError as error:
            raise BadCard(f"{entry.get('id')}: {error}") from error
    return tuple(cards)


BOX = read(files(__package__).joinpath("cards.json").read_bytes())
CARDS: tuple[Part | Playbook, ...] = (*BOX.parts, *BOX.starting, BOX.debris, *BOX.playbooks)
PART: Mapping[str, Part] = {part.id: part for part in (*BOX.parts, *BOX.starting, BOX.debris)}
PLAYBOOK: Mapping[str, Playbook] = {playbook.id: playbook for playbook in BOX.playbooks}
NAME: Mapping[str, str] = {card.id: card.name for card in CARDS}
STARTERS = tuple(part.id for part in BOX.starting)
DEBRIS = BOX.debris.id


def deck(cards: tuple[C, ...], multiplayer: bool) -> tuple[str, ...]:
    """Each card `count` times, in the order of the file; without (M) cards unless `multiplayer` (LR-R2, LR-R44)."""
    return tuple(card.id for card in cards if multiplayer or "M" not in card.flags for _ in range(card.count))
