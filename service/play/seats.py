"""What becomes of a game when a seat is taken, freed, left or come back to: the judgements, without the store."""

import re

from msgspec.structs import replace

from engine.flow import Telling
from engine.game import Game
from service import errors
from service.play import announcements as told
from service.play.announcements import to_all
from service.play.bots import levels
from service.play.change import Change, played
from service.play.fairness import derived_seed
from service.play.position import Position
from service.play.record import Record, Seat, Status
from service.play.table import Caller

SALT = re.compile(r"[!-~]{0,64}")


def joined(caller: Caller, salt: str | None, position: Position) -> Change:
    """The caller in the lowest free seat. Raises Removed, AlreadySeated, GameStarted, GameOver, GameFull, Invalid."""
    record = position.record
    if caller.player in record.removed:
        raise errors.Removed("The host has removed you from this game.")
    check_salt(salt)
    if record.seeded and salt:
        raise errors.Invalid(("/salt", "the seed of this game was given: it takes no salts"))
    if position.seat_of(caller) is not None:
        raise errors.AlreadySeated("You have a seat at this game.")
    _check_open(position)
    place = record.free_seat(caller.player, position.now)
    if place is None:
        raise errors.GameFull("Every seat is taken.")
    record = record.with_seat(place, Seat(player=caller.player, name=caller.name, salt=salt or ""))
    return filled(position.game, record, (to_all(told.Joined(place)),), position.now)


def left(caller: Caller, position: Position) -> Change | None:
    """The caller away; None: already. Raises NotSeated, GameOver."""
    record = position.record
    seat = position.seat_of(caller)
    hosting = caller.player == record.host and position.status is Status.OPEN
    if seat is None and not hosting:
        raise errors.NotSeated("You have no seat at this game.")
    if position.over:
        raise errors.GameOver("The game is over.")
    if hosting or seat is None:
        return cancelled(position)
    if position.status is Status.OPEN:
        return Change(record=record.with_seat(seat, Seat()), status=Status.OPEN, tellings=(to_all(told.Left(seat)),))
    if record.seats[seat].absent:
        return None
    record = record.with_seat(seat, replace(record.seats[seat], absent=True))
    return _running(position, record, to_all(told.Absent(seat)))


def returned(caller: Caller, position: Position) -> Change | None:
    """The caller back in the seat; None: already. Raises NotSeated, GameOver, NotStarted."""
    record = position.record
    seat = position.seat_of(caller)
    if seat is None:
        raise errors.NotSeated("You have no seat at this game.")
    if position.over:
        raise errors.GameOver("The game is over.")
    if not position.running:
        raise errors.NotStarted("The game has not started.")
    if not record.seats[seat].absent:
        return None
    record = record.with_seat(seat, replace(record.seats[seat], absent=False, misses=0))
    return _running(position, record, to_all(told.Returned(seat)))


def given_to_bot(caller: Caller, place: int, bot: str, code: str, position: Position) -> Change | None:
    """A bot in this seat, also in place of a player, and then with this new join code; None: already.
    Raises NotHost, GameStarted, GameOver, Invalid.
    """
    record = position.record
    if caller.player != record.host:
        raise errors.NotHost("Only the host seats bots.")
    if not 0 <= place < len(record.seats):
        raise errors.Invalid(("/seat", "there is no such seat"))
    check_bot(position.game, bot, "/bot")
    _check_open(position)
    seat = record.seats[place]
    if seat.player is not None and seat.player == record.host:
        raise errors.Invalid(("/seat", "this is the host's own seat"))
    if seat.bot == bot:
        return None
    tellings: tuple[Telling, ...] = (to_all(told.BotSeated(place, bot)),)
    if seat.player is not None:
        record = replace(record, removed=(*record.removed, seat.player), join_code=code)
        tellings = (to_all(told.Removed(place)), *tellings)
    return filled(position.game, record.with_seat(place, Seat(bot=bot)), tellings, position.now)


def filled(game: Game, record: Record, tellings: tuple[Telling, ...], now: int) -> Change:
    """An open game after a seat was filled: it starts by itself with the last one."""
    if not record.full:
        return Change(record=record, status=Status.OPEN, tellings=tellings, joined=True)
    seed = record.seed or derived_seed(record.server_seed, (seat.salt for seat in record.seats))
    state, begun = game.begin(len(record.seats), record.options, seed)
    record = replace(record, seed=seed, started_at=now, join_code=None)
    return played(record, now, state, (*tellings, to_all(told.Started()), *begun))


def cancelled(position: Position) -> Change:
    """The game ends without a result."""
    return Change(
        record=replace(position.record, finished_at=position.now, left_ms={}),
        status=Status.CANCELLED,
        state=position.state,
        tellings=(to_all(told.Cancelled()),),
    )


def check_bot(game: Game, bot: str, pointer: str) -> None:
    """Raises Invalid for what is no level of a bot in this ruleset."""
    if bot not in levels(game):
        raise errors.Invalid((pointer, f"must be one of {', '.join(levels(game))}"))


def check_salt(salt: str | None) -> None:
    """Raises Invalid for what is no salt: 0 to 64 characters of U+0021 to U+007E."""
    if salt is not None and not SALT.fullmatch(salt):
        raise errors.Invalid(("/salt", "must be 0 to 64 visible ASCII characters"))


def _running(position: Position, record: Record, *tellings: Telling) -> Change:
    return Change(record=record, status=Status.RUNNING, state=position.state, tellings=tellings)


def _check_open(position: Position) -> None:
    if position.running:
        raise errors.GameStarted("The game has started.")
    if position.over:
        raise errors.GameOver("The game is over.")
