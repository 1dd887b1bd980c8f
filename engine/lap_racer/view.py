"""What a seat may see, and worlds that fit what it may know (LR-I9 to LR-I12)."""

import msgspec

from engine import flow
from engine.lap_racer.state import (
    Auction,
    Draft,
    Incinerator,
    Landing,
    Movement,
    PitStop,
    Playing,
    Racer,
    Resolution,
    State,
    Turn,
    change,
    replace,
)
from engine.rng import Rng, shuffle


class DraftView(msgspec.Struct, frozen=True):
    """The draft: who will start the race, the pool, and what each seat has picked."""

    first: int
    parts: tuple[str, ...]
    playbooks: tuple[str, ...]
    drafted: tuple[tuple[str, ...], ...]


class TurnView(msgspec.Struct, frozen=True):
    """The turn in progress; `number` counts from 1, `drive` is without the Drive Roll."""

    seat: int
    number: int
    pit_stop: bool
    playbook_taken: bool
    drive: int
    played: tuple[str, ...]
    purchases: int
    refreshes: int
    roll: int | None
    rerolled: bool
    fired: tuple[str, ...]
    completers: tuple[int, ...]


class RacerView(msgspec.Struct, frozen=True):
    """One seat, as everybody sees it."""

    deck: int
    deck_top: tuple[str, ...]
    hand: int
    garage: int
    play_area: tuple[str, ...]
    playbooks: tuple[str, ...]
    coins: int
    laps: int
    space: int
    wiped: bool
    on_line: bool
    pit: bool


class ResolvingView(msgspec.Struct, frozen=True):
    """A card or playbook whose text is being carried out."""

    seat: int
    card: str


class MovingView(msgspec.Struct, frozen=True):
    """A marker on its way, or one whose landing is being resolved (`left` is then 0)."""

    seat: int
    left: int


class AuctionView(msgspec.Struct, frozen=True):
    """The Auction in progress; `free`: nobody bid, and the card is offered free."""

    seat: int
    card: str
    bid: int
    bidder: int | None
    passed: tuple[int, ...]
    free: bool
    declined: int


class IncineratorView(msgspec.Struct, frozen=True):
    """The Incinerator in progress: so many cards may still be Scrapped."""

    seat: int
    left: int


class View(msgspec.Struct, frozen=True):
    """The table as one seat sees it; `racers` by seat."""

    draft: DraftView | None
    turn: TurnView | None
    racers: tuple[RacerView, ...]
    hand: tuple[str, ...] | None
    garage: tuple[str, ...] | None
    showroom: tuple[str | None, ...]
    warehouse: tuple[str, ...]
    scrapyard: tuple[str, ...]
    pool: tuple[str, ...]
    parts: int
    playbook_deck: int
    debris: int
    bananas: tuple[int, ...]
    resolving: tuple[ResolvingView, ...]
    moving: tuple[MovingView, ...]
    auction: AuctionView | None
    incinerator: IncineratorView | None


def view(state: State, seat: int | None) -> View:
    """The table as this seat sees it, or a spectator."""
    mine = None if seat is None else state.racers[seat]
    return View(
        draft=_draft(state),
        turn=_turn(state),
        racers=tuple(map(_racer, state.racers)),
        hand=mine.hand if mine else None,
        garage=mine.garage if mine else None,
        showroom=state.showroom,
        warehouse=state.warehouse,
        scrapyard=state.scrapyard,
        pool=state.pool,
        parts=len(state.parts),
        playbook_deck=len(state.playbook_deck),
        debris=state.debris,
        bananas=state.bananas,
        resolving=tuple(seen for frame in state.stack if (seen := _resolving(state, frame))),
        moving=tuple(moved for frame in state.stack if (moved := _moving(frame))),
        auction=_auction(state),
        incinerator=_incinerator(state),
    )


def _draft(state: State) -> DraftView | None:
    frame = state.stack[0]
    if not isinstance(frame, Draft):
        return None
    return DraftView(frame.first, frame.parts, frame.playbooks, frame.drafted)


def _turn(state: State) -> TurnView | None:
    frame = state.stack[0]
    if not isinstance(frame, Turn):
        return None
    pit = next((above for above in state.stack if isinstance(above, PitStop)), None)
    return TurnView(
        seat=frame.seat,
        number=state.turns + 1,
        pit_stop=pit is not None,
        playbook_taken=pit is not None and pit.taken,
        drive=frame.drive,
        played=frame.played,
        purchases=frame.purchases,
        refreshes=frame.refreshes,
        roll=frame.roll,
        rerolled=frame.rerolled,
        fired=tuple(playbook for playbook, _ in frame.fired),
        completers=frame.completers,
    )


def _racer(racer: Racer) -> RacerView:
    return RacerView(
        deck=len(racer.deck),
        deck_top=racer.deck[: racer.known],
        hand=len(racer.hand),
        garage=len(racer.garage),
        play_area=racer.play_area,
        playbooks=racer.playbooks,
        coins=racer.coins,
        laps=racer.laps,
        space=racer.space,
        wiped=racer.wiped,
        on_line=racer.on_line,
        pit=racer.pit,
    )


def _resolving(state: State, frame: flow.Frame) -> ResolvingView | None:
    match frame:
        case Playing(card=card):
            return ResolvingView(_seat(state), card)
        case Resolution(seat=seat, card=card) if card in state.racers[seat].playbooks:
            return ResolvingView(seat, card)
        case _:
            return None


def _seat(state: State) -> int:
    frame = state.stack[0]
    assert isinstance(frame, Turn)
    return frame.seat


def _moving(frame: flow.Frame) -> MovingView | None:
    match frame:
        case Movement(seat=seat, left=left):
            return MovingView(seat, left)
        case Landing(seat=seat):
            return MovingView(seat, 0)
        case _:
            return None


def _auction(state: State) -> AuctionView | None:
    frame = next((frame for frame in reversed(state.stack) if isinstance(frame, Auction)), None)
    if frame is None:
        return None
    free = frame.at == "auction.free"
    return AuctionView(frame.seat, frame.card, frame.bid, frame.bidder, frame.passed, free, frame.declined)


def _incinerator(state: State) -> IncineratorView | None:
    frame = next((frame for frame in reversed(state.stack) if isinstance(frame, Incinerator)), None)
    return IncineratorView(frame.seat, frame.left) if frame else None


def resample(state: State, seat: int | None, rng: Rng) -> State:
    """A state that agrees with this one on all that the seat may know; the rest is dealt anew from `rng`.

    What a racer owns is public, since drafts, Purchases and Auctions are; where it lies is not.
    """
    for other, racer in enumerate(state.racers):
        top, deck = racer.deck[: racer.known], racer.deck[racer.known :]
        if other == seat:
            rng, deck = shuffle(rng, sorted(deck))
            state = change(state, other, deck=top + deck)
            continue
        rng, cards = shuffle(rng, sorted((*deck, *racer.hand, *racer.garage)))
        hidden, held = len(deck), len(racer.hand)
        hand, garage = cards[hidden : hidden + held], cards[hidden + held :]
        state = change(state, other, deck=top + cards[:hidden], hand=hand, garage=garage)
    rng, parts = shuffle(rng, sorted(state.parts))
    rng, playbooks = shuffle(rng, sorted(state.playbook_deck))
    return replace(state, parts=parts, playbook_deck=playbooks, rng=Rng(rng.seed, state.rng.drawn))
