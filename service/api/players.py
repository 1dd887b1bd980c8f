"""Players: a name, a token, and the caller's own games."""

from typing import Any

from flask import Response
from flask.views import MethodView

from service.api.answers import Me, json, listed
from service.api.auth import player, table
from service.api.operations import Answer, Resource
from service.api.reading import idempotency_key
from service.api.schemas import OwnPage, PlayerName
from service.play import lobby, players

resource = Resource("players", "Who plays: a name and a token, and the caller's own games.")


@resource.route("/v1/players")
class Players(MethodView):
    """All players; they are not listed."""

    @resource.operation(
        "registerPlayer",
        {201: Answer("A new player, and the token, which is shown this once.", "NewPlayer")},
        body=PlayerName,
    )
    def post(self, body: dict[str, Any]) -> Response:
        """Become a player.

        The first thing a client does: the answer's `token` opens everything else. Keep it like a password; send it as
        `Authorization: Bearer <token>` and never in an address. Names need not be unique.
        """
        return json(players.register(table(), body["name"], idempotency_key(body)), 201)


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


@resource.route("/v1/me/games")
class OwnGames(MethodView):
    """The caller's games."""

    @resource.operation("listMyGames", {200: Answer("A page of the caller's games.", "OwnGames")}, query=OwnPage)
    def get(self, query: dict[str, Any]) -> Response:
        """List my games.

        Newest first, each with `your_move`. Use it when a client starts, to find the games to go on with.
        """
        return listed(lobby.my_games(table(), player(), query.get("status"), query.get("cursor"), query["limit"]))
