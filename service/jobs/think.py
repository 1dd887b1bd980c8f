"""The job in which a bot searches for its answer."""

import logging

from service.errors import StoreUnavailable
from service.jobs.table import table
from service.play import thinking
from service.play.faults import where

log = logging.getLogger(__name__)


def think(game: str) -> None:
    """Let the bot that is called in this game answer. Early, late and doubled runs do nothing.
    Raises StoreUnavailable.
    """
    try:
        thinking.think(table(), game)
    except StoreUnavailable:
        raise
    except Exception as error:  # the quick bot plays then; RQ would log and keep the message, which may hold cards
        log.error("A bot could not think in game %s: %s.", game, where(error))
