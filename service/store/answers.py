"""Answers that are given again to an Idempotency-Key, on routes of no game: each player's apart, for a day.

An answer stands here only as far as anyone may read it; what is secret in it is derived anew from the key itself.
"""

from service.store import keys
from service.store.client import Links
from service.store.commands import ask_for, command

DONE_LIFE_MS = 86_400_000


class Answers:
    """Remembered answers in the store."""

    def __init__(self, links: Links) -> None:
        self._links = links

    def find(self, player: str, field: str) -> str | None:
        """What is remembered for a player's key (`keys.once_field`). Raises StoreUnavailable."""
        one = command(keys.shard_of(player), "GET", keys.done(player, field))
        return self._links.ask(ask_for(lambda reply: None if reply is None else reply.decode(), one))

    def put(self, player: str, field: str, value: str) -> None:
        """Remembers this, whatever was. Raises StoreUnavailable."""
        name = keys.done(player, field)
        self._links.replies([command(keys.shard_of(player), "SET", name, value, "PX", DONE_LIFE_MS)])

    def keep(self, player: str, field: str, value: str) -> str:
        """Remembers this, unless something is: what is remembered now. Raises StoreUnavailable."""
        shard, name = keys.shard_of(player), keys.done(player, field)
        one = command(shard, "SET", name, value, "NX", "GET", "PX", DONE_LIFE_MS)
        return self._links.ask(ask_for(lambda reply: value if reply is None else reply.decode(), one))
