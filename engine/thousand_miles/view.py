"""What a seat may see, and worlds that fit what it may know (section 5, TM-I8 to TM-I10)."""

import msgspec

from engine.rng import Rng, shuffle
from engine.thousand_miles.cards import CARDS
from engine.thousand_miles.state import Car, State, replace, with_hand

PLACE = {button.id: place for place, button in enumerate(CARDS)}


class TurnView(msgspec.Struct, frozen=True):
    """The turn in progress; `number` counts from 1, `extra` is the action after a protection."""

    seat: int
    number: int
    extra: bool


class View(msgspec.Struct, frozen=True):
    """The table as one seat sees it; tuples by seat, hand and discard pile oldest first."""

    turn: TurnView
    goal: int
    cars: tuple[Car, ...]
    hand_sizes: tuple[int, ...]
    hand: tuple[str, ...] | None
    deck: int
    discard: tuple[str, ...]


def view(state: State, seat: int | None) -> View:
    """The table as this seat sees it, or a spectator."""
    turn = state.stack[-1]
    return View(
        turn=TurnView(turn.seat, state.turns, turn.at == "extra"),
        goal=state.goal,
        cars=state.cars,
        hand_sizes=tuple(map(len, state.hands)),
        hand=None if seat is None else state.hands[seat],
        deck=len(state.deck),
        discard=state.discard,
    )


def resample(state: State, seat: int | None, rng: Rng) -> State:
    """A state that agrees with this one on all that the seat may know; the rest is dealt anew from `rng`."""
    hidden = [other for other in range(state.seats) if other != seat]
    unseen = [*state.deck, *(button for other in hidden for button in state.hands[other])]
    rng, shuffled = shuffle(rng, sorted(unseen, key=PLACE.__getitem__))
    buttons = iter(shuffled)
    for other in hidden:
        state = with_hand(state, other, tuple(next(buttons) for _ in state.hands[other]))
    return replace(state, deck=tuple(buttons), rng=Rng(rng.seed, state.rng.drawn))
