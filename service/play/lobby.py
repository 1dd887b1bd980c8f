"""The lobby: create a game, find one, take and free seats; and looking at one game at any time."""

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from service.errors import Busy, IdempotencyMismatch, Invalid, NotFound, NotSeated, Refused, Unauthenticated
from service.play import rounds, seats
from service.play.change import Change
from service.play.clock import hurry
from service.play.codes import new_code, read_code
from service.play.document import Document, document
from service.play.fairness import claimed, new_server_seed
from service.play.lists import ListPlace
from service.play.opening import Wish, checked, opened
from service.play.position import Position, read
from service.play.quotas import NO_ADDRESS, check_codes, check_game, count_game, count_wrong_code
from service.play.record import Status
from service.play.rounds import Done, play, repeat
from service.play.table import Caller, Key, Table
from service.play.watch import fresh
from service.store import Once
from service.store.keys import derived_game_id, new_game_id, once_field

__all__ = [
    "Answer",
    "Wish",
    "come_back",
    "create",
    "join",
    "leave",
    "look",
    "seat_bot",
    "take_seat",
]


class Answer(msgspec.Struct, frozen=True):
    """The document after the change; `replayed`: this was a repeat of a request that had counted before."""

    document: Document
    replayed: bool = False
    created: bool = False
    """This call has made the game."""


def create(table: Table, caller: Caller, wish: Wish, key: Key | None = None) -> Answer:
    """A new game with the caller as host. Raises Invalid, IdempotencyMismatch, TooManyGames, RateLimited,
    CommitmentUsed, Busy.
    """
    game, once = new_game_id(), key.once(caller) if key else None
    if key and once:
        # The same for every repeat, so that a repeat finds the first.
        game = derived_game_id(table.store.secret(), caller.player, key.value)
        done = _created_before(table, game, once)
        if done is not None:
            return Answer(document(done.position, caller), replayed=True)
    rules, options = checked(wish, table.settings)
    with reserved(table, caller, game, alone=key is None) as now:
        change = opened(wish, rules, options, caller, now, table.settings, server_seed_for(table, caller, wish, game))
        count_game(table, caller)
    keep_code(table, game, change)
    position = rounds.create(table, game, change, now, once)
    if position is not None:
        hurry(table, position)
        return Answer(document(position, caller), created=True)
    done = _created_before(table, game, once) if once else None
    if done is None:
        raise Busy("The game could not be created in time; send it again.")
    return Answer(document(done.position, caller), replayed=True)


def look(table: Table, caller: Caller | None, game: str) -> Document:
    """The game as the caller may see it. Raises NotFound."""
    return document(fresh(table, caller, game), caller)


def take_seat(table: Table, caller: Caller, game: str, salt: str | None, key: Key | None = None) -> Answer:
    """Take the lowest free seat of a public game. Raises NotFound, Removed, GameFull, AlreadySeated, GameStarted,
    GameOver, Invalid, IdempotencyMismatch, Busy.
    """

    def judge(position: Position) -> Change:
        change = seats.joined(caller, salt, position)
        # Before the commit: a seated player's list always has the game; the reverse need not hold.
        intend(table, caller, game)
        return change

    return _answered(table, caller, play(table, caller, game, key, judge))


def join(
    table: Table, caller: Caller, join_code: str, salt: str | None, key: Key | None = None, address: str = NO_ADDRESS
) -> Answer:
    """Take a seat by code; `address`: where a wrong one counts, besides the caller. Raises RateLimited, NotFound
    (unknown, dead and started alike), Removed, GameFull, AlreadySeated, Invalid, IdempotencyMismatch, Busy.
    """
    check_codes(table, caller, address)
    try:
        return _joined(table, caller, join_code, salt, key)
    except NotFound:
        count_wrong_code(table, caller, address)
        raise NotFound("No open game has this code.") from None


def _joined(table: Table, caller: Caller, join_code: str, salt: str | None, key: Key | None) -> Answer:
    code = read_code(join_code)
    game = table.store.codes.find(code) if code else None
    if game is None:
        raise NotFound("No open game has this code.")

    def judge(position: Position) -> Change:
        if position.record.join_code != code or position.status is not Status.OPEN:
            raise NotFound("No open game has this code.")
        change = seats.joined(caller, salt, position)
        intend(table, caller, game)
        return change

    check_join_key(table, caller, key, game)
    return _answered(table, caller, play(table, caller, game, key, judge, invited=True))


def check_join_key(table: Table, caller: Caller, key: Key | None, game: str | None) -> None:
    """A key that has taken a seat by a code is for that game alone (None: for no other request at all). Raises
    IdempotencyMismatch.
    """
    if key is None:
        return
    field = once_field(caller.player, f"join {key.value}")
    before = table.store.answers.find(caller.player, field)
    if before is not None and before != game:
        loaded = table.store.games.load(before, "", key.once(caller).field)
        if loaded is not None and loaded.once is not None:
            raise IdempotencyMismatch("This Idempotency-Key was used for another request.")
    if game is not None and before != game:
        table.store.answers.put(caller.player, field, game)


def check_seated(table: Table, caller: Caller, game: str, key: Key | None) -> None:
    """What comes before a look at the request's own fields. Raises NotFound, IdempotencyMismatch, NotSeated; else
    Invalid.
    """

    def judge(position: Position) -> Change:
        if position.seat_of(caller) is None:
            raise NotSeated("You have no seat at this game.")
        raise Invalid

    play(table, caller, game, key, judge)


def leave(table: Table, caller: Caller, game: str) -> Answer:
    """Free the caller's seat before the start (the host's: cancel the game); later a bot plays it.
    Raises NotFound, NotSeated, GameOver, Busy.
    """
    return _answered(table, caller, play(table, caller, game, None, lambda position: seats.left(caller, position)))


def come_back(table: Table, caller: Caller, game: str, key: Key | None = None) -> Answer:
    """Take the seat back from the bot. Raises NotFound, NotSeated, NotStarted, GameOver, Busy."""
    return _answered(table, caller, play(table, caller, game, key, lambda position: seats.returned(caller, position)))


def seat_bot(table: Table, caller: Caller, game: str, seat: int, bot: str) -> Answer:
    """The host seats a bot before the start, also in place of a player, who is then removed.
    Raises NotFound, NotHost, GameStarted, GameOver, Invalid, Busy.
    """

    def judge(position: Position) -> Change | None:
        change = seats.given_to_bot(caller, seat, bot, new_code(), position)
        if change is not None and change.record.join_code != position.record.join_code:
            keep_code(table, game, change)
        return change

    return _answered(table, caller, play(table, caller, game, None, judge))


def keep_code(table: Table, game: str, change: Change) -> None:
    """Before the commit that gives a game its code: the code leads there."""
    if change.record.join_code is not None:
        table.store.codes.put(change.record.join_code, game, table.settings.open_life_ms)


def server_seed_for(table: Table, caller: Caller, wish: Wish, game: str) -> bytes:
    """The server seed of a new game: what the caller had put aside, else a fresh one; none where the seed is given.
    Raises CommitmentUsed.
    """
    if wish.seed is not None:
        return b""
    return new_server_seed() if wish.commitment is None else claimed(table, caller, wish.commitment, game)


def _answered(table: Table, caller: Caller, done: Done) -> Answer:
    hurry(table, done.position)
    return Answer(document(done.position, caller), done.replayed)


def _created_before(table: Table, game: str, once: Once) -> Done | None:
    loaded = table.store.games.load(game, "", once.field)
    if loaded is None or loaded.once is None:
        return None
    return repeat(table, once, loaded.once, read(game, loaded))


@contextmanager
def reserved(table: Table, caller: Caller, game: str, *, alone: bool) -> Iterator[int]:
    """Before the commit that makes a game: it has its place in the caller's list, since when (ms). Where the block
    refuses, it is off the list again, if this request is `alone` in making a game of this id. Raises Unauthenticated,
    TooManyGames, RateLimited.
    """
    at = intend(table, caller, game)
    try:
        check_game(table, caller, ListPlace(at, game))
        yield at
    except Refused:
        if alone:
            table.store.players.drop(caller.player, game, at)
        raise


def intend(table: Table, caller: Caller, game: str) -> int:
    """Before the commit that takes a seat: the player's list has the game; when, ms. Raises Unauthenticated."""
    at = table.store.players.intend(caller.player, game)
    if not at:
        raise Unauthenticated("This player is gone.")
    return at
