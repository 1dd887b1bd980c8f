"""The feed of a game as Server-Sent Events, for those who would rather listen than ask."""

from collections.abc import Iterator
from typing import Any

from flask import Response, request, stream_with_context
from flask.views import MethodView

from service.api.auth import address, asking, table
from service.api.caching import PRIVATE, empty
from service.api.errors import failed, refused
from service.api.operations import Answer, Resource
from service.api.schemas import Following
from service.errors import CursorExpired, CursorReset, HubcapsError
from service.play import watch
from service.play.watch import Beat, Closed, Followed, Told

resource = Resource("stream", "What happens in a game, as a stream.")
KIND = "text/event-stream"
AT_ONCE = b":\n\n"
"""A comment: the connection is alive."""


@resource.route("/v1/games/<game>/stream")
class Stream(MethodView):
    """The events of a game, as a stream."""

    @resource.operation(
        "streamEvents",
        {
            200: Answer("Events `commit`, `reset` and `closed`.", "EventStream", kind=KIND),
            204: Answer("The game is over and the caller has all of it: there is no use in coming back."),
        },
        query=Following,
    )
    def get(self, query: dict[str, Any], game: str) -> Response:
        """Listen to a game.

        The feed as Server-Sent Events: `commit` with one batch and the cursor as its id; `reset` with the body of a
        410, after which the stream ends; `closed` when the game is over; a comment every 15 s. Last-Event-ID goes on
        from there. Browsers read it with `fetch`, since EventSource sends no Authorization.
        """
        after = request.headers.get("Last-Event-ID") or query.get("after")
        if after is not None and _has_all(game, after):
            return empty(204)
        try:
            events = watch.follow(table(), asking(), game, after, address=address())
        except (CursorExpired, CursorReset) as gone:
            return _stream(iter((_reset(gone),)))
        return _stream(_texts(events))


def _has_all(game: str, after: str) -> bool:
    """Whether the game is over and the caller has read it to its end."""
    try:
        reading = watch.read(table(), asking(), game, after, limit=1)
    except (CursorExpired, CursorReset):
        return False
    return reading.closed and not reading.events


def _texts(events: Iterator[Followed]) -> Iterator[bytes]:
    """The stream's text. Where it can't go on it ends, and the caller comes again."""
    cursor = ""
    yield AT_ONCE
    try:
        for event in events:
            match event:
                case Told():
                    cursor = event.cursor
                    yield b"event: commit\nid: %b\ndata: %b\n\n" % (cursor.encode(), bytes(event.batch))
                case Beat():
                    yield AT_ONCE
                case Closed():
                    yield b"event: closed\n%bdata: {}\n\n" % (b"id: %b\n" % cursor.encode() if cursor else b"")
    except (CursorExpired, CursorReset) as gone:
        yield _reset(gone)
    except HubcapsError:
        return
    except Exception as error:  # the outermost handler of what is said after the head of the answer
        failed(error)


def _reset(gone: CursorExpired | CursorReset) -> bytes:
    return b"event: reset\ndata: %b\n\n" % refused(gone).get_data()


def _stream(texts: Iterator[bytes]) -> Response:
    answer = Response(stream_with_context(texts), mimetype=KIND)
    answer.headers["Cache-Control"] = f"{PRIVATE}, no-transform"
    answer.headers["X-Accel-Buffering"] = "no"
    return answer
