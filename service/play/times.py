"""Moments as the contract writes them."""

from datetime import UTC, datetime


def rfc3339(ms: int) -> str:
    """A moment in milliseconds since 1970 (the store's TIME) as RFC 3339, UTC, three decimals."""
    return datetime.fromtimestamp(ms // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%S") + f".{ms % 1000:03d}Z"


def moment(ms: int | None) -> str | None:
    """The same for a moment that may not have come."""
    return None if ms is None else rfc3339(ms)
