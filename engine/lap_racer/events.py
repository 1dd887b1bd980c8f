"""What the table tells."""

from typing import Literal, TypeAlias

from engine.flow import Event, Passed
from engine.lap_racer.actions import Destination

Zone: TypeAlias = Literal["hand", "garage", "play_area"]

# Decks and the draft


class Shuffled(Event, frozen=True, tag="shuffled"):
    """A deck was shuffled: `parts`, `playbooks` or `seat-n`; `cards` from the top down, told to nobody."""

    deck: str
    cards: tuple[str, ...] | None


class DraftOpened(Event, frozen=True, tag="draft_opened"):
    """The Draft Pool, and who will start the race."""

    first: int
    parts: tuple[str, ...]
    playbooks: tuple[str, ...]


class Picked(Event, frozen=True, tag="picked"):
    """A player drafted a card."""

    seat: int
    card: str


class PoolGrew(Event, frozen=True, tag="pool_grew"):
    """Playbooks came to the Playbook Pool."""

    playbooks: tuple[str, ...]


class Drew(Event, frozen=True, tag="drew"):
    """Cards went from a Deck to its Hand; which, only their drawer knows."""

    seat: int
    count: int
    cards: tuple[str, ...] | None


class Revealed(Event, frozen=True, tag="revealed"):
    """A Showroom slot was filled."""

    slot: int
    card: str


# Turns


class TurnStarted(Event, frozen=True, tag="turn_started"):
    """A turn began; turns count from 1."""

    seat: int
    number: int
    pit_stop: bool


class Expired(Event, frozen=True, tag="expired"):
    """(E) cards left play for their owner's Garage."""

    seat: int
    cards: tuple[str, ...]


class CardPlayed(Event, frozen=True, tag="card_played"):
    """A card went to the Play Area."""

    seat: int
    card: str


class Purchased(Event, frozen=True, tag="purchased"):
    """A Showroom card was bought."""

    seat: int
    slot: int
    card: str
    cost: int
    to: Destination


class Refreshed(Event, frozen=True, tag="refreshed"):
    """The Showroom went to the Warehouse."""

    seat: int
    cost: int
    cards: tuple[str, ...]


class DriveSkipped(Event, frozen=True, tag="drive_skipped"):
    """A Wiped Out player does not drive."""

    seat: int


class DriveRolled(Event, frozen=True, tag="drive_rolled"):
    """The Drive Roll; `again`: the second, which stands."""

    seat: int
    face: int
    again: bool


class Drove(Event, frozen=True, tag="drove"):
    """The Drive total: cards and effects, the Roll as it counts, and standing changes."""

    seat: int
    drive: int
    roll: int
    changes: int
    total: int


class Cleared(Event, frozen=True, tag="cleared"):
    """Played cards went to the Garage."""

    seat: int
    cards: tuple[str, ...]


class Discarded(Event, frozen=True, tag="discarded"):
    """Cards went from a Hand to its Garage; which, only their owner knows."""

    seat: int
    count: int
    cards: tuple[str, ...] | None


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """A turn is over."""

    seat: int


class PitChosen(Event, frozen=True, tag="pit_chosen"):
    """After a lap: a Pit Stop, or race through."""

    seat: int
    pit_stop: bool


class PlaybookTaken(Event, frozen=True, tag="playbook_taken"):
    """A playbook of the Pool went to a player."""

    seat: int
    playbook: str


# Effects; `card` is the card or playbook whose text it is


class DriveChanged(Event, frozen=True, tag="drive_changed"):
    """The Drive total of this turn changed."""

    seat: int
    count: int
    card: str


class Rolled(Event, frozen=True, tag="rolled"):
    """A card's die."""

    seat: int
    face: int
    card: str


class OptionChosen(Event, frozen=True, tag="option_chosen"):
    """One option of a card."""

    seat: int
    option: int
    card: str


class Targeted(Event, frozen=True, tag="targeted"):
    """The target of an effect."""

    seat: int
    target: int
    card: str


class CoinsGained(Event, frozen=True, tag="coins_gained"):
    """Coins came from the Bank."""

    seat: int
    count: int
    card: str


class CoinsPaid(Event, frozen=True, tag="coins_paid"):
    """Coins went to the Bank for an effect."""

    seat: int
    count: int
    card: str


class CoinsTaken(Event, frozen=True, tag="coins_taken"):
    """Coins changed hands."""

    seat: int
    loser: int
    count: int
    card: str


class ShowroomTaken(Event, frozen=True, tag="showroom_taken"):
    """A Showroom card was had free."""

    seat: int
    slot: int
    taken: str
    card: str


class DebrisTaken(Event, frozen=True, tag="debris_taken"):
    """Debris went to a Garage; `card` null: for a lap."""

    seat: int
    count: int
    card: str | None


class Scrapped(Event, frozen=True, tag="scrapped"):
    """A card went to the Scrapyard."""

    seat: int
    card: str
    zone: Zone


class Declined(Event, frozen=True, tag="declined"):
    """A player left what was offered."""

    seat: int


# The track


class BananaPlaced(Event, frozen=True, tag="banana_placed"):
    """A Banana lies on a Space."""

    seat: int
    space: int


class BananasHit(Event, frozen=True, tag="bananas_hit"):
    """A marker entered a Space with Bananas, which are gone."""

    seat: int
    space: int
    count: int


class WipedOut(Event, frozen=True, tag="wiped_out"):
    """A player became Wiped Out."""

    seat: int


class Recovered(Event, frozen=True, tag="recovered"):
    """A Wiped Out marker was removed."""

    seat: int


class Moved(Event, frozen=True, tag="moved"):
    """A marker stopped here, `count` Spaces from where it was (backward negative)."""

    seat: int
    count: int
    laps: int
    space: int


class LapCompleted(Event, frozen=True, tag="lap_completed"):
    """A lap is behind the player; `laps` so far."""

    seat: int
    laps: int


class AuctionOpened(Event, frozen=True, tag="auction_opened"):
    """A card is for sale to the highest bidder; `seat` landed there."""

    seat: int
    card: str


class BidMade(Event, frozen=True, tag="bid_made"):
    """The highest Bid so far."""

    seat: int
    amount: int


class AuctionWon(Event, frozen=True, tag="auction_won"):
    """The card went to a Garage; `paid` is 0 for a free card."""

    seat: int
    card: str
    paid: int


class Unsold(Event, frozen=True, tag="unsold"):
    """Nobody took the card: it is in the Warehouse."""

    card: str


class RaceEnded(Event, frozen=True, tag="race_ended"):
    """The race is over: finish or turn-limit."""

    reason: str


EVENTS = (
    Shuffled,
    DraftOpened,
    Picked,
    PoolGrew,
    Drew,
    Revealed,
    TurnStarted,
    Expired,
    CardPlayed,
    Purchased,
    Refreshed,
    DriveSkipped,
    DriveRolled,
    Drove,
    Cleared,
    Discarded,
    TurnEnded,
    PitChosen,
    PlaybookTaken,
    DriveChanged,
    Rolled,
    OptionChosen,
    Targeted,
    CoinsGained,
    CoinsPaid,
    CoinsTaken,
    ShowroomTaken,
    DebrisTaken,
    Scrapped,
    Declined,
    BananaPlaced,
    BananasHit,
    WipedOut,
    Recovered,
    Moved,
    LapCompleted,
    AuctionOpened,
    BidMade,
    AuctionWon,
    Unsold,
    RaceEnded,
    Passed,
)
