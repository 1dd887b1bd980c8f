"""What a player may say, and what the table tells."""

from typing import Literal

import msgspec

from engine.flow import Answered, Event
from engine.rally.cards import Stat
from engine.rally.state import Mark, Next, Zone


class Action(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True):
    """An answer, in the words of the ledger's section 4."""


class Play(Action, frozen=True, tag="play"):
    """Play a card; `give_to` names who gets it while a give is pending and there is a choice (RA-R28)."""

    zone: Zone
    card: str
    give_to: int | msgspec.UnsetType = msgspec.UNSET


class Stop(Action, frozen=True, tag="stop"):
    """Leave the extra plays and end the turn."""


class SoloDraw(Action, frozen=True, tag="solo_draw"):
    """Draw 3, once a day."""


class TakeFault(Action, frozen=True, tag="take_fault"):
    """Accept the Miss for not being able to play."""


class ChangeCall(Action, frozen=True, tag="change"):
    """Make the call at this row and index ask for something else."""

    row: int
    index: int
    to: Stat


class Decline(Action, frozen=True, tag="decline"):
    """Leave an effect that says "may"."""


class ChooseCards(Action, frozen=True, tag="choose_cards"):
    """Choose cards of one's own hand."""

    cards: list[str]


class ChooseFault(Action, frozen=True, tag="choose_fault"):
    """Choose a Fault on the car."""

    fault: str


class ChooseSeat(Action, frozen=True, tag="choose_seat"):
    """Choose a teammate."""

    seat: int


class Keep(Action, frozen=True, tag="keep"):
    """Keep the hand but for these cards."""

    discard: list[str]


ACTIONS = (Play, Stop, SoloDraw, TakeFault, ChangeCall, Decline, ChooseCards, ChooseFault, ChooseSeat, Keep)


class Shuffled(Event, frozen=True, tag="shuffled"):
    """A deck was shuffled: crew, stage or fault; `cards` from the top down, told to nobody while the game runs."""

    deck: Literal["crew", "stage", "fault"]
    cards: tuple[str, ...] | None


class DayStarted(Event, frozen=True, tag="day_started"):
    """A day's row was dealt: Stages, then the Recovery Stages of the car's Faults."""

    day: int
    marker: int
    stages: tuple[str, ...]
    recoveries: tuple[str, ...]


class Drew(Event, frozen=True, tag="drew"):
    """Cards went from the Crew deck to a hand; which, only their drawer knows."""

    seat: int
    count: int
    cards: tuple[str, ...] | None


class TurnStarted(Event, frozen=True, tag="turn_started"):
    """A turn began."""

    seat: int


class CardPlayed(Event, frozen=True, tag="card_played"):
    """A player played a card."""

    seat: int
    zone: Zone
    card: str


class CannotPlay(Event, frozen=True, tag="cannot_play"):
    """A player has nothing that can be played."""

    seat: int


class CallResolved(Event, frozen=True, tag="call_resolved"):
    """A call became a Hit or a Miss."""

    row: int
    index: int
    mark: Mark


class StageCleared(Event, frozen=True, tag="stage_cleared"):
    """The last call of a Stage was resolved."""

    row: int
    card: str
    claimed_by: int | None


class CardStacked(Event, frozen=True, tag="card_stacked"):
    """A card went to the Hit stack with the calls it resolved; `streak` is the sum now."""

    card: str
    hits: int
    streak: int


class CardFollowed(Event, frozen=True, tag="card_followed"):
    """The card just played went to a hand."""

    card: str
    to: int


class Discarded(Event, frozen=True, tag="discarded"):
    """Cards went to the Crew discard pile; `seat` null: from the Hit stack."""

    seat: int | None
    cards: tuple[str, ...]


class FaultTaken(Event, frozen=True, tag="fault_taken"):
    """A Fault came on the car; `row` is its Recovery Stage's place, null if it wrecked the car."""

    fault: str
    row: int | None


class FaultRepaired(Event, frozen=True, tag="fault_repaired"):
    """A Fault left the car; `row` is the place that its Recovery Stage left, null if that stays."""

    fault: str
    row: int | None


class CallChanged(Event, frozen=True, tag="call_changed"):
    """A call asks for something else."""

    row: int
    index: int
    to: Stat


class Declined(Event, frozen=True, tag="declined"):
    """A player left an effect that says "may"."""

    seat: int


class PlaysAdded(Event, frozen=True, tag="plays_added"):
    """A player may play `n` more cards this turn."""

    seat: int
    n: int


class NextCardBound(Event, frozen=True, tag="next_card_bound"):
    """The next card this player plays this turn is returned or given."""

    seat: int
    to: Next


class HandedOver(Event, frozen=True, tag="handed_over"):
    """A teammate was named for the next turn."""

    seat: int
    to: int


class Reserved(Event, frozen=True, tag="reserved"):
    """Cards went from a hand to the Shared Reserve."""

    seat: int
    cards: tuple[str, ...]


class SoloDrew(Event, frozen=True, tag="solo_drew"):
    """The solo draw of the day was used."""

    seat: int


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """A turn is over."""

    seat: int


class RallyEnded(Event, frozen=True, tag="rally_ended"):
    """The rally is over: finished or wrecked."""

    reason: str


EVENTS = (
    Shuffled,
    DayStarted,
    Drew,
    TurnStarted,
    CardPlayed,
    CannotPlay,
    CallResolved,
    StageCleared,
    CardStacked,
    CardFollowed,
    Discarded,
    FaultTaken,
    FaultRepaired,
    CallChanged,
    Declined,
    PlaysAdded,
    NextCardBound,
    HandedOver,
    Reserved,
    SoloDrew,
    TurnEnded,
    RallyEnded,
    Answered,
)
