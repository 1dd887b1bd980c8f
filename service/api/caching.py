"""ETag and 304, and the headers that stand on every answer: who may keep it, and which browsers may read it."""

from flask import Flask, Response, request
from werkzeug.http import unquote_etag

from service.api.auth import PREFIX, table

METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE"
ALLOWED = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID"
EXPOSED = "ETag, Location, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed, Server-Time"
LIFE_S = 7_200
PUBLIC = "public, max-age=300"
PRIVATE = "private, no-store"


def register(app: Flask) -> None:
    """Let every answer of this application have these headers; the last thing that is done to it."""
    app.before_request(preflight)
    app.after_request(finish)


def not_modified(tag: str) -> Response | None:
    """304, if the caller has what this tag names."""
    opaque, _ = unquote_etag(tag)
    return empty(304) if request.if_none_match.contains_weak(opaque) else None


def kept(answer: Response, tag: str) -> Response:
    """An answer that is the same for all, and for a while."""
    unchanged = not_modified(tag) or answer
    unchanged.headers["ETag"] = tag
    unchanged.headers["Cache-Control"] = PUBLIC
    return unchanged


def empty(status: int) -> Response:
    """An answer without a body."""
    answer = Response(status=status)
    del answer.headers["Content-Type"]
    return answer


def preflight() -> Response | None:
    """A browser's question whether it may ask; anything else is not answered here."""
    if request.method != "OPTIONS" or request.url_rule is None:
        return None
    answer = empty(204)
    answer.headers["Allow"] = ", ".join(sorted(request.url_rule.methods or ()))
    if "Access-Control-Request-Method" in request.headers:
        answer.headers["Access-Control-Allow-Methods"] = METHODS
        answer.headers["Access-Control-Allow-Headers"] = ALLOWED
        answer.headers["Access-Control-Max-Age"] = str(LIFE_S)
    return answer


def finish(answer: Response) -> Response:
    """The headers of every answer, errors and 304 too."""
    headers = answer.headers
    below_v1 = request.path.startswith(PREFIX)
    kept_by = headers.get("Cache-Control")
    if kept_by is None:
        headers.add("Cache-Control", PRIVATE if below_v1 else "no-store")
    if below_v1 and kept_by != PUBLIC:
        headers.add("Vary", "Authorization")
    headers.add("X-Content-Type-Options", "nosniff")
    _allow_origin(answer, table().settings.cors_origins)
    return answer


def _allow_origin(answer: Response, allowed: tuple[str, ...]) -> None:
    """Whether a page of another origin may read this; never with its cookies."""
    origin = "*"
    if origin not in allowed:
        answer.headers.add("Vary", "Origin")
        origin = request.headers.get("Origin", "")
        if origin not in allowed:
            return
    answer.headers.add("Access-Control-Allow-Origin", origin)
    answer.headers.add("Access-Control-Expose-Headers", EXPOSED)
