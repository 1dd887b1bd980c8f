"""A game as it was at one moment: what one load gave, read."""

import logging
from functools import cached_property, lru_cache
from typing import Any

import msgspec

from engine.catalogue import find
from engine.errors import GameError
from engine.flow import Question
from engine.game import Game
from service.errors import NotFound
from service.play import record as records
from service.play.faults import where
from service.play.record import Record, Status
from service.play.table import Caller, Table
from service.store import Loaded
from service.store.keys import is_game_id

log = logging.getLogger(__name__)

EXPIRY = 0
"""The key, among a game's deadlines, of the moment when the game is given up."""
KEPT_STATES = 512
"""How many states of different texts are kept decoded."""


class Position(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A game at one moment. Times are milliseconds of the store's TIME.

    `deadlines` holds all that is due: by prompt id when a question's time is over, by `bot_key(seat)` when a bot
    answers, by `EXPIRY` when the game is given up. They are what the last commit fixed, to the millisecond.
    """

    id: str
    version: int
    mark: str
    now: int
    status: Status
    deadlines: dict[int, int]
    record: Record
    game: Game
    state: Any
    """The state of the rules; None before the start."""

    @property
    def cursor(self) -> str:
        """The place in the feed behind this moment."""
        return f"{self.version}.{self.mark}"

    @property
    def running(self) -> bool:
        """Whether the rules have the word."""
        return self.status is Status.RUNNING

    @property
    def over(self) -> bool:
        """Whether nothing will happen here any more."""
        return self.status in (Status.FINISHED, Status.CANCELLED)

    @cached_property
    def question(self) -> Question | None:
        """The open question; worked out once, for many ask."""
        return self.game.rules.question(self.state) if self.running else None

    @property
    def deadline(self) -> int | None:
        """When the open question's time is over; None: it has none, or there is no question."""
        question = self.question
        return None if question is None else self.deadlines.get(question.id)

    @property
    def expired(self) -> bool:
        """Whether the open question's time is over and nobody has said so yet."""
        deadline = self.deadline
        return deadline is not None and deadline <= self.now

    def visible_to(self, caller: Caller | None) -> bool:
        """Whether this caller may know of the game."""
        return self.record.public or self.concerns(caller)

    def concerns(self, caller: Caller | None) -> bool:
        """Whether it is a game of this caller's: who sits at it, or hosts it."""
        return self.seat_of(caller) is not None or (caller is not None and caller.player == self.record.host)

    def seat_of(self, caller: Caller | None) -> int | None:
        """The caller's seat."""
        return self.record.seat_of(caller.player if caller else None)


def bot_key(seat: int) -> int:
    """The key, among a game's deadlines, of the moment when this seat's bot answers."""
    return -1 - seat


def seat_of(key: int) -> int:
    """The seat whose bot answers at the moment under this key."""
    return -1 - key


def read(game: str, loaded: Loaded | None) -> Position:
    """What a load gave. Raises NotFound, msgspec.DecodeError, UnreadableState, UnknownRuleset."""
    if loaded is None or loaded.record is None:
        raise NotFound("There is no such game.")
    record = records.decode(loaded.record)
    rules = find(record.ruleset)
    return Position(
        id=game,
        version=loaded.version,
        mark=loaded.mark,
        now=loaded.now,
        status=Status(loaded.status),
        deadlines=loaded.deadlines,
        record=record,
        game=rules,
        state=_state(record.ruleset, loaded.state) if loaded.state else None,
    )


@lru_cache(KEPT_STATES)
def _state(ruleset: str, stored: bytes) -> Any:
    """A stored state, which nothing changes any more: decoded once for all who read it."""
    return find(ruleset).decode(stored)


def _loaded(table: Table, game: str, last: Loaded | None) -> Loaded | None:
    """The game now; what the last load gave is not sent again while the game stands at its mark."""
    loaded = table.store.games.load(game, last.mark if last else "")
    if loaded and last and loaded.mark == last.mark:
        return msgspec.structs.replace(loaded, state=last.state, record=last.record)
    return loaded


def read_if_there(game: str, loaded: Loaded | None) -> Position | None:
    """The same, for a game that may be gone."""
    return None if loaded is None else read(game, loaded)


def readable(game: str, loaded: Loaded | None) -> Position | None:
    """The same among others, which one that can't be read must not hold up: None for that as well."""
    try:
        return read_if_there(game, loaded)
    except (msgspec.DecodeError, GameError, ValueError) as error:
        log.warning("Game %s can't be read: %s.", game, where(error))
        return None


def load(table: Table, caller: Caller | None, game: str) -> Position:
    """The game now, if this caller may know of it; readers of the same moment share one load. Raises NotFound."""
    if caller and (game, "") in caller.ahead:
        found = caller.ahead.pop((game, ""))
    else:
        found = table.loads.get(game, lambda last: _loaded(table, game, last)) if is_game_id(game) else None
    position = read(game, found)
    if not position.visible_to(caller):
        raise NotFound("There is no such game.")
    return position
