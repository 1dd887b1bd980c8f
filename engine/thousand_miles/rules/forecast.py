"""What a button would do, from public facts alone: the text and the `no_effect` of an offer."""

from engine.thousand_miles.cards import BUTTON, Button, Hazard
from engine.thousand_miles.state import Car


def use(car: Car, button: str, goal: int) -> tuple[str, bool]:
    """The text of using a button, and whether it will change nothing (TM-R9, TM-R11)."""
    kind = BUTTON[button]
    if kind.miles is not None:
        effect, no_effect = _movement(car, kind.miles, goal)
        return f"{kind.name}: {effect}", no_effect
    return _plain(car, kind)


def _movement(car: Car, miles: int, goal: int) -> tuple[str, bool]:
    if Hazard.TURNED in car.flags:
        return f"backward to {max(0, car.miles - miles)}", car.miles == 0
    reached = car.miles + miles
    return "over the finish line" if reached == goal else f"on to {reached}", False


def _plain(car: Car, kind: Button) -> tuple[str, bool]:
    if kind.protects in car.protections:
        return f"{kind.name}: laid already, a wasted turn", True
    return f"{kind.name}: {kind.text}", False
