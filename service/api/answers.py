"""The bodies of answers, and how they are encoded: msgspec, never a dump through schemas."""

import msgspec
from flask import Response

from service.api.auth import asking, table
from service.api.caching import not_modified
from service.play.document import Document, etag
from service.play.lists import Listing
from service.play.moves import Played
from service.play.watch import Reading


class Me(msgspec.Struct, frozen=True):
    """A player as that player sees it."""

    player: str
    name: str


class Token(msgspec.Struct, frozen=True):
    """A token, shown once."""

    token: str


class ActionAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What an action did: its own commit, and the game as it is now."""

    ruleset: str
    version: int
    cursor: str
    events: tuple[msgspec.Raw, ...]
    game: Document | msgspec.UnsetType = msgspec.UNSET


class Feed(msgspec.Struct, frozen=True, kw_only=True):
    """What came after a cursor."""

    ruleset: str
    events: tuple[msgspec.Raw, ...]
    cursor: str
    version: int
    status: str
    closed: bool
    game: Document | None


def json(body: object, status: int = 200) -> Response:
    """Any JSON answer."""
    return Response(msgspec.json.encode(body), status, mimetype="application/json")


def shown(document: Document) -> Response:
    """The game document where it is read: with its ETag, or 304 if the caller has it."""
    tag = etag(table(), document, asking())
    answer = not_modified(tag) or json(document)
    return _marked(answer, document, tag)


def changed(document: Document, status: int = 200, *, replayed: bool = False, located: bool = False) -> Response:
    """The game document after a change."""
    answer = _marked(json(document, status), document, etag(table(), document, asking()))
    if located:
        answer.headers["Location"] = f"/v1/games/{document.id}"
    return repeated(answer, replayed)


def played(done: Played) -> Response:
    """An action's answer."""
    answer = json(
        ActionAnswer(
            ruleset=done.ruleset,
            version=done.version,
            cursor=done.cursor,
            events=done.events,
            game=done.document or msgspec.UNSET,
        )
    )
    answer.headers["Server-Time"] = done.server_time
    return repeated(answer, done.replayed)


def read(reading: Reading) -> Response:
    """A part of the feed."""
    answer = json(
        Feed(
            ruleset=reading.ruleset,
            events=reading.events,
            cursor=reading.cursor,
            version=reading.version,
            status=reading.status,
            closed=reading.closed,
            game=reading.document,
        )
    )
    if reading.document is not None:
        answer.headers["Server-Time"] = reading.document.server_time
    return answer


def listed(listing: Listing) -> Response:
    """A page of games."""
    return json(listing)


def _marked(answer: Response, document: Document, tag: str) -> Response:
    answer.headers["ETag"] = tag
    answer.headers["Server-Time"] = document.server_time
    return answer


def repeated(answer: Response, replayed: bool) -> Response:
    """An answer, marked if it is given again."""
    if replayed:
        answer.headers["Idempotent-Replayed"] = "true"
    return answer
