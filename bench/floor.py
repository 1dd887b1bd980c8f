"""The service's application with one more route: the same Redis round trips, the same sizes, and no game."""

from typing import Any

import msgspec
from flask import Flask, Response, request

from service.api import auth
from service.play.table import Table
from service.settings import Settings
from service.store import Attempt, Moment, untold_line
from service.wsgi import opened

TELLINGS = b"x" * 300
DECISIONS = b"x" * 90
NOTICE = "x" * 150


def with_floor(app: Flask) -> Flask:
    """`POST /v1/floor/<game>`: authenticate, load, commit the same state, deliver a notice, answer 3 kB of JSON."""
    table: Table = app.extensions["hubcaps"]
    body = msgspec.json.encode({"game": "x" * 3_000})

    @app.post("/v1/floor/<game>")
    def floor(game: str) -> Response:
        player = auth.player().player
        msgspec.json.decode(request.get_data())
        loaded: Any = table.store.games.load(game)
        committed = table.store.games.commit(
            Attempt(
                game=game,
                base_version=loaded.version,
                base_mark=loaded.mark,
                state=loaded.state,
                record=loaded.record,
                status="running",
                tellings=TELLINGS,
                decisions=DECISIONS,
                deadlines={2: Moment.after(90_000)},
                due={"deadline": Moment.after(90_000)},
                untold=untold_line(loaded.version + 1, player, NOTICE),
            )
        )
        table.store.players.deliver_untold(game, committed.version, {player: [NOTICE]})
        return Response(body, mimetype="application/json")

    return app


app = with_floor(opened(Settings.from_environment()))
