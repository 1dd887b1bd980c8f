"""Road Conditions: the road is the same for everybody (section 9)."""

from engine.flow import tell
from engine.situational_awareness import actions
from engine.situational_awareness.rules import road
from engine.situational_awareness.state import S, at, others, replace

CLEARING = frozenset({"factory-reset", "green-light"})
"""Conditions that are done at once and leave none in force."""


def play(state: S, seat: int, card: str) -> S:
    """A Condition replaces the one in force, which goes to the road (SA-9.1)."""
    replaced = [state.condition] if state.condition else []
    in_force = None if card in CLEARING else card
    state = replace(state.spend(seat, card), condition=in_force)
    state = road.lay(tell(state, actions.ConditionPlayed(seat, card, in_force)), replaced)
    if in_force:
        return state
    drivers = (seat, *others(state, seat))
    return road.lay(_strip(state, drivers) if card == "factory-reset" else _all_draw(state, drivers), [card])


def _strip(state: S, drivers: tuple[int, ...]) -> S:
    """Factory Reset: every Aftermarket in play goes to the road (SA-9.7, SA-R28)."""
    for seat in drivers:
        fitted = state.aftermarkets[seat]
        if fitted is not None:
            state = replace(state, aftermarkets=at(state.aftermarkets, seat, None))
            state = road.lay(tell(state, actions.Impounded(seat, fitted)), [fitted])
    return state


def _all_draw(state: S, drivers: tuple[int, ...]) -> S:
    """Green Light: every driver draws 1, until the pile is empty (SA-9.8, SA-13.1)."""
    for seat in drivers:
        if state.result is None:
            state = road.draw(state, seat, 1)
    return state
