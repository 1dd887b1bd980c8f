"""Fairness: a seed put aside, and what can be checked of a game's chance."""

from typing import Any

from flask import Response
from flask.views import MethodView

from service.api.answers import json, repeated
from service.api.auth import asking, player, table
from service.api.operations import Answer, Resource
from service.api.reading import idempotency_key, unfit_key
from service.api.schemas import Nothing
from service.play.fairness import fairness, put_aside_once
from service.play.repeats import remembered

resource = Resource("fairness", "That nobody chose the deck: seeds put aside, and the check.")


@resource.route("/v1/commitments")
class Commitments(MethodView):
    """Seeds that were put aside."""

    @resource.operation(
        "putSeedAside",
        {201: Answer("A commitment, good for one game.", "Commitment", "Idempotent-Replayed")},
        "idempotency-mismatch",
        body=Nothing,
        unfit=lambda: remembered(table(), player(), unfit_key()),
    )
    def post(self, body: dict[str, Any]) -> Response:
        """Fix a seed before any salt is known.

        For the wary: the server's seed of a game that you are about to create is put aside for an hour, so that it is
        fixed before the server has seen your salt. Send the `commitment` with POST /v1/games.
        """
        promised, again = put_aside_once(table(), player(), idempotency_key(body))
        return repeated(json(promised, 201), again)


@resource.route("/v1/games/<game>/fairness")
class Fairness(MethodView):
    """What a game's chance came from."""

    @resource.operation("getFairness", {200: Answer("What can be checked now.", "Fairness")})
    def get(self, game: str) -> Response:
        """Check a game's chance.

        `commitment` and `salts` while it runs; after the end also the seeds and the decks in the order in which each
        shuffle left them, so that anyone can work them out again. Never those of a cancelled game.
        """
        return json(fairness(table(), asking(), game))
