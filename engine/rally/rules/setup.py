"""Setting up a rally (RA-2, RA-11.1, RA-R41)."""

from typing import Annotated, Literal

import msgspec

from engine.errors import InvalidOptions
from engine.flow import tell
from engine.rally.actions import Shuffled
from engine.rally.cards import CREW_DECK, FAULT_PILE, STAGE_DECK
from engine.rally.rules import piles, road
from engine.rally.state import Challenge, Mode, State, Turn, hand_limit, has
from engine.rng import Rng, below, shuffle


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the rally is set up."""

    mode: Mode | None = None
    """crew and versus are for 2 to 4, solo for one; null: solo with one seat, else crew."""
    challenges: Annotated[tuple[Challenge, ...], msgspec.Meta(extra_json_schema={"uniqueItems": True})] = ()
    """Any of them; their effects combine."""
    first_seat: Annotated[int, msgspec.Meta(ge=0, le=3)] | None = None
    """Who starts; null: a random player."""


def start(seats: int, options: Options, rng: Rng) -> State:
    """A rally before its first turn, chance drawn in the order of RA-R41. Raises InvalidOptions."""
    mode = _mode(seats, options)
    if len(set(options.challenges)) < len(options.challenges):
        raise InvalidOptions("options/challenges", "A challenge can be chosen once.")
    rng, first = _first_seat(seats, options, rng)
    rng, deck = shuffle(rng, CREW_DECK)
    rng, stage_deck = shuffle(rng, STAGE_DECK)
    rng, fault_pile = shuffle(rng, FAULT_PILE)
    state = State(
        seats=seats,
        rng=rng,
        mode=mode,
        challenges=tuple(challenge for challenge in Challenge if challenge in options.challenges),
        marker=first,
        hands=((),) * seats,
        deck=deck,
        stage_deck=stage_deck,
        claimed=((),) * seats,
        fault_pile=fault_pile,
        stack=(Turn(seat=first),),
    )
    return _deal(state)


def _deal(state: State) -> State:
    """The shuffles are told, then hands, the first day and the Faults to start with are dealt."""
    state = _tell_shuffled(state, "crew", state.deck)
    state = _tell_shuffled(state, "stage", state.stage_deck)
    state = _tell_shuffled(state, "fault", state.fault_pile)
    for seat in range(state.seats):
        state = piles.draw(state, seat, hand_limit(state))
    state = road.deal_day(state)
    for _ in range(2 if has(state, Challenge.TWO_FAULTS) else 0):
        state = road.take_fault(state)
    return state


def _tell_shuffled(state: State, deck: Literal["crew", "stage", "fault"], cards: tuple[str, ...]) -> State:
    return tell(state, Shuffled(deck, cards), (), Shuffled(deck, None))


def _mode(seats: int, options: Options) -> Mode:
    mode = options.mode or (Mode.SOLO if seats == 1 else Mode.CREW)
    if (mode is Mode.SOLO) != (seats == 1):
        wanted = "1 player" if mode is Mode.SOLO else "2 to 4 players"
        raise InvalidOptions("options/mode", f"The mode {mode} is for {wanted}, not {seats}.")
    return mode


def _first_seat(seats: int, options: Options, rng: Rng) -> tuple[Rng, int]:
    first = options.first_seat
    if first is None:
        return below(rng, seats)
    if first >= seats:
        raise InvalidOptions("options/first_seat", f"There are {seats} seats, counted from 0; {first} is none of them.")
    return rng, first
