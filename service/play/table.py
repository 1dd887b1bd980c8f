"""What every use case is handed: the table that it works at, and who asks."""

import msgspec

from service.hub import Hub
from service.play.shared import Shared
from service.settings import Settings
from service.store import Loaded, Once, Reading, Store
from service.store.keys import once_field

READINGS = 64
"""How many readings of feeds are kept, which may be long."""


class Caller(msgspec.Struct, frozen=True):
    """A player whose token was good. Where a use case takes `Caller | None`, None is a spectator."""

    player: str
    name: str
    turns: int = 0
    """How many of the player's tokens have ended: a wait sees by it that the token dies."""
    token_hash: str = ""
    """SHA-256 of the token, in hex digits: to ask again whether it still lives."""
    ahead: dict[tuple[str, str], Loaded | None] = {}
    """What was loaded in one pipeline with the check of the token, by game and once field. Whoever uses it takes it
    out: a second look is a load of its own.
    """


class Key(msgspec.Struct, frozen=True):
    """An Idempotency-Key, and the fingerprint of the request that it came with: hex digits of a hash over route and
    body.
    """

    value: str
    fingerprint: str

    def once(self, caller: Caller) -> Once:
        """Where a game remembers what this player's key did."""
        return Once(once_field(caller.player, self.value), self.fingerprint)


class Table(msgspec.Struct, frozen=True):
    """The parts of the service that a use case works with, and what readers of one moment share in this process."""

    store: Store
    hub: Hub
    settings: Settings
    loads: Shared[str, Loaded | None] = msgspec.field(default_factory=Shared)
    reads: Shared[tuple[str, str, int], Reading] = msgspec.field(default_factory=lambda: Shared(READINGS))
    helps: Shared[str, None] = msgspec.field(default_factory=Shared)
