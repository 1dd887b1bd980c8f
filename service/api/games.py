"""Games: create one, find one, look at one."""

from typing import Any

from flask import Response
from flask.views import MethodView

from service.api.answers import changed, listed, shown
from service.api.auth import asking, player, table
from service.api.operations import Answer, Resource
from service.api.reading import idempotency_key, unfit_key
from service.api.schemas import LobbyPage, NewGame
from service.play import lists, lobby

resource = Resource("games", "Games: create one, find one, look at one.")

NO_WISH = lobby.Wish(ruleset="", players=0)


@resource.route("/v1/games")
class Games(MethodView):
    """All games."""

    @resource.operation(
        "createGame",
        {201: Answer("The new game.", "Game", "Location", "ETag", "Server-Time", "Idempotent-Replayed")},
        "idempotency-mismatch",
        "too-many-games",
        "commitment-used",
        body=NewGame,
        unfit=lambda: lobby.create(table(), player(), NO_WISH, unfit_key()),
    )
    def post(self, body: dict[str, Any]) -> Response:
        """Create a game.

        The caller is its host and sits at seat 0, bots sit next; it starts by itself when the last seat is filled, so
        a game whose other seats are all bots is running in this answer. Send an Idempotency-Key: then this can be
        repeated after a lost answer without making a second game.
        """
        answer = lobby.create(table(), player(), _wish(body), idempotency_key(body))
        return changed(answer.document, 201, replayed=answer.replayed, located=True)

    @resource.operation("listOpenGames", {200: Answer("A page of the lobby.", "Lobby")}, query=LobbyPage)
    def get(self, query: dict[str, Any]) -> Response:
        """Look for a game to join.

        The lobby: public games that wait for players, newest first. Private games never show here.
        """
        return listed(lists.listing(table(), asking(), query.get("ruleset"), query.get("cursor"), query["limit"]))


@resource.route("/v1/games/<game>")
class OneGame(MethodView):
    """One game."""

    @resource.operation(
        "getGame",
        {
            200: Answer("The game as the caller may see it.", "Game", "ETag", "Server-Time"),
            304: Answer("The caller has it: nothing has changed.", None, "ETag", "Server-Time"),
        },
    )
    def get(self, game: str) -> Response:
        """Look at a game.

        The whole of it as the caller may see it: the table, and if it is the caller's move, `prompt` and `offers`. Use
        it when a client starts or has lost its way; in between the feed with `game=1` says when there is news, and
        brings it. With If-None-Match an unchanged game costs an empty 304.
        """
        return shown(lobby.look(table(), asking(), game))


def _wish(body: dict[str, Any]) -> lobby.Wish:
    said = {name: value for name, value in body.items() if name not in ("bots", "clocks")}
    clocks = body.get("clocks", {})
    return lobby.Wish(
        **said, bots=tuple(body.get("bots", ())), turn_ms=clocks.get("turn_ms"), window_ms=clocks.get("window_ms")
    )
