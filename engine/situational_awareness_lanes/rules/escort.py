"""Police Escort: it ends a turn and closes a lane (section 4)."""

from typing import Any

import msgspec

from engine.flow import Aside, tell
from engine.offers import Action
from engine.situational_awareness.actions import Laid
from engine.situational_awareness.rules import escort as later
from engine.situational_awareness.state import at, replace
from engine.situational_awareness_lanes import actions
from engine.situational_awareness_lanes.rules import road
from engine.situational_awareness_lanes.state import State

CARD = "police-escort"


def play(state: State, seat: int, action: Action) -> State:
    """The Escort goes on top of the named lane and closes it; other cards keep the lane they had (SAL-R7)."""
    lane, before = msgspec.convert(action, actions.PoliceEscort).lane, state.lane
    state, _ = road.named(state.spend(seat, CARD), lane).onto_road(CARD)
    state = replace(state, lane=before, closed=at(state.closed, lane, seat))
    state = tell(tell(state, Laid((CARD,), (lane,))), actions.LaneClosed(seat, lane))
    return later.mark(state, seat)


POLICE_ESCORT: Aside[Any] = replace(
    later.POLICE_ESCORT,
    offers=lambda state, seat: road.with_lane(later.offers(state, seat), state),
    answer=play,
)
