"""The application: every route in one place, and what every request goes through first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any, TypeAlias

from flask import Flask

from service.api import (
    actions,
    afterwards,
    auth,
    caching,
    docs,
    errors,
    fairness,
    feed,
    games,
    health,
    inbox,
    metrics,
    players,
    rulesets,
    seats,
    stream,
)
from service.api.openapi.document import collector

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse

RESOURCES = (players, rulesets, games, seats, actions, feed, stream, inbox, fairness, afterwards, health)
HOST = "hubcaps.invalid"
"""In place of what a client calls us: nothing in an answer is taken from that."""
Limit: TypeAlias = Callable[[], AbstractContextManager[object]]


class Application(Flask):
    """Flask, with one address for each client and one host whatever the client calls us.

    `proxies`: how many of our own stand in front. `limit`: what each request runs inside of.
    """

    def __init__(self, proxies: int, limit: Limit) -> None:
        super().__init__("hubcaps", static_folder=None)
        self._proxies = proxies
        self._limit = limit

    def wsgi_app(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request (PEP 3333)."""
        environ["REMOTE_ADDR"] = self._address(environ)
        environ["HTTP_HOST"] = HOST
        with self._limit():
            return super().wsgi_app(environ, start_response)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Nothing here is async; Flask would look anew for each request."""
        return func

    def _address(self, environ: dict[str, Any]) -> str:
        """The client's address: what the outermost of our own proxies saw, else the socket's."""
        forwarded = [part.strip() for part in environ.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()]
        if self._proxies and len(forwarded) >= self._proxies:
            return str(forwarded[-self._proxies])
        return str(environ.get("REMOTE_ADDR", ""))


def uncounted(app: Flask) -> None:
    """Requests are not counted."""


def routes(proxies: int = 0, limit: Limit = nullcontext, count: Callable[[Flask], None] = uncounted) -> Application:
    """An application with every route and nothing behind them: enough to write the document. `count`: lets requests be
    counted, once it is known who asks and before anybody is refused.
    """
    app = Application(proxies, limit)
    app.url_map.merge_slashes = False
    app.url_map.converters["seat"] = seats.Number
    api = collector(app)
    errors.register(app)
    metrics.register(app)
    caching.register(app)
    app.before_request(auth.identify)
    count(app)
    app.before_request(auth.enforce)
    for each in RESOURCES:
        api.register_blueprint(each.resource.blueprint)
    app.register_blueprint(docs.blueprint)
    return app
