"""The turn: a Drive or a Pit Stop, never both (sections 3, 4 and 9)."""

import msgspec

from engine.flow import Flow, Window, alter, follow, go, number, tell
from engine.offers import Action, Offer, SubsetOf
from engine.situational_awareness import actions
from engine.situational_awareness.rules import drive, ending, paying, road
from engine.situational_awareness.state import S, State, Turn, at, kicking_rocks, replace, turn

HAND = 5
ROCKS_HAND = 3
RUSH_HOUR_HAND = 4


def turn_of(state: State, seat: int) -> Turn:
    """A turn before its first step."""
    held = sum(map(len, state.hands))
    return Turn(seat=seat, aimed=(0,) * state.seats, pile_before=len(state.pile), held_before=held)


def begin(state: S) -> S:
    """Peeks at this driver end; a Detour skips the turn; else it starts (SA-7.1, SA-7.7, SA-R21)."""
    seat = turn(state).seat
    peeks = tuple(peek for peek in state.peeks if peek.target != seat)
    state = replace(state, turns=state.turns + 1, peeks=peeks)
    if state.detour[seat]:
        state = replace(state, detour=at(state.detour, seat, False))
        return go(tell(state, actions.TurnSkipped(seat, state.turns)), "over")
    state, aside = number(state)
    return tell(alter(state, Turn, aside=aside), actions.TurnStarted(seat, state.turns))


def driver(state: State) -> tuple[int, ...]:
    """The active driver, until an Escort ends the turn (SA-12.2)."""
    frame = turn(state)
    return () if frame.escorted else (frame.seat,)


def offers(state: State, seat: int) -> list[Offer]:
    """What the active driver may do next."""
    pit = Offer("pit_stop", {"discard": SubsetOf(state.hands[seat], 0, len(state.hands[seat]))}, "Pit Stop")
    if state.flat_tire[seat]:
        return [pit]
    end = Offer("end_turn", text="End the turn")
    return [*drive.offers(state, seat), *([] if turn(state).driving else [pit]), end]


def default(state: State, seat: int) -> Action:
    """Time is over: the turn ends; with a Flat Tire by a Pit Stop without a discard."""
    return {"type": "pit_stop", "discard": []} if state.flat_tire[seat] else {"type": "end_turn"}


def answer(state: State, seat: int, action: Action) -> State:
    """The active driver has chosen."""
    match action["type"]:
        case "play" | "set_trap":
            return drive.play(alter(state, Turn, driving=True), seat, action)
        case "pit_stop":
            return pit_stop(state, seat, msgspec.convert(action, actions.PitStop).discard)
        case _:
            return go(state, "rush_hour")


def pit_stop(state: State, seat: int, discard: list[str]) -> State:
    """Discard, draw, turn the fuel card: one step, which nothing interrupts (section 4, SA-R6)."""
    state = restock(state, seat, discard)
    return go(state if state.result else road.turn_fuel(state), "rush_hour")


def restock(state: S, seat: int, discard: list[str]) -> S:
    """Discard, then draw to a full hand (SA-4.1, SA-4.5)."""
    state = tell(state, actions.PitStopped(seat, tuple(discard)))
    state = road.lay(state.spend(seat, *discard), discard)
    return road.draw(state, seat, max(0, full_hand(state, seat) - len(state.hands[seat])))


def full_hand(state: State, seat: int) -> int:
    """The number that a Pit Stop draws to, read when the drawing starts (SA-4.4, SA-R7)."""
    if kicking_rocks(state, seat):
        return ROCKS_HAND
    return RUSH_HOUR_HAND if state.condition == "rush-hour" else HAND


def crowded(state: State) -> tuple[int, ...]:
    """The active driver, if Rush Hour is in force and the hand is over its limit (SA-9.6)."""
    seat = turn(state).seat
    return (seat,) if state.condition == "rush-hour" and len(state.hands[seat]) > RUSH_HOUR_HAND else ()


def over(state: S) -> S:
    """The turn is over; the next driver's begins, or the trip ends (SA-3.1, sections 13 and 14)."""
    frame = turn(state)
    seat, taken = frame.seat, frame.aside != 0
    # A card that moves leaves the pile or a hand, and neither can fill up again without the other shrinking.
    idle = (frame.pile_before, frame.held_before) == (len(state.pile), sum(map(len, state.hands)))
    state = replace(state, idle=state.idle + 1 if idle else 0)
    if taken:
        state = tell(replace(state, flat_tire=at(state.flat_tire, seat, False)), actions.TurnEnded(seat))
    reason = ending.due(state)
    return ending.finish(state, reason) if reason else follow(state, turn_of(state, (seat + 1) % state.seats))


def must_pit(state: State, seat: int) -> bool:
    """Whether a Flat Tire leaves no choice but a Pit Stop (SA-7.6)."""
    return state.flat_tire[seat]


TURN = Window(
    asked=driver,
    offers=offers,
    answer=answer,
    text=lambda state, seat: "Pit." if must_pit(state, seat) else "Drive or pit?",
    default=default,
    must=must_pit,
    renews=True,
)
RUSH_HOUR = paying.window(
    asked=crowded,
    count=lambda state, seat: len(state.hands[seat]) - RUSH_HOUR_HAND,
    text="Rush Hour: discard down to 4.",
)
FLOW: Flow[State] = {"begin": begin, "turn": TURN, "rush_hour": RUSH_HOUR, "over": over}
