"""Players: a name, a token, and the caller's own games."""

from typing import Any

from flask import Response
from flask.views import MethodView

from service.api.answers import Me, Token, json, listed, repeated
from service.api.auth import address, player, table
from service.api.caching import empty
from service.api.operations import Answer, Resource
from service.api.reading import idempotency_key, unfit_key
from service.api.schemas import NewToken, OwnPage, PlayerName
from service.play import lists, players
from service.play.repeats import remembered

resource = Resource("players", "Who plays: a name and a token, and the caller's own games.")


@resource.route("/v1/players")
class Players(MethodView):
    """All players; they are not listed."""

    @resource.operation(
        "registerPlayer",
        {201: Answer("A new player, and the token, which is shown this once.", "NewPlayer", "Idempotent-Replayed")},
        "idempotency-mismatch",
        body=PlayerName,
        unfit=lambda: players.check_key(table(), unfit_key()),
    )
    def post(self, body: dict[str, Any]) -> Response:
        """Become a player.

        The first thing a client does: the answer's `token` opens everything else. Keep it like a password; send it as
        `Authorization: Bearer <token>` and never in an address. Names need not be unique.

        An Idempotency-Key is remembered for 24 h if it has 20 characters or more: whoever sends it again, with the same
        body, is given the same player and token, from whatever address. So it has to be as random as a token, such as a
        fresh UUID, and kept as secret. A shorter one is taken and not remembered: sent twice it makes two players.
        """
        made, again = players.register_once(table(), body["name"], idempotency_key(body), address())
        return repeated(json(made, 201), again)


@resource.route("/v1/me")
class Self(MethodView):
    """The caller."""

    @resource.operation("getMe", {200: Answer("The caller.", "Me")})
    def get(self) -> Response:
        """Who am I?

        Use it to check a stored token before anything else.
        """
        return json(Me(player().player, player().name))

    @resource.operation("renameMe", {200: Answer("The caller, renamed.", "Me")}, body=PlayerName)
    def patch(self, body: dict[str, Any]) -> Response:
        """Take another name.

        Seats that are taken keep the name that they were taken with.
        """
        renamed = players.rename(table(), player(), body["name"])
        return json(Me(renamed.player, renamed.name))

    @resource.operation("eraseMe", {204: Answer("Gone.")})
    def delete(self) -> Response:
        """Be forgotten.

        The token dies at once, open games are left, in running ones a bot plays on for good; the name disappears
        everywhere. It can't be undone.
        """
        players.erase(table(), player())
        return empty(204)


@resource.route("/v1/me/token")
class OwnToken(MethodView):
    """The caller's token."""

    @resource.operation(
        "rotateToken",
        {200: Answer("The new token, which is shown this once.", "Token", "Idempotent-Replayed")},
        "idempotency-mismatch",
        body=NewToken,
        unfit=lambda: remembered(table(), player(), unfit_key()),
    )
    def post(self, body: dict[str, Any]) -> Response:
        """Take a new token.

        The old one lasts until the new one is first used, at most 10 minutes, so that a lost answer locks nobody out.
        When a token has leaked, send `now`: the old one ends at once, and if that answer is lost, so is the player.
        With an Idempotency-Key a repeat is given the same new token.
        """
        token, again = players.rotate_once(table(), player(), body["now"], idempotency_key(body))
        return repeated(json(Token(token)), again)


@resource.route("/v1/me/games")
class OwnGames(MethodView):
    """The caller's games."""

    @resource.operation("listMyGames", {200: Answer("A page of the caller's games.", "OwnGames")}, query=OwnPage)
    def get(self, query: dict[str, Any]) -> Response:
        """List my games.

        Newest first, each with `your_move`. Use it when a client starts, to find the games to go on with.
        """
        return listed(lists.my_games(table(), player(), query.get("status"), query.get("cursor"), query["limit"]))
