"""The state of a rally, and the small changes that the rules are made of."""

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Literal, TypeAlias, TypeVar

import msgspec

from engine import flow
from engine.rally.cards import Following, Stat

T = TypeVar("T")
replace = msgspec.structs.replace
Zone: TypeAlias = Literal["hand", "reserve"]
NORMAL_HAND = {1: 10, 2: 8, 3: 7, 4: 6}
"""The normal hand size, by players (RA-2.3, RA-12.1)."""


class Mode(StrEnum):
    """How the rally is scored, and by how many."""

    CREW = "crew"
    SOLO = "solo"
    VERSUS = "versus"


class Challenge(StrEnum):
    """What makes a rally harder (RA-11)."""

    TWO_FAULTS = "two_faults"
    LONG_DAYS = "long_days"
    SHORT_HANDS = "short_hands"
    NO_ANY = "no_any"
    DOUBLE_FIRST_MISS = "double_first_miss"
    SHED = "shed"


class Mark(StrEnum):
    """What became of a call."""

    OPEN = "open"
    HIT = "hit"
    MISS = "miss"


class Next(StrEnum):
    """What the next card played this turn is bound to do (RA-8.7)."""

    RETURN = "return"
    GIVE = "give"


class Call(msgspec.Struct, frozen=True):
    """A call of today's row, as it asks now."""

    asks: Stat
    mark: Mark = Mark.OPEN


class Stage(msgspec.Struct, frozen=True):
    """A Stage of today's row; a Recovery Stage has its Fault's id."""

    card: str
    recovery: bool
    calls: tuple[Call, ...]
    claimed_by: int | None = None


class Stacked(msgspec.Struct, frozen=True):
    """A card of the Hit stack, and how many calls it resolved (RA-6.3)."""

    card: str
    hits: int


class Turn(flow.Frame, frozen=True, kw_only=True, tag="turn"):
    """A player's turn."""

    at: str = "begin"
    seat: int
    plays: int = 1
    """Plays left."""
    next_card: Next | None = None
    handover: int | None = None
    """Who was named for the next turn (RA-R25)."""
    missed: bool = False


class Effects(flow.Frame, frozen=True, kw_only=True, tag="effects"):
    """A card's effects, while they resolve one after another."""

    at: str = "resolve"
    seat: int
    card: str
    hits: int
    """Calls that the card has resolved."""
    left: tuple[Following, ...]
    """What is still to resolve; an open question is about the first."""


class Service(flow.Frame, frozen=True, kw_only=True, tag="service"):
    """The service at a day's end."""

    at: str = "service"
    discards: tuple[tuple[str, ...], ...]
    """By seat; the cards stay in their hands until everybody has answered (RA-R32)."""


class State(flow.State, frozen=True, kw_only=True):
    """A rally. Tuples by seat; a face-down pile's top is element 0; all else in order of arrival."""

    stack: tuple[Turn | Effects | Service, ...] = ()
    schema: int = 1
    mode: Mode
    challenges: tuple[Challenge, ...]
    day: int = 1
    marker: int
    """Who holds the starting-player marker."""
    hands: tuple[tuple[str, ...], ...]
    deck: tuple[str, ...]
    discard: tuple[str, ...] = ()
    reserve: tuple[str, ...] = ()
    hit_stack: tuple[Stacked, ...] = ()
    stage_deck: tuple[str, ...]
    row: tuple[Stage, ...] = ()
    cleared: tuple[str, ...] = ()
    """Stage cards of earlier days that nobody claimed (RA-R39)."""
    claimed: tuple[tuple[str, ...], ...]
    """Stage cards by the seat that claimed them, today's included (RA-13.2)."""
    fault_pile: tuple[str, ...]
    car: tuple[str, ...] = ()
    missed_today: bool = False
    solo_draw_used: bool = False


def turn(state: State) -> Turn:
    """The turn in progress, at the bottom of the stack."""
    frame = state.stack[0]
    assert isinstance(frame, Turn)
    return frame


def streak(state: State) -> int:
    """The Hits that the stack represents (RA-6.1)."""
    return sum(stacked.hits for stacked in state.hit_stack)


def open_calls(state: State) -> Iterator[tuple[int, int]]:
    """The road: (row, index) of every open call, the live call first (RA-3.1)."""
    for row, stage in enumerate(state.row):
        for index, call in enumerate(stage.calls):
            if call.mark is Mark.OPEN:
                yield row, index


def on_road(state: State) -> bool:
    """Whether a call is open: the day goes on."""
    return next(open_calls(state), None) is not None


def live_call(state: State) -> Call:
    """The call that is played to, where one is open."""
    return call_at(state, next(open_calls(state)))


def call_at(state: State, place: tuple[int, int]) -> Call:
    """The call at this (row, index)."""
    row, index = place
    return state.row[row].calls[index]


def has(state: State, challenge: Challenge) -> bool:
    """Whether the rally is driven under this challenge."""
    return challenge in state.challenges


def normal_hand(state: State) -> int:
    """The normal hand size, which card effects speak of (RA-2.3, RA-R31)."""
    return NORMAL_HAND[state.seats]


def hand_limit(state: State) -> int:
    """What hands are dealt, kept and refilled to (RA-11.3)."""
    return normal_hand(state) - has(state, Challenge.SHORT_HANDS)


def teammates(state: State, seat: int) -> tuple[int, ...]:
    """The other seats, clockwise from `seat`."""
    return tuple((seat + step) % state.seats for step in range(1, state.seats))


def at(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The tuple with another value at this place."""
    return (*values[:place], value, *values[place + 1 :])


def to_hand(state: State, seat: int, cards: Iterable[str]) -> State:
    """Cards arrive in a hand, the newest last."""
    return replace(state, hands=at(state.hands, seat, (*state.hands[seat], *cards)))


def spend(state: State, seat: int, cards: Iterable[str]) -> tuple[State, tuple[str, ...]]:
    """Take cards out of a hand, the oldest copies; also these cards in the order of the hand (RA-R41)."""
    wanted = Counter(cards)
    spent: list[str] = []
    kept: list[str] = []
    for card in state.hands[seat]:
        (spent if wanted[card] else kept).append(card)
        wanted[card] -= wanted[card] > 0
    return replace(state, hands=at(state.hands, seat, tuple(kept))), tuple(spent)
