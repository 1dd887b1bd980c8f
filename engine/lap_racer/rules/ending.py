"""How a race ends (LR-9.3, LR-R38, LR-R39)."""

from itertools import groupby

from engine.flow import Result, tell
from engine.lap_racer.events import RaceEnded
from engine.lap_racer.state import State, progress, replace

TURN_LIMIT = 200
"""Turns for each seat."""


def finish(state: State, reason: str) -> State:
    """The race ends here and nothing else resolves; equal progress is a tie."""
    scores = tuple(map(progress, state.racers))
    order = sorted(range(state.seats), key=scores.__getitem__, reverse=True)
    ranking = tuple(tuple(group) for _, group in groupby(order, key=scores.__getitem__))
    return tell(replace(state, result=Result(ranking[0], ranking, scores, reason)), RaceEnded(reason))
