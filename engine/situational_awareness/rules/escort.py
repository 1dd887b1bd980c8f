"""Police Escort: at any moment of another driver's turn (section 12)."""

from engine.flow import Aside, alter, tell
from engine.offers import Action, Offer
from engine.situational_awareness import actions
from engine.situational_awareness.rules.road import lay
from engine.situational_awareness.rules.traps import PRICE
from engine.situational_awareness.state import Jam, Penalty, S, State, Turn, turn


def prompt(state: State) -> int:
    """The turn's own prompt id; 0 in the discard at its end (SA-R34)."""
    frame = turn(state)
    return 0 if frame.at == "rush_hour" else frame.aside


def spare(state: State, seat: int) -> int:
    """How many Escorts of the hand are not named in a Traffic Jam already (SA-R20)."""
    frame = state.stack[-1]
    named = isinstance(frame, Jam) and frame.chosen[seat] == "police-escort"
    return state.hands[seat].count("police-escort") - named


def debt(state: State, seat: int) -> int:
    """How many cards the driver owes in the open window (SA-R39)."""
    match state.stack[-1]:
        case Penalty(seat=debtor) if debtor == seat:
            return PRICE
        case Jam(seat=jammer, chosen=chosen) if jammer != seat and chosen[seat] is None:
            return 1
        case _:
            return 0


def offers(state: State, seat: int) -> list[Offer]:
    """An Escort, if the driver has one to spare and the turn is not marked yet."""
    if turn(state).escorted or not spare(state, seat) or len(state.hands[seat]) - 1 < debt(state, seat):
        return []
    return [Offer("police_escort", text=f"Police Escort: end the turn of driver {turn(state).seat}")]


def play(state: S, seat: int, _action: Action) -> S:
    """The card goes to the road at once; the turn ends when the card in front is resolved (SA-12.2, SA-R9, SA-R33)."""
    return mark(lay(state.spend(seat, "police-escort"), ["police-escort"]), seat)


def mark(state: S, seat: int) -> S:
    """The turn is marked: it ends when the card in front of the driver is resolved (SA-12.2)."""
    return tell(alter(state, Turn, escorted=True), actions.Escorted(seat, turn(state).seat))


POLICE_ESCORT = Aside(
    prompt=prompt,
    allowed=lambda state, seat: seat != turn(state).seat,
    offers=offers,
    answer=play,
)
