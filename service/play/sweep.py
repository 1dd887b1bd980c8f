"""What falls due: claimed under a lease, loaded in one pipeline, resolved and committed, a shard at a time."""

import logging
from collections import defaultdict
from collections.abc import Iterable
from time import monotonic

from service.errors import StoreUnavailable
from service.play.faults import where
from service.play.leaving import take_out
from service.play.notices import deliver
from service.play.overdue import Needs, due_times, next_change
from service.play.position import Position, read
from service.play.rounds import commit, last_moment
from service.play.table import Table
from service.play.timeouts import time_out
from service.store import DueEntry, Loaded, Who

log = logging.getLogger(__name__)

SECONDS = 2.0
COMMITS = 64
"""How much of one game is played in one go; the rest stays due."""


def sweep(table: Table, shard: str) -> int:
    """Resolve what is due in a shard (`s07`) until nothing is, or two seconds are over. How many entries it claimed.
    Raises StoreUnavailable: what was claimed is due again when the lease is over.
    """
    end = monotonic() + SECONDS
    count = 0
    while monotonic() < end:
        claimed = table.store.due.claim(shard)
        if not claimed.entries:
            table.store.due.dry(shard)
            return count
        count += len(claimed.entries)
        table.store.due.renew(shard)
        _resolve(table, claimed.entries, claimed.now)
    return count


def _resolve(table: Table, entries: Iterable[DueEntry], now: int) -> None:
    kinds: dict[str, list[str]] = defaultdict(list)
    for entry in entries:
        kinds[entry.owner].append(entry.kind)
    for player in (owner for owner in kinds if owner.startswith("p")):
        try:
            take_out(table, player, now)
        except StoreUnavailable:
            raise
        except Exception as error:  # nor must one player
            log.error("Player %s can't be taken out of the games: %s. Parked.", player, where(error))
            table.store.due.park(player, "", "erase", now)
    games = [owner for owner in kinds if owner.startswith("s")]
    for game, loaded in zip(games, table.store.games.load_many([(game, "") for game in games]), strict=True):
        try:
            _attend(table, game, loaded, kinds[game])
        except StoreUnavailable:
            raise
        except Exception as error:  # one game that can't be read or played must not hold up its shard
            # Without the error's message, which may hold cards.
            log.error("Game %s can't be played on: %s. Parked.", game, where(error))
            for kind in kinds[game]:
                table.store.due.park(game, loaded.mark if loaded else "", kind, now)


def _attend(table: Table, game: str, loaded: Loaded | None, kinds: list[str]) -> None:
    """Do what one game needs; a claimed entry that nothing was due for goes where the record says."""
    if loaded is None:
        for kind in kinds:
            table.store.due.settle(game, "", kind, None)
        return
    position = read(game, loaded)
    if "tell" in kinds:
        deliver(table, position, table.store.games.untold(game))
    resolved = resolve(table, position)
    if resolved is not position:
        return  # a commit has set all that is due in the game anew, ours or another's, or the lease will bring it back
    scale = table.settings.bot_time_scale
    if "bot" in kinds and next_change(position, scale) is Needs.THOUGHT:
        table.store.queue.think(game)
    times = due_times(position, scale)
    for kind in kinds:
        if kind != "tell":
            table.store.due.settle(game, position.mark, kind, times.get(kind))


def resolve(table: Table, position: Position) -> Position | None:
    """Do what the game needs by itself now, one commit after another: the game after it, or None where another's
    commit was first or a caller goes first: the lease brings back what is due.
    """
    for _ in range(COMMITS):
        change = next_change(position, table.settings.bot_time_scale)
        if isinstance(change, Needs):
            break
        # A bot's answer counts until the deadline only; a default and the game's end count whenever they come.
        if any(choice.by == "bot" for choice in change.choices):
            counts = commit(table, position, change, who=Who.BOT, not_after=last_moment(position))
        else:
            counts = commit(table, position, change)
        if counts is None:
            return None
        position = counts.position
    return position


def help_out(table: Table, position: Position) -> None:
    """A reader resolves a deadline that nobody has resolved in time, if no other is at it."""
    if table.store.due.claim_one(position.id, "deadline"):
        commit(table, position, time_out(position))
