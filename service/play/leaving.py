"""A player who is erased: out of every game, for good.

Every step may be done twice; a second pass takes what was still on its way in the first.
"""

from enum import Enum
from time import monotonic

from msgspec.structs import replace

from engine.flow import Event
from service.play import announcements as told
from service.play.announcements import to_all
from service.play.change import Change
from service.play.position import Position, readable
from service.play.record import Record, Seat, Status
from service.play.rounds import ROUNDS, commit
from service.play.seats import cancelled
from service.play.table import Table

SECOND_PASS_MS = 10_000
SECONDS = 1.0
"""How long one pass may take: a worker has other things to do."""


class Outcome(Enum):
    """What one game has to do with an erased player after a look at it."""

    GONE = "gone"
    """Nothing any more, and for good."""
    UNKNOWN = "unknown"
    """Nothing, but what was on its way may still arrive."""
    STUCK = "stuck"
    """It could not be changed now."""


def take_out(table: Table, player: str, now: int) -> None:
    """One pass over the games of an erased player; the last one deletes what is left of the player. `now` in ms of the
    store's time. What can't be done in a second goes on when the lease is over. Raises StoreUnavailable: then as well.

    What a pass is done with it takes off the list, so that the next one comes further.
    """
    erased_at = table.store.players.erased_at(player)
    if erased_at is None:
        table.store.players.delete(player)
        return
    end = monotonic() + SECONDS
    arrived = now >= erased_at + SECOND_PASS_MS
    """Whether nothing that was on its way can still come."""
    stuck = False
    before: tuple[int, str] | None = None
    while page := table.store.players.games(player, before):
        for game, at in page:
            if monotonic() > end:
                return
            before = (at, game)
            outcome = _take_out_of(table, player, game)
            stuck = stuck or outcome is Outcome.STUCK
            if outcome is Outcome.GONE or (arrived and outcome is Outcome.UNKNOWN):
                table.store.players.drop(player, game, at)
    if stuck or not arrived:
        table.store.players.erase_again(player, max(now, erased_at) + SECOND_PASS_MS)
    else:
        table.store.players.delete(player)


def without(position: Position, player: str) -> Change | None:
    """The game without this player: before the start the seat is free (the host's game is cancelled), later a bot plays
    for good; None: the game does not know the player. The salt stays, since the check needs it.
    """
    record = _forgotten(position.record, player)
    if record == position.record:
        return None
    seat = position.record.seat_of(player)
    if position.status is Status.OPEN and player == position.record.host:
        return replace(cancelled(position), record=replace(record, finished_at=position.now))
    events: list[Event] = []
    if seat is not None and position.running and not position.record.seats[seat].absent:
        events = [told.Absent(seat)]
    if position.status is Status.OPEN and seat is not None:
        record, events = record.with_seat(seat, Seat()), [told.Left(seat)]
    tellings = tuple(to_all(event) for event in events)
    return Change(record=record, status=position.status, state=position.state, tellings=tellings)


def _take_out_of(table: Table, player: str, game: str) -> Outcome:
    for _ in range(ROUNDS):
        loaded = table.store.games.load(game)
        if loaded is None:
            return Outcome.UNKNOWN
        position = readable(game, loaded)
        if position is None:
            return Outcome.STUCK
        change = without(position, player)
        if change is None:
            return Outcome.GONE if position.over else Outcome.UNKNOWN
        if commit(table, position, change) is not None:
            return Outcome.GONE
    return Outcome.STUCK


def _forgotten(record: Record, player: str) -> Record:
    seats = tuple(_left_behind(seat, player) for seat in record.seats)
    return replace(
        record,
        seats=seats,
        host=None if record.host == player else record.host,
        removed=tuple(each for each in record.removed if each != player),
    )


def _left_behind(seat: Seat, player: str) -> Seat:
    if seat.player == player:
        return Seat(salt=seat.salt, absent=True, erased=True)
    return replace(seat, held=None) if seat.held == player else seat
