"""The service's application with two more routes: the same Redis round trips, the same sizes, and no game."""

import msgspec
from flask import Flask, Response, request

from service.play.players import authenticate
from service.play.table import Caller, Table
from service.settings import Settings
from service.store import Attempt, Loaded, Moment, untold_line
from service.wsgi import opened

TELLINGS = b"x" * 300
DECISIONS = b"x" * 90
NOTICE = "x" * 150
BODY = msgspec.json.encode({"game": "x" * 3_000})


def with_floor(app: Flask) -> Flask:
    """The floor of reading and of acting, both at `/floor/<game>`; they answer with 3 kB of JSON."""
    table: Table = app.extensions["hubcaps"]

    def asked(game: str) -> tuple[Caller, Loaded]:
        caller = authenticate(table, request.headers["Authorization"].removeprefix("Bearer "), game)
        loaded = caller.ahead.popitem()[1]
        assert loaded
        return caller, loaded

    @app.get("/floor/<game>")
    def look(game: str) -> Response:
        """Authenticate and load."""
        asked(game)
        return Response(BODY, mimetype="application/json")

    @app.post("/floor/<game>")
    def act(game: str) -> Response:
        """Authenticate and load, commit the same state, deliver a notice."""
        caller, loaded = asked(game)
        msgspec.json.decode(request.get_data())
        committed = table.store.games.commit(
            Attempt(
                game=game,
                base_version=loaded.version,
                base_mark=loaded.mark,
                state=loaded.state or b"",
                record=loaded.record or b"",
                status="running",
                tellings=TELLINGS,
                decisions=DECISIONS,
                deadlines={2: Moment.after(90_000)},
                due={"deadline": Moment.after(90_000)},
                untold=untold_line(loaded.version + 1, caller.player, NOTICE),
            )
        )
        table.store.players.deliver_untold(game, committed.version, {caller.player: [NOTICE]})
        return Response(BODY, mimetype="application/json")

    return app


app = with_floor(opened(Settings.from_environment()))
