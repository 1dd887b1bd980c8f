"""Acting: one answer of one seat, judged and committed."""

from collections.abc import Mapping

import msgspec

from service.play.document import Document
from service.play.table import Caller, Key, Table
from service.play.transcript import Batch


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """An action that counted. `document` is the game as it is now, `version` and `events` are of the action's own
    commit; `replayed`: this was a repeat of a request that had counted before."""

    ruleset: str
    version: int
    cursor: str
    events: tuple[Batch, ...]
    document: Document
    replayed: bool = False


def act(
    table: Table, caller: Caller, game: str, body: Mapping[str, object], if_match: str | None, key: Key | None = None
) -> Played:
    """Play a filled offer: `body` is the JSON object as sent, annotations included, `if_match` that header as received.

    Raises, in the order of the contract's checks, NotFound, IdempotencyMismatch, NotSeated, Invalid,
    PreconditionRequired, PreconditionFailed, VersionConflict, GameOver, NotStarted, StalePrompt, NotYourTurn, Taken,
    Illegal; and Busy.
    """
    raise NotImplementedError
