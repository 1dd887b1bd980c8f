"""What was told: as the feed stores it, and as each seat may read it."""

import msgspec


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """One commit as one reader may see it; `tellings` are finished JSON objects. Encode with `msgspec.json.encode`."""

    version: int
    at: str
    tellings: tuple[msgspec.Raw, ...]
