"""The feed: what happens in a game, as it happens."""

from typing import Any

from flask import Response
from flask.views import MethodView

from service.api import answers
from service.api.auth import address, asking, table
from service.api.operations import Answer, Resource
from service.api.schemas import Reading
from service.play import watch

resource = Resource("feed", "What happens in a game, as it happens.")
SECOND_MS = 1_000


@resource.route("/v1/games/<game>/events")
class Events(MethodView):
    """The events of a game."""

    @resource.operation(
        "readEvents",
        {200: Answer("What came after the cursor.", "Feed")},
        "cursor-expired",
        "cursor-reset",
        query=Reading,
    )
    def get(self, query: dict[str, Any], game: str) -> Response:
        """Follow a game.

        Everything that happened after a cursor, in order and without holes, as the caller may know it. With `wait` the
        answer comes with the news, or without any when the time is over: then ask again with the `cursor` of the
        answer. With `game=1` the answer brings the document, so that a client needs no other read.
        """
        reading = watch.read(
            table(),
            asking(),
            game,
            query.get("after"),
            wait_ms=query["wait"] * SECOND_MS,
            limit=query["limit"],
            with_document=query["game"] == "1",
            address=address(),
        )
        return answers.read(reading)
