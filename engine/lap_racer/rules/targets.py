"""What an effect could do now: its legal targets, cards, Spaces and options, from public facts alone (LR-R43)."""

from engine.lap_racer.cards import BackImmune
from engine.lap_racer.effects import (
    Aimed,
    Banana,
    Choose,
    Debris,
    Discard,
    Draw,
    Effect,
    Gain,
    Move,
    Pay,
    Scrap,
    TakeCoins,
    Wipe,
)
from engine.lap_racer.rules.showroom import shown
from engine.lap_racer.rules.standing import immune, mods
from engine.lap_racer.state import State, opponents, progress

SPACES = range(1, 50)
"""Where a Banana may lie (LR-R11)."""


def possible(state: State, seat: int, effect: Effect) -> bool:
    """Whether the effect can do something for this controller."""
    match effect:
        case Debris():
            return bool(state.debris and targets(state, seat, effect))
        case Aimed():
            return bool(targets(state, seat, effect))
        case Draw():
            return bool(state.racers[seat].deck or state.racers[seat].garage)
        case Discard():
            return bool(state.racers[seat].hand)
        case Pay(n=n):
            return state.racers[seat].coins >= n
        case Scrap():
            return bool(zones(state, seat, effect))
        case Banana():
            return bool(spaces(state, seat, effect))
        case Gain():
            return bool(shown(state))
        case Choose():
            return bool(options(state, seat, effect))
        case _:
            return True


def targets(state: State, seat: int, effect: Aimed) -> tuple[int, ...]:
    """Whom the effect may change, clockwise from the controller (LR-11.6, LR-R11, LR-R12, LR-R40)."""
    if effect.who == "self":
        return () if isinstance(effect, Move) and state.racers[seat].on_line else (seat,)
    return tuple(other for other in opponents(state, seat) if _legal(state, seat, other, effect))


def pointless(state: State, target: int, effect: Aimed) -> bool:
    """Whether the effect would change nothing for this legal target (LR-R37, LR-R41)."""
    racer = state.racers[target]
    match effect:
        case Move(n=n):
            return n < 0 and racer.space == 0
        case Wipe():
            return racer.wiped or immune(state, target, "wipe_immune")
        case TakeCoins():
            return racer.coins == 0
        case _:
            return False


def zones(state: State, seat: int, effect: Scrap) -> tuple[str, ...]:
    """The zones that hold a card to Scrap; `play_area` for the card itself."""
    names = ("play_area" if zone == "self" else zone for zone in effect.zones)
    return tuple(zone for zone in names if getattr(state.racers[seat], zone))


def spaces(state: State, seat: int, effect: Banana) -> tuple[int, ...]:
    """The Spaces in reach without a marker (LR-4.4, LR-11.7, LR-R11)."""
    space = state.racers[seat].space
    occupied = {racer.space for racer in state.racers}
    reach = range(space + effect.low, space + effect.high + 1)
    return tuple(place for place in reach if place in SPACES and place not in occupied)


def options(state: State, seat: int, effect: Choose) -> tuple[int, ...]:
    """The options whose first effect can do something."""
    return tuple(place for place, option in enumerate(effect.options) if possible(state, seat, option[0]))


def _legal(state: State, seat: int, other: int, effect: Aimed) -> bool:
    if immune(state, other, "attack_immune") or not _in_range(state, seat, other, effect):
        return False
    if not isinstance(effect, Move):
        return True
    if state.racers[other].on_line or immune(state, other, "move_immune"):
        return False
    return effect.n > 0 or not mods(state, other, BackImmune)


def _in_range(state: State, seat: int, other: int, effect: Aimed) -> bool:
    ahead = progress(state.racers[other]) - progress(state.racers[seat])
    if effect.within is not None and abs(ahead) > effect.within:
        return False
    return effect.side == "any" or (ahead > 0 if effect.side == "ahead" else ahead < 0)
