"""The feed of a game: reading on from a cursor, and waiting for what comes."""

import msgspec

from service.play.document import Document
from service.play.table import Caller, Table
from service.play.transcript import Batch


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """What came after a cursor. `document` is of the moment of `cursor`, and None unless it was asked for and there
    are events."""

    ruleset: str
    events: tuple[Batch, ...]
    cursor: str
    version: int
    status: str
    closed: bool
    document: Document | None


class Watcher(msgspec.Struct, frozen=True):
    """Who waits, as far as the limits of waiting polls go: a player, or the address of a reader without a token."""

    player: str | None
    address: str


def read(
    table: Table,
    caller: Caller | None,
    game: str,
    after: str | None = None,
    *,
    wait_ms: int = 0,
    limit: int = 100,
    with_document: bool = False,
    address: str = "",
) -> Reading:
    """The events after a cursor (None: from the first one kept); waits up to `wait_ms` while there are none.

    `address` is the reader's, for the limit of waiting polls without a token. Raises NotFound, Invalid (the cursor's
    form), CursorExpired, CursorReset (both with the document), Unauthenticated (the token died while waiting),
    TooManyWaits.
    """
    raise NotImplementedError
