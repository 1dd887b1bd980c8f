"""Windows in which a driver pays with cards of their own choice."""

from collections.abc import Callable

import msgspec

from engine.flow import Seats, Window, tell
from engine.offers import Action, Offer, SubsetOf
from engine.situational_awareness.actions import Discard, Discarded
from engine.situational_awareness.rules.road import lay
from engine.situational_awareness.state import S, State


def discard(state: S, seat: int, cards: list[str]) -> S:
    """Cards go from a hand to the road, in the order named (SA-R8)."""
    return lay(tell(state.spend(seat, *cards), Discarded(seat, tuple(cards))), cards)


def pay(state: S, seat: int, action: Action) -> S:
    """The cards that the action names are discarded."""
    return discard(state, seat, named(action))


def named(action: Action) -> list[str]:
    """The cards of a discard."""
    return msgspec.convert(action, Discard).cards


def window(
    asked: Seats[State],
    count: Callable[[State, int], int],
    text: str,
    answer: Callable[[State, int, Action], State] = pay,
    once: bool = False,
) -> Window[State]:
    """A duty to discard exactly `count` cards; by default the first of the hand (SA-1.1's order)."""

    def offers(state: State, seat: int) -> list[Offer]:
        due = count(state, seat)
        return [Offer("discard", {"cards": SubsetOf(state.hands[seat], due, due)}, text)]

    def default(state: State, seat: int) -> Action:
        return {"type": "discard", "cards": list(state.hands[seat][: count(state, seat)])}

    return Window(
        asked=asked,
        offers=offers,
        answer=answer,
        text=lambda _state, _seat: text,
        default=default,
        must=lambda _state, _seat: True,
        once=once,
    )
