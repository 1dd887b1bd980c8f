"""What a seat may see, and worlds that fit what it may know (section 15)."""

import msgspec

from engine.flow import Frame
from engine.rng import Rng, below, shuffle
from engine.situational_awareness.cards import CARD, ORDER, Kind
from engine.situational_awareness.state import (
    Accident,
    Attack,
    Jam,
    S,
    Save,
    State,
    Trap,
    Turn,
    Violation,
    at,
    replace,
    turn,
    with_hand,
)


class TurnView(msgspec.Struct, frozen=True):
    """The turn in progress; `number` counts from 1."""

    seat: int
    number: int
    aimed: tuple[int, ...]
    violation_spent: bool
    driving: bool
    escorted: bool


class AttackView(msgspec.Struct, frozen=True):
    """The attack in progress; `stage` is the window that it stands in."""

    seat: int
    target: int
    card: str
    rock: bool
    dashcam: int | None
    pile_up: int | None
    saves: tuple[Save, ...]
    stage: str


class TrapView(msgspec.Struct, frozen=True):
    """A trap on the stack; which one, only its setter sees."""

    seat: int
    card: str | None


class PeekView(msgspec.Struct, frozen=True):
    """The hand of `seat`, which the viewer sees by Texting."""

    seat: int
    cards: tuple[str, ...]


class View(msgspec.Struct, frozen=True):
    """The table as one seat sees it; tuples by seat, lanes and traps bottom first."""

    turn: TurnView
    hubcaps: tuple[int, ...]
    destroyed: int
    hand_sizes: tuple[int, ...]
    hand: tuple[str, ...] | None
    aftermarkets: tuple[str | None, ...]
    flat_tire: tuple[bool, ...]
    detour: tuple[bool, ...]
    lanes: tuple[tuple[str, ...], ...]
    pile: int
    condition: str | None
    traps: tuple[TrapView, ...]
    attack: AttackView | None
    answered: tuple[int, ...]
    peeks: tuple[PeekView, ...]


def view(state: State, seat: int | None) -> View:
    """The table as this seat sees it, or a spectator."""
    return View(
        turn=turn_view(state),
        hubcaps=state.hubcaps,
        destroyed=state.destroyed,
        hand_sizes=tuple(map(len, state.hands)),
        hand=None if seat is None else state.hands[seat],
        aftermarkets=state.aftermarkets,
        flat_tire=state.flat_tire,
        detour=state.detour,
        lanes=state.lanes,
        pile=len(state.pile),
        condition=state.condition,
        traps=tuple(TrapView(trap.seat, trap.card if trap.seat == seat else None) for trap in state.traps),
        attack=attack_view(state),
        answered=state.stack[-1].answered,
        peeks=tuple(PeekView(peek.target, state.hands[peek.target]) for peek in state.peeks if peek.seat == seat),
    )


def turn_view(state: State) -> TurnView:
    """The turn in progress, public in full."""
    frame: Turn = turn(state)
    return TurnView(frame.seat, state.turns, frame.aimed, frame.violation_spent, frame.driving, frame.escorted)


def attack_view(state: State) -> AttackView | None:
    """The attack in progress, public in full; None while there is none."""
    aim = next((frame for frame in reversed(state.stack) if isinstance(frame, Attack)), None)
    if aim is None:
        return None
    crash = aim if isinstance(aim, Accident) else None
    return AttackView(
        aim.seat,
        aim.target,
        aim.card,
        crash is not None and crash.rock,
        crash.dashcam if crash else None,
        crash.pile_up if crash else None,
        aim.saves,
        aim.at,
    )


def resample(state: State, seat: int | None, rng: Rng) -> State:
    """A state that agrees with this one on all that the seat may know; the rest is dealt anew from `rng`."""
    seen = {seat, *(peek.target for peek in state.peeks if peek.seat == seat)}
    hidden = [other for other in range(state.seats) if other not in seen]
    set_by_others = [trap.card for trap in state.traps if trap.seat != seat]
    unseen = [*state.pile, *set_by_others, *(card for other in hidden for card in state.hands[other])]
    rng, shuffled = shuffle(rng, sorted(unseen, key=ORDER.__getitem__))
    kinds = [card for card in shuffled if CARD[card].kind is Kind.TRAP][: len(set_by_others)]
    rest = list(shuffled)
    for card in kinds:
        rest.remove(card)
    fresh = iter(kinds)
    traps = tuple(trap if trap.seat == seat else Trap(trap.seat, next(fresh)) for trap in state.traps)
    cards = iter(rest)
    for other in hidden:
        state = with_hand(state, other, [next(cards) for _ in state.hands[other]])
    state = replace(state, traps=traps, pile=tuple(cards), rng=Rng(rng.seed, state.rng.drawn))
    return rename(state, seat, rng)


def rename(state: S, seat: int | None, rng: Rng) -> S:
    """Cards that others have named in secret must lie in their new hands."""
    frames: list[Frame] = []
    for frame in state.stack:
        match frame:
            case Jam(chosen=chosen):
                for other, card in enumerate(chosen):
                    if card is not None and other != seat:
                        rng, place = below(rng, len(state.hands[other]))
                        chosen = at(chosen, other, state.hands[other][place])
                frames.append(replace(frame, chosen=chosen))
            case Violation(seat=player, give=str()) if player != seat:
                rng, place = below(rng, len(state.hands[player]))
                frames.append(replace(frame, give=state.hands[player][place]))
            case _:
                frames.append(frame)
    return replace(state, stack=tuple(frames))
