"""The driver that the table itself can seat: it sees what its seat sees, and nothing more."""

from collections.abc import Callable, Iterable
from random import Random

from engine.game import Sight
from engine.offers import Action, Offer, OneOf, SubsetOf
from engine.situational_awareness.cards import CARD, TAKES, Colour, Kind
from engine.situational_awareness.view import AttackView, View

WORTH = {
    Kind.HAZARD: 5.0,
    Kind.INSULT: 5.0,
    Kind.SAVE: 4.0,
    Kind.POLICE_ESCORT: 2.5,
    Kind.MOVING_VIOLATION: 2.5,
    Kind.AFTERMARKET: 4.0,
    Kind.TRAP: 2.0,
    Kind.ROAD_CONDITION: 1.0,
}
"""How dear a card is in the hand."""
SPARE_BELOW = 3.0
"""A Pit Stop discards cards that are worth less."""


def steady(sight: Sight, random: Random) -> Action:
    """A driver who attacks where hubcaps are, saves what is worth saving and pits before it is empty."""
    assert sight.prompt is not None
    return ANSWERS[sight.prompt.kind](sight, random)


def _turn(sight: Sight, random: Random) -> Action:
    """The play that promises most; without one a Pit Stop, or the end of the Drive."""
    choices = [(_promise(sight, action), random.random(), action) for action in _actions(sight.offers, PLAYS)]
    if choices:
        promise, _, action = max(choices, key=lambda choice: choice[:2])
        if promise > 0:
            return action
    pit = next((offer for offer in sight.offers if offer.type == "pit_stop"), None)
    return {"type": "pit_stop", "discard": _spare(sight.view)} if pit else {"type": "end_turn"}


def _promise(sight: Sight, action: Action) -> float:
    """What a play is good for, in hubcaps."""
    view, card = sight.view, CARD[str(action["card"])]
    target = action.get("target")
    match card.kind:
        case Kind.HAZARD if isinstance(target, int):
            return hazard_worth(view, sight.seat, card.id, target)
        case Kind.MOVING_VIOLATION:
            return violation_worth(view, sight, card.id, target if isinstance(target, int) else None)
        case Kind.AFTERMARKET:
            return 0.5 if view.aftermarkets[sight.seat] is None else 0
        case Kind.TRAP:
            return 0.3 if view.hand_sizes[sight.seat] > 3 else 0
        case _:
            return _condition(view, sight, card.id)


def hazard_worth(view: View, seat: int, card: str, target: int) -> float:
    """Hubcaps gained or taken from the others, less for a target that can defend itself."""
    if card == "texting" and view.hubcaps[seat]:
        return 0.1
    held = view.hubcaps[target]
    badge = CARD[card].badge
    gain: float
    if badge in TAKES or view.condition == "speed-trap" or not view.hubcaps[seat]:
        takes = 1 if badge is None or view.condition == "speed-trap" else TAKES.get(badge, 1)
        gain = min(held, takes + (view.condition == "rain"))
    else:
        players = len(view.hubcaps)
        beside = (seat - target) % players in (1, players - 1)
        gain = min(held, 2) if beside else 0.4
    leader = 0.3 if held == max(view.hubcaps) else 0
    return (gain + leader) * (1 - 0.08 * view.hand_sizes[target]) if gain else 0


def violation_worth(view: View, sight: Sight, card: str, target: int | None) -> float:
    """What a Moving Violation is good for, in hubcaps."""
    ahead = target is not None and view.hubcaps[target] == max(view.hubcaps)
    match card:
        case "roadside-assistance":
            return 0.8 if view.pile > 2 or _leads(view, sight.seat) else 0
        case "hit-and-run" | "detour":
            return 0.7 if ahead else 0.1
        case "impound":
            return 0.4 if target is not None and view.aftermarkets[target] else 0
        case "carjack":
            return 0.6 if target is not None and view.hand_sizes[target] else 0
        case "traffic-jam":
            return 0.4
        case _:
            return 0.2 if ahead else 0


def _condition(view: View, sight: Sight, card: str) -> float:
    hand = view.hand or ()
    if card == "rain":
        return 0.5 if any(CARD[held].badge in TAKES for held in hand) and view.hubcaps[sight.seat] else 0
    if card == "green-light":
        return 0.4 if view.pile > sight.players or _leads(view, sight.seat) else 0
    return 0


def _respond(sight: Sight, random: Random) -> Action:
    """Claim what is worth claiming; pile up where a hubcap would be left; stop a leader's Drive."""
    view, attack = sight.view, sight.view.attack
    types = {offer.type: offer for offer in sight.offers}
    held = view.hubcaps[attack.target]
    if "dashcam" in types and held and attack.card != "texting":
        return {"type": "dashcam"}
    if "pile_up" in types and not types["pile_up"].no_effect and held > expected(view, attack):
        return {"type": "pile_up"}
    return _escort_or_pass(sight)


def _defend(sight: Sight, random: Random) -> Action:
    """Save hubcaps; against a Violation only with a Save to spare."""
    view, attack = sight.view, sight.view.attack
    saves = list(_actions(sight.offers, ("save",)))
    if attack.card in DEARER:
        worth_it = bool(view.hubcaps[sight.seat]) or attack.card == "detour"
    elif CARD[attack.card].kind is Kind.MOVING_VIOLATION:
        worth_it = sum(CARD[card].kind is Kind.SAVE for card in view.hand) > 2
    else:
        worth_it = view.hubcaps[sight.seat] > 0
    hazard_first = sorted(saves, key=lambda action: (action["against"] != "hazard", _count(view, action)))
    return hazard_first[0] if hazard_first and worth_it else _escort_or_pass(sight)


def _spring(sight: Sight, random: Random) -> Action:
    """Flip one's own trap if it fits and there is something in it."""
    view, attack = sight.view, sight.view.attack
    trap, save = view.traps[-1], attack.saves[-1]
    gains = sight.seat in (attack.seat, attack.dashcam, attack.pile_up)
    if gains and trap.card and CARD[trap.card].colour is CARD[save.card].colour:
        return {"type": "spring"}
    return _escort_or_pass(sight)


def _discard(sight: Sight, random: Random) -> Action:
    """The cheapest cards."""
    offer = next(offer for offer in sight.offers if offer.type == "discard")
    cards = offer.fields["cards"]
    assert isinstance(cards, SubsetOf)
    return {"type": "discard", "cards": _by_worth(sight.view)[: cards.least]}


def _escort_or_pass(sight: Sight) -> Action:
    view = sight.view
    driver = view.turn.seat
    dangerous = view.hubcaps[driver] >= view.hubcaps[sight.seat] and view.hand_sizes[driver] >= 2
    if dangerous and any(offer.type == "police_escort" for offer in sight.offers):
        return {"type": "police_escort"}
    return {"type": "pass"}


def _actions(offers: Iterable[Offer], types: tuple[str, ...]) -> Iterable[Action]:
    """The actions of these types, without those that would change nothing."""
    for offer in offers:
        if offer.type not in types or offer.no_effect:
            continue
        give = {"give": _first(offer.fields["give"])} if "give" in offer.fields else {}
        plain = {name: _first(value) for name, value in offer.fields.items() if name != "target"}
        target = offer.fields.get("target")
        targets = target.one_of if isinstance(target, OneOf) else (target,)
        for seat in targets:
            aim = {"target": seat} if isinstance(seat, int) else {}
            yield {"type": offer.type, **plain, **aim, **give}


def _first(value: object) -> int | str:
    chosen = value.one_of[0] if isinstance(value, OneOf) else value
    assert isinstance(chosen, int | str)
    return chosen


def expected(view: View, attack: AttackView) -> int:
    """What the Hazard is about to take from its target."""
    badge = CARD[attack.card].badge
    if attack.rock or view.condition == "speed-trap":
        return 1
    return 0 if badge is None else TAKES.get(badge, 2) + (view.condition == "rain" and badge in TAKES)


def _spare(view: View) -> list[str]:
    """What a Pit Stop throws away: cheap cards, and what is held more than twice in one kind of defence."""
    return [card for card in _by_worth(view) if _worth(view, card) < SPARE_BELOW]


def _by_worth(view: View) -> list[str]:
    return sorted(view.hand or (), key=lambda card: _worth(view, card))


def _worth(view: View, card: str) -> float:
    kind = CARD[card].kind
    if kind is Kind.AFTERMARKET and view.aftermarkets[_me(view)] is not None:
        return 1.0
    if card == "texting":
        return 1.0
    return WORTH[kind] + (0.5 if CARD[card].colour is Colour.ORANGE and kind is Kind.SAVE else 0)


def _count(view: View, action: Action) -> int:
    return -(view.hand or ()).count(str(action["card"]))


def _leads(view: View, seat: int) -> bool:
    return view.hubcaps[seat] == max(view.hubcaps)


def _me(view: View) -> int:
    return view.turn.seat


PLAYS = ("play", "set_trap")
DEARER = frozenset({"hit-and-run", "detour"})
ANSWERS: dict[str, Callable[[Sight, Random], Action]] = {
    "turn": _turn,
    "respond": _respond,
    "defend": _defend,
    "spring": _spring,
    "pay_trap": _discard,
    "traffic_jam": _discard,
    "rush_hour": _discard,
}
