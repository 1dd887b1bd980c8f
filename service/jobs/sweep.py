"""The job that resolves what is due in a shard."""

from service.jobs.table import table
from service.play import sweep as play


def sweep(shard: str) -> None:
    """Resolve what is due in a shard (`s07`). Early, late and doubled runs do no harm. Raises StoreUnavailable."""
    play.sweep(table(), shard)
