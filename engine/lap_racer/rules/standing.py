"""What is always so for a racer: modifiers, immunities and triggers (sections 1 and 2, LR-12)."""

from collections.abc import Iterable
from typing import TypeVar

from engine.flow import alter, push
from engine.lap_racer.cards import PART, PLAYBOOK, DriveMod, Mod, Moment, Trigger
from engine.lap_racer.effects import Aura, Condition, Flag
from engine.lap_racer.state import Resolution, State, Turn, opponents, owned, progress, turn

M = TypeVar("M", bound=Mod)


def mods(state: State, seat: int, kind: type[M]) -> list[M]:
    """The racer's modifiers of this kind, in the order in which the playbooks came."""
    return [
        mod for playbook in state.racers[seat].playbooks for mod in PLAYBOOK[playbook].mods if isinstance(mod, kind)
    ]


def immune(state: State, seat: int, stat: str) -> bool:
    """Whether an (E) card in the racer's Play Area gives this immunity (LR-R12)."""
    return any(aura.stat == stat for aura in _auras(state, seat))


def drive_changes(state: State, seat: int) -> int:
    """What playbooks and opponents' (E) cards add to the Drive total (LR-3.2, LR-11.12, LR-R34)."""
    own = sum(mod.n for mod in mods(state, seat, DriveMod) if mod.cond is None or holds(state, seat, mod.cond))
    if immune(state, seat, "attack_immune"):
        return own
    auras = [aura for other in opponents(state, seat) for aura in _auras(state, other)]
    return own + sum(aura.n for aura in auras if aura.stat == "drive")


def holds(state: State, seat: int, condition: Condition) -> bool:
    """Whether the condition is so for this racer now."""
    if condition.owned_max is not None:
        return owned(state.racers[seat]) <= condition.owned_max
    if condition.types_min is not None:
        return len({PART[card].type for card in played(state, seat)}) >= condition.types_min
    mine = progress(state.racers[seat])
    rest = [progress(state.racers[other]) for other in opponents(state, seat)]
    return mine > max(rest) if condition.place == "first" else mine < min(rest)


def played(state: State, seat: int) -> tuple[str, ...]:
    """The cards that this racer has played in this turn."""
    now = turn(state)
    return now.played if now.seat == seat else ()


def fire(state: State, due: Iterable[tuple[int, Moment]], face: int = 0, flags: tuple[Flag, ...] = ()) -> State:
    """Run the triggers of these seats at these moments, in this order, before anything goes on (LR-R10)."""
    resolutions: list[Resolution] = []
    for seat, moment in due:
        for playbook in state.racers[seat].playbooks:
            for trigger in PLAYBOOK[playbook].triggers:
                if trigger.on != moment or not _fits(state, seat, trigger, face, flags):
                    continue
                if trigger.limit == "turn":
                    if (playbook, moment) in turn(state).fired:
                        continue
                    state = alter(state, Turn, fired=(*turn(state).fired, (playbook, moment)))
                resolutions.append(Resolution(seat=seat, card=playbook, effects=trigger.effects))
    for resolution in reversed(resolutions):
        state = push(state, resolution)
    return state


def _fits(state: State, seat: int, trigger: Trigger, face: int, flags: tuple[Flag, ...]) -> bool:
    if trigger.values is not None and face not in trigger.values:
        return False
    if trigger.flag is not None and trigger.flag not in flags:
        return False
    return trigger.cond is None or holds(state, seat, trigger.cond)


def _auras(state: State, seat: int) -> list[Aura]:
    cards = state.racers[seat].play_area
    return [effect for card in cards for effect in PART[card].effects if isinstance(effect, Aura)]
