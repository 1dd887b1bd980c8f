"""The rulesets: what can be played. The same for all, and worked out once."""

import hashlib
from functools import cache
from typing import Any

import msgspec
from flask import Response
from flask.views import MethodView

from engine.catalogue import find, games
from engine.errors import UnknownRuleset
from engine.game import Game
from service.api.caching import kept
from service.api.operations import Answer, Resource
from service.errors import NotFound
from service.play.bots import levels

resource = Resource("rulesets", "What can be played: the cards, the options, the bots and the rules.")
UNCHANGED = Answer("The caller has it.", None, "ETag")


class SeatNumbers(msgspec.Struct, frozen=True):
    """For how many."""

    min: int
    max: int


class Ruleset(msgspec.Struct, frozen=True, kw_only=True):
    """A ruleset as clients see it."""

    id: str
    name: str
    version: int
    seats: SeatNumbers
    modes: tuple[str, ...]
    options: dict[str, Any]
    bots: tuple[str, ...]
    cards: tuple[Any, ...]
    clauses: dict[str, str]
    card_lists: str


@resource.route("/v1/rulesets")
class Rulesets(MethodView):
    """All rulesets."""

    @resource.operation("listRulesets", {200: Answer("All of them.", "Rulesets", "ETag"), 304: UNCHANGED})
    def get(self) -> Response:
        """What can be played?

        All rulesets with their cards and clauses. It changes with the service only, and may be kept.
        """
        return _answer(_all())


@resource.route("/v1/rulesets/<ruleset>")
class OneRuleset(MethodView):
    """One ruleset."""

    @resource.operation("getRuleset", {200: Answer("The ruleset.", "Ruleset", "ETag"), 304: UNCHANGED})
    def get(self, ruleset: str) -> Response:
        """Look at a ruleset.

        Its options as JSON Schema, the levels of its bots, its cards, and its clauses by the ids that refusals cite.
        """
        try:
            return _answer(_one(find(ruleset).id))
        except UnknownRuleset:
            raise NotFound("There is no such ruleset.") from None


def described(game: Game) -> Ruleset:
    """A ruleset as clients see it."""
    return Ruleset(
        id=game.id,
        name=game.name,
        version=game.version,
        seats=SeatNumbers(game.least, game.most),
        modes=game.modes,
        options=_options(game),
        bots=levels(game),
        cards=game.cards,
        clauses=dict(game.clauses),
        card_lists=game.card_lists,
    )


def _options(game: Game) -> dict[str, Any]:
    """The JSON Schema of the options, whole in itself."""
    schema = msgspec.json.schema(game.options)
    inner = schema["$defs"].pop(game.options.__name__)
    return {**inner, "$defs": schema["$defs"]} if schema["$defs"] else dict(inner)


@cache
def _all() -> bytes:
    return msgspec.json.encode({"items": [described(game) for game in games().values()], "next": None})


@cache
def _one(ruleset: str) -> bytes:
    return msgspec.json.encode(described(find(ruleset)))


def _answer(text: bytes) -> Response:
    return kept(Response(text, mimetype="application/json"), f'"{hashlib.sha256(text).hexdigest()[:16]}"')
