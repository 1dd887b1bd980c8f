"""The partner that the table itself can seat: it plays from its own hand and what is public, and nothing more."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import assert_never

from engine.game import Sight
from engine.offers import Action, OneOf, SubsetOf
from engine.rally.cards import (
    CREW,
    FAULT,
    AlsoHit,
    Change,
    ClearStage,
    Condition,
    CrewCard,
    CrewType,
    Discard,
    Draw,
    DrawToHalf,
    Fill,
    Following,
    GiveNext,
    Handover,
    PlayAgain,
    Repair,
    Reserve,
    Resolving,
    ReturnNext,
    Stat,
    TeammateDraw,
)
from engine.rally.rules.playing import matches
from engine.rally.state import Mark
from engine.rally.view import View

HIT = 20.0
MISS = -20.0
CARD = 3.0
"""What one more card is worth; a call that costs no card saves one."""
WORTH_GOING_ON = 5.0
"""An extra play promises at least so much, or the turn ends."""


def steady(sight: Sight, random: Random) -> Action:
    """A partner who hits where it can, plays a Skill rather than miss, and stops before an extra play misses."""
    assert sight.prompt is not None
    return ANSWERS[sight.prompt.kind](sight, random)


def _play(sight: Sight, random: Random) -> Action:
    """The play that promises most; an extra play only where it promises enough."""
    if any(offer.type == "solo_draw" and not offer.no_effect for offer in sight.offers):
        return {"type": "solo_draw"}
    plays = [(_promise(sight.view, str(action["card"])), random.random(), action) for action in _plays(sight)]
    promise, _, action = max(plays, key=lambda play: play[:2], default=(MISS, 0.0, {}))
    if promise < WORTH_GOING_ON and any(offer.type == "stop" for offer in sight.offers):
        return {"type": "stop"}
    return action


def _plays(sight: Sight) -> Iterator[Action]:
    """Every play; what must be given goes to the teammate with the fewest cards."""
    for offer in sight.offers:
        if offer.type == "play":
            fields = {name: value for name, value in offer.fields.items() if isinstance(value, str)}
            give_to = {"give_to": _poorest(sight)} if "give_to" in offer.fields else {}
            yield {"type": "play", **fields, **give_to}


def _promise(view: View, card: str) -> float:
    """What playing this card now is good for: a Hit and its effects."""
    kind, live = CREW[card], _road(view)[0]
    rest = _without(view.hand or (), card)
    if kind.type is not CrewType.SKILL and not matches(kind, live):
        return MISS - _keep(card)
    gain = sum(_gain(view, kind, effect, rest) for effect in kind.effects)
    if kind.type is CrewType.SKILL:
        return gain
    return HIT + (gain if _is_active(view, kind.when) else 0) + 0.2 * _like(rest, kind)


def _gain(view: View, card: CrewCard, effect: Resolving | Following, rest: Sequence[str]) -> float:
    """What one effect is worth, with `rest` left in the hand."""
    resolved = 0 if card.type is CrewType.SKILL else 1
    ahead = _road(view)[resolved:]
    goes_on = bool(ahead) and any(matches(CREW[held], ahead[0]) for held in rest)
    match effect:
        case Draw(n) | TeammateDraw(n):
            return CARD * n
        case DrawToHalf():
            return CARD * max(0, view.normal_hand // 2 - len(rest))
        case Discard(n):
            return -CARD / 2 * n
        case PlayAgain() | ReturnNext() | GiveNext():
            return 2.0 if goes_on else 0.2
        case AlsoHit():
            return 2 * CARD if ahead else 0
        case Fill():
            return HIT / 2
        case ClearStage():
            return HIT + CARD * (_open_on_stage(view) - 2)
        case Repair():
            return 2 * CARD if view.car else 0
        case Change() | Handover() | Reserve():
            return 1.0
        case _:
            assert_never(effect)


def _is_active(view: View, when: Condition | None) -> bool:
    return when is None or not isinstance(when.streak, int) or view.streak >= when.streak


# The other questions


def _change(sight: Sight, random: Random) -> Action:
    """Make the next call one that more of the own hand matches, if there is such a call."""
    hand = sight.view.hand or ()
    for offer in sight.offers:
        if offer.type == "change":
            row, index, to = offer.fields["row"], offer.fields["index"], offer.fields["to"]
            assert isinstance(row, int)
            assert isinstance(index, int)
            asks = sight.view.row[row].calls[index].asks
            stats = [Stat(stat) for stat in (to.one_of if isinstance(to, OneOf) else (to,)) if isinstance(stat, str)]
            best = max(stats, key=lambda stat: _matching(hand, stat))
            if (not _matching(hand, asks) and _matching(hand, best)) or best is Stat.ANY:
                return {"type": "change", "row": row, "index": index, "to": best.value}
    return {"type": "decline"}


def _part_with_least(sight: Sight, random: Random) -> Action:
    """Part with as few cards as the question lets, the cheapest."""
    cards = sight.offers[0].fields["cards"]
    assert isinstance(cards, SubsetOf)
    return {"type": "choose_cards", "cards": _cheapest(sight.view)[: cards.least]}


def _reserve(sight: Sight, random: Random) -> Action:
    """What the hand has most of helps everybody from the Shared Reserve."""
    hand = sight.view.hand or ()
    typed = [card for card in hand if CREW[card].type is not CrewType.SKILL]
    if not typed:
        return _part_with_least(sight, random)
    return {"type": "choose_cards", "cards": [max(typed, key=lambda card: _like(hand, CREW[card]))]}


def _repair(sight: Sight, random: Random) -> Action:
    """The Fault that adds the longest road."""
    return {"type": "choose_fault", "fault": max(sight.view.car, key=lambda fault: len(FAULT[fault].recovery))}


def _richest(sight: Sight, random: Random) -> Action:
    """The next turn is for who has most to play."""
    return {"type": "choose_seat", "seat": max(_mates(sight), key=sight.view.hand_sizes.__getitem__)}


def _neediest(sight: Sight, random: Random) -> Action:
    """The card is for who has least to play."""
    return {"type": "choose_seat", "seat": _poorest(sight)}


def _service(sight: Sight, random: Random) -> Action:
    """Discard no more than must be, the cheapest."""
    discard = sight.offers[0].fields["discard"]
    assert isinstance(discard, SubsetOf)
    return {"type": "keep", "discard": _cheapest(sight.view)[: discard.least]}


# What the table looks like


def _road(view: View) -> list[Stat]:
    """What the open calls ask for, the live call first."""
    return [call.asks for stage in view.row for call in stage.calls if call.mark is Mark.OPEN]


def _open_on_stage(view: View) -> int:
    stages = ([call for call in stage.calls if call.mark is Mark.OPEN] for stage in view.row)
    return len(next(filter(None, stages)))


def _matching(hand: Sequence[str], asks: Stat) -> int:
    return sum(matches(CREW[card], asks) for card in hand)


def _like(hand: Sequence[str], card: CrewCard) -> int:
    """How many cards of its type the hand holds."""
    return sum(CREW[held].type is card.type for held in hand)


def _without(hand: Sequence[str], card: str) -> list[str]:
    """The hand after the card is played; one of the Reserve leaves it whole."""
    rest = list(hand)
    if card in rest:
        rest.remove(card)
    return rest


def _keep(card: str) -> float:
    """How dear a card is in the hand."""
    kind = CREW[card]
    return 2.0 + len(kind.effects) if kind.type is CrewType.SKILL else 1.0 * len(kind.effects)


def _cheapest(view: View) -> list[str]:
    return sorted(view.hand or (), key=_keep)


def _mates(sight: Sight) -> list[int]:
    return [seat for seat in range(sight.players) if seat != sight.seat]


def _poorest(sight: Sight) -> int:
    return min(_mates(sight), key=sight.view.hand_sizes.__getitem__)


ANSWERS: dict[str, Callable[[Sight, Random], Action]] = {
    "play": _play,
    "no_play": lambda _sight, _random: {"type": "solo_draw"},
    "extra": _play,
    "choose.change": _change,
    "choose.discard": _part_with_least,
    "choose.reserve": _reserve,
    "choose.repair": _repair,
    "choose.handover": _richest,
    "choose.teammate": _neediest,
    "choose.shed": _part_with_least,
    "service": _service,
}
