"""The job in which a bot searches for its answer."""

from service.jobs.table import table
from service.play import thinking


def think(game: str) -> None:
    """Let the bot that is called in this game answer. Early, late and doubled runs do nothing.
    Raises StoreUnavailable.
    """
    thinking.think(table(), game)
