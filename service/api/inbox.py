"""The caller's own feed: one poll for all of the caller's games."""

from typing import Any

from flask import Response
from flask.views import MethodView

from service.api.answers import json
from service.api.auth import player, table
from service.api.feed import SECOND_MS
from service.api.operations import Answer, Resource
from service.api.schemas import ReadingHints
from service.errors import Invalid
from service.play import inbox

resource = Resource("inbox", "Hints about all of the caller's games in one poll.")
LIMIT = 100
LIMIT_WITH_GAMES = 20


@resource.route("/v1/me/events")
class OwnEvents(MethodView):
    """What concerns the caller."""

    @resource.operation(
        "readMyEvents",
        {200: Answer("What came after the cursor.", "Hints")},
        "cursor-expired",
        "cursor-reset",
        query=ReadingHints,
    )
    def get(self, query: dict[str, Any]) -> Response:
        """Follow all my games.

        One poll for a client with many games, such as a bot: it says in which of them something waits for the caller.
        Without `after` it first tells what is so now. Events are hints and may come twice; the document decides. After
        a 410 ask again without `after`.
        """
        with_games = query.get("include") == "game"
        limit = query.get("limit", LIMIT_WITH_GAMES if with_games else LIMIT)
        if with_games and limit > LIMIT_WITH_GAMES:
            raise Invalid(("/limit", f"must be 1 to {LIMIT_WITH_GAMES} with include=game"))
        return json(
            inbox.hints(
                table(),
                player(),
                query.get("after"),
                wait_ms=query["wait"] * SECOND_MS,
                limit=limit,
                with_documents=with_games,
            )
        )
