"""Why an action is refused: the later edition's objections, and those of halves, lanes and positions."""

from typing import Any

from engine.situational_awareness.cards import Kind
from engine.situational_awareness.objection import (
    ANY_TIME,
    ON_A_TURN,
    Fields,
    Objection,
    Types,
    objection_of,
)
from engine.situational_awareness.objection import (
    TYPES as LATER,
)
from engine.situational_awareness.rules import defence
from engine.situational_awareness.rules import drive as later_drive
from engine.situational_awareness.rules import escort as later_escort
from engine.situational_awareness.state import attack, turn
from engine.situational_awareness_lanes.cards import CARD, FACE, colours, faces, half
from engine.situational_awareness_lanes.rules import RULES, drive, road
from engine.situational_awareness_lanes.state import State


def objection(state: State, seat: int, action: Fields) -> Objection:
    """The clause against an action that no offer of its prompt accepts, and why.

    Raises Taken where another seat was first.
    """
    return objection_of(RULES, TYPES, state, seat, action)


def _play(state: State, seat: int, action: Fields) -> Objection:
    card, face = action.get("card"), action.get("face")
    if state.flat_tire[seat]:
        return "SA-7.6", "A Flat Tire makes this turn a Pit Stop."
    if not isinstance(card, str) or card not in state.hands[seat]:
        return "SA-3.2", f"You do not hold {card!r}."
    if not isinstance(face, str) or face not in faces(card):
        return "SAL-1.2", f"{CARD[card].name} is played for one of: {', '.join(faces(card))}."
    if barred := later_drive.bar(state, seat, face):
        return barred
    return _lane_of(state, seat, action, face) or _target(state, seat, action, card, face)


def _lane_of(state: State, seat: int, action: Fields, face: str) -> Objection | None:
    """Why this face can't go to that lane, or None."""
    lane, hazard = action.get("lane"), FACE[face].kind is Kind.HAZARD
    if drive.lanes(state, seat, face) is None:
        return ("SAL-3.6", "No card leaves play by this, so no lane is named.") if "lane" in action else None
    if barred := _lane(state, lane):
        return barred
    if hazard and lane not in road.matching(state, face):
        assert isinstance(lane, int)
        clause = "SAL-3.1" if colours(state.lanes[lane][-1]) else "SAL-3.3"
        return clause, f"Lane {lane} does not show {FACE[face].colour}."
    return None


def _lane(state: State, lane: object) -> Objection | None:
    """Why this lane can't be named, or None."""
    if type(lane) is not int or not 0 <= lane < len(state.lanes):
        return "SAL-R3", "Name a lane: 0, 1 or 2 from the left."
    if state.closed[lane] is not None:
        return "SAL-R7", f"A Police Escort has closed lane {lane}."
    return None


def _target(state: State, seat: int, action: Fields, card: str, face: str) -> Objection:
    target, name = action.get("target"), FACE[face].name
    if not later_drive.is_aimed(face):
        return "SA-3.2", f"{name} has no target and nothing else to choose."
    if type(target) is not int:
        return "SA-6.1", f"{name} needs a target: the number of a seat."
    if barred := later_drive.aim_bar(state, seat, target):
        return barred
    if face == "lane-change" and action.get("give") not in drive.gifts(state, seat, card):
        return "SA-7.3", "Lane Change needs `give`: another card of your hand."
    if face in ("carjack", "lane-change"):
        return "SAL-R2", f"{name} names a position of the target's hand, unless there is nothing to pick."
    return "SA-6.1", f"{name} takes a lane and a target, nothing else."


def _save(state: State, seat: int, action: Fields) -> Objection:
    card, against = action.get("card"), action.get("against")
    if seat != attack(state).target:
        return "SA-6.3", "Only the target saves."
    if not isinstance(card, str) or card not in state.hands[seat]:
        return "SA-6.3", f"You do not hold {card!r}."
    if half(card, Kind.SAVE) is None:
        return "SA-6.3", f"{CARD[card].name} has no Save half."
    if against not in defence.threats(state):
        return "SA-R16", f"No threat {against!r} is open."
    return "SA-6.3", f"{CARD[card].name} does not stop that: the colours differ."


def _pit_stop(state: State, seat: int, action: Fields) -> Objection:
    barred = None if turn(state).driving else _lane(state, action.get("lane")) or _lane(state, action.get("fuel_lane"))
    return barred or _later("pit_stop", state, seat, action)


def _discard(state: State, seat: int, action: Fields) -> Objection:
    barred = None if seat in state.stack[-1].answered else _lane(state, action.get("lane"))
    return barred or _later("discard", state, seat, action)


def _escort(state: State, seat: int, action: Fields) -> Objection:
    allowed = later_escort.POLICE_ESCORT.allowed(state, seat) and later_escort.prompt(state)
    if not allowed or not later_escort.offers(state, seat):
        return _later("police_escort", state, seat, action)
    return _lane(state, action.get("lane")) or ("SAL-4.1", "A Police Escort names a lane, nothing else.")


def _later(kind: str, state: Any, seat: int, action: Fields) -> Objection:
    return LATER[kind][1](state, seat, action)


TYPES: Types = {
    **{kind: LATER[kind] for kind in ("end_turn", "dashcam", "pile_up", "pass")},
    "play": (ON_A_TURN, _play),
    "pit_stop": (ON_A_TURN, _pit_stop),
    "save": (("respond", "defend"), _save),
    "discard": (("traffic_jam", "rush_hour"), _discard),
    "police_escort": (ANY_TIME, _escort),
}
