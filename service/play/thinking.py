"""A bot that searches: called early enough to have its answer at its moment, and not before."""

from threading import Event
from time import monotonic

from engine.offers import find
from service.play.bots import SEARCHING, quick_choice, searched_choice
from service.play.overdue import answered, called
from service.play.position import Position, bot_key, read_if_there
from service.play.rounds import commit, last_moment
from service.play.table import Table
from service.store import Who


def think(table: Table, game: str) -> None:
    """Let the bot that is called search until its moment, then answer. An early, late or doubled call does nothing.
    Raises StoreUnavailable.
    """
    position = _loaded(table, game)
    seat = called(position, table.settings.bot_time_scale) if position else None
    if position is None or seat is None:
        return
    moment = position.deadlines[bot_key(seat)]
    left = (moment - position.now) / 1000
    end = monotonic() + left
    # A round of the search that has begun runs to its end: half of the time is kept for it.
    enough = end - left / 2
    found = searched_choice(position, seat, lambda: monotonic() < enough)
    # A search that ends early would tell how much there was to think about.
    Event().wait(max(0.0, end - monotonic()))
    now = _loaded(table, game)
    if now is None or now.deadlines.get(bot_key(seat)) != moment or now.expired:
        return
    if now.record.level(seat) != SEARCHING:
        return
    if found is not None and find(now.game.rules.offers(now.state, seat), found):
        change = answered(now, seat, found, hurried=False)
    else:
        change = answered(now, seat, *quick_choice(now, seat, SEARCHING))
    commit(table, now, change, who=Who.BOT, not_after=last_moment(now))


def _loaded(table: Table, game: str) -> Position | None:
    return read_if_there(game, table.store.games.load(game))
