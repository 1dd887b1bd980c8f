"""The turn: closed lanes open, the hand is shown, then a Drive or a Pit Stop (section 2, SAL-3.7)."""

from typing import Any

import msgspec

from engine.flow import Window, alter, go, tell
from engine.offers import Action, Offer, SubsetOf
from engine.situational_awareness.rules import road as later_road
from engine.situational_awareness.rules import turn as later
from engine.situational_awareness.state import Turn, at, replace, turn
from engine.situational_awareness_lanes import actions
from engine.situational_awareness_lanes.rules import drive, road
from engine.situational_awareness_lanes.state import State


def begin(state: State) -> State:
    """The lane that this driver had closed is open again, before a Detour is looked at (SAL-R1, SAL-R7)."""
    opened = tuple(lane for lane, closer in enumerate(state.closed) if closer == turn(state).seat)
    for lane in opened:
        state = replace(state, closed=at(state.closed, lane, None))
    return later.begin(tell(state, actions.LanesOpened(opened)) if opened else state)


def show_hand(state: State) -> State:
    """The driver's hand is shown to everyone, in order (SAL-2.1)."""
    seat = turn(state).seat
    return tell(state.show(seat), actions.HandShown(seat, state.hands[seat]))


def offers(state: State, seat: int) -> list[Offer]:
    """What the active driver may do next."""
    discard = SubsetOf(state.hands[seat], 0, len(state.hands[seat]))
    lane = road.any_open(state)
    pit = Offer("pit_stop", {"discard": discard, "lane": lane, "fuel_lane": lane}, "Pit Stop")
    if later.must_pit(state, seat):
        return [pit]
    end = Offer("end_turn", text="End the turn")
    return [*drive.offers(state, seat), *([] if turn(state).driving else [pit]), end]


def default(state: State, seat: int) -> Action:
    """Time is over: as in the later edition, with the leftmost open lane."""
    action, lane = later.default(state, seat), road.open_lanes(state)[0]
    return {**action, "lane": lane, "fuel_lane": lane} if action["type"] == "pit_stop" else action


def answer(state: State, seat: int, action: Action) -> State:
    """The active driver has chosen."""
    match action["type"]:
        case "play":
            return drive.play(alter(state, Turn, driving=True), seat, msgspec.convert(action, actions.Play))
        case "pit_stop":
            return pit_stop(state, seat, msgspec.convert(action, actions.PitStop))
        case _:
            return go(state, "rush_hour")


def pit_stop(state: State, seat: int, chosen: actions.PitStop) -> State:
    """Discards onto one lane, the fuel card onto another (SAL-3.6, SAL-3.7)."""
    state = later.restock(road.named(state, chosen.lane), seat, chosen.discard)
    return go(state if state.result else later_road.turn_fuel(road.named(state, chosen.fuel_lane)), "rush_hour")


TURN: Window[Any] = replace(later.TURN, offers=offers, default=default, answer=answer)
RUSH_HOUR: Window[Any] = road.asking_lane(later.RUSH_HOUR)
