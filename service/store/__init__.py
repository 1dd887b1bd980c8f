"""Everything that is kept: the only package that talks to Redis. Names for the layers above."""

from service.errors import StoreError, StoreUnavailable
from service.store.channel import Channel
from service.store.commands import Ask
from service.store.connections import Budget, budget, current_budget
from service.store.due import Claimed, Due, Overdue, Tick, TickOutcome
from service.store.due import Entry as DueEntry
from service.store.facade import Readiness, Store
from service.store.feed import Cursor, Entry, Feed, Reading, ReadOutcome
from service.store.games import (
    COUNTS_FOR_MS,
    Attempt,
    CommitOutcome,
    Committed,
    Games,
    Loaded,
    Moment,
    Once,
    Untold,
    Who,
    untold_line,
)
from service.store.lobby import Lobby
from service.store.players import InboxReading, Notice, Player, Players
from service.store.queue import Queues
from service.store.windows import Standing

__all__ = [
    "COUNTS_FOR_MS",
    "Ask",
    "Attempt",
    "Budget",
    "Channel",
    "Claimed",
    "CommitOutcome",
    "Committed",
    "Cursor",
    "Due",
    "DueEntry",
    "Entry",
    "Feed",
    "Games",
    "InboxReading",
    "Loaded",
    "Lobby",
    "Moment",
    "Notice",
    "Once",
    "Overdue",
    "Player",
    "Players",
    "Queues",
    "ReadOutcome",
    "Readiness",
    "Reading",
    "Standing",
    "Store",
    "StoreError",
    "StoreUnavailable",
    "Tick",
    "TickOutcome",
    "Untold",
    "Who",
    "budget",
    "current_budget",
    "untold_line",
]
