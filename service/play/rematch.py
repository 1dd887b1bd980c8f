"""A rematch: the players of a finished game meet again, at the same places.

The finished game's record fixes the id of the next one; whoever finds that id without a game creates it. So the first
call may die anywhere, and the next one goes on.
"""

from msgspec.structs import replace

from service import errors
from service.play import announcements as told
from service.play import seats
from service.play.announcements import to_all
from service.play.change import Change
from service.play.codes import new_code
from service.play.document import document
from service.play.fairness import commitment, new_server_seed
from service.play.lobby import Answer, intend, keep_code, reserved
from service.play.position import Position, load, read
from service.play.quotas import check_game, count_game
from service.play.record import Record, Seat, Status
from service.play.rounds import Done, create, play, repeat
from service.play.table import Caller, Key, Table
from service.store import Once
from service.store.keys import new_game_id

HELD_MS = 60_000
"""How long the places of the others are kept for them."""
FIRST = 1
"""The version of a game's creation."""


def rematch(table: Table, caller: Caller, game: str, salt: str | None, key: Key | None = None) -> Answer:
    """The follow-up of a finished game, with the caller in it: `created` by this call, or joined, or had before.
    Raises NotFound, IdempotencyMismatch, NotSeated, NotFinished, Invalid, GameFull, GameStarted, GameOver, Removed,
    TooManyGames, RateLimited, Busy, all with the finished game's document: the follow-up is not for those who have no
    place in it.

    The key is remembered in the next game, with the commit that made it or took the seat.
    """
    if key:
        before = _answered_before(table, caller, game, key.once(caller))
        if before is not None:
            return before
    old = play(table, caller, game, None, lambda position: _agreed(table, caller, salt, position)).position
    following = str(old.record.rematch)
    created = _created(table, caller, old, following, salt, key)
    if created is not None:
        return Answer(document(created, caller), created=True)
    try:
        done = play(
            table, caller, following, key, lambda position: _joined(table, caller, salt, position), invited=True
        )
    except errors.GameRefused as refused:
        refused.game = document(old, caller)
        raise
    return _answer(caller, done)


def _answered_before(table: Table, caller: Caller, game: str, once: Once) -> Answer | None:
    """What this key gave before. Raises NotFound, IdempotencyMismatch."""
    following = load(table, caller, game).record.rematch
    loaded = table.store.games.load(following, "", once.field) if following else None
    if following is None or loaded is None or loaded.once is None:
        return None
    position = read(following, loaded)
    if not position.visible_to(caller):
        raise errors.NotFound("There is no such game.")
    return _answer(caller, repeat(table, once, loaded.once, position))


def _answer(caller: Caller, done: Done) -> Answer:
    made_it = done.replayed and done.entry is not None and done.entry.version == FIRST
    return Answer(document(done.position, caller), done.replayed, made_it)


def _agreed(table: Table, caller: Caller, salt: str | None, position: Position) -> Change | None:
    """The finished game with the id of the next one; None: it has one."""
    if position.seat_of(caller) is None:
        raise errors.NotSeated("Only those who played may have a rematch.")
    seats.check_salt(salt)
    if position.status is not Status.FINISHED:
        raise errors.NotFinished("The game is not finished.")
    if position.record.rematch is not None:
        return None
    check_game(table, caller)
    return Change(
        record=replace(position.record, rematch=new_game_id()),
        status=Status.FINISHED,
        state=position.state,
        tellings=(to_all(told.Rematch()),),
    )


def _created(
    table: Table, caller: Caller, old: Position, game: str, salt: str | None, key: Key | None
) -> Position | None:
    """The next game, if it was not there."""
    if table.store.games.load(game) is not None:
        return None
    with reserved(table, caller, game, alone=False) as now:
        change = _following(caller, salt, old, now)
        count_game(table, caller)
    keep_code(table, game, change)
    return create(table, game, change, now, key.once(caller) if key else None)


def _following(caller: Caller, salt: str | None, old: Position, now: int) -> Change:
    """The next game: the caller hosts and sits at the old place, bots do, and the others' places are kept."""
    before = old.record
    server_seed = new_server_seed()
    record = Record(
        ruleset=before.ruleset,
        ruleset_version=old.game.version,
        options=before.options,
        seats=tuple(_place(seat, caller, salt) for seat in before.seats),
        host=caller.player,
        public=before.public,
        stand_in=before.stand_in,
        turn_ms=before.turn_ms,
        window_ms=before.window_ms,
        commitment=commitment(server_seed),
        server_seed=server_seed,
        seed=b"",
        join_code=new_code(),
        held_until=now + HELD_MS,
        created_at=now,
    )
    events = [told.Created(len(record.seats))]
    tellings = [to_all(event) for event in events]
    for place, seat in enumerate(record.seats):
        if seat.player is not None:
            tellings.append(to_all(told.Joined(place)))
        elif seat.bot is not None:
            tellings.append(to_all(told.BotSeated(place, seat.bot)))
    return seats.filled(old.game, record, tuple(tellings), now)


def _place(seat: Seat, caller: Caller, salt: str | None) -> Seat:
    if seat.player == caller.player:
        return Seat(player=caller.player, name=caller.name, salt=salt or "")
    return Seat(bot=seat.bot, held=seat.player)


def _joined(table: Table, caller: Caller, salt: str | None, position: Position) -> Change | None:
    if position.seat_of(caller) is not None:
        return None
    change = seats.joined(caller, salt, position)
    intend(table, caller, position.id)
    return change
