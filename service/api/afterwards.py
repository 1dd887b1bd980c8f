"""What comes after the end: playing it again, and playing it back."""

from typing import Any

from flask import Response
from flask.views import MethodView

from service.api.answers import changed, json
from service.api.auth import asking, player, table
from service.api.operations import Answer, Resource
from service.api.reading import idempotency_key, unfit_key
from service.api.schemas import ReadBy, TakenSeat
from service.api.seats import NO_SALT
from service.play.rematch import rematch
from service.play.replay import replay

resource = Resource("afterwards", "After the end: play again, or play it back.")
HEADERS = ("Location", "ETag", "Server-Time", "Idempotent-Replayed")


@resource.route("/v1/games/<game>/rematch")
class Rematch(MethodView):
    """The follow-up of a game."""

    @resource.operation(
        "rematch",
        {
            201: Answer("The follow-up, which this call has made.", "Game", *HEADERS),
            200: Answer("The follow-up, with you at your old place.", "Game", *HEADERS),
        },
        "not-seated",
        "not-finished",
        "removed",
        "game-full",
        "game-started",
        "game-over",
        "too-many-games",
        "idempotency-mismatch",
        body=TakenSeat,
        unfit=lambda game: rematch(table(), player(), game, NO_SALT, unfit_key()),
    )
    def post(self, body: dict[str, Any], game: str) -> Response:
        """Play again.

        For the players of a finished game: the first call makes the follow-up, with the same ruleset, options, clocks
        and bots and the caller as host; the others get the same one and their old seat. Places are held for 60 s.
        """
        answer = rematch(table(), player(), game, body.get("salt"), idempotency_key(body))
        return changed(answer.document, 201 if answer.created else 200, replayed=answer.replayed, located=True)


@resource.route("/v1/games/<game>/replay")
class Replay(MethodView):
    """The whole of a finished game."""

    @resource.operation("getReplay", {200: Answer("All of it.", "Replay")}, "not-finished", query=ReadBy)
    def get(self, query: dict[str, Any], game: str) -> Response:
        """Play a finished game back.

        Its decisions, which reproduce its events, and what can be checked of its chance. In full, or as one seat was
        told it.
        """
        return json(replay(table(), asking(), game, query["as_"]))
