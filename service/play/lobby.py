"""Seats: taking and freeing them, bots in them; and looking at a game."""

import re

import msgspec
from msgspec.structs import replace

from engine.flow import Telling
from service import errors
from service.play import announcements as told
from service.play.announcements import to_all
from service.play.bots import levels
from service.play.change import Change
from service.play.clock import hurry
from service.play.document import Document, document
from service.play.opening import filled
from service.play.position import Position
from service.play.record import Record, Seat, Status
from service.play.rounds import Done, play
from service.play.table import Caller, Key, Table
from service.play.watch import fresh

SALT = re.compile(r"[!-~]{0,64}")


class Answer(msgspec.Struct, frozen=True):
    """The document after the change; `replayed`: this was a repeat of a request that had counted before."""

    document: Document
    replayed: bool = False


def look(table: Table, caller: Caller | None, game: str) -> Document:
    """The game as the caller may see it. Raises NotFound."""
    return document(fresh(table, caller, game), caller)


def take_seat(table: Table, caller: Caller, game: str, salt: str | None, key: Key | None = None) -> Answer:
    """Take the lowest free seat of a public game. Raises NotFound, Removed, GameFull, AlreadySeated, GameStarted,
    GameOver, Invalid, IdempotencyMismatch, Busy."""
    check_salt(salt)
    return _answered(table, caller, play(table, caller, game, key, lambda position: _seated(table, caller, salt, position)))


def leave(table: Table, caller: Caller, game: str) -> Answer:
    """Free the caller's seat before the start (the host's: cancel the game); later a bot plays it.
    Raises NotFound, NotSeated, GameOver, Busy."""
    return _answered(table, caller, play(table, caller, game, None, lambda position: _left(caller, position)))


def come_back(table: Table, caller: Caller, game: str, key: Key | None = None) -> Answer:
    """Take the seat back from the bot. Raises NotFound, NotSeated, NotStarted, GameOver, Busy."""
    return _answered(table, caller, play(table, caller, game, key, lambda position: _returned(caller, position)))


def seat_bot(table: Table, caller: Caller, game: str, seat: int, bot: str) -> Answer:
    """The host seats a bot before the start, also in place of a player, who is then removed.
    Raises NotFound, NotHost, GameStarted, GameOver, Invalid, Busy."""
    return _answered(table, caller, play(table, caller, game, None, lambda position: _with_bot(caller, seat, bot, position)))


def check_salt(salt: str | None) -> None:
    """Raises Invalid for what is no salt: 0 to 64 characters of U+0021 to U+007E."""
    if salt is not None and not SALT.fullmatch(salt):
        raise errors.Invalid(("/salt", "must be 0 to 64 visible ASCII characters"))


def _answered(table: Table, caller: Caller, done: Done) -> Answer:
    hurry(table, done.position)
    return Answer(document(done.position, caller), done.replayed)


def _seated(table: Table, caller: Caller, salt: str | None, position: Position) -> Change:
    record = position.record
    if caller.player in record.removed:
        raise errors.Removed("The host has removed you from this game.")
    if position.seat_of(caller) is not None:
        raise errors.AlreadySeated("You have a seat at this game.")
    _check_open(position)
    place = record.free_seat()
    if place is None:
        raise errors.GameFull("Every seat is taken.")
    if record.seeded and salt:
        raise errors.Invalid(("/salt", "this game's seed was given; it takes no salts"))
    # Before the commit: a seated player's list always has the game; the reverse need not hold.
    if not table.store.players.intend(caller.player, position.id):
        raise errors.Unauthenticated("This player is gone.")
    record = record.with_seat(place, Seat(player=caller.player, name=caller.name, salt=salt or ""))
    return filled(position.game, record, (to_all(told.Joined(place)),), position.now, joined=True)


def _left(caller: Caller, position: Position) -> Change | None:
    record = position.record
    seat = position.seat_of(caller)
    hosting = caller.player == record.host and position.status is Status.OPEN
    if seat is None and not hosting:
        raise errors.NotSeated("You have no seat at this game.")
    if position.over:
        raise errors.GameOver("The game is over.")
    if hosting:
        return cancelled(position)
    assert seat is not None
    if position.status is Status.OPEN:
        return _opened(record.with_seat(seat, Seat()), to_all(told.Left(seat)))
    if record.seats[seat].absent:
        return None
    record = record.with_seat(seat, replace(record.seats[seat], absent=True))
    return _running(position, record, to_all(told.Absent(seat)))


def _returned(caller: Caller, position: Position) -> Change | None:
    record = position.record
    seat = position.seat_of(caller)
    if seat is None:
        raise errors.NotSeated("You have no seat at this game.")
    if position.over:
        raise errors.GameOver("The game is over.")
    if position.status is Status.OPEN:
        raise errors.NotStarted("The game has not started.")
    if not record.seats[seat].absent:
        return None
    record = record.with_seat(seat, replace(record.seats[seat], absent=False, misses=0))
    return _running(position, record, to_all(told.Returned(seat)))


def _with_bot(caller: Caller, place: int, bot: str, position: Position) -> Change | None:
    record = position.record
    if caller.player != record.host:
        raise errors.NotHost("Only the host seats bots.")
    if not 0 <= place < len(record.seats):
        raise errors.Invalid(("/seat", "there is no such seat"))
    if bot not in levels(position.game):
        raise errors.Invalid(("/bot", f"must be one of {', '.join(levels(position.game))}"))
    _check_open(position)
    seat = record.seats[place]
    if seat.player == record.host:
        raise errors.Invalid(("/seat", "this is the host's own seat"))
    if seat.bot == bot:
        return None
    tellings = (to_all(told.BotSeated(place, bot)),)
    if seat.player is not None:
        record = replace(record, removed=(*record.removed, seat.player))
        tellings = (to_all(told.Removed(place)), *tellings)
    return filled(position.game, record.with_seat(place, Seat(bot=bot)), tellings, position.now)


def cancelled(position: Position) -> Change:
    """The game ended without a result."""
    return Change(
        record=replace(position.record, finished_at=position.now, left_ms={}),
        status=Status.CANCELLED,
        state=position.state,
        tellings=(to_all(told.Cancelled()),),
    )


def _opened(record: Record, *tellings: Telling) -> Change:
    return Change(record=record, status=Status.OPEN, tellings=tellings)


def _running(position: Position, record: Record, *tellings: Telling) -> Change:
    return Change(record=record, status=Status.RUNNING, state=position.state, tellings=tellings)


def _check_open(position: Position) -> None:
    if position.running:
        raise errors.GameStarted("The game has started.")
    if position.over:
        raise errors.GameOver("The game is over.")
