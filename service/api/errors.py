"""Every refusal and failure in one shape: `application/problem+json` (RFC 9457). The only place that knows statuses."""

import logging
from http import HTTPStatus
from time import monotonic
from typing import Any

import msgspec
from flask import Flask, Response, g, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed, RequestEntityTooLarge

from service.api.auth import asking, table
from service.errors import (
    HubcapsError,
    Illegal,
    Invalid,
    RateLimited,
    Refused,
    StoreCrowded,
    StoreUnavailable,
    Taken,
    TooManyWaits,
)
from service.play import lobby
from service.play.document import Document
from service.play.faults import trail

log = logging.getLogger(__name__)

STATUS = {
    "malformed": 400,
    "unauthenticated": 401,
    "not-seated": 403,
    "not-host": 403,
    "removed": 403,
    "not-found": 404,
    "method-not-allowed": 405,
    "stale-prompt": 409,
    "not-your-turn": 409,
    "taken": 409,
    "version-conflict": 409,
    "game-over": 409,
    "game-full": 409,
    "game-started": 409,
    "already-seated": 409,
    "not-started": 409,
    "not-finished": 409,
    "too-many-games": 409,
    "commitment-used": 409,
    "cursor-expired": 410,
    "cursor-reset": 410,
    "precondition-failed": 412,
    "too-large": 413,
    "unsupported-media-type": 415,
    "invalid": 422,
    "illegal-action": 422,
    "idempotency-mismatch": 422,
    "precondition-required": 428,
    "rate-limited": 429,
    "internal-error": 500,
    "busy": 503,
    "store-unavailable": 503,
}
"""The status of every code of the contract."""
TEACHES = frozenset({409, 410, 412, 422, 428})
"""Below a game, an answer of these statuses carries the caller's own fresh document."""
RETRY_AFTER_S = 1
LONGEST_DETAIL = 300
"""Characters. A detail may quote what was sent, and that may be long."""
MOST_ERRORS = 20
"""How many places of a body are named."""


class OnceASecond(logging.Filter):
    """Lets one record through a second: of an outage one line is as good as thousands."""

    def __init__(self) -> None:
        super().__init__()
        self._again = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is logged."""
        now = monotonic()
        if now < self._again:
            return False
        self._again = now + 1
        return True


outages = logging.getLogger(f"{__name__}.outages")
outages.addFilter(OnceASecond())
OF_HTTP = {
    400: "malformed",
    404: "not-found",
    405: "method-not-allowed",
    413: "too-large",
    415: "unsupported-media-type",
}
DETAILS = {
    404: "There is nothing here.",
    405: "This method can't be used here; Allow names those that can.",
    413: "The body is larger than 64 kB.",
}


def register(app: Flask) -> None:
    """Let this application answer every failure in the one shape."""
    app.register_error_handler(Refused, refused)
    app.register_error_handler(HubcapsError, unable)
    app.register_error_handler(HTTPException, foreign)
    app.register_error_handler(Exception, failed)


def refused(error: Refused) -> Response:
    """A refusal of ours."""
    status = STATUS[error.code]
    more: dict[str, Any] = {}
    detail = error.detail
    if isinstance(error, Invalid):
        found = [(pointer, _short(reason)) for pointer, reason in error.errors[:MOST_ERRORS]]
        more["errors"] = [{"pointer": pointer, "detail": reason} for pointer, reason in found]
        detail = "; ".join(f"{pointer}: {reason}".removeprefix(": ") for pointer, reason in found[:3])
    if isinstance(error, Illegal | Taken):
        more |= {"clause": error.clause, "clause_text": error.clause_text}
    if status in TEACHES and "game" in (request.view_args or {}):
        try:
            game = _fresh(error)
        except Refused as unknown:  # first of all there must be a game that the caller may know of
            return refused(unknown)
        except Exception as trouble:  # what a handler raises Flask hands to no other one
            return unable(trouble) if isinstance(trouble, HubcapsError) else failed(trouble)
        more |= {"ruleset": game.ruleset, "game": game}
    answer = problem(error.code, detail, **more)
    if isinstance(error, RateLimited):
        g.spent = error
    if status in (429, 503):
        answer.headers["Retry-After"] = str(getattr(error, "retry_after", RETRY_AFTER_S))
    if status == 401:
        answer.headers["WWW-Authenticate"] = "Bearer"
    return answer


def unable(error: HubcapsError) -> Response:
    """The service can't answer now: never a half answer."""
    match error:
        case StoreCrowded():
            answer = problem("busy", "Too many are asking here at once; try again soon.")
        case StoreUnavailable():
            outages.warning("The store can't be used: %s.", error)
            answer = problem("store-unavailable", "The store does not answer; try again soon.")
        case TooManyWaits():
            answer = problem("busy", "Too many are waiting here; try again soon.")
        case _:
            return failed(error)
    answer.headers["Retry-After"] = str(RETRY_AFTER_S)
    return answer


def foreign(error: HTTPException) -> Response:
    """A refusal of the framework: no such route, no such method, too large a body."""
    status = error.code or 500
    code = OF_HTTP.get(status, "malformed" if status < 500 else "internal-error")
    answer = problem(code, DETAILS.get(status, "This request can't be read."))
    if isinstance(error, MethodNotAllowed):
        answer.headers["Allow"] = ", ".join(sorted(error.valid_methods or ()))
    if isinstance(error, RequestEntityTooLarge):
        answer.headers["Connection"] = "close"
    return answer


def failed(error: Exception) -> Response:
    """A fault of ours. It is logged; the caller learns nothing of it."""
    # Without the errors' messages, which may hold cards.
    log.error("%s %s failed:\n%s", request.method, request.url_rule, trail(error))
    return problem("internal-error", "Something went wrong here; it has been noted.")


def _fresh(error: Refused) -> Document:
    """The caller's own fresh document: the one that the refusal was judged by, else the game now. Raises NotFound."""
    judged: Document | None = getattr(error, "game", None)
    return judged or lobby.look(table(), asking(), str((request.view_args or {})["game"]))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_DETAIL else f"{text[: LONGEST_DETAIL - 3]}..."


def problem(code: str, detail: str, **more: object) -> Response:
    """The document of a refusal."""
    status = STATUS[code]
    title = HTTPStatus(status).phrase
    body = {"type": "about:blank", "title": title, "status": status, "detail": _short(detail), "code": code, **more}
    return Response(msgspec.json.encode(body), status, mimetype="application/problem+json")
