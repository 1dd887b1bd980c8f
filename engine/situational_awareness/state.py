"""The state of a trip, and the small changes that the rules are made of."""

from collections.abc import Iterable
from functools import cache
from typing import Self, TypeVar

import msgspec

from engine import flow
from engine.rng import below
from engine.situational_awareness.cards import ORDER

T = TypeVar("T")
S = TypeVar("S", bound="State")
replace = msgspec.structs.replace


class Save(msgspec.Struct, frozen=True):
    """A Save on the table; `against` is hazard, pile_up or violation."""

    card: str
    against: str
    wrecked: bool = False


class Trap(msgspec.Struct, frozen=True):
    """A card face down on the stack, and who set it."""

    seat: int
    card: str


class Peek(msgspec.Struct, frozen=True):
    """`seat` sees the hand of `target` until the target's next turn begins (SA-7.1)."""

    seat: int
    target: int


class Turn(flow.Frame, frozen=True, kw_only=True, tag="turn"):
    """A driver's turn."""

    at: str = "begin"
    seat: int
    aimed: tuple[int, ...]
    """How many cards were aimed at each seat in this Drive (SA-3.3)."""
    aside: int = 0
    """The prompt id of a Police Escort in this turn."""
    violation_spent: bool = False
    driving: bool = False
    escorted: bool = False
    pile_before: int
    held_before: int
    """The sizes of the pile and of all hands together when the turn began (SA-R37)."""


class Attack(flow.Frame, frozen=True, kw_only=True):
    """A card aimed at a driver, while it is being answered."""

    seat: int
    target: int
    card: str
    saves: tuple[Save, ...] = ()


class Accident(Attack, frozen=True, kw_only=True, tag="accident"):
    """A Hazard and what is played on it."""

    at: str = "respond"
    rock: bool
    dashcam: int | None = None
    pile_up: int | None = None


class Violation(Attack, frozen=True, kw_only=True, tag="violation"):
    """A Moving Violation aimed at a driver."""

    at: str = "defend"
    give: str | None = None
    """Lane Change: the card to give, known to its player alone (SA-R19)."""


class Rescue(flow.Frame, frozen=True, kw_only=True, tag="rescue"):
    """A Save was played, and a trap may wreck it."""

    at: str = "spring"
    seat: int
    """Who played the Save."""


class Penalty(flow.Frame, frozen=True, kw_only=True, tag="penalty"):
    """A trap was the wrong one, and `seat` pays."""

    at: str = "pay_trap"
    seat: int


class Jam(flow.Frame, frozen=True, kw_only=True, tag="jam"):
    """A Traffic Jam: everybody but `seat` chooses a card to discard."""

    at: str = "traffic_jam"
    seat: int
    chosen: tuple[str | None, ...]
    """By seat; the card stays in its hand until all are shown (SA-R20)."""


class State(flow.State, frozen=True, kw_only=True):
    """A trip. Tuples by seat; a pile's top is element 0; a lane and the trap stack are bottom first."""

    stack: tuple[Turn | Accident | Violation | Rescue | Penalty | Jam, ...] = ()
    schema: int = 1
    fixed: bool
    """Whether the trip has a fixed number of rounds (section 14)."""
    turns: int = 0
    """Turns that have begun, skipped ones included."""
    idle: int = 0
    """Turns in a row in which no card changed its place (SA-R37)."""
    hubcaps: tuple[int, ...]
    destroyed: int = 0
    hands: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    lanes: tuple[tuple[str, ...], ...] = ((), (), ())
    table: tuple[str, ...] = ()
    """The card being resolved, its responses, Saves and sprung traps, in the order played (SA-R9)."""
    condition: str | None = None
    aftermarkets: tuple[str | None, ...]
    flat_tire: tuple[bool, ...]
    detour: tuple[bool, ...]
    traps: tuple[Trap, ...] = ()
    peeks: tuple[Peek, ...] = ()

    # Where cards go: what another edition of the game does in its own way.

    def gain(self, seat: int, *cards: str) -> Self:
        """Cards come into a hand, which keeps the order of the box (SA-1.1)."""
        return with_hand(self, seat, (*self.hands[seat], *cards))

    def spend(self, seat: int, *cards: str) -> Self:
        """Cards leave a hand."""
        hand = list(self.hands[seat])
        for card in cards:
            hand.remove(card)
        return replace(self, hands=at(self.hands, seat, tuple(hand)))

    def put_down(self, seat: int, card: str) -> Self:
        """A card is played and waits on the table until what it belongs to is over (SA-R9)."""
        return replace(self.spend(seat, card), table=(*self.table, card))

    def onto_road(self, card: str) -> tuple[Self, int]:
        """A card lies face up on the shortest lane, the leftmost of equals; and which that is (SA-5.1, SA-R8)."""
        lengths = [len(lane) for lane in self.lanes]
        lane = lengths.index(min(lengths))
        return replace(self, lanes=at(self.lanes, lane, (*self.lanes[lane], card))), lane

    def take_up_road(self) -> tuple[Self, list[str]]:
        """Every card of the road, left to right and from bottom to top, for a new pile (SA-14.2, SA-R40)."""
        return replace(self, lanes=((),) * len(self.lanes)), [card for lane in self.lanes for card in lane]

    def pick(self, target: int) -> tuple[Self, int]:
        """The place in the target's hand that a blind pick takes, at random (SA-R40); the hand is not empty."""
        rng, place = below(self.rng, len(self.hands[target]))
        return replace(self, rng=rng), place

    def hand_over(self, loser: int, place: int, winner: int) -> tuple[Self, str, tuple[int, ...] | None]:
        """A card goes from one hand to another; which, and who reads that (None: everybody) (SA-7.2, SA-7.3)."""
        card = self.hands[loser][place]
        return self.spend(loser, card).gain(winner, card), card, (loser, winner)

    def dashcams_work(self) -> bool:
        """Whether a Dashcam may be played: not in Fog (SA-9.4, SA-R27)."""
        return self.condition != "fog"


def turn(state: State) -> Turn:
    """The turn in progress, at the bottom of the stack."""
    frame = state.stack[0]
    assert isinstance(frame, Turn)
    return frame


def attack(state: State) -> Attack:
    """The attack in progress."""
    return flow.latest(state, Attack)


def kicking_rocks(state: State, seat: int) -> bool:
    """Whether the driver has lost the last hubcap (SA-8.1)."""
    return state.hubcaps[seat] == 0


def others(state: State, seat: int) -> tuple[int, ...]:
    """The other drivers in turn order, from the left of `seat`."""
    return _after(seat, state.seats)


@cache
def _after(seat: int, seats: int) -> tuple[int, ...]:
    return tuple((seat + step) % seats for step in range(1, seats))


def at(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The tuple with another value for this seat."""
    return (*values[:seat], value, *values[seat + 1 :])


def with_hand(state: S, seat: int, hand: Iterable[str]) -> S:
    """The hand of this seat, put into the order of the box (SA-1.1)."""
    return replace(state, hands=at(state.hands, seat, tuple(sorted(hand, key=ORDER.__getitem__))))


def take_hubcaps(state: S, loser: int, winner: int, count: int) -> tuple[S, int]:
    """Move up to `count` hubcaps: the loser gives those they have (SA-R14). Also tells how many."""
    moved = min(count, state.hubcaps[loser])
    hubcaps = list(state.hubcaps)
    hubcaps[loser] -= moved
    hubcaps[winner] += moved
    return replace(state, hubcaps=tuple(hubcaps)), moved
