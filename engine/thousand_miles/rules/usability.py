"""Which buttons a seat may use, and on whom: the first clause against it, in the order of TM-R28."""

from typing import TypeAlias, assert_never

from engine.thousand_miles.cards import BUTTON, Button, Group, Hazard
from engine.thousand_miles.state import Car, State

MIN_HAND = 3
LIMITED = (25, 50)
"""The movement buttons that a speed limit leaves (TM-3.2)."""
STALLS = (Hazard.CRASH, Hazard.FUEL, Hazard.FLAT)
"""The flags that keep an engine off (TM-4.1)."""
STANDS_ALREADY = {
    Hazard.ENGINE: ("TM-5.2", "The target's engine is off already."),
    Hazard.STEAL: ("TM-R4", "The target's next replacement is marked already."),
}
NEEDS_MOVING = {Hazard.CRASH: "TM-5.4", Hazard.TURNED: "TM-5.5"}
Bar: TypeAlias = tuple[str, str]
"""What forbids something: a clause's id, and why."""


def bar(state: State, seat: int, button: str, target: int | None) -> Bar | None:
    """Why the seat can't use this button of its hand, on this target if it is a hazard; None if it can."""
    kind, car = BUTTON[button], state.cars[seat]
    if target is not None and kind.group is not Group.HAZARD:
        return "TM-5.1", f"{kind.name} is used on oneself: only a hazard has a target."
    match kind.group:
        case Group.MOVEMENT:
            return _movement(car, kind, state.goal)
        case Group.HAZARD:
            return _hazard(state, seat, kind, target)
        case Group.REMEDY:
            return _remedy(car, kind)
        case Group.PROTECTION:
            return None
        case _:
            assert_never(kind.group)


def targets(state: State, seat: int, button: str) -> list[int]:
    """The seats on which this hazard may be used."""
    return [target for target in range(state.seats) if bar(state, seat, button, target) is None]


def _movement(car: Car, kind: Button, goal: int) -> Bar | None:
    assert kind.miles is not None
    if not car.engine:
        return "TM-3.1", "Your engine is off."
    if Hazard.LIMIT in car.flags and kind.miles not in LIMITED:
        return "TM-3.2", "Under a speed limit only 25 and 50 Miles can be used."
    if Hazard.TURNED not in car.flags and car.miles + kind.miles > goal:
        return "TM-3.3", f"{car.miles} and {kind.miles} are more than {goal}: the finish needs an exact count."
    return None


def _remedy(car: Car, kind: Button) -> Bar | None:
    assert kind.cures is not None
    if kind.cures is Hazard.ENGINE:
        if car.engine:
            return "TM-4.5", "Your engine is on already."
        if open_problems := [flag for flag in STALLS if flag in car.flags]:
            return "TM-4.1", f"First mend what stands: {', '.join(open_problems)}."
        return None
    if kind.cures not in car.flags:
        return "TM-4.5", f"Your car has no such problem: {kind.cures}."
    if kind.cures is Hazard.TURNED and not car.engine:
        return "TM-4.4", "A stalled car must start again before it turns back."
    return None


def _hazard(state: State, seat: int, kind: Button, target: int | None) -> Bar | None:
    assert kind.hazard is not None
    if target is None or not 0 <= target < state.seats:
        return "TM-R27", "A hazard names its target: the number of another seat."
    if target == seat:
        return "TM-5.1", "A hazard is used on an opponent."
    car = state.cars[target]
    if kind.hazard in car.protections:
        return "TM-6.1", f"Seat {target} is protected against that."
    if stands(car, kind.hazard):
        return STANDS_ALREADY.get(kind.hazard, ("TM-5.1", f"That stands on seat {target} already."))
    if kind.needs_target_moving and not car.engine:
        return NEEDS_MOVING[kind.hazard], f"Seat {target} is not moving."
    if kind.hazard is Hazard.STEAL and len(state.hands[target]) <= MIN_HAND:
        return "TM-R6", f"Seat {target} holds {MIN_HAND} buttons or fewer."
    return None


def stands(car: Car, hazard: Hazard) -> bool:
    """Whether what the hazard would do is so already."""
    if hazard is Hazard.STEAL:
        return car.steal_by is not None
    return not car.engine if hazard is Hazard.ENGINE else hazard in car.flags
