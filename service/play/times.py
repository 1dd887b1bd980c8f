"""Moments as the contract writes them."""

from datetime import datetime, timedelta

EPOCH = datetime(1970, 1, 1)
"""In UTC; naive, so that it is written without an offset."""


def rfc3339(ms: int) -> str:
    """A moment in milliseconds since 1970 (the store's TIME) as RFC 3339, UTC, three decimals."""
    return (EPOCH + timedelta(milliseconds=ms)).isoformat(timespec="milliseconds") + "Z"


def moment(ms: int | None) -> str | None:
    """The same for a moment that may not have come."""
    return None if ms is None else rfc3339(ms)
