"""The store as the layers above see it."""

import secrets

import msgspec

from service.errors import StoreError
from service.settings import Settings, SettingsError
from service.store import keys
from service.store.answers import Answers
from service.store.channel import Channel
from service.store.client import Links
from service.store.codes import Codes
from service.store.commands import command
from service.store.commitments import Commitments
from service.store.connections import budget
from service.store.due import Due
from service.store.feed import Feed
from service.store.games import Games
from service.store.lobby import Lobby
from service.store.players import Players
from service.store.queue import Queues
from service.store.windows import Windows

READY_S = 0.9


class Readiness(msgspec.Struct, frozen=True):
    """Whether the store can be used; ``problem`` is one line, '' if it can.

    ``oldest_overdue_ms`` and ``clock_seen_ms`` are None when they could not be read (or no clock was seen).
    """

    ready: bool
    problem: str = ""
    oldest_overdue_ms: int | None = None
    clock_seen_ms: int | None = None


class Store:
    """Everything that is kept. Threads and greenlets may share one; a forked process opens its own."""

    def __init__(self, links: Links, queue: Queues, due: Due, secret: str = "") -> None:
        self.links = links
        self.games = Games(links)
        self.feed = Feed(links)
        self.players = Players(links, self.games)
        self.lobby = Lobby(links)
        self.codes = Codes(links)
        self.commitments = Commitments(links)
        self.answers = Answers(links)
        self.windows = Windows(links=links, secret=self.secret)
        self.channel = Channel(links)
        self.due = due
        self.queue = queue
        self._secret = secret.encode()

    @classmethod
    def open(cls, settings: Settings) -> "Store":
        """The store that the settings name; connects when first used. Raises SettingsError."""
        if not settings.redis_url:
            raise SettingsError("HUBCAPS_REDIS_URL: no store is named, and no embedded one was started")
        links = Links.open(settings)
        due = Due(links, settings.lease_ms, settings.ticket_ms, settings.help_after_ms)
        return cls(links, Queues.open(settings), due, settings.id_secret)

    def secret(self) -> bytes:
        """The key of ETags and derived ids: the setting's, else one that all processes find here."""
        if not self._secret:
            fresh = secrets.token_hex(32)
            self.links.replies([command("s00", "SETNX", keys.SECRET, fresh)])
            (self._secret,) = self.links.replies([command("s00", "GET", keys.SECRET)])
        return self._secret

    def ready(self) -> Readiness:
        """Whether every node answers within a second, is writable and evicts nothing; never raises for that."""
        try:
            with budget(READY_S):
                problem = self._problem()
                return Readiness(not problem, problem, self.due.overdue().oldest_ms, self.due.clock_seen_ms())
        except StoreError as error:
            return Readiness(ready=False, problem=str(error))

    def close(self) -> None:
        """Closes all connections."""
        self.links.close()
        self.queue.close()

    def _problem(self) -> str:
        for _, shards in self.links.nodes():
            memory, _ = self.links.replies(
                [
                    command(shards[0], "INFO", "memory"),
                    command(shards[0], "SET", keys.ready(shards[0]), 1, "PX", 1_000),
                ]
            )
            if b"maxmemory_policy:noeviction" not in memory:
                return "the store may evict keys: its maxmemory-policy must be noeviction"
        return ""
