"""The state of a race, and the small changes that the rules are made of."""

from collections.abc import Iterable
from typing import TypeVar

import msgspec

from engine import flow
from engine.lap_racer.effects import Effect

T = TypeVar("T")
replace = msgspec.structs.replace
LINE = 50
"""The Spaces of a lap; the line is Space 50, which is Space 0 of the next lap."""
LAPS = 3
SLOTS = 4


class Racer(msgspec.Struct, frozen=True, kw_only=True):
    """One seat. A Deck's top is element 0; Hand and Garage are in the order of arrival."""

    deck: tuple[str, ...] = ()
    known: int = 0
    """How many cards on top of the Deck everybody saw go there (LR-12.10)."""
    hand: tuple[str, ...] = ()
    play_area: tuple[str, ...] = ()
    garage: tuple[str, ...] = ()
    playbooks: tuple[str, ...] = ()
    coins: int = 3
    laps: int = 0
    """Completed laps."""
    space: int = 0
    wiped: bool = False
    on_line: bool = False
    """The marker completed a lap in this turn and stands still until it ends (LR-R13)."""
    pit: bool = False
    """The next turn is a Pit Stop."""


class Draft(flow.Frame, frozen=True, kw_only=True, tag="draft"):
    """The snake draft; the pool in the order of revealing."""

    at: str = "draft"
    first: int
    """The starting player."""
    parts: tuple[str, ...]
    playbooks: tuple[str, ...]
    drafted: tuple[tuple[str, ...], ...]
    """The parts that each seat has picked, in order."""
    picks: int = 0


class Turn(flow.Frame, frozen=True, kw_only=True, tag="turn"):
    """A player's turn; always the lowest frame once the race is on."""

    at: str = "begin"
    seat: int
    drive: int = 0
    """Printed Drive and `drive` effects so far."""
    played: tuple[str, ...] = ()
    """The cards whose effects are done, in order (LR-R46)."""
    purchases: int = 0
    refreshes: int = 0
    roll: int | None = None
    """The face of the Drive Roll."""
    rerolled: bool = False
    fired: tuple[tuple[str, str], ...] = ()
    """Triggers with the limit `turn` that have had their turn: playbook and moment."""
    completers: tuple[int, ...] = ()
    """Who completed a lap in this turn and has not chosen yet."""


class PitStop(flow.Frame, frozen=True, kw_only=True, tag="pit_stop"):
    """What a Pit Stop turn has in place of its phases."""

    at: str = "arrive"
    taken: bool = False


class Playing(flow.Frame, frozen=True, kw_only=True, tag="playing"):
    """A card of the active player's is being played."""

    at: str = "effects"
    card: str


class Resolution(flow.Frame, frozen=True, kw_only=True, tag="resolution"):
    """The text of a card or playbook being carried out for its controller."""

    at: str = "next"
    seat: int
    card: str
    effects: tuple[Effect, ...]
    """Those still to run."""
    asking: Effect | None = None
    """The one that the open question belongs to."""


class Movement(flow.Frame, frozen=True, kw_only=True, tag="movement"):
    """A marker on its way."""

    at: str = "advance"
    seat: int
    left: int
    """Spaces to go, negative backward."""
    drive: bool
    """It is the move of a Drive Phase."""
    start: int
    """Progress before."""


class Landing(flow.Frame, frozen=True, kw_only=True, tag="landing"):
    """What waits for a marker where its movement ends."""

    at: str = "line"
    seat: int
    start: int
    """Progress before the movement."""


class Auction(flow.Frame, frozen=True, kw_only=True, tag="auction"):
    """A card of the Parts Deck under the hammer."""

    at: str = "bidding"
    seat: int
    """The landing player."""
    card: str
    asked: int
    """Whose bid comes next, or to whom the card is offered."""
    bid: int = 0
    bidder: int | None = None
    passed: tuple[int, ...] = ()
    declined: int = 0
    """How many seats refused the free card."""


class Incinerator(flow.Frame, frozen=True, kw_only=True, tag="incinerator"):
    """A player on an Incinerator, who may Scrap `left` more cards."""

    at: str = "incinerator"
    seat: int
    left: int


class State(flow.State, frozen=True, kw_only=True):
    """A race. A deck's top is element 0; other piles are in the order in which cards came to them."""

    stack: tuple[Draft | Turn | PitStop | Playing | Resolution | Movement | Landing | Auction | Incinerator, ...] = ()
    schema: int = 1
    turns: int = 0
    """Turns that are over, Pit Stop turns included."""
    racers: tuple[Racer, ...]
    parts: tuple[str, ...]
    showroom: tuple[str | None, ...] = (None,) * SLOTS
    warehouse: tuple[str, ...] = ()
    scrapyard: tuple[str, ...] = ()
    debris: int
    """The Debris set aside."""
    playbook_deck: tuple[str, ...]
    pool: tuple[str, ...] = ()
    bananas: tuple[int, ...] = ()
    """The Spaces of all Bananas, in order, one entry each."""


def turn(state: State) -> Turn:
    """The turn in progress."""
    return flow.latest(state, Turn)


def change(state: State, seat: int, **changes: object) -> State:
    """The state with other values in this racer's fields."""
    racer = replace(state.racers[seat], **changes)
    return replace(state, racers=(*state.racers[:seat], racer, *state.racers[seat + 1 :]))


def progress(racer: Racer) -> int:
    """Spaces behind the marker since the start."""
    return LINE * racer.laps + racer.space


def owned(racer: Racer) -> int:
    """The number of the racer's part cards."""
    return len(racer.deck) + len(racer.hand) + len(racer.play_area) + len(racer.garage)


def clockwise(state: State, first: int) -> tuple[int, ...]:
    """Every seat in turn order from this one."""
    return tuple((first + step) % state.seats for step in range(state.seats))


def opponents(state: State, seat: int) -> tuple[int, ...]:
    """Every other seat, in turn order from the next."""
    return clockwise(state, seat)[1:]


def in_order(state: State, seats: Iterable[int]) -> tuple[int, ...]:
    """These seats, the active player first, then clockwise (LR-4.5, LR-9.9)."""
    chosen = set(seats)
    return tuple(seat for seat in clockwise(state, turn(state).seat) if seat in chosen)


def without(cards: tuple[T, ...], *taken: T) -> tuple[T, ...]:
    """The cards that are left; of copies the oldest are taken."""
    left = list(cards)
    for card in taken:
        left.remove(card)
    return tuple(left)
