"""What each request below /v1 costs: Flask-Limiter, over moving windows in the store that all web processes share.

For a rate of r a second and a burst of b, at most b are taken in any b/r seconds (rounded down to whole ones, in the
caller's favour): by default 200 actions of a seat in any 4 s, and 1,000 other requests of a player in any 3 s. Actions
of a seat have a budget of their own, which nothing else uses up; a refused one counts fivefold. Who has no seat at the
game pays as for any other request, so that another game's id is no fresh budget. Who has no token, or a wrong one, is
counted by address. What only its use case knows to have happened (new players, new games, wrong join codes) is
counted there: service.play.quotas.

It costs one round trip, and one more where an action is refused. While the store can't be used nothing is counted: what
needs it says so itself.
"""

from collections.abc import Callable
from typing import Any

from flask import Flask, Response, g, request
from flask_limiter import Limit, Limiter, RateLimitExceeded

from service.api.auth import PREFIX, address, asking, table
from service.api.caching import PUBLIC
from service.api.errors import refused
from service.errors import RateLimited
from service.play import quotas
from service.play.moves import seated
from service.settings import Settings

ACTIONS, READS, UNLIMITED = "actions", "reads", ""
ACTING = ("POST", "/v1/games/<game>/actions")
SAME_FOR_ALL = "/v1/rulesets"
"""What is below this is kept by others: it costs nothing, and says nothing of the one who asked."""
REFUSED_COSTS = 5


def register(app: Flask, settings: Settings, options: dict[str, Any]) -> None:
    """Let every request of this application be counted once it is known who asks. `options`: the storage's."""
    limiter = Limiter(
        who,
        default_limits=[
            _limit(ACTIONS, settings.actions_per_s, settings.actions_burst),
            _limit(READS, settings.reads_per_s, settings.reads_burst),
        ],
        request_identifier=budget,
        strategy="moving-window",
        storage_uri=quotas.STORAGE,
        storage_options=options,
    )
    limiter.init_app(app)
    app.before_request(lambda: _note(limiter))
    app.register_error_handler(RateLimitExceeded, lambda _: refused(_exceeded(limiter)))
    app.after_request(_telling(limiter))


def budget() -> str:
    """Which budget this request is paid from: worked out once, when it is known who asks."""
    if "budget" not in g:
        g.budget = _budget()
    return str(g.budget)


def _budget() -> str:
    if not request.path.startswith(PREFIX):
        return UNLIMITED
    rule = request.url_rule.rule if request.url_rule else ""
    if rule.startswith(SAME_FOR_ALL) and "Authorization" not in request.headers:
        return UNLIMITED
    caller = asking()
    if caller is None or (request.method, rule) != ACTING:
        return READS
    return ACTIONS if seated(caller, (request.view_args or {})["game"]) else READS


def who() -> str:
    """Whose budget it is: a player's, an address's, or for actions a seat's."""
    caller = asking()
    if caller is None:
        return f"address/{address()}"
    if budget() == ACTIONS:
        return f"{caller.player}/{(request.view_args or {})['game']}"
    return caller.player


def _limit(name: str, rate: int, burst: int) -> Limit:
    seconds = max(1, burst // rate)
    return Limit(f"{max(burst, rate)} per {seconds} second", exempt_when=lambda: budget() != name)


def _exceeded(limiter: Limiter) -> RateLimited:
    """The refusal of what went beyond its budget."""
    spent = limiter.current_limit
    assert spent is not None
    standing = quotas.latest(table(), spent.key)
    after = standing.seconds if standing else spent.limit.get_expiry()
    return RateLimited("Too many requests; go slower.", after, budget(), spent.limit.amount, spent.limit.get_expiry())


def _note(limiter: Limiter) -> None:
    """Keep what was learnt in counting this request."""
    if limiter.current_limit is not None:
        g.standing = quotas.latest(table(), limiter.current_limit.key)


def _telling(limiter: Limiter) -> Callable[[Response], Response]:
    """Say on every answer what is left."""

    def tell(answer: Response) -> Response:
        spent: RateLimited | None = g.get("spent")
        if spent is not None:
            _say(answer, spent.quota, spent.most, spent.seconds, 0, spent.retry_after)
            return answer
        current, standing = limiter.current_limit, g.get("standing")
        if current is None or standing is None or answer.headers.get("Cache-Control") == PUBLIC:
            return answer
        most, seconds = current.limit.amount, current.limit.get_expiry()
        if budget() == ACTIONS and 400 <= answer.status_code < 500:
            standing = quotas.charge(table(), current.key, most, seconds, REFUSED_COSTS - 1) or standing
        _say(answer, budget(), most, seconds, standing.left, standing.seconds)
        return answer

    return tell


def _say(answer: Response, name: str, most: int, seconds: int, left: int, reset: int) -> None:
    """draft-ietf-httpapi-ratelimit-headers, in its structured form."""
    answer.headers["RateLimit-Policy"] = f'"{name}";q={most};w={seconds}'
    answer.headers["RateLimit"] = f'"{name}";r={left};t={reset}'
