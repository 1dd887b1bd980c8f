"""A player who is erased: out of every game, for good.

Every step may be done twice; a second pass takes what was still on its way in the first.
"""

import logging

from msgspec.structs import replace

from engine.flow import Event
from service.errors import StoreUnavailable
from service.play import announcements as told
from service.play.announcements import to_all
from service.play.change import Change
from service.play.faults import where
from service.play.position import Position, read
from service.play.record import Record, Seat, Status
from service.play.rounds import ROUNDS, commit
from service.play.seats import cancelled
from service.play.table import Table

log = logging.getLogger(__name__)

SECOND_PASS_MS = 10_000
AGAIN_MS = 60_000
"""When a player whose games can't all be read is looked at again."""


def take_out(table: Table, player: str, now: int) -> None:
    """One pass over the games of an erased player; the last one deletes what is left of the player. `now` in ms of the
    store's time. Raises StoreUnavailable: then the entry is due again.
    """
    erased_at = table.store.players.erased_at(player)
    if erased_at is None:
        table.store.players.delete(player)
        return
    before: tuple[int, str] | None = None
    unread = 0
    while page := table.store.players.games(player, before):
        for game, at in page:
            unread += not _taken_out_of(table, player, game)
            before = (at, game)
    if unread:
        table.store.players.erase_again(player, now + AGAIN_MS)
    elif now < erased_at + SECOND_PASS_MS:
        table.store.players.erase_again(player, erased_at + SECOND_PASS_MS)
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


def _taken_out_of(table: Table, player: str, game: str) -> bool:
    """Whether it could be done: one game that can't be read must hold up neither the others nor the shard."""
    try:
        _take_out_of(table, player, game)
    except StoreUnavailable:
        raise
    except Exception as error:  # the outermost handler of this game
        # Without the error's message, which may hold cards.
        log.error("A player can't be taken out of game %s: %s.", game, where(error))  # noqa: TRY400
        return False
    return True


def _take_out_of(table: Table, player: str, game: str) -> None:
    for _ in range(ROUNDS):
        loaded = table.store.games.load(game)
        if loaded is None:
            return
        position = read(game, loaded)
        change = without(position, player)
        if change is None or commit(table, position, change) is not None:
            return


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
