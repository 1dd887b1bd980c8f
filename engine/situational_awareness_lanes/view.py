"""What a seat may see, and worlds that fit what it may know (SAL-R1, SAL-R8, SAL-R9)."""

import msgspec

from engine.rng import Rng, below, shuffle
from engine.situational_awareness.state import at, replace
from engine.situational_awareness.view import AttackView as LaterAttackView
from engine.situational_awareness.view import TurnView, attack_view, rename, turn_view
from engine.situational_awareness_lanes.cards import ORDER
from engine.situational_awareness_lanes.rules.road import open_lanes
from engine.situational_awareness_lanes.state import Jam, State, Violation, known


class AttackView(LaterAttackView, frozen=True):
    """The attack in progress, the lane that takes its cards, and where the picked card lies."""

    lane: int
    position: int | None


class SeenView(msgspec.Struct, frozen=True):
    """A card in another hand that the viewer knows and the table does not."""

    seat: int
    position: int
    card: str


class View(msgspec.Struct, frozen=True):
    """The table as one seat sees it; tuples by seat or by lane, hands left to right, lanes bottom first."""

    turn: TurnView
    hubcaps: tuple[int, ...]
    destroyed: int
    hand_sizes: tuple[int, ...]
    known: tuple[tuple[str | None, ...], ...]
    hand: tuple[str, ...] | None
    seen: tuple[SeenView, ...] | None
    aftermarkets: tuple[str | None, ...]
    flat_tire: tuple[bool, ...]
    detour: tuple[bool, ...]
    lanes: tuple[tuple[str, ...], ...]
    closed: tuple[int | None, ...]
    pile: int
    condition: str | None
    attack: AttackView | None
    answered: tuple[int, ...]


def view(state: State, seat: int | None) -> View:
    """The table as this seat sees it, or a spectator."""
    return View(
        turn=turn_view(state),
        hubcaps=state.hubcaps,
        destroyed=state.destroyed,
        hand_sizes=tuple(map(len, state.hands)),
        known=tuple(known(state, other, None) for other in range(state.seats)),
        hand=None if seat is None else state.hands[seat],
        seen=None if seat is None else _seen(state, seat),
        aftermarkets=state.aftermarkets,
        flat_tire=state.flat_tire,
        detour=state.detour,
        lanes=state.lanes,
        closed=state.closed,
        pile=len(state.pile),
        condition=state.condition,
        attack=_attack(state),
        answered=state.stack[-1].answered,
    )


def _seen(state: State, viewer: int) -> tuple[SeenView, ...]:
    facts = [fact for fact in state.seen if fact.by is not None and viewer in fact.by]
    facts.sort(key=lambda fact: (fact.seat, fact.place))
    return tuple(SeenView(fact.seat, fact.place, state.hands[fact.seat][fact.place]) for fact in facts)


def _attack(state: State) -> AttackView | None:
    shown = attack_view(state)
    if shown is None:
        return None
    position = next((frame.position for frame in state.stack if isinstance(frame, Violation)), None)
    return AttackView(**msgspec.structs.asdict(shown), lane=state.lane, position=position)


def resample(state: State, seat: int | None, rng: Rng) -> State:
    """A state that agrees with this one on all that the seat may know; the rest is dealt anew from `rng`."""
    sights = [state.hands[other] if other == seat else known(state, other, seat) for other in range(state.seats)]
    hands = zip(state.hands, sights, strict=True)
    hidden = [card for hand, sight in hands for card, shown in zip(hand, sight, strict=True) if shown is None]
    rng, shuffled = shuffle(rng, sorted([*state.pile, *hidden], key=ORDER.__getitem__))
    cards = iter(shuffled)
    dealt = tuple(tuple(shown or next(cards) for shown in sight) for sight in sights)
    state = replace(state, hands=dealt, pile=tuple(cards), rng=Rng(rng.seed, state.rng.drawn))
    return _rename_lanes(rename(state, seat, rng), seat, rng)


def _rename_lanes(state: State, seat: int | None, rng: Rng) -> State:
    """The lanes that others have named in secret may be any open ones."""
    frame, lanes = state.stack[-1], open_lanes(state)
    if not isinstance(frame, Jam):
        return state
    for other, card in enumerate(frame.chosen):
        if card is not None and other != seat:
            rng, place = below(rng, len(lanes))
            frame = replace(frame, lanes=at(frame.lanes, other, lanes[place]))
    return replace(state, stack=(*state.stack[:-1], frame))
