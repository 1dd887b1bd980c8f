"""A race in the middle, built in one line, and the few ways in which a test plays on."""

from collections.abc import Mapping, Sequence

from engine.flow import Event, Telling
from engine.offers import Action, find
from engine.rng import Rng
from engine.thousand_miles import GAME
from engine.thousand_miles.cards import Hazard
from engine.thousand_miles.rules import RULES
from engine.thousand_miles.state import Car, State, Turn

SEED = bytes(32)
PLAIN = ("miles-25",) * 6
"""The hand of a seat that a test says nothing about."""
DECK = ("miles-75",) * 8
"""What is drawn where a test says nothing about it."""


def race(
    *hands: Sequence[str],
    cars: Mapping[int, Car] | None = None,
    seats: int = 3,
    seat: int = 0,
    at: str = "turn",
    goal: int = 1000,
    deck: Sequence[str] = DECK,
    discard: Sequence[str] = (),
    turns: int = 1,
) -> State:
    """A race that asks `seat`; hands by seat, then plain ones."""
    state = State(
        seats=seats,
        rng=Rng(SEED),
        stack=(Turn(seat=seat, at=at),),
        goal=goal,
        turns=turns,
        cars=tuple((cars or {}).get(place, Car()) for place in range(seats)),
        hands=tuple(tuple(hands[place]) if place < len(hands) else PLAIN for place in range(seats)),
        deck=tuple(deck),
        discard=tuple(discard),
    )
    return RULES.begin(state)[0]


def moving(miles: int = 0, *flags: str, protections: Sequence[Hazard] = (), steal_by: int | None = None) -> Car:
    """A car with its engine on."""
    return Car(miles, True, tuple(map(Hazard, flags)), steal_by, tuple(protections))


def stalled(miles: int = 0, *flags: str, protections: Sequence[Hazard] = (), steal_by: int | None = None) -> Car:
    """A car with its engine off."""
    return Car(miles, False, tuple(map(Hazard, flags)), steal_by, tuple(protections))


def use(state: State, button: str, target: int | None = None) -> State:
    """The seat whose turn it is uses a button."""
    return _play(state, _use(button, target))[0]


def use_told(state: State, button: str, target: int | None = None) -> tuple[Telling, ...]:
    """The same, and what is told of it."""
    return _play(state, _use(button, target))[1]


def discard(state: State, button: str) -> State:
    """The seat whose turn it is discards a button."""
    return _play(state, {"type": "discard", "button": button})[0]


def end_turn(state: State) -> State:
    """The seat whose turn it is lets its extra action go."""
    return _play(state, {"type": "end_turn"})[0]


def refusal(state: State, button: str, target: int | None = None) -> str:
    """The clause against using this button; the use is not offered."""
    action = _use(button, target)
    assert find(RULES.offers(state, acting(state)), action) is None, f"{action} is offered"
    return GAME.objection(state, acting(state), action)[0]


def acting(state: State) -> int:
    """The seat whose turn it is."""
    return state.stack[-1].seat


def offered(state: State) -> list[dict[str, object]]:
    """The documents of what the acting seat may do, without prompt and text."""
    documents = [offer.document() for offer in RULES.offers(state, acting(state))]
    return [{key: value for key, value in doc.items() if key not in ("prompt", "text")} for doc in documents]


def heard(tellings: Sequence[Telling], seat: int | None) -> list[Event]:
    """What one seat, or a spectator, is told."""
    read = [telling.full if _reads(telling, seat) else telling.others for telling in tellings]
    return [event for event in read if event is not None]


def _reads(telling: Telling, seat: int | None) -> bool:
    return telling.seats is None or seat in telling.seats


def _use(button: str, target: int | None) -> Action:
    return {"type": "use", "button": button} | ({} if target is None else {"target": target})


def _play(state: State, action: Action) -> tuple[State, tuple[Telling, ...]]:
    assert find(RULES.offers(state, acting(state)), action) is not None, f"{action} is not offered"
    return RULES.apply(state, acting(state), action)
