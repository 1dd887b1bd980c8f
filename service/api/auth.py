"""Who asks. Closed by default: what can be used without a token stands in one table here."""

import re
from functools import cache
from ipaddress import IPv4Address, ip_address, ip_network
from typing import cast

from flask import current_app, g, request

from service.api.refusals import Malformed
from service.errors import Refused, Unauthenticated
from service.play import players
from service.play.table import Caller, Table

OPEN = frozenset(
    {
        ("POST", "/v1/players"),
        ("GET", "/v1/rulesets"),
        ("GET", "/v1/rulesets/{ruleset}"),
        ("GET", "/v1/games"),
        ("GET", "/v1/games/{id}"),
        ("GET", "/v1/games/{id}/events"),
        ("GET", "/v1/games/{id}/stream"),
        ("GET", "/v1/games/{id}/replay"),
        ("GET", "/v1/games/{id}/fairness"),
    }
)
"""Routes below /v1 that need no token. A token that is sent all the same must be a good one."""
LOOKS = frozenset({("GET", "/v1/games/{id}"), ("POST", "/v1/games/{id}/actions")})
"""Routes that begin with a look at their game, which is then loaded together with the check of the token."""
PREFIX = "/v1/"
NETWORK_V6 = 64
"""Bits of an IPv6 address that tell one subscriber from another."""
WRITTEN = {"game": "id"}
"""Parameters of routes that the contract names otherwise than the code, where `id` is a builtin."""
PARAMETER = re.compile(r"<(?:[^:<>]+:)?([^<>]+)>")


def table() -> Table:
    """The table that this application works at."""
    return cast("Table", current_app.extensions["hubcaps"])


def identify() -> None:
    """Before every request: find out who asks. A refusal is kept until the request has been counted: `enforce`. Raises
    StoreUnavailable.
    """
    if not request.path.startswith(PREFIX):
        return
    try:
        _identify()
    except Refused as refusal:
        g.refusal = refusal


def enforce() -> None:
    """Before every request, once it has been counted: refuse who may not ask. Raises Unauthenticated, Malformed."""
    if "refusal" in g:
        raise g.refusal


def _identify() -> None:
    header = request.headers.get("Authorization")
    g.caller = None if header is None else players.authenticate(table(), _bearer(header), *_look())
    if "token" in request.args:
        raise Malformed("A token is sent in the Authorization header and never in an address.")
    if g.caller is None and needs_token():
        raise Unauthenticated("This needs a token: Authorization: Bearer hub_...")


def needs_token() -> bool:
    """Whether the route of this request is closed to those without a token."""
    return request.url_rule is not None and _route() not in OPEN


def asking() -> Caller | None:
    """Who asks: a player, or None for a spectator."""
    return cast("Caller | None", g.get("caller"))


def player() -> Caller:
    """The player who asks, on a route that needs a token."""
    caller = asking()
    assert caller is not None
    return caller


def address() -> str:
    """The client's address as it is counted: of IPv6 the network, since a subscriber has all of it; no port."""
    given = request.remote_addr or ""
    bare = given[1:].partition("]")[0] if given.startswith("[") else given
    if bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        known = ip_address(bare.partition("%")[0])
    except ValueError:
        return given
    if isinstance(known, IPv4Address):
        return str(known)
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(ip_network((known, NETWORK_V6), strict=False))


@cache
def template(rule: str) -> str:
    """A rule of the router as the contract writes it: `/v1/games/<game>` becomes `/v1/games/{id}`."""
    return PARAMETER.sub(lambda found: f"{{{WRITTEN.get(found[1], found[1])}}}", rule)


def _route() -> tuple[str, str]:
    """The method and the path of this request, as the tables above write them."""
    method = "GET" if request.method == "HEAD" else request.method
    return method, template(request.url_rule.rule) if request.url_rule else ""


def _look() -> tuple[str, str]:
    """The game that this request begins with a look at, and its Idempotency-Key; empty: none."""
    if _route() not in LOOKS:
        return "", ""
    return str((request.view_args or {})["game"]), request.headers.get("Idempotency-Key", "")


def _bearer(header: str) -> str:
    """The token of an Authorization header. Raises Unauthenticated."""
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer":
        raise Unauthenticated("Authorization must be: Bearer hub_...")
    return token.strip(" ")
