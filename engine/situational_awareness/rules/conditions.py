"""Road Conditions: the road is the same for everybody (section 9)."""

from engine.flow import tell
from engine.situational_awareness import actions
from engine.situational_awareness.rules import road
from engine.situational_awareness.state import State, at, others, replace, spend, to_table

CLEARING = frozenset({"factory-reset", "green-light"})
"""Conditions that are done at once and leave none in force."""


def play(state: State, seat: int, card: str) -> State:
    """A Condition replaces the one in force, which goes to the road (SA-9.1)."""
    replaced = [state.condition] if state.condition else []
    if card not in CLEARING:
        state = replace(spend(state, seat, card), condition=card)
        return road.lay(tell(state, actions.ConditionPlayed(seat, card, card)), replaced)
    state = replace(to_table(state, seat, card), condition=None)
    state = road.lay(tell(state, actions.ConditionPlayed(seat, card, None)), replaced)
    drivers = (seat, *others(state, seat))
    return road.clear_table(_strip(state, drivers) if card == "factory-reset" else _all_draw(state, drivers))


def _strip(state: State, drivers: tuple[int, ...]) -> State:
    """Factory Reset: every Aftermarket in play goes to the road (SA-9.7, SA-R28)."""
    for seat in drivers:
        fitted = state.aftermarkets[seat]
        if fitted is not None:
            state = replace(state, aftermarkets=at(state.aftermarkets, seat, None))
            state = road.lay(tell(state, actions.Impounded(seat, fitted)), [fitted])
    return state


def _all_draw(state: State, drivers: tuple[int, ...]) -> State:
    """Green Light: every driver draws 1, until the pile is empty (SA-9.8, SA-13.1)."""
    for seat in drivers:
        if state.result is None:
            state = road.draw(state, seat, 1)
    return state
