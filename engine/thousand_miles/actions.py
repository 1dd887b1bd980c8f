"""What a seat may say, and what the table tells."""

import msgspec

from engine.flow import Event
from engine.thousand_miles.cards import Hazard


class Action(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True):
    """An answer, in the words of the ledger's section 4."""


class Use(Action, frozen=True, tag="use"):
    """Use a button of the hand; `target` with a hazard."""

    button: str
    target: int | msgspec.UnsetType = msgspec.UNSET


class Discard(Action, frozen=True, tag="discard"):
    """Discard a button instead of using one."""

    button: str


class EndTurn(Action, frozen=True, tag="end_turn"):
    """Let the extra action go."""


ACTIONS = (Use, Discard, EndTurn)


class Shuffled(Event, frozen=True, tag="shuffled"):
    """A deck was shuffled; `cards` from the top down, told to nobody while the game runs."""

    deck: str
    cards: tuple[str, ...] | None


class TurnStarted(Event, frozen=True, tag="turn_started"):
    """A turn began; turns count from 1."""

    seat: int
    number: int


class Used(Event, frozen=True, tag="used"):
    """A seat used a button; `target` null where it is no hazard."""

    seat: int
    button: str
    target: int | None


class Discarded(Event, frozen=True, tag="discarded"):
    """A seat discarded a button instead of using one."""

    seat: int
    button: str


class Moved(Event, frozen=True, tag="moved"):
    """A car moved `by` miles, backward if negative, and stands at `miles`."""

    seat: int
    by: int
    miles: int


class EngineSwitched(Event, frozen=True, tag="engine_switched"):
    """An engine went on or off."""

    seat: int
    on: bool


class Struck(Event, frozen=True, tag="struck"):
    """A flag stands on a car from now on."""

    seat: int
    flag: Hazard


class Cured(Event, frozen=True, tag="cured"):
    """A flag, or a Steal mark, stands on a car no more."""

    seat: int
    flag: Hazard


class Marked(Event, frozen=True, tag="marked"):
    """The next replacement of `seat` goes to `by`."""

    seat: int
    by: int


class Protected(Event, frozen=True, tag="protected"):
    """A hazard can't befall a car for the rest of the game."""

    seat: int
    hazard: Hazard


class Drew(Event, frozen=True, tag="drew"):
    """Buttons went from the deck to the hand of `seat`, who alone knows which; in a steal `drawn_by` is the victim."""

    seat: int
    drawn_by: int
    count: int
    buttons: tuple[str, ...] | None


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """A turn is over."""

    seat: int


class RaceEnded(Event, frozen=True, tag="race_ended"):
    """The race is over: finish or unfinished."""

    reason: str


EVENTS = (
    Shuffled,
    TurnStarted,
    Used,
    Discarded,
    Moved,
    EngineSwitched,
    Struck,
    Cured,
    Marked,
    Protected,
    Drew,
    TurnEnded,
    RaceEnded,
)
