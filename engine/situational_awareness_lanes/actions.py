"""What a driver may say, and what the table tells: cards by their halves, lanes by name."""

import msgspec

from engine.flow import Event
from engine.situational_awareness import actions as later
from engine.situational_awareness.actions import Action, EndTurn, Pass, Threat


class Play(Action, frozen=True, tag="play"):
    """Play a card for one of its faces; `lane`, `target`, `position` and `give` where the face needs them."""

    card: str
    face: str
    lane: int | msgspec.UnsetType = msgspec.UNSET
    target: int | msgspec.UnsetType = msgspec.UNSET
    position: int | msgspec.UnsetType = msgspec.UNSET
    give: str | msgspec.UnsetType = msgspec.UNSET


class PitStop(Action, frozen=True, tag="pit_stop"):
    """Discard any cards onto one lane, draw, turn the fuel card onto another."""

    discard: list[str]
    lane: int
    fuel_lane: int


class Dashcam(Action, frozen=True, tag="dashcam"):
    """Claim what the Hazard produces."""

    card: str


class PileUp(Action, frozen=True, tag="pile_up"):
    """Add a second hit to the Hazard."""

    card: str


class SaveAction(Action, frozen=True, tag="save"):
    """Stop one threat with the Save half of a card."""

    card: str
    against: Threat


class Discard(Action, frozen=True, tag="discard"):
    """Pay with cards of one's own choice, which go onto one lane."""

    cards: list[str]
    lane: int


class PoliceEscort(Action, frozen=True, tag="police_escort"):
    """End another driver's turn and close a lane."""

    lane: int


ACTIONS = (Play, PitStop, EndTurn, Dashcam, PileUp, SaveAction, Discard, PoliceEscort, Pass)


class HandShown(Event, frozen=True, tag="hand_shown"):
    """A driver's turn began, and the table sees the hand, in order."""

    seat: int
    cards: tuple[str, ...]


class LeftHand(Event, frozen=True, tag="left_hand"):
    """Cards left a hand; the positions at which they lay before, in the order in which they go."""

    seat: int
    positions: tuple[int, ...]


class PositionNamed(Event, frozen=True, tag="position_named"):
    """A driver picks the card that lies at this position of the target's hand."""

    seat: int
    target: int
    position: int


class LaneClosed(Event, frozen=True, tag="lane_closed"):
    """An Escort closed a lane until its player's next turn."""

    seat: int
    lane: int


class LanesOpened(Event, frozen=True, tag="lanes_opened"):
    """Lanes are open again; the Escort on top makes a lane wild."""

    lanes: tuple[int, ...]


EVENTS = (
    *(event for event in later.EVENTS if event not in (later.TrapSet, later.TrapSprung, later.HandSeen)),
    HandShown,
    LeftHand,
    PositionNamed,
    LaneClosed,
    LanesOpened,
)
