"""The lobby: public open games of all shards."""

from service.store import keys
from service.store.client import Links
from service.store.players import asking_newest, newest


class Lobby:
    """Public open games."""

    def __init__(self, links: Links) -> None:
        self._links = links

    def newest(self, before: tuple[int, str] | None = None, limit: int = 50) -> list[tuple[str, int]]:
        """Games and their times of creation (ms), newest first; ``before``: the last (time, game) of the page before.

        An index: whoever lists must load each game and see that it is open and public. Raises StoreUnavailable.
        """
        asks = [asking_newest(shard, keys.opened(shard), before, limit) for shard in keys.SHARDS]
        return newest(self._links.ask_all(asks), limit)
