"""Carrying out the text of a card or playbook: one effect after the other (LR-2.3, LR-11)."""

from engine.flow import Flow, alter, go, tell, top
from engine.lap_racer import events
from engine.lap_racer.cards import PART
from engine.lap_racer.effects import (
    Aimed,
    Aura,
    Banana,
    Choose,
    Coins,
    Discard,
    Draw,
    Drive,
    Effect,
    Gain,
    If,
    Pay,
    Per,
    Recover,
    Roll,
    Scrap,
)
from engine.lap_racer.rules import aiming, choices, piles, standing, targets, track
from engine.lap_racer.state import Resolution, State, Turn, replace, turn
from engine.rng import below


def proceed(state: State) -> State:
    """Run the next effect; one that asks, asks, and one that can do nothing is skipped (LR-R7, LR-R43)."""
    frame = top(state, Resolution)
    if not frame.effects:
        return go(state, "")
    effect = frame.effects[0]
    state = go(alter(state, Resolution, effects=frame.effects[1:]), "next")
    return _run(state, frame.seat, frame.card, effect) if targets.possible(state, frame.seat, effect) else state


def _run(state: State, seat: int, card: str, effect: Effect) -> State:
    match effect:
        case Aimed():
            return aiming.aim(state, seat, card, effect)
        case Scrap(zones=("self",), then=then):
            return piles.scrap(choices.first(state, then), seat, "play_area", card)
        case Choose() | Discard() | Scrap() | Pay() | Banana() | Gain():
            return choices.ask(state, seat, effect)
        case Roll() | If() | Per():
            return _unfold(state, seat, card, effect)
        case _:
            return _own(state, seat, card, effect)


def _own(state: State, seat: int, card: str, effect: Drive | Coins | Draw | Recover | Aura) -> State:
    """What the effect does to its controller."""
    match effect:
        case Drive(n=n):
            return _add_drive(state, seat, card, n)
        case Coins(n=n):
            return piles.gain_coins(state, seat, n, card)
        case Draw(n=n):
            return piles.draw(state, seat, n)
        case Recover():
            return track.recover(state, seat)
        case Aura():
            return state  # It works from the Play Area: standing.py.


def _unfold(state: State, seat: int, card: str, effect: Roll | If | Per) -> State:
    """Effects that stand for others."""
    match effect:
        case Roll(table=table):
            rng, number = below(state.rng, 6)
            state = tell(replace(state, rng=rng), events.Rolled(seat, number + 1, card))
            return choices.first(state, next(row.effects for row in table if row.low <= number + 1 <= row.high))
        case If(cond=cond, then=then, otherwise=otherwise):
            return choices.first(state, then if standing.holds(state, seat, cond) else otherwise)
        case Per(effects=effects):
            puzzles = sum("P" in PART[other].flags for other in standing.played(state, seat))
            return choices.first(state, effects * puzzles)


def _add_drive(state: State, seat: int, card: str, count: int) -> State:
    """Drive counts in the controller's own turn only (LR-11.1)."""
    now = turn(state)
    if now.seat != seat:
        return state
    return tell(alter(state, Turn, drive=now.drive + count), events.DriveChanged(seat, count, card))


FLOW: Flow[State] = {"next": proceed, "choose.target": aiming.TARGET, **choices.WINDOWS}
