"""How a race ends (TM-1.4, TM-R25, TM-R26)."""

from itertools import groupby

from engine.flow import Result, tell
from engine.thousand_miles.actions import RaceEnded
from engine.thousand_miles.state import State, replace

MAX_TURNS = 6000
"""Turns over all seats: a guard of the service only (TM-R26)."""


def finish(state: State, winners: tuple[int, ...], reason: str) -> State:
    """The race ends here; seats with equal miles rank equal (TM-R25)."""
    miles = tuple(car.miles for car in state.cars)
    order = sorted(range(state.seats), key=miles.__getitem__, reverse=True)
    ranking = tuple(tuple(equals) for _, equals in groupby(order, key=miles.__getitem__))
    return tell(replace(state, result=Result(winners, ranking, miles, reason)), RaceEnded(reason))
