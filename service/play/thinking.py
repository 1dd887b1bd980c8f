"""A bot that searches: called early enough to have its answer at its moment, and not before."""

import logging
from threading import Event
from time import monotonic

from engine.offers import find
from service.errors import StoreUnavailable
from service.play.bots import SEARCHING, searched_choice
from service.play.faults import where
from service.play.overdue import answered, called
from service.play.position import Position, bot_key, read_if_there
from service.play.rounds import commit, last_moment
from service.play.table import Table

log = logging.getLogger(__name__)


def think(table: Table, game: str) -> None:
    """Let the bot that is called search until its moment, then answer. An early, late or doubled call does nothing, and
    where a search fails a quick bot answers. Raises StoreUnavailable.
    """
    try:
        _think(table, game)
    except StoreUnavailable:
        raise
    except Exception as error:  # what is raised here would be kept, with its message, as RQ's record of the job
        # Without the error's message, which may hold cards.
        log.error("A search failed in game %s: %s.", game, where(error))  # noqa: TRY400


def _think(table: Table, game: str) -> None:
    position = _loaded(table, game)
    seat = called(position, table.settings.bot_time_scale) if position else None
    if position is None or seat is None:
        return
    moment = position.deadlines[bot_key(seat)]
    left = (moment - position.now) / 1000
    end = monotonic() + left
    # A round of the search that has begun runs to its end: half of the time is kept for it.
    enough = end - left / 2
    action = searched_choice(position, seat, lambda: monotonic() < enough)
    # A search that ends early would tell how much there was to think about.
    Event().wait(max(0.0, end - monotonic()))
    now = _loaded(table, game)
    if now is None or now.deadlines.get(bot_key(seat)) != moment or now.expired:
        return
    sight = now.game.sight(now.state, seat, now.record.options)
    if now.record.level(seat) == SEARCHING and find(sight.offers, action):
        commit(table, now, answered(now, seat, action, hurried=False), not_after=last_moment(now))


def _loaded(table: Table, game: str) -> Position | None:
    return read_if_there(game, table.store.games.load(game))
