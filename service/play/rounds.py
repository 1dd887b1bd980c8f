"""Optimistic rounds: load, judge, commit; and again if somebody else's commit was first.

Whatever a caller wants of a game goes through here. No refusal is given and no default applied but on what this very
round has loaded.
"""

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from service.errors import Busy, GameRefused, IdempotencyMismatch, NotFound
from service.play import change as changes
from service.play.change import Change
from service.play.document import document
from service.play.notices import deliver_soon
from service.play.position import Position, read
from service.play.table import Caller, Key, Table
from service.play.timeouts import time_out
from service.store import COUNTS_FOR_MS, Attempt, CommitOutcome, Entry, Loaded, Once, Who
from service.store.keys import is_game_id

Judge: TypeAlias = Callable[[Position], Change | None]
ROUNDS = 16


class Landed(msgspec.Struct, frozen=True):
    """A commit that counts: the game after it, and its entry in the feed."""

    position: Position
    entry: Entry


class Done(msgspec.Struct, frozen=True):
    """The game now, and the entry of the commit that did what was wanted; None: there was nothing left to do, or the
    entry is not kept any more.
    """

    position: Position
    entry: Entry | None
    replayed: bool = False


def commit(
    table: Table,
    position: Position,
    change: Change,
    *,
    who: Who = Who.NEITHER,
    not_after: int | None = None,
    once: Once | None = None,
) -> Landed | None:
    """Try one change; None: it does not count, and whoever wants it has to load and judge again."""
    tried = changes.attempt(table, position.id, position, change, who=who, not_after=not_after, once=once)
    return _landed(table, position.id, position, change, tried)


def create(table: Table, game: str, change: Change, now: int, once: Once | None) -> Position | None:
    """Try to make a game of this id, at `now` (ms); None: it does not count."""
    tried = changes.attempt(table, game, None, change, not_after=now + COUNTS_FOR_MS, once=once)
    counts = _landed(table, game, None, change, tried)
    return counts.position if counts else None


def play(
    table: Table,
    caller: Caller,
    game: str,
    key: Key | None,
    judge: Judge,
    *,
    invited: bool = False,
) -> Done:
    """Do what `judge` makes of the game, once. `judge` returns None where nothing is left to do, and decides who may
    know of the game if the caller is `invited`.

    Raises NotFound, IdempotencyMismatch, Busy, and what `judge` raises, with the caller's own fresh document.
    """
    if not is_game_id(game):
        raise NotFound("There is no such game.")
    once = key.once(caller) if key else None
    for _ in range(ROUNDS):
        loaded = _loaded(table, caller, game, once.field if once else "")
        position = read(game, loaded)
        seen = loaded.once if loaded else None
        # Who was invited once may have no place here any more.
        if not position.visible_to(caller) and (seen or not invited):
            raise NotFound("There is no such game.")
        if once and seen:
            return repeat(table, once, seen, position)
        done = _round(table, caller, position, once, judge)
        if done is not None:
            return done
    raise Busy("Too many are acting in this game at once; send it again.")


def repeat(table: Table, once: Once, seen: tuple[str, int], position: Position) -> Done:
    """The answer that a request with this key had. Raises IdempotencyMismatch."""
    fingerprint, version = seen
    if fingerprint != once.fingerprint:
        raise IdempotencyMismatch("This Idempotency-Key was used for another request.")
    return Done(position, table.store.feed.entry(position.id, version), replayed=True)


def last_moment(position: Position) -> int:
    """When a caller's or a bot's commit is void: at the open question's deadline, for then its default comes first."""
    deadline = position.deadline
    void = position.now + COUNTS_FOR_MS
    return void if deadline is None else min(void, deadline - 1)


def _loaded(table: Table, caller: Caller, game: str, field: str) -> Loaded | None:
    if (game, field) in caller.ahead:
        return caller.ahead.pop((game, field))
    return table.store.games.load(game, "", field)


def _round(table: Table, caller: Caller, position: Position, once: Once | None, judge: Judge) -> Done | None:
    """One try on what was loaded; None: load again."""
    if position.expired:
        commit(table, position, time_out(position))
        return None
    change = _judged(position, caller, judge)
    if change is None:
        seen = table.store.games.remember(position.id, once) if once else None
        return repeat(table, once, seen, position) if once and seen else Done(position, None)
    # Where another request with this key was first, the next round's load sees it.
    counts = commit(table, position, change, who=Who.CALLER, not_after=last_moment(position), once=once)
    return Done(counts.position, counts.entry) if counts else None


def _judged(position: Position, caller: Caller, judge: Judge) -> Change | None:
    try:
        return judge(position)
    except GameRefused as refused:
        refused.game = document(position, caller)
        raise


def _landed(table: Table, game: str, before: Position | None, change: Change, tried: Attempt) -> Landed | None:
    """Send an attempt, and deliver the notices that it leaves; None: it does not count."""
    committed = table.store.games.commit(tried)
    if committed.outcome not in (CommitOutcome.OK, CommitOutcome.DONE):
        return None
    entry = Entry(committed.version, tried.mark, committed.now, tried.tellings, tried.decisions)
    position = changes.after(game, before, change, tried, committed)
    if tried.untold:
        deliver_soon(table, position, committed.untold)
    return Landed(position, entry)
