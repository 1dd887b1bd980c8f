"""The clock: finds what is due and puts sweeps on their way; what is too late it resolves itself.

Any number of clocks may run; they share the work by tickets and leases in the store.
"""

import logging
from contextlib import suppress
from threading import Event
from time import monotonic

from service.errors import StoreError
from service.play.faults import where
from service.play.position import Position
from service.play.sweep import sweep
from service.play.table import Table
from service.store import TickOutcome
from service.store.keys import shard_of

log = logging.getLogger(__name__)

EVERY_S = 0.1
IN_A_WEB_PROCESS_S = 0.3
"""How often a web process looks: often enough to keep deadlines where no worker and no clock is alive."""
SEEN_EVERY_S = 1.0


def tick(table: Table) -> int:
    """Look at every shard once; the store's time, in milliseconds. Raises StoreError."""
    now = 0
    for each in table.store.due.tick():
        now = each.now
        if each.outcome is TickOutcome.ENQUEUE:
            table.store.queue.sweep(each.shard)
        elif each.outcome is TickOutcome.HELP:
            sweep(table, each.shard)
    return now


def run(table: Table, stopping: Event, every_s: float = EVERY_S) -> None:
    """Look each 100 ms until `stopping` is set; a store that does not answer is asked again."""
    seen, failing = 0.0, False
    while not stopping.wait(every_s):
        try:
            now = tick(table)
            if monotonic() - seen >= SEEN_EVERY_S:
                table.store.due.clock_seen(now)
                seen = monotonic()
            failing = False
        except StoreError as error:
            if not failing:
                log.warning("The clock can't reach the store: %s.", error)
            failing = True
        except Exception as error:  # the outermost handler of the clock: whatever one look met, the next one comes
            log.error("The clock stumbled: %s.", where(error))


def hurry(table: Table, position: Position) -> None:
    """After a commit that made something due at once, put a sweep on its way without waiting for the clock."""
    if position.over or not any(moment <= position.now for moment in position.deadlines.values()):
        return
    hurry_shard(table, shard_of(position.id))


def hurry_shard(table: Table, shard: str) -> None:
    """Put a sweep of this shard on its way, if none is; what was committed stands whether or not that can be done."""
    with suppress(StoreError):
        if table.store.due.tick_one(shard).outcome is TickOutcome.ENQUEUE:
            table.store.queue.sweep(shard)
