"""What a driver may say, and what the table tells."""

from typing import Literal

import msgspec

from engine.flow import Answered, Event, Passed

Threat = Literal["hazard", "pile_up", "violation"]


class Action(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True):
    """An answer, in the words of the ledger's section 16."""


class Play(Action, frozen=True, tag="play"):
    """Play a card on a Drive; `target` with an aimed card, `give` with Lane Change."""

    card: str
    target: int | msgspec.UnsetType = msgspec.UNSET
    give: str | msgspec.UnsetType = msgspec.UNSET


class SetTrap(Action, frozen=True, tag="set_trap"):
    """Set a Trap face down on the stack."""

    card: str


class PitStop(Action, frozen=True, tag="pit_stop"):
    """Discard any cards, draw, turn the fuel card."""

    discard: list[str]


class EndTurn(Action, frozen=True, tag="end_turn"):
    """End the Drive."""


class Dashcam(Action, frozen=True, tag="dashcam"):
    """Claim what the Hazard produces."""


class PileUp(Action, frozen=True, tag="pile_up"):
    """Add a second hit to the Hazard."""


class SaveAction(Action, frozen=True, tag="save"):
    """Stop one threat."""

    card: str
    against: Threat


class Spring(Action, frozen=True, tag="spring"):
    """Flip the top trap."""


class Discard(Action, frozen=True, tag="discard"):
    """Pay with cards of one's own choice."""

    cards: list[str]


class PoliceEscort(Action, frozen=True, tag="police_escort"):
    """End another driver's turn."""


class Pass(Action, frozen=True, tag="pass"):
    """Let the window go by."""


ACTIONS = (Play, SetTrap, PitStop, EndTurn, Dashcam, PileUp, SaveAction, Spring, Discard, PoliceEscort, Pass)


class Shuffled(Event, frozen=True, tag="shuffled"):
    """A deck was shuffled; `cards` from the top down, told to nobody while the game runs."""

    deck: str
    cards: tuple[str, ...] | None


class Drew(Event, frozen=True, tag="drew"):
    """Cards went from the pile to a hand; which, only their drawer knows."""

    seat: int
    count: int
    cards: tuple[str, ...] | None


class Laid(Event, frozen=True, tag="laid"):
    """Cards went face up onto the road, each on the lane at the same place in `lanes`."""

    cards: tuple[str, ...]
    lanes: tuple[int, ...]


class Turned(Event, frozen=True, tag="turned"):
    """Cards were turned from the pile onto the road: the fuel card, or three fresh lanes."""

    cards: tuple[str, ...]
    lanes: tuple[int, ...]


class TurnStarted(Event, frozen=True, tag="turn_started"):
    """A turn began; turns count from 1."""

    seat: int
    number: int


class TurnSkipped(Event, frozen=True, tag="turn_skipped"):
    """A Detour cost this driver the turn."""

    seat: int
    number: int


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """A turn is over."""

    seat: int


class PitStopped(Event, frozen=True, tag="pit_stop"):
    """A driver pits, discarding these cards."""

    seat: int
    discard: tuple[str, ...]


class HazardPlayed(Event, frozen=True, tag="hazard_played"):
    """A Hazard was aimed at a driver."""

    seat: int
    card: str
    target: int
    rock: bool


class ViolationPlayed(Event, frozen=True, tag="violation_played"):
    """A Moving Violation was played; `target` null where it is not aimed."""

    seat: int
    card: str
    target: int | None


class ConditionPlayed(Event, frozen=True, tag="condition_played"):
    """A Road Condition was played; `in_force` is what applies now."""

    seat: int
    card: str
    in_force: str | None


class AftermarketPlayed(Event, frozen=True, tag="aftermarket_played"):
    """A driver put an Aftermarket in front of them."""

    seat: int
    card: str


class TrapSet(Event, frozen=True, tag="trap_set"):
    """A Trap was set; only its setter knows which."""

    seat: int
    card: str | None


class DashcamPlayed(Event, frozen=True, tag="dashcam_played"):
    """A driver claimed the accident."""

    seat: int


class PileUpPlayed(Event, frozen=True, tag="pile_up_played"):
    """A driver piled up on the Hazard."""

    seat: int


class SavePlayed(Event, frozen=True, tag="save_played"):
    """The target played a Save."""

    seat: int
    card: str
    against: Threat


class TrapSprung(Event, frozen=True, tag="trap_sprung"):
    """The top trap was flipped; `wrecked`: it was the right kind."""

    seat: int
    setter: int
    card: str
    wrecked: bool


class Stopped(Event, frozen=True, tag="stopped"):
    """A threat came to nothing; `by` is the Save or Aftermarket."""

    target: int
    against: Threat
    by: str


class HubcapsMoved(Event, frozen=True, tag="hubcaps_moved"):
    """Hubcaps changed hands; `to` null: back to the box."""

    count: int
    loser: int
    to: int | None
    by: str


class HandSeen(Event, frozen=True, tag="hand_seen"):
    """A driver sees a hand until its owner's next turn; `cards` for the one who looks."""

    seat: int
    target: int
    cards: tuple[str, ...] | None


class CardGiven(Event, frozen=True, tag="card_given"):
    """A card went from one hand to another by choice; only the two know which."""

    seat: int
    to: int
    card: str | None


class CardTaken(Event, frozen=True, tag="card_taken"):
    """A random card went from one hand to another; only the two know which."""

    seat: int
    loser: int
    card: str | None


class Discarded(Event, frozen=True, tag="discarded"):
    """A driver paid with these cards."""

    seat: int
    cards: tuple[str, ...]


class Impounded(Event, frozen=True, tag="impounded"):
    """An Aftermarket left play."""

    seat: int
    card: str


class FlatTire(Event, frozen=True, tag="flat_tire"):
    """The driver's next turn is a Pit Stop."""

    seat: int


class Detour(Event, frozen=True, tag="detour"):
    """The driver skips a turn."""

    seat: int


class Escorted(Event, frozen=True, tag="escorted"):
    """A Police Escort ends the turn of `driver`."""

    seat: int
    driver: int


class TripEnded(Event, frozen=True, tag="trip_ended"):
    """The trip is over: out-of-gas, stall or rounds."""

    reason: str


EVENTS = (
    Shuffled,
    Drew,
    Laid,
    Turned,
    TurnStarted,
    TurnSkipped,
    TurnEnded,
    PitStopped,
    HazardPlayed,
    ViolationPlayed,
    ConditionPlayed,
    AftermarketPlayed,
    TrapSet,
    DashcamPlayed,
    PileUpPlayed,
    SavePlayed,
    TrapSprung,
    Stopped,
    HubcapsMoved,
    HandSeen,
    CardGiven,
    CardTaken,
    Discarded,
    Impounded,
    FlatTire,
    Detour,
    Escorted,
    TripEnded,
    Passed,
    Answered,
)
