"""How a trip ends (sections 13 and 14)."""

from itertools import groupby

from engine.flow import Result, tell
from engine.situational_awareness.actions import TripEnded
from engine.situational_awareness.state import S, State, replace

ROUNDS = {6: 5, 5: 6, 4: 8, 3: 10}
"""Rounds of a trip of fixed length, by drivers (SA-14.1)."""


def finish(state: S, reason: str) -> S:
    """The trip ends here and nothing else resolves (SA-13.1, SA-R41)."""
    return tell(replace(state, result=_result(state, reason)), TripEnded(reason))


def due(state: State) -> str | None:
    """Why the trip ends with the turn that has just ended, if it does."""
    if state.fixed:
        return "rounds" if state.turns == ROUNDS[state.seats] * state.seats else None
    return "stall" if state.idle == 2 * state.seats else None


def _result(state: State, reason: str) -> Result:
    def standing(seat: int) -> tuple[int, int]:
        return state.hubcaps[seat], len(state.hands[seat])

    order = sorted(range(state.seats), key=standing, reverse=True)
    ranking = tuple(tuple(group) for _, group in groupby(order, key=standing))
    return Result(ranking[0], ranking, state.hubcaps, reason)
