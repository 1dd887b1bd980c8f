"""Seats: take one, free one, give one to a bot."""

from typing import Any

from flask import Response
from flask.views import MethodView
from werkzeug.routing import BaseConverter

from service.api.answers import changed
from service.api.auth import address, player, table
from service.api.operations import Answer, Resource
from service.api.reading import idempotency_key, unfit_key
from service.api.schemas import Nothing, SeatByCode, SeatedBot, TakenSeat
from service.play import lobby

resource = Resource("seats", "Who sits where: take a seat, free it, give one to a bot, come back to it.")
NOW = Answer("The game after it.", "Game", "ETag", "Server-Time", "Idempotent-Replayed")

NO_SALT = "\n"
NO_BOT = ""


class Number(BaseConverter):
    """A seat's number in a path: digits, none of them idle."""

    regex = "0|[1-9][0-9]?"

    def to_python(self, value: str) -> int:
        """The number."""
        return int(value)


def _check_seated(game: str) -> None:
    lobby.check_seated(table(), player(), game, unfit_key())


@resource.route("/v1/games/<game>/seats")
class Seats(MethodView):
    """The seats of a game."""

    @resource.operation(
        "takeSeat",
        {201: Answer("The game with you in it.", "Game", "Location", "ETag", "Server-Time", "Idempotent-Replayed")},
        "removed",
        "game-full",
        "already-seated",
        "game-started",
        "game-over",
        "idempotency-mismatch",
        body=TakenSeat,
        unfit=lambda game: lobby.take_seat(table(), player(), game, NO_SALT, unfit_key()),
    )
    def post(self, body: dict[str, Any], game: str) -> Response:
        """Join a public game.

        Takes the lowest free seat. The game starts by itself when the last one is filled. A private game is joined
        with its code: POST /v1/join.
        """
        answer = lobby.take_seat(table(), player(), game, body.get("salt"), idempotency_key(body))
        return changed(answer.document, 201, replayed=answer.replayed, located=True)


@resource.route("/v1/join")
class Joining(MethodView):
    """Seats that a code leads to."""

    @resource.operation(
        "joinByCode",
        {201: Answer("The game with you in it.", "Game", "Location", "ETag", "Server-Time", "Idempotent-Replayed")},
        "not-found",
        "removed",
        "game-full",
        "already-seated",
        "idempotency-mismatch",
        body=SeatByCode,
        unfit=lambda: lobby.check_join_key(table(), player(), unfit_key(), None),
    )
    def post(self, body: dict[str, Any]) -> Response:
        """Join by a code.

        The way into a private game: its players see `join_code` while it is open. An unknown code, a dead one and that
        of a started game are one and the same 404. Ten wrong codes a minute, of a player or from an address, and the
        rest of it is 429.
        """
        answer = lobby.join(table(), player(), body["join_code"], body.get("salt"), idempotency_key(body), address())
        return changed(answer.document, 201, replayed=answer.replayed, located=True)


@resource.route("/v1/games/<game>/seats/me")
class OwnSeat(MethodView):
    """The caller's seat."""

    @resource.operation("leaveGame", {200: NOW}, "not-seated", "game-over", unfit=_check_seated)
    def delete(self, game: str) -> Response:
        """Leave a game.

        Before the start the seat is free again; the host's leaving cancels the game. Later the seat stays the player's
        and a bot plays it, until POST .../seats/me/return.
        """
        return changed(lobby.leave(table(), player(), game).document)


@resource.route("/v1/games/<game>/seats/me/return")
class Return(MethodView):
    """Coming back to one's seat."""

    @resource.operation(
        "returnToSeat",
        {200: NOW},
        "not-seated",
        "not-started",
        "game-over",
        "idempotency-mismatch",
        body=Nothing,
        unfit=_check_seated,
    )
    def post(self, body: dict[str, Any], game: str) -> Response:
        """Take my seat back from the bot.

        After leaving, or after the clock has run out twice in a row where the game's `absent` is "bot".
        """
        answer = lobby.come_back(table(), player(), game, idempotency_key(body))
        return changed(answer.document, replayed=answer.replayed)


@resource.route("/v1/games/<game>/seats/<seat:n>")
class NumberedSeat(MethodView):
    """One seat."""

    @resource.operation(
        "seatBot",
        {200: NOW},
        "not-host",
        "game-started",
        "game-over",
        body=SeatedBot,
        unfit=lambda game, n: lobby.seat_bot(table(), player(), game, n, NO_BOT),
    )
    def put(self, body: dict[str, Any], game: str, n: int) -> Response:
        """Give a seat to a bot.

        For the host, before the start: in a free seat, in place of another bot, or in place of a player, who is then
        removed and can't come back.
        """
        return changed(lobby.seat_bot(table(), player(), game, n, body["bot"]).document)
