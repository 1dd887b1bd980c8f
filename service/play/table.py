"""What every use case is handed: the table that it works at, and who asks."""

import msgspec

from service.hub import Hub
from service.settings import Settings
from service.store import Store


class Caller(msgspec.Struct, frozen=True):
    """A player whose token was good. Where a use case takes `Caller | None`, None is a spectator."""

    player: str
    name: str
    turns: int = 0
    """How many of the player's tokens have ended: a wait sees by it that the token dies."""


class Key(msgspec.Struct, frozen=True):
    """An Idempotency-Key, and the fingerprint of the request that it came with: hex digits of a hash over route and
    body."""

    value: str
    fingerprint: str


class Table(msgspec.Struct, frozen=True):
    """The parts of the service that a use case works with."""

    store: Store
    hub: Hub
    settings: Settings
