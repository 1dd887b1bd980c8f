"""An accident: declare, respond, defend, resolve (sections 6 and 8)."""

from engine.flow import Flow, Window, alter, push, tell
from engine.offers import Action, Offer
from engine.situational_awareness import actions
from engine.situational_awareness.cards import CARD
from engine.situational_awareness.rules import defence, forecast, hits, road
from engine.situational_awareness.state import (
    Accident,
    Peek,
    S,
    State,
    attack,
    kicking_rocks,
    others,
    replace,
    take_hubcaps,
)


def declare(state: S, seat: int, card: str, target: int) -> S:
    """A Hazard is put down at a driver; a fitting Aftermarket ends it at once (SA-6.1, SA-6.5, SA-R13, SA-R23)."""
    rock = kicking_rocks(state, seat)
    state = tell(state, actions.HazardPlayed(seat, card, target, rock))
    if shield := hits.shield(state, target, card, rock):
        return road.clear_table(tell(state, actions.Stopped(target, "hazard", shield)))
    return push(state, Accident(seat=seat, target=target, card=card, rock=rock))


# Respond


def bystanders(state: State) -> tuple[int, ...]:
    """Every driver but attacker and target who holds a card, while anything could be played (SA-R15, SA-R16)."""
    crash = accident(state)
    claimed = crash.dashcam is not None or not state.dashcams_work()
    if (crash.pile_up is not None and claimed) or defence.stopper(crash, "hazard"):
        return ()
    return tuple(seat for seat in others(state, crash.seat) if seat != crash.target and state.hands[seat])


def early(state: State) -> tuple[int, ...]:
    """The target, who may save already while others respond (SA-6.4)."""
    target = accident(state).target
    return (target,) if state.hands[target] else ()


def responses(state: State, seat: int) -> list[Offer]:
    """A Dashcam and a Pile-Up, while nobody has played one; to the target its Saves."""
    crash = accident(state)
    if seat == crash.target:
        return defence.saves(state, seat)
    hand = state.hands[seat]
    offers: list[Offer] = []
    if crash.dashcam is None and state.dashcams_work() and "dashcam" in hand:
        offers.append(Offer("dashcam", text="Dashcam: take everything that it produces"))
    if crash.pile_up is None and "pile-up" in hand:
        text, no_effect = forecast.pile_up(state, crash.target)
        offers.append(Offer("pile_up", text=text, no_effect=no_effect))
    return offers


def respond(state: State, seat: int, action: Action) -> State:
    """A bystander claims or piles up; or the target saves early (SA-6.2, SA-6.4)."""
    match action["type"]:
        case "dashcam":
            return claim(state.put_down(seat, "dashcam"), seat)
        case "pile_up":
            return pile_on(state.put_down(seat, "pile-up"), seat)
        case _:
            return defence.save(state, seat, action)


def claim(state: S, seat: int) -> S:
    """A Dashcam is put down: what the Hazard produces goes to this driver (SA-6.9)."""
    return tell(alter(state, Accident, dashcam=seat), actions.DashcamPlayed(seat))


def pile_on(state: S, seat: int) -> S:
    """A Pile-Up is put down; an Advanced Driving School stops it at once (SA-6.5, SA-6.10)."""
    state = tell(alter(state, Accident, pile_up=seat), actions.PileUpPlayed(seat))
    target = accident(state).target
    if hits.schooled(state, target):
        state = tell(state, actions.Stopped(target, "pile_up", str(state.aftermarkets[target])))
    return state


# Resolve


def land(state: S) -> S:
    """The Hazard lands or fizzles, and everything played goes to the road (SA-6.6 to SA-6.12)."""
    crash = accident(state)
    if stopper := defence.stopper(crash, "hazard"):
        return road.clear_table(tell(state, actions.Stopped(crash.target, "hazard", stopper)))
    return road.clear_table(_pile_up(_hazard(state, crash), crash))


def accident(state: State) -> Accident:
    """The accident in progress."""
    crash = attack(state)
    assert isinstance(crash, Accident)
    return crash


def _hazard(state: S, crash: Accident) -> S:
    """What the Hazard takes, to the attacker or the Dashcam driver (SA-6.7 to SA-6.9, SA-R14)."""
    gainer = crash.seat if crash.dashcam is None else crash.dashcam
    if hits.is_peek(crash.card, crash.rock):
        return _peek(state, gainer, crash.target)
    count = hits.worth(state, crash.card, crash.rock)
    if count is not None:
        return _take(state, crash.target, gainer, count, crash.card)
    left, right = (crash.target + 1) % state.seats, (crash.target - 1) % state.seats
    for neighbour in (left, right):
        state = _take(state, crash.target, neighbour if crash.dashcam is None else gainer, 1, crash.card)
    return state


def _pile_up(state: S, crash: Accident) -> S:
    """One more, to the Pile-Up driver (SA-6.10)."""
    if crash.pile_up is None or hits.schooled(state, crash.target):
        return state
    if stopper := defence.stopper(crash, "pile_up"):
        return tell(state, actions.Stopped(crash.target, "pile_up", stopper))
    return _take(state, crash.target, crash.pile_up, 1, "pile-up")


def _take(state: S, loser: int, winner: int, count: int, card: str) -> S:
    state, moved = take_hubcaps(state, loser, winner, count)
    return tell(state, actions.HubcapsMoved(moved, loser, winner, card)) if moved else state


def _peek(state: S, seat: int, target: int) -> S:
    if Peek(seat, target) not in state.peeks:
        state = replace(state, peeks=(*state.peeks, Peek(seat, target)))
    seen = actions.HandSeen(seat, target, state.hands[target])
    return tell(state, seen, (seat,), actions.HandSeen(seat, target, None))


RESPOND = Window(
    asked=bystanders,
    invited=early,
    offers=responses,
    answer=respond,
    text=lambda state, seat: (
        "Save already?" if seat == accident(state).target else f"{CARD[accident(state).card].name}: do you respond?"
    ),
    passes=True,
    resumes=True,
    short=True,
)
FLOW: Flow[State] = {"respond": RESPOND, "defend": defence.WINDOW, "land": land}
