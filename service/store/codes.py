"""Join codes: which game a code may open. An index, written before the game has the code: readers verify."""

from service.store import keys
from service.store.client import Links
from service.store.commands import ask_for, command


class Codes:
    """Join codes in the store."""

    def __init__(self, links: Links) -> None:
        self._links = links

    def put(self, code: str, game: str, life_ms: int) -> None:
        """Notes that this code is, or will be, a game's; for so many ms. Raises StoreUnavailable."""
        self._links.replies([command(keys.shard_of_code(code), "SET", keys.code(code), game, "PX", life_ms)])

    def find(self, code: str) -> str | None:
        """The game that may have this code. Raises StoreUnavailable."""
        one = command(keys.shard_of_code(code), "GET", keys.code(code))
        return self._links.ask(ask_for(lambda reply: None if reply is None else reply.decode(), one))
