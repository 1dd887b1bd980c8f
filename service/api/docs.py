"""The document, its page, and the front page. Everything comes from here: nothing is loaded from another host."""

import hashlib
from importlib.resources import files
from mimetypes import guess_type

from flask import Blueprint, Response, current_app

from service.api.caching import kept
from service.api.openapi.document import text
from service.errors import NotFound

UI = files("flask_swagger_ui") / "dist"
FILES = frozenset({"index.css", "swagger-ui.css", "swagger-ui-bundle.js", "favicon-16x16.png", "favicon-32x32.png"})
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
blueprint = Blueprint("docs", __name__)

FRONT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Hubcaps</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/page.css">
<main>
<h1>Hubcaps</h1>
<p>A game service: car-themed card games over plain HTTP, for people and for bots.</p>
<ul>
<li><a href="/docs">The API, to read and to try</a></li>
<li><a href="/openapi.json">The OpenAPI document</a></li>
<li><a href="/v1/rulesets">What can be played</a></li>
<li><a href="/v1/games">Games that wait for players</a></li>
</ul>
</main>
"""
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The Hubcaps API</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/index.css">
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/page.js"></script>
"""
SCRIPT = """window.ui = SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
"""
STYLE = """body { font: 1.1rem/1.5 system-ui, sans-serif; margin: 4rem auto; max-width: 40rem; padding: 0 1rem; }
"""


@blueprint.get("/")
def front() -> Response:
    """What this is."""
    return _page(FRONT)


@blueprint.get("/docs")
@blueprint.get("/docs/")
def page() -> Response:
    """The API, to read and to try."""
    return _page(PAGE)


@blueprint.get("/docs/page.js")
def script() -> Response:
    """What starts the page."""
    return _kept(SCRIPT.encode(), "text/javascript")


@blueprint.get("/docs/page.css")
def style() -> Response:
    """How the front page looks."""
    return _kept(STYLE.encode(), "text/css")


@blueprint.get("/docs/<file>")
def part(file: str) -> Response:
    """A file of Swagger UI."""
    if file not in FILES:
        raise NotFound("There is nothing here.")
    return _kept((UI / file).read_bytes(), guess_type(file)[0] or "application/octet-stream")


@blueprint.get("/openapi.json")
def document() -> Response:
    """The OpenAPI document."""
    return _kept(text(current_app), "application/json")


def _page(html: str) -> Response:
    answer = Response(html, mimetype="text/html")
    answer.headers["Content-Security-Policy"] = POLICY
    answer.headers["Referrer-Policy"] = "no-referrer"
    return answer


def _kept(content: bytes, kind: str) -> Response:
    return kept(Response(content, mimetype=kind), f'"{hashlib.sha256(content).hexdigest()[:16]}"')
