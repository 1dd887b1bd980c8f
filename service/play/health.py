"""Whether the table's store can be used, and how late things are."""

from service.play.table import Table
from service.store import Overdue, Readiness

__all__ = ["Overdue", "Readiness", "clock_seen_ms", "overdue", "readiness"]


def readiness(table: Table) -> Readiness:
    """Whether the store answers within a second, can be written and evicts nothing; never raises for that."""
    return table.store.ready()


def overdue(table: Table) -> Overdue:
    """How much is due, and for how long. Raises StoreUnavailable."""
    return table.store.due.overdue()


def clock_seen_ms(table: Table) -> int | None:
    """How long ago a clock last looked, in milliseconds; None: not within a minute. Raises StoreUnavailable."""
    return table.store.due.clock_seen_ms()
