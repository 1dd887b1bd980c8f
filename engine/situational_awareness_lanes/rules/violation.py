"""Moving Violations that pick by position, and a Traffic Jam onto lanes that are named (SAL-2.3, SAL-R3)."""

from typing import Any

import msgspec

from engine.flow import Window, alter, push, tell, top
from engine.offers import Action
from engine.situational_awareness.actions import ViolationPlayed
from engine.situational_awareness.rules import paying
from engine.situational_awareness.rules import violation as later
from engine.situational_awareness.state import at, others, replace
from engine.situational_awareness_lanes import actions
from engine.situational_awareness_lanes.rules import road
from engine.situational_awareness_lanes.state import Jam, State, Violation


def declare(state: State, seat: int, chosen: actions.Play, target: int) -> State:
    """A Violation is put down at a driver; a position that it picks is public (SAL-2.3, SAL-R2)."""
    state = tell(state, ViolationPlayed(seat, chosen.face, target))
    position = chosen.position if isinstance(chosen.position, int) else None
    if position is not None:
        state = tell(state, actions.PositionNamed(seat, target, position))
    give = chosen.give if isinstance(chosen.give, str) else None
    return push(state, Violation(seat=seat, target=target, card=chosen.face, give=give, position=position))


def jam(state: State, seat: int) -> State:
    """A Traffic Jam is put down: everybody else names a card and a lane for it (SA-7.9)."""
    state = tell(state, ViolationPlayed(seat, "traffic-jam", None))
    return push(state, Jam(seat=seat, chosen=(None,) * state.seats, lanes=(0,) * state.seats))


def choose(state: State, seat: int, action: Action) -> State:
    """A card and its lane are noted; nothing is shown yet (SA-R20)."""
    chosen, named = msgspec.convert(action, actions.Discard), top(state, Jam)
    lanes = at(named.lanes, seat, chosen.lane)
    return alter(state, Jam, chosen=at(named.chosen, seat, chosen.cards[0]), lanes=lanes)


def reveal(state: State) -> State:
    """All choices are shown together, each card on the lane that its discarder named (SAL-R3)."""
    named = top(state, Jam)
    for seat in others(state, named.seat):
        if card := named.chosen[seat]:
            state = paying.discard(road.named(state, named.lanes[seat]), seat, [card])
    return state


TRAFFIC_JAM: Window[Any] = replace(road.asking_lane(later.TRAFFIC_JAM), answer=choose)
