"""Whether the service lives, whether it can serve, and its figures."""

from flask import Response
from flask.views import MethodView

from service.api.answers import json
from service.api.auth import table
from service.api.operations import Answer, Resource
from service.play import health

resource = Resource("health", "Whether the service lives, whether it can serve, and its figures.")


@resource.route("/healthz")
class Alive(MethodView):
    """The process."""

    @resource.operation("getHealth", {200: Answer("It lives.", "Health")})
    def get(self) -> Response:
        """Is the process alive?

        Touches nothing else; a process that does not answer this should be started again.
        """
        return json({"status": "alive"})


@resource.route("/readyz")
class Ready(MethodView):
    """The process and the store."""

    @resource.operation(
        "getReadiness", {200: Answer("It can serve.", "Readiness"), 503: Answer("It can't serve now.", "Readiness")}
    )
    def get(self) -> Response:
        """Can the service serve?

        The store answers within a second, can be written and evicts nothing. `oldest_overdue_ms` and `clock_seen_ms`
        tell how well deadlines are kept.
        """
        found = health.readiness(table())
        answer = json(found, 200 if found.ready else 503)
        if not found.ready:
            answer.headers["Retry-After"] = "1"
        return answer
