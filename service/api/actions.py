"""Acting: one route, through which everything is played."""

from typing import Any

from flask import Response, request
from flask.views import MethodView

from service.api import answers
from service.api.auth import player, table
from service.api.operations import Answer, Resource
from service.api.reading import idempotency_key, unfit_key
from service.api.schemas import Acting, FilledOffer
from service.play.moves import act

resource = Resource("actions", "Acting: everything that is played goes through here.")


@resource.route("/v1/games/<game>/actions")
class Actions(MethodView):
    """What is played."""

    @resource.operation(
        "act",
        {
            200: Answer(
                "It counts: the action's own commit, and the game as it is now.",
                "ActionAnswer",
                "Server-Time",
                "Idempotent-Replayed",
            )
        },
        "not-seated",
        "stale-prompt",
        "not-your-turn",
        "taken",
        "version-conflict",
        "game-over",
        "not-started",
        "precondition-failed",
        "precondition-required",
        "illegal-action",
        "idempotency-mismatch",
        body=FilledOffer,
        query=Acting,
        unfit=lambda game: act(table(), player(), game, {}, None, unfit_key()),
    )
    def post(self, body: dict[str, Any], query: dict[str, Any], game: str) -> Response:
        """Answer a question.

        Take one of the document's `offers`, put a value of its own in place of each domain, and send it back; `text`,
        `no_effect` and names that begin with `_` are ignored. `prompt` says which question is answered: the action
        counts if that question is still open for the seat, whatever else has happened. A refusal changes nothing and
        carries the caller's fresh document.
        """
        if_match, brief = request.headers.get("If-Match"), query["brief"] == "1"
        return answers.played(act(table(), player(), game, body, if_match, idempotency_key(body), brief=brief))
