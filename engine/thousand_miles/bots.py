"""The driver that the table itself can seat: it sees what its seat sees, and nothing more."""

from collections.abc import Iterable
from random import Random

from engine.game import Sight
from engine.offers import Action, Offer, OneOf
from engine.thousand_miles.cards import BUTTON, Button, Group, Hazard
from engine.thousand_miles.state import Car
from engine.thousand_miles.view import View

REMEDY = {Hazard.ENGINE: 150, Hazard.TURNED: 200, Hazard.LIMIT: 80}
MENDING = 140
"""What a remedy is worth, in miles."""
ATTACK = {Hazard.STEAL: 30, Hazard.ENGINE: 60, Hazard.TURNED: 100, Hazard.LIMIT: 50}
STALLING = 80
"""What a hazard is worth, in miles."""
LEADING = 80
"""What it is worth more on a target that is about to finish."""
FIRST = 1000
"""A first protection costs no action."""
FINISH = 10_000
SPARE = 90
"""How dear a button is that has no use yet but may have."""


def steady(sight: Sight, random: Random) -> Action:
    """A driver who keeps moving, mends at once, hits who leads, and discards what has no use."""
    view: View = sight.view
    choices = [(_promise(view, sight.seat, action), random.random(), action) for action in _uses(sight.offers)]
    if choices:
        promise, _, action = max(choices, key=lambda choice: choice[:2])
        if promise > 0:
            return action
    return {"type": "discard", "button": min(view.hand or (), key=lambda button: _worth(view, sight.seat, button))}


def _uses(offers: Iterable[Offer]) -> Iterable[Action]:
    """Every use that would change something."""
    for offer in offers:
        if offer.type != "use" or offer.no_effect:
            continue
        button, target = offer.fields["button"], offer.fields.get("target")
        for seat in target.one_of if isinstance(target, OneOf) else (target,):
            aim = {"target": seat} if isinstance(seat, int) else {}
            yield {"type": "use", "button": str(button), **aim}


def _promise(view: View, seat: int, action: Action) -> float:
    """What a use is good for, in miles; nothing that is worth less than a discard is above 0."""
    kind, target, car = BUTTON[str(action["button"])], action.get("target"), view.cars[seat]
    match kind.group:
        case Group.PROTECTION:
            return FIRST
        case Group.MOVEMENT:
            return _movement(car, kind, view.goal)
        case Group.HAZARD if isinstance(target, int):
            return _attack(view, kind, target)
        case _:
            return REMEDY.get(kind.cures, MENDING) if kind.cures else 0


def _movement(car: Car, kind: Button, goal: int) -> float:
    miles = kind.miles or 0
    if Hazard.TURNED in car.flags:
        return 0
    return FINISH if car.miles + miles == goal else miles


def _attack(view: View, kind: Button, target: int) -> float:
    """More on who is ahead, less on a car that stands still anyway."""
    car = view.cars[target]
    worth = ATTACK.get(kind.hazard, STALLING) if kind.hazard else 0
    ahead = LEADING * car.miles / view.goal
    return (worth + ahead) * (1 if car.engine or kind.hazard is Hazard.STEAL else 0.4)


def _worth(view: View, seat: int, button: str) -> float:
    """How dear a button is in the hand; a further copy is worth less."""
    kind, car = BUTTON[button], view.cars[seat]
    copies = (view.hand or ()).count(button)
    if kind.miles is not None:
        return kind.miles if car.miles + kind.miles <= view.goal else 0
    if kind.group is Group.PROTECTION:
        return 0 if kind.protects in car.protections else FIRST
    if kind.cures in car.protections and kind.cures is not Hazard.ENGINE:
        return 0
    needed = kind.cures in car.flags or (kind.cures is Hazard.ENGINE and not car.engine)
    return (FIRST if needed else SPARE) / copies
