"""Why an action is refused: the first clause that forbids it, in the order of TM-R28."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from engine.thousand_miles.rules import usability
from engine.thousand_miles.state import State

Objection: TypeAlias = tuple[str, str]
Fields: TypeAlias = Mapping[str, object]


def objection(state: State, seat: int, action: Fields) -> Objection:
    """The clause against an action that no offer accepts, and why."""
    return TYPES.get(str(action.get("type")), _otherwise)(state, seat, action)


def _use(state: State, seat: int, action: Fields) -> Objection:
    button, target = action.get("button"), action.get("target")
    if not isinstance(button, str) or button not in state.hands[seat]:
        return "TM-2.1", f"You do not hold {button!r}."
    if "target" in action and type(target) is not int:
        return "TM-R27", "A target is the number of a seat."
    named = target if isinstance(target, int) else None
    return usability.bar(state, seat, button, named) or ("TM-2.1", "Using a button takes the button and its target.")


def _discard(state: State, seat: int, action: Fields) -> Objection:
    if action.get("button") not in state.hands[seat]:
        return "TM-2.1", f"You do not hold {action.get('button')!r}."
    return "TM-R1", "A discard takes one button of your hand, nothing else."


def _end_turn(state: State, _seat: int, _action: Fields) -> Objection:
    if state.stack[-1].at == "extra":
        return "TM-R12", "Ending the turn takes nothing else."
    return "TM-R21", "A turn is never passed: use a button or discard one."


def _otherwise(_state: State, _seat: int, _action: Fields) -> Objection:
    return "TM-2.1", "On your turn you use a button or discard one."


TYPES: dict[str, Callable[[State, int, Fields], Objection]] = {
    "use": _use,
    "discard": _discard,
    "end_turn": _end_turn,
}
"""The objections to each type of action."""
