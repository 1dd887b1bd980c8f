"""Moving Violations: hands and turns, never hubcaps but one (section 7)."""

from engine.flow import Flow, alter, push, tell, top
from engine.offers import Action
from engine.situational_awareness import actions
from engine.situational_awareness.rules import defence, paying, road
from engine.situational_awareness.state import (
    Jam,
    S,
    State,
    Violation,
    at,
    kicking_rocks,
    others,
    replace,
)


def declare(state: State, seat: int, card: str, target: int, give: str | None) -> State:
    """A Violation is put down at a driver, who may answer with any Save (SA-7.10)."""
    state = tell(state, actions.ViolationPlayed(seat, card, target))
    return push(state, Violation(seat=seat, target=target, card=card, give=give))


def play_unaimed(state: S, seat: int, card: str) -> S:
    """Roadside Assistance or Traffic Jam is put down, and nothing stops it (SA-7.8, SA-7.9, SA-R36)."""
    state = tell(state, actions.ViolationPlayed(seat, card, None))
    if card == "traffic-jam":
        return push(state, Jam(seat=seat, chosen=(None,) * state.seats))
    return road.clear_table(road.draw(state, seat, 2))


def take_effect(state: S) -> S:
    """The Violation is stopped or works, and everything played goes to the road."""
    aim = top(state, Violation)
    if stopper := defence.stopper(aim, "violation"):
        return road.clear_table(tell(state, actions.Stopped(aim.target, "violation", stopper)))
    match aim.card:
        case "carjack":
            state = steal(state, aim.seat, aim.target)
        case "lane-change":
            state = swap(state, aim)
        case "hit-and-run":
            state = hit_and_run(state, aim.target)
        case "impound":
            state = impound(state, aim.target)
        case "flat-tire":
            flat_tire = at(state.flat_tire, aim.target, True)
            state = tell(replace(state, flat_tire=flat_tire), actions.FlatTire(aim.target))
        case _:
            state = tell(replace(state, detour=at(state.detour, aim.target, True)), actions.Detour(aim.target))
    return road.clear_table(state)


def steal(state: S, seat: int, target: int) -> S:
    """A blind pick from the target's hand, which only the two learn (SA-7.2, SA-R22)."""
    if not state.hands[target]:
        return state
    state, place = state.pick(target)
    state, card, readers = state.hand_over(target, place, seat)
    return tell(state, actions.CardTaken(seat, target, card), readers, actions.CardTaken(seat, target, None))


def swap(state: S, aim: Violation) -> S:
    """The named card goes to the target, a blind pick comes back, perhaps the same (SA-7.3, SA-R19)."""
    assert aim.give is not None
    state, card, readers = state.hand_over(aim.seat, state.hands[aim.seat].index(aim.give), aim.target)
    given = actions.CardGiven(aim.seat, aim.target, card)
    state = tell(state, given, readers, actions.CardGiven(aim.seat, aim.target, None))
    return steal(state, aim.seat, aim.target)


def hit_and_run(state: S, target: int) -> S:
    """One hubcap leaves the game (SA-7.4, SA-8.6)."""
    if kicking_rocks(state, target):
        return state
    hubcaps = at(state.hubcaps, target, state.hubcaps[target] - 1)
    state = replace(state, hubcaps=hubcaps, destroyed=state.destroyed + 1)
    return tell(state, actions.HubcapsMoved(1, target, None, "hit-and-run"))


def impound(state: S, target: int) -> S:
    """The target's Aftermarket goes to the road (SA-7.5)."""
    fitted = state.aftermarkets[target]
    if fitted is None:
        return state
    state = replace(state, aftermarkets=at(state.aftermarkets, target, None))
    return road.lay(tell(state, actions.Impounded(target, fitted)), [fitted])


# Traffic Jam


def jammed(state: State) -> tuple[int, ...]:
    """Every other driver with a card (SA-7.9, SA-R20)."""
    return tuple(seat for seat in others(state, top(state, Jam).seat) if state.hands[seat])


def choose(state: S, seat: int, action: Action) -> S:
    """A choice is noted; nothing is shown yet (SA-R20)."""
    return alter(state, Jam, chosen=at(top(state, Jam).chosen, seat, paying.named(action)[0]))


def reveal(state: S) -> S:
    """All choices are shown together and go to the road from the active driver's left (SA-R20)."""
    jam = top(state, Jam)
    for seat in others(state, jam.seat):
        card = jam.chosen[seat]
        if card is not None:
            state = paying.discard(state, seat, [card])
    return road.clear_table(state)


TRAFFIC_JAM = paying.window(
    asked=jammed,
    count=lambda _state, _seat: 1,
    text="Traffic Jam: discard a card.",
    answer=choose,
    once=True,
)
FLOW: Flow[State] = {"defend": defence.WINDOW, "take_effect": take_effect}
JAM: Flow[State] = {"traffic_jam": TRAFFIC_JAM, "reveal": reveal}
