"""Effects on players: whom they hit, and what happens to those (LR-11.6, LR-11.8, LR-11.9)."""

from engine.flow import Window, alter, go, tell, top
from engine.lap_racer import events
from engine.lap_racer.cards import NAME
from engine.lap_racer.effects import Aimed, Debris, Move, TakeCoins, Wipe
from engine.lap_racer.rules import piles, track
from engine.lap_racer.rules.targets import pointless, targets
from engine.lap_racer.state import Resolution, State, in_order, progress
from engine.offers import Action, Offer, choice


def aim(state: State, seat: int, card: str, effect: Aimed) -> State:
    """Hit whom the effect names; ask where the controller has a choice (LR-R45)."""
    legal = targets(state, seat, effect)
    if effect.who != "opponent":
        return hit(state, seat, legal, card, effect)
    if len(legal) == 1:
        return _name(state, seat, legal[0], card, effect)
    return go(alter(state, Resolution, asking=effect), "choose.target")


def hit(state: State, seat: int, chosen: tuple[int, ...], card: str, effect: Aimed) -> State:
    """The effect reaches these players."""
    match effect:
        case Move(n=n):
            return track.move(state, chosen, n)
        case Wipe():
            for target in in_order(state, chosen):
                state = track.wipe(state, target)
        case Debris(n=n):
            for target in in_order(state, chosen):
                state = piles.take_debris(state, target, n, card)
        case TakeCoins(n=n):
            for target in chosen:
                state = piles.take_coins(state, seat, target, n, card)
    return state


def aimed(state: State) -> Aimed:
    """The effect that asks for a target."""
    effect = top(state, Resolution).asking
    assert isinstance(effect, Aimed)
    return effect


def offers(state: State, seat: int) -> list[Offer]:
    """The legal targets, those that would feel nothing apart."""
    effect, name = aimed(state), NAME[top(state, Resolution).card]
    legal = sorted(targets(state, seat, effect))
    felt = [target for target in legal if not pointless(state, target, effect)]
    idle = [target for target in legal if pointless(state, target, effect)]
    return [
        Offer("choose_seat", {"seat": choice(group)}, f"{name}: {text}", no_effect)
        for group, text, no_effect in ((felt, "the target", False), (idle, "no effect", True))
        if group
    ]


def answer(state: State, seat: int, action: Action) -> State:
    """The target is named."""
    frame, effect = top(state, Resolution), aimed(state)
    target = action["seat"]
    assert isinstance(target, int)
    return _name(go(alter(state, Resolution, asking=None), "next"), seat, target, frame.card, effect)


def default(state: State, seat: int) -> Action:
    """The leader for what hurts, the last for what helps; of equals the next clockwise."""
    effect = aimed(state)
    sign = -1 if isinstance(effect, Move) and effect.n > 0 else 1
    legal = targets(state, seat, effect)
    return {"type": "choose_seat", "seat": max(legal, key=lambda target: sign * progress(state.racers[target]))}


def _name(state: State, seat: int, target: int, card: str, effect: Aimed) -> State:
    return hit(tell(state, events.Targeted(seat, target, card)), seat, (target,), card, effect)


TARGET = Window(
    asked=lambda state: (top(state, Resolution).seat,),
    offers=offers,
    answer=answer,
    text=lambda state, _seat: f"{NAME[top(state, Resolution).card]}: which opponent?",
    default=default,
    must=lambda _state, _seat: True,
)
