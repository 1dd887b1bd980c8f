"""Moving Violations: hands and turns, never hubcaps but one (section 7)."""

from engine.flow import Flow, alter, push, tell, top
from engine.offers import Action
from engine.rng import below
from engine.situational_awareness import actions
from engine.situational_awareness.rules import defence, paying, road
from engine.situational_awareness.state import (
    Jam,
    State,
    Violation,
    at,
    kicking_rocks,
    others,
    replace,
    spend,
    to_table,
    with_hand,
)


def declare(state: State, seat: int, card: str, target: int, give: str | None) -> State:
    """A Violation is aimed at a driver, who may answer with any Save (SA-7.10)."""
    state = tell(to_table(state, seat, card), actions.ViolationPlayed(seat, card, target))
    return push(state, Violation(seat=seat, target=target, card=card, give=give))


def play_unaimed(state: State, seat: int, card: str) -> State:
    """Roadside Assistance or Traffic Jam, which nothing stops (SA-7.8, SA-7.9, SA-R36)."""
    state = tell(to_table(state, seat, card), actions.ViolationPlayed(seat, card, None))
    if card == "traffic-jam":
        return push(state, Jam(seat=seat, chosen=(None,) * state.seats))
    return road.clear_table(road.draw(state, seat, 2))


def take_effect(state: State) -> State:
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


def steal(state: State, seat: int, target: int) -> State:
    """A random card of the target's hand, which only the two learn (SA-7.2, SA-R22, SA-R40)."""
    hand = state.hands[target]
    if not hand:
        return state
    rng, place = below(state.rng, len(hand))
    card = hand[place]
    state = spend(replace(state, rng=rng), target, card)
    state = with_hand(state, seat, (*state.hands[seat], card))
    taken = actions.CardTaken(seat, target, card)
    return tell(state, taken, (seat, target), actions.CardTaken(seat, target, None))


def swap(state: State, aim: Violation) -> State:
    """The named card goes to the target, a random one comes back, perhaps the same (SA-7.3, SA-R19)."""
    assert aim.give is not None
    state = spend(state, aim.seat, aim.give)
    state = with_hand(state, aim.target, (*state.hands[aim.target], aim.give))
    given = actions.CardGiven(aim.seat, aim.target, aim.give)
    state = tell(state, given, (aim.seat, aim.target), actions.CardGiven(aim.seat, aim.target, None))
    return steal(state, aim.seat, aim.target)


def hit_and_run(state: State, target: int) -> State:
    """One hubcap leaves the game (SA-7.4, SA-8.6)."""
    if kicking_rocks(state, target):
        return state
    hubcaps = at(state.hubcaps, target, state.hubcaps[target] - 1)
    state = replace(state, hubcaps=hubcaps, destroyed=state.destroyed + 1)
    return tell(state, actions.HubcapsMoved(1, target, None, "hit-and-run"))


def impound(state: State, target: int) -> State:
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


def choose(state: State, seat: int, action: Action) -> State:
    """A choice is noted; nothing is shown yet (SA-R20)."""
    return alter(state, Jam, chosen=at(top(state, Jam).chosen, seat, paying.named(action)[0]))


def reveal(state: State) -> State:
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
