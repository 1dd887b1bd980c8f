"""What a seat may see, and worlds that fit what it may know (RA-I7, described in the ledger's section 8)."""

import msgspec

from engine.rally.cards import BOX, FAULT, STAGE
from engine.rally.rules import playing, service
from engine.rally.state import (
    Challenge,
    Effects,
    Mode,
    Next,
    Service,
    Stacked,
    Stage,
    State,
    Turn,
    at,
    hand_limit,
    normal_hand,
    replace,
    streak,
)
from engine.rng import Rng, below, shuffle

CREW_ORDER = {card.id: place for place, card in enumerate(BOX.crew)}


class TurnView(msgspec.Struct, frozen=True):
    """The turn in progress."""

    seat: int
    plays: int
    next_card: Next | None
    handover: int | None


class PendingView(msgspec.Struct, frozen=True):
    """The card whose effects are resolving, and which of them are left, the present one first."""

    seat: int
    card: str
    effects: tuple[str, ...]


class View(msgspec.Struct, frozen=True):
    """The table as one seat sees it; tuples by seat, everything else in order of arrival."""

    mode: Mode
    challenges: tuple[Challenge, ...]
    day: int
    marker: int
    turn: TurnView | None
    pending: PendingView | None
    answered: tuple[int, ...]
    hand: tuple[str, ...] | None
    hand_sizes: tuple[int, ...]
    normal_hand: int
    hand_limit: int
    reserve: tuple[str, ...]
    row: tuple[Stage, ...]
    hit_stack: tuple[Stacked, ...]
    streak: int
    discard: tuple[str, ...]
    deck: int
    car: tuple[str, ...]
    fault_pile: int
    stage_deck: int
    cleared: tuple[str, ...]
    claimed: tuple[tuple[str, ...], ...]
    missed_today: bool
    solo_draw_used: bool


def view(state: State, seat: int | None) -> View:
    """The table as this seat sees it, or a spectator."""
    return View(
        mode=state.mode,
        challenges=state.challenges,
        day=state.day,
        marker=state.marker,
        turn=_turn(state),
        pending=_pending(state),
        answered=state.stack[-1].answered,
        hand=None if seat is None else state.hands[seat],
        hand_sizes=tuple(map(len, state.hands)),
        normal_hand=normal_hand(state),
        hand_limit=hand_limit(state),
        reserve=state.reserve,
        row=state.row,
        hit_stack=state.hit_stack,
        streak=streak(state),
        discard=state.discard,
        deck=len(state.deck),
        car=state.car,
        fault_pile=len(state.fault_pile),
        stage_deck=len(state.stage_deck),
        cleared=state.cleared,
        claimed=state.claimed,
        missed_today=state.missed_today,
        solo_draw_used=state.solo_draw_used,
    )


def _turn(state: State) -> TurnView | None:
    frame = state.stack[0]
    if not isinstance(frame, Turn):
        return None
    return TurnView(frame.seat, frame.plays, frame.next_card, frame.handover)


def _pending(state: State) -> PendingView | None:
    frame = state.stack[-1]
    if not isinstance(frame, Effects):
        return None
    return PendingView(frame.seat, frame.card, tuple(str(effect.__struct_config__.tag) for effect in frame.left))


def resample(state: State, seat: int | None, rng: Rng) -> State:
    """A state that agrees with this one on all that the seat may know; the rest is dealt anew from `rng`."""
    others = [other for other in range(state.seats) if other != seat]
    unseen = sorted(
        (*state.deck, *(card for other in others for card in state.hands[other])), key=CREW_ORDER.__getitem__
    )
    rng, stage_deck = shuffle(rng, sorted(state.stage_deck, key=list(STAGE).index))
    rng, fault_pile = shuffle(rng, sorted(state.fault_pile, key=list(FAULT).index))
    state = replace(state, stage_deck=stage_deck, fault_pile=fault_pile)
    while True:
        rng, shuffled = shuffle(rng, unseen)
        world = _deal(state, others, shuffled)
        if _fits(world):
            break
    world, rng = _answer_anew(world, others, rng)
    return replace(world, rng=Rng(rng.seed, state.rng.drawn))


def _deal(state: State, others: list[int], cards: tuple[str, ...]) -> State:
    for other in others:
        size = len(state.hands[other])
        state = replace(state, hands=at(state.hands, other, cards[:size]))
        cards = cards[size:]
    return replace(state, deck=cards)


def _fits(world: State) -> bool:
    """The open question tells whether its player can play a card."""
    frame = world.stack[-1]
    if not isinstance(frame, Turn) or frame.at not in ("play", "no_play") or world.result:
        return True
    return bool(playing.playable(world, frame.seat)) == (frame.at == "play")


def _answer_anew(world: State, others: list[int], rng: Rng) -> tuple[State, Rng]:
    """Answers that others gave in secret must come from their new hands, in any number that they may."""
    frame = world.stack[-1]
    if not isinstance(frame, Service):
        return world, rng
    discards = frame.discards
    for other in others:
        if other in frame.answered:
            least = service.excess(world, other)
            rng, more = below(rng, len(world.hands[other]) - least + 1)
            rng, shuffled = shuffle(rng, world.hands[other])
            discards = at(discards, other, shuffled[: least + more])
    return replace(world, stack=(*world.stack[:-1], replace(frame, discards=discards))), rng
