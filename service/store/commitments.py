"""Server seeds put aside: each for one game of one player, for a while."""

from service.store import keys
from service.store.client import Links
from service.store.commands import command


class Commitments:
    """Commitments in the store; `digest` is the 64 hex digits of one."""

    def __init__(self, links: Links) -> None:
        self._links = links

    def put(self, player: str, digest: str, server_seed: bytes, life_ms: int) -> int:
        """Puts a seed aside: until when, ms. Raises StoreUnavailable."""
        shard = keys.shard_of(player)
        _, (seconds, micros) = self._links.replies(
            [
                command(shard, "SET", keys.commitment(player, digest), server_seed, "PX", life_ms),
                command(shard, "TIME"),
            ]
        )
        return int(seconds) * 1000 + int(micros) // 1000 + life_ms

    def claim(self, player: str, digest: str, game: str, life_ms: int) -> bytes | None:
        """The seed, for this game and no other; None: used, over, or not this player's. Raises StoreUnavailable."""
        shard, name, used = keys.shard_of(player), keys.commitment(player, digest), keys.used(player, digest)
        _, owner, server_seed = self._links.replies(
            [
                command(shard, "SET", used, game, "NX", "PX", life_ms),
                command(shard, "GET", used),
                command(shard, "GET", name),
            ]
        )
        return server_seed if owner == game.encode() else None
