"""What the document says in words, and its headers and parameters."""

from service.api.openapi.names import Node

INFO: Node = {
    "title": "Hubcaps",
    "summary": "Car-themed card games over plain HTTP, for people and for bots.",
    "description": (
        "**How to play.** POST /v1/players gives you a token. POST /v1/games makes a game (with bots in the other "
        "seats it starts at once), or take a seat in one of GET /v1/games. Then, until `status` is `finished`: if the "
        "document has `offers`, choose one, put a value in place of each domain, and POST it to `.../actions`; else "
        "wait for news with `GET .../events?after=<cursor>&wait=25&game=1`.\n\n"
        "**What to rely on.** Every field is always there, null where it says nothing. Unknown fields and query "
        "parameters are refused. Ids, cursors and tags are opaque. `text` is for people; programs use ids. `offers` "
        "are exactly what is legal. A refusal changes nothing and carries your own fresh document. Every POST takes an "
        "Idempotency-Key and can then be repeated safely.\n\n"
        "**Limits.** Every answer below /v1 but the rulesets says in RateLimit what is left. Actions have a budget of "
        "their own for each seat, in which a refused one counts fivefold; all else is paid from one for each player "
        "or, without a token, each address. New players and games are counted by the hour, wrong join codes by the "
        "minute. A waiting poll counts once, however long it waits.\n\n"
        "**Domains.** Inside of an offer an object stands for a choice: `one_of`, `from`/`to`, or `subset_of` with "
        "`min` and `max`. Every combination of choices is legal."
    ),
    "license": {"name": "MIT", "identifier": "MIT"},
}
SAYING = {
    400: "The request can't be read.",
    401: "The token is wrong, dead or missing.",
    403: "The caller may not do this.",
    404: "There is nothing here, or nothing that the caller may know of.",
    409: "The game is not where the request takes it to be.",
    410: "The commit that the cursor names is not there; go on from the cursor of `game`.",
    412: "If-Match does not match.",
    413: "The body is larger than 64 kB.",
    415: "The body is not application/json.",
    422: "The request makes no sense, or the rules forbid it.",
    428: "An action names the prompt that it answers, or a version.",
    429: "Too many of these; Retry-After says when to come back. Nothing was done.",
    500: "A fault of the service.",
    503: "Not now. What was sent is there within 5 s or never counts.",
}
HEADERS: Node = {
    "Location": {"description": "The path of what was made.", "schema": {"type": "string"}},
    "ETag": {"description": "A tag for If-None-Match and If-Match; differs by caller.", "schema": {"type": "string"}},
    "Server-Time": {
        "description": "The service's own clock at this moment.",
        "schema": {"type": "string", "format": "date-time"},
    },
    "Idempotent-Replayed": {
        "description": "`true`: this request had counted before; nothing new has happened.",
        "schema": {"type": "string", "enum": ["true"]},
    },
    "RateLimit": {
        "description": (
            "What is left of the budget that this request was paid from, and the seconds until there is more "
            "(draft-ietf-httpapi-ratelimit-headers). Missing while the store can't be used."
        ),
        "schema": {"type": "string", "examples": ['"actions";r=199;t=4']},
    },
    "RateLimit-Policy": {
        "description": "The budget: `q` of them in any `w` seconds.",
        "schema": {"type": "string", "examples": ['"actions";q=200;w=4']},
    },
    "Retry-After": {"description": "Seconds until it is worth trying again.", "schema": {"type": "integer"}},
    "WWW-Authenticate": {"description": "How to send a token.", "schema": {"type": "string"}},
}
PARAMETERS: dict[str, Node] = {
    "id": {"description": "A game's id.", "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,40}$"}},
    "ruleset": {"description": "A ruleset's id."},
    "n": {"description": "A seat, counted from 0."},
}
REQUEST_HEADERS: dict[str, Node] = {
    "Idempotency-Key": {
        "name": "Idempotency-Key",
        "in": "header",
        "description": "A fresh random text for each thing that you mean to do: sent again, it is done once.",
        "schema": {"type": "string", "pattern": "^[!-~]{1,128}$"},
    },
    "If-Match": {
        "name": "If-Match",
        "in": "header",
        "description": 'A version (`"41"`) or an ETag as received: nothing at all may have changed since.',
        "schema": {"type": "string"},
    },
    "Last-Event-ID": {
        "name": "Last-Event-ID",
        "in": "header",
        "description": "The id of the last event that was read: the stream goes on from there.",
        "schema": {"type": "string"},
    },
    "If-None-Match": {
        "name": "If-None-Match",
        "in": "header",
        "description": "An ETag as received: 304 if the caller has it.",
        "schema": {"type": "string"},
    },
}
