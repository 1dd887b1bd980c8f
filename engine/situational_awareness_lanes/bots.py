"""The driver that the table itself can seat: it sees what its seat sees, and nothing more."""

from collections.abc import Callable, Iterator, Mapping
from random import Random

from engine.game import Sight
from engine.offers import Action, Domain, Offer, OneOf, Span, SubsetOf
from engine.situational_awareness.bots import DEARER, expected, hazard_worth, violation_worth
from engine.situational_awareness.cards import CARD as FACE
from engine.situational_awareness.cards import TAKES, Kind
from engine.situational_awareness_lanes.cards import faces, half
from engine.situational_awareness_lanes.view import View

WORTH = {
    Kind.HAZARD: 3.0,
    Kind.SAVE: 3.0,
    Kind.INSULT: 4.0,
    Kind.MOVING_VIOLATION: 1.5,
    Kind.ROAD_CONDITION: 1.0,
    Kind.AFTERMARKET: 4.0,
    Kind.POLICE_ESCORT: 3.0,
}
"""How dear each face of a card is in the hand."""
SPARE_BELOW = 2.5
"""A Pit Stop discards cards that are worth less."""
STOPPED = 0.3
"""What is left of a Hazard's worth against a hand that is seen to hold the Save."""


def steady(sight: Sight, random: Random) -> Action:
    """A driver who attacks hands that can't answer, saves what is worth saving and pits before it is empty."""
    assert sight.prompt is not None
    return ANSWERS[sight.prompt.kind](sight, random)


def _turn(sight: Sight, random: Random) -> Action:
    """The play that promises most; without one a Pit Stop, or the end of the Drive."""
    choices = [(_promise(sight, action), random.random(), action) for action in _plays(sight)]
    if choices:
        promise, _, action = max(choices, key=lambda choice: choice[:2])
        if promise > 0:
            return action
    pit = next((offer for offer in sight.offers if offer.type == "pit_stop"), None)
    if pit is None:
        return {"type": "end_turn"}
    spare = [card for card in sight.view.hand if _worth(sight.view, sight.seat, card) < SPARE_BELOW]
    return {"type": "pit_stop", "discard": spare, **_first(pit, "lane", "fuel_lane")}


def _plays(sight: Sight) -> Iterator[Action]:
    """The plays that would change something, one for each target; a pick takes the dearest card that is known."""
    for offer in sight.offers:
        if offer.type != "play" or offer.no_effect:
            continue
        plain: Action = {"type": "play", **_first(offer, "card", "face", "lane", "give")}
        target = offer.fields.get("target")
        for seat in target.one_of if isinstance(target, OneOf) else (target,):
            if not isinstance(seat, int):
                yield plain
            elif "position" in offer.fields:
                yield {**plain, "target": seat, "position": _pick(sight, offer.fields["position"], seat)}
            else:
                yield {**plain, "target": seat}


def _pick(sight: Sight, positions: int | str | Domain, target: int) -> int:
    """The position of the dearest card; an unknown one is worth what a card is worth on average."""
    known = sight.view.known[target]
    places = range(positions.low, positions.high + 1) if isinstance(positions, Span) else (positions,)
    worth = {
        place: _worth(sight.view, sight.seat, known[place]) if place < len(known) and known[place] else 3.0
        for place in places
        if isinstance(place, int)
    }
    return max(worth, key=worth.__getitem__)


def _promise(sight: Sight, action: Action) -> float:
    """What a play is good for, in hubcaps."""
    view, face, target = sight.view, str(action["face"]), action.get("target")
    match FACE[face].kind:
        case Kind.HAZARD if isinstance(target, int):
            return hazard_worth(view, sight.seat, face, target) * _chance(view, sight.seat, face, target)
        case Kind.MOVING_VIOLATION:
            return violation_worth(view, sight, face, target if isinstance(target, int) else None)
        case Kind.AFTERMARKET:
            return 0.5 if view.aftermarkets[sight.seat] is None else 0
        case _:
            return _condition(view, sight, face)


def _chance(view: View, seat: int, hazard: str, target: int) -> float:
    """Less where the table has seen a Save that answers it."""
    saves = [half(card, Kind.SAVE) for card in view.known[target] if card]
    rock = not view.hubcaps[seat]
    stopped = any(save and (rock or FACE[save].colour is FACE[hazard].colour) for save in saves)
    return STOPPED if stopped else 1


def _condition(view: View, sight: Sight, card: str) -> float:
    held = [face for held in view.hand or () for face in faces(held)]
    if card == "rain":
        return 0.5 if any(FACE[face].badge in TAKES for face in held) and view.hubcaps[sight.seat] else 0
    if card == "green-light":
        leads = view.hubcaps[sight.seat] == max(view.hubcaps)
        return 0.4 if view.pile > sight.players or leads else 0
    return 0


def _respond(sight: Sight, random: Random) -> Action:
    """Claim what is worth claiming; pile up where a hubcap would be left; the target waits for its own window."""
    view, offers = sight.view, _by_type(sight)
    held = view.hubcaps[view.attack.target]
    if "dashcam" in offers and held:
        return {"type": "dashcam", **_first(offers["dashcam"], "card")}
    if "pile_up" in offers and not offers["pile_up"].no_effect and held > expected(view, view.attack):
        return {"type": "pile_up", **_first(offers["pile_up"], "card")}
    return _escort_or_pass(sight)


def _defend(sight: Sight, random: Random) -> Action:
    """Save hubcaps; against a Violation only with a Save to spare."""
    view, attack = sight.view, sight.view.attack
    saves = [offer for offer in sight.offers if offer.type == "save"]
    if FACE[attack.card].kind is Kind.MOVING_VIOLATION and attack.card not in DEARER:
        worth_it = len(saves) > 2
    else:
        worth_it = view.hubcaps[sight.seat] > 0 or attack.card == "detour"
    if not saves or not worth_it:
        return _escort_or_pass(sight)
    cheapest = min(saves, key=lambda offer: _worth(view, sight.seat, str(offer.fields["card"])))
    return {"type": "save", **_first(cheapest, "card", "against")}


def _discard(sight: Sight, random: Random) -> Action:
    """The cheapest cards."""
    offer = _by_type(sight)["discard"]
    cards = offer.fields["cards"]
    assert isinstance(cards, SubsetOf)
    cheapest = sorted(cards.subset_of, key=lambda card: _worth(sight.view, sight.seat, card))
    return {"type": "discard", "cards": cheapest[: cards.least], **_first(offer, "lane")}


def _escort_or_pass(sight: Sight) -> Action:
    view, offers = sight.view, _by_type(sight)
    driver = view.turn.seat
    dangerous = view.hubcaps[driver] >= view.hubcaps[sight.seat] and view.hand_sizes[driver] >= 2
    if dangerous and "police_escort" in offers:
        return {"type": "police_escort", **_first(offers["police_escort"], "lane")}
    return {"type": "pass"}


def _worth(view: View, seat: int, card: str) -> float:
    """A card is as dear as its better face, and a little more for the other one."""
    worth = sorted(_face_worth(view, seat, face) for face in faces(card))
    return worth[-1] + 0.2 * sum(worth[:-1])


def _face_worth(view: View, seat: int, face: str) -> float:
    kind = FACE[face].kind
    spent = kind is Kind.AFTERMARKET and view.aftermarkets[seat] is not None
    return 1.0 if spent else WORTH[kind]


def _by_type(sight: Sight) -> Mapping[str, Offer]:
    """The first offer of each type."""
    return {offer.type: offer for offer in reversed(sight.offers)}


def _first(offer: Offer, *names: str) -> Action:
    """The first value of each of these fields that the offer has."""
    values = {name: offer.fields[name] for name in names if name in offer.fields}
    firsts = {name: value.one_of[0] if isinstance(value, OneOf) else value for name, value in values.items()}
    return {name: value for name, value in firsts.items() if isinstance(value, int | str)}


ANSWERS: dict[str, Callable[[Sight, Random], Action]] = {
    "turn": _turn,
    "respond": _respond,
    "defend": _defend,
    "traffic_jam": _discard,
    "rush_hour": _discard,
}
