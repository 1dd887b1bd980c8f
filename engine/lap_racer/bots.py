"""The racer that the table itself can seat: it sees what its seat sees, and nothing more."""

from collections.abc import Callable, Iterable
from random import Random

from engine.game import Sight
from engine.lap_racer import effects
from engine.lap_racer.cards import (
    PART,
    PLAYBOOK,
    DriveMod,
    HandSize,
    Mod,
    PurchaseToDeck,
    RerollDrive,
    Trigger,
    TypeLimit,
)
from engine.lap_racer.state import LINE
from engine.lap_racer.view import RacerView, View
from engine.offers import Action, Offer, OneOf, Span, SubsetOf, expand

COIN = 0.6
"""What a Coin is worth, in Spaces."""
DEAR = 3.2
"""The Showroom card that is worth its price is worth so many Spaces."""
POOR = 1.6
"""A card that is worth less is better Scrapped."""
LATE = 2 * LINE + 20
"""From here on a new card hardly comes into the Hand any more."""


def steady(sight: Sight, random: Random) -> Action:
    """A racer who plays all it can, buys what is good, burns what is bad and spends its Coins in time."""
    assert sight.prompt is not None
    return ANSWERS[sight.prompt.kind](sight, random)


# What cards are worth, in Spaces


def worth(card: str) -> float:
    """A part, a playbook: what it does for a racer when it is played, or in a turn."""
    return WORTH[card]


def _effect(effect: effects.Effect) -> float:
    match effect:
        case effects.Drive(n=n):
            return n
        case effects.Coins(n=n):
            return COIN * n
        case effects.Draw(n=n):
            return 1.6 * n
        case effects.Scrap(zones=("self",)):
            return -1.5
        case effects.Scrap(then=then):
            return 0.7 + 0.7 * _total(then)
        case effects.Roll(table=table):
            return sum((row.high - row.low + 1) * _total(row.effects) for row in table) / 6
        case _:
            return _choice(effect)


def _choice(effect: effects.Effect) -> float:
    match effect:
        case effects.Choose(options=options):
            return max(map(_total, options))
        case effects.If(then=then, otherwise=otherwise):
            return (_total(then) + 2 * _total(otherwise)) / 3
        case effects.Per(effects=inner):
            return 0.4 * _total(inner)
        case effects.Pay(n=n, then=then):
            return 0.7 * max(0.0, _total(then) - COIN * n)
        case effects.Aimed():
            return _aimed(effect)
        case _:
            return 1.0


def _aimed(effect: effects.Aimed) -> float:
    mine = effect.who == "self"
    match effect:
        case effects.Move(n=n):
            return n if mine else -0.4 * n
        case effects.Wipe():
            return -9.0 if mine else 3.0
        case effects.Debris(n=n):
            return (-1.5 if mine else 1.0) * n
        case _:
            return 1.0


def _total(several: Iterable[effects.Effect]) -> float:
    return sum(map(_effect, several))


def _trigger(trigger: Trigger) -> float:
    often = len(trigger.values) / 6 if trigger.values else OFTEN.get(trigger.on, 0.3)
    return 2 * often * (_total(trigger.effects) if trigger.cond is None else 0.5 * _total(trigger.effects))


def _playbook(card: str) -> float:
    playbook = PLAYBOOK[card]
    return sum(MODS.get(type(mod), 0.5) for mod in playbook.mods) + sum(map(_trigger, playbook.triggers))


MODS: dict[type[Mod], float] = {TypeLimit: 2.5, HandSize: 2.0, PurchaseToDeck: 1.5, DriveMod: 1.2, RerollDrive: 1.0}
OFTEN = {"turn_start": 1.0, "play": 0.6, "scrap": 0.4, "lap": 0.1, "wiped": 0.15}
WORTH = {
    **{part.id: part.drive + _total(part.effects) for part in PART.values()},
    **{playbook: _playbook(playbook) for playbook in PLAYBOOK},
    "debris": -1.0,
}


# Turns


def _draft(sight: Sight, random: Random) -> Action:
    return max(_actions(sight.offers, "pick"), key=_card)


def _play(sight: Sight, random: Random) -> Action:
    """Cards that draw first, then the best of each type; then the Showroom."""
    plays = [offer for offer in sight.offers if offer.type == "play" and not offer.no_effect]
    best: dict[str, Offer] = {}
    for offer in plays:
        kind = PART[str(offer.fields["card"])].type
        if kind not in best or _value(offer, "card") > _value(best[kind], "card"):
            best[kind] = offer
    good = [offer for offer in best.values() if _value(offer, "card") > 0]
    if good:
        return _filled(max(good, key=_early))
    return _shop(sight) or {"type": "end_play"}


def _early(offer: Offer) -> tuple[bool, bool, float]:
    """Draws first, cards that count (P) cards last."""
    part = PART[str(offer.fields["card"])]
    inside = effects.within(part.effects)
    draws = any(isinstance(effect, effects.Draw) for effect in inside)
    counts = any(isinstance(effect, effects.Per) for effect in inside)
    return draws and not counts, not counts, worth(part.id)


def _shop(sight: Sight) -> Action | None:
    """Buy what is worth it; look for more when rich."""
    me = _me(sight)
    if LINE * me.laps + me.space >= LATE:
        return None
    slots = [offer for offer in sight.offers if offer.type == "purchase"]
    bought = max(slots, key=lambda offer: _slot(sight.view, offer), default=None)
    if bought and _slot(sight.view, bought) >= DEAR:
        return {**_filled(bought), **({"to": "deck_top"} if "to" in bought.fields else {})}
    refresh = any(offer.type == "refresh" for offer in sight.offers)
    return {"type": "refresh"} if refresh and me.coins >= 5 else None


def _pit(sight: Sight, random: Random) -> Action:
    playbooks = [offer for offer in sight.offers if offer.type == "take_playbook"]
    if playbooks:
        return _filled(max(playbooks, key=lambda offer: _value(offer, "playbook")))
    return _shop(sight) or {"type": "end_turn"}


def _lap_choice(sight: Sight, random: Random) -> Action:
    """A Pit Stop pays after the first lap, and later not any more."""
    return {"type": "pit"} if _me(sight).laps == 1 else {"type": "race"}


def _reroll(sight: Sight, random: Random) -> Action:
    return {"type": "reroll"} if sight.view.turn.roll <= 3 else {"type": "keep_roll"}


# Interrupts


def _bid(sight: Sight, random: Random) -> Action:
    """The next Bid, up to what the card is worth."""
    amount = sight.offers[0].fields["amount"]
    least = amount.low if isinstance(amount, Span) else amount
    assert isinstance(least, int)
    wanted = _wanted(sight, sight.view.auction.card) and least <= worth(sight.view.auction.card) - 1
    return {"type": "bid", "amount": least} if wanted else {"type": "pass"}


def _free(sight: Sight, random: Random) -> Action:
    wanted = _wanted(sight, sight.view.auction.card) and worth(sight.view.auction.card) >= 2.5
    return {"type": "take_card"} if wanted else {"type": "decline"}


def _wanted(sight: Sight, card: str) -> bool:
    me = _me(sight)
    return LINE * me.laps + me.space < LATE and worth(card) >= 2


def _scrap(sight: Sight, random: Random) -> Action:
    """The worst card, if it is bad enough."""
    worst = min(_actions(sight.offers, "choose_card"), key=_card)
    may = any(offer.type == "decline" for offer in sight.offers)
    return {"type": "decline"} if may and _card(worst) >= POOR else worst


def _discard(sight: Sight, random: Random) -> Action:
    cards = sight.offers[0].fields["cards"]
    assert isinstance(cards, SubsetOf)
    return {"type": "choose_cards", "cards": sorted(cards.subset_of, key=worth)[: cards.least]}


def _target(sight: Sight, random: Random) -> Action:
    """The leader for what hurts: the default knows; but nobody who would not feel it."""
    assert sight.prompt is not None
    assert sight.prompt.default is not None
    if sight.offers[0].no_effect:
        return sight.prompt.default
    felt = _options(sight.offers[0], "seat")
    return sight.prompt.default if sight.prompt.default["seat"] in felt else {"type": "choose_seat", "seat": felt[0]}


def _option(sight: Sight, random: Random) -> Action:
    """The option of the card that does most."""
    inside = effects.within(_text(sight.view.resolving[-1].card))
    highest = max(_number(offer, "option") for offer in sight.offers)
    chosen = next(found for found in inside if isinstance(found, effects.Choose) and len(found.options) > highest)
    return _filled(max(sight.offers, key=lambda offer: _total(chosen.options[_number(offer, "option")])))


def _text(card: str) -> tuple[effects.Effect, ...]:
    if card in PART:
        return PART[card].effects
    return tuple(effect for trigger in PLAYBOOK[card].triggers for effect in trigger.effects)


def _banana(sight: Sight, random: Random) -> Action:
    """Where most others are about to come by, never before one's own nose."""
    me = _me(sight)
    behind = [space for space in _options(sight.offers[0], "space") if space < me.space]
    if not behind:
        return {"type": "decline"}
    return {"type": "choose_space", "space": max(behind, key=lambda space: (_threatened(sight, space), space))}


def _threatened(sight: Sight, space: int) -> int:
    rivals = (racer for seat, racer in enumerate(sight.view.racers) if seat != sight.seat)
    return sum(0 < space - racer.space <= 12 for racer in rivals)


def _gain(sight: Sight, random: Random) -> Action:
    slots = [offer for offer in sight.offers if offer.type == "choose_slot"]
    best = max(slots, key=lambda offer: _slot(sight.view, offer))
    return _filled(best) if _slot(sight.view, best) >= 2 else {"type": "decline"}


# Offers


def _me(sight: Sight) -> RacerView:
    racer = sight.view.racers[sight.seat]
    assert isinstance(racer, RacerView)
    return racer


def _actions(offers: Iterable[Offer], kind: str) -> list[Action]:
    return [action for offer in offers if offer.type == kind for action in expand(offer)]


def _card(action: Action) -> float:
    return worth(str(action["card"]))


def _value(offer: Offer, field: str) -> float:
    return worth(str(offer.fields[field]))


def _slot(view: View, offer: Offer) -> float:
    card = view.showroom[_number(offer, "slot")]
    return worth(card) if card else 0


def _number(offer: Offer, field: str) -> int:
    value = offer.fields[field]
    assert isinstance(value, int)
    return value


def _options(offer: Offer, field: str) -> list[int]:
    value = offer.fields[field]
    values = value.one_of if isinstance(value, OneOf) else (value,)
    return [option for option in values if isinstance(option, int)]


def _filled(offer: Offer) -> Action:
    """The action of an offer without a choice."""
    return {"type": offer.type, **{name: value for name, value in offer.fields.items() if isinstance(value, int | str)}}


ANSWERS: dict[str, Callable[[Sight, Random], Action]] = {
    "draft": _draft,
    "play": _play,
    "choose.target": _target,
    "choose.option": _option,
    "choose.scrap": _scrap,
    "choose.discard": _discard,
    "choose.pay": lambda _sight, _random: {"type": "pay"},
    "choose.banana": _banana,
    "choose.gain": _gain,
    "reroll": _reroll,
    "auction.bid": _bid,
    "auction.free": _free,
    "incinerator": _scrap,
    "lap_choice": _lap_choice,
    "pit": _pit,
}
