"""How a rally ends: finished or wrecked, together; in versus with scores beside it (RA-1, RA-13.5, RA-R42)."""

from itertools import groupby

from engine.flow import Result, tell
from engine.rally.actions import RallyEnded
from engine.rally.state import Mode, State, replace

FINISHED = "finished"
WRECKED = "wrecked"


def finish(state: State, reason: str) -> State:
    """The rally ends here and nothing else resolves."""
    result = _rivals(state, reason) if state.mode is Mode.VERSUS else _crew(state, reason)
    return tell(replace(state, result=result), RallyEnded(reason))


def _crew(state: State, reason: str) -> Result:
    """The crew wins or loses as one (RA-R42)."""
    seats = tuple(range(state.seats))
    return Result(seats if reason == FINISHED else (), (seats,), None, reason)


def _rivals(state: State, reason: str) -> Result:
    """Most claimed Stages wins, whether the car arrived or not; ties share (RA-13.5, RA-R38)."""
    scores = tuple(map(len, state.claimed))
    order = sorted(range(state.seats), key=scores.__getitem__, reverse=True)
    ranking = tuple(tuple(group) for _, group in groupby(order, key=scores.__getitem__))
    return Result(ranking[0], ranking, scores, reason)
