"""Every setting of the service: one frozen record, read from ``HUBCAPS_...`` variables."""

import os
from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta, inspect

from engine.shapes import fault

PREFIX = "HUBCAPS_"
DAY_MS = 86_400_000

Count = Annotated[int, Meta(ge=1, le=1_000_000)]
Milliseconds = Annotated[int, Meta(ge=1, le=366 * DAY_MS)]


class SettingsError(ValueError):
    """A variable's value cannot be used; the message is one line that names the variable."""


class Setting(NamedTuple):
    """One line of ``hubcaps settings``: variable, value as text (a secret's is hidden), what it is for."""

    variable: str
    value: str
    help: str


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings with their defaults. ``_ms`` is milliseconds, ``_s`` seconds; the help texts stand at the fields."""

    redis_url: Annotated[str, Meta(description="Redis or Valkey, redis://, rediss:// or unix://; empty: embedded")] = ""
    redis_cluster: Annotated[bool, Meta(description="redis_url names a node of a cluster")] = False
    queue_url: Annotated[str, Meta(description="a plain Redis for the job queues; empty: redis_url")] = ""
    fsync: Annotated[
        Literal["always", "everysec", "no"],
        Meta(description="the embedded Valkey's appendfsync; everysec may lose the last two seconds"),
    ] = "always"
    data: Annotated[str, Meta(min_length=1, description="folder of the embedded Valkey")] = "data"

    host: Annotated[str, Meta(min_length=1, description="address that the web process listens on")] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535, description="port that the web process listens on")] = 8000
    web_workers: Annotated[int, Meta(ge=1, le=256, description="web worker processes of `hubcaps serve`")] = 1
    public_proxies: Annotated[
        int, Meta(ge=0, le=10, description="proxies in front whose X-Forwarded-For is believed")
    ] = 0
    cors_origins: Annotated[
        tuple[str, ...], Meta(description="origins that browsers may call from, by commas; * is any")
    ] = ("*",)
    metrics_address: Annotated[
        str, Meta(description="host:port on which /metrics is served; empty: not served at all")
    ] = ""

    open_life_ms: Annotated[Milliseconds, Meta(description="an open game is dropped after this long")] = DAY_MS
    running_life_ms: Annotated[
        Milliseconds, Meta(description="a running game without a commit is dropped after this long")
    ] = 30 * DAY_MS
    finished_life_ms: Annotated[Milliseconds, Meta(description="a finished or cancelled game is kept this long")] = (
        30 * DAY_MS
    )
    open_idle_ms: Annotated[
        Milliseconds, Meta(description="an open game that nobody joins for this long is cancelled")
    ] = 3_600_000

    turn_ms: Annotated[int, Meta(ge=0, le=7 * DAY_MS, description="a turn's time, unless the game says")] = 90_000
    window_ms: Annotated[int, Meta(ge=0, le=7 * DAY_MS, description="a window's time, unless the game says")] = 10_000
    least_clock_ms: Annotated[Milliseconds, Meta(description="the shortest clock that a game may ask for")] = 2_000
    bot_time_scale: Annotated[
        float, Meta(ge=0, le=100, description="factor on bots' thinking time; 0: they answer at once")
    ] = 1.0
    seeded_games: Annotated[bool, Meta(description="POST /v1/games takes a seed (tests, tournaments)")] = False

    waits_per_game: Annotated[Count, Meta(description="waiting polls and streams of a token on one game")] = 4
    waits_per_inbox: Annotated[Count, Meta(description="waiting polls of a token on /v1/me/events")] = 4
    waits_per_token: Annotated[Count, Meta(description="waiting polls and streams of a token in all")] = 200
    waits_per_address: Annotated[Count, Meta(description="waiting polls of an address without a token")] = 64

    lease_ms: Annotated[Milliseconds, Meta(description="how long a claimed due entry is left to its claimer")] = 600
    ticket_ms: Annotated[Milliseconds, Meta(description="how long a sweep may be on its way to a shard")] = 1_000
    help_after_ms: Annotated[Milliseconds, Meta(description="what is later than this the clock resolves itself")] = 600
    reader_help_ms: Annotated[Milliseconds, Meta(description="what is later than this a reader resolves")] = 250
    hub_interval_ms: Annotated[Milliseconds, Meta(description="how often the hub looks for lost messages")] = 1_000

    players_per_hour: Annotated[Count, Meta(description="new players an hour from one address")] = 60
    games_per_hour: Annotated[Count, Meta(description="new games an hour of one player")] = 240
    open_games: Annotated[Count, Meta(description="open games of one player at once")] = 20
    unfinished_games: Annotated[Count, Meta(description="unfinished games of one player at once")] = 300
    actions_per_s: Annotated[Count, Meta(description="actions a second of one seat")] = 50
    actions_burst: Annotated[Count, Meta(description="actions of one seat in a burst")] = 200
    reads_per_s: Annotated[Count, Meta(description="reads a second of one token")] = 300
    reads_burst: Annotated[Count, Meta(description="reads of one token in a burst")] = 1_000

    id_secret: Annotated[
        str,
        Meta(description="key of ETags and of idempotent ids; empty: made once and kept in Redis"),
    ] = ""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> "Settings":
        """Settings from ``HUBCAPS_<FIELD>`` variables, defaults where there is none.

        ``environment``: the variables (default: the process's). Raises SettingsError, one line, for a bad value.
        """
        given = os.environ if environment is None else environment
        values = {
            name: _value(name, kind, given[PREFIX + name.upper()])
            for name, kind in _kinds().items()
            if PREFIX + name.upper() in given
        }
        settings = cls(**values)
        _check(settings)
        return settings

    def listed(self) -> tuple[Setting, ...]:
        """All settings for `hubcaps settings`; secrets, also those inside of addresses, are hidden."""
        return tuple(
            Setting(PREFIX + name.upper(), _shown(name, getattr(self, name)), _help(kind))
            for name, kind in _kinds().items()
        )


def unknown_variables(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Names that begin with ``HUBCAPS_`` and set nothing: mostly misspelt ones."""
    known = {PREFIX + name.upper() for name in _kinds()}
    return tuple(sorted(name for name in environment if name.startswith(PREFIX) and name not in known))


def _kinds() -> dict[str, Any]:
    return {name: Settings.__annotations__[name] for name in Settings.__struct_fields__}


def _help(kind: Any) -> str:
    described = inspect.type_info(kind)
    while isinstance(described, inspect.Metadata):
        text = (described.extra_json_schema or {}).get("description")
        if text:
            return str(text)
        described = described.type
    return ""


def _value(name: str, kind: Any, text: str) -> Any:
    raw: object = text.strip()
    if name == "cors_origins":
        raw = tuple(part.strip() for part in text.split(",") if part.strip())
    try:
        return msgspec.convert(raw, kind, strict=False)
    except msgspec.ValidationError as error:
        shown = "" if _secret(name) else f"; it is {text!r}"
        raise SettingsError(f"{PREFIX}{name.upper()}: {fault(error)[1]}{shown}") from None


def _check(settings: Settings) -> None:
    for name in ("redis_url", "queue_url"):
        url = getattr(settings, name)
        if url and not url.startswith(("redis://", "rediss://", "unix://")):
            raise SettingsError(f"{PREFIX}{name.upper()}: must begin with redis://, rediss:// or unix://")
    if settings.redis_cluster and not settings.redis_url:
        raise SettingsError(f"{PREFIX}REDIS_CLUSTER: needs {PREFIX}REDIS_URL, the address of a node of the cluster")
    if settings.redis_cluster and settings.redis_url.startswith("unix://"):
        raise SettingsError(f"{PREFIX}REDIS_URL: a cluster is reached by redis:// or rediss://, not by a unix socket")
    if settings.redis_cluster and settings.queue_url in ("", settings.redis_url):
        raise SettingsError(f"{PREFIX}QUEUE_URL: with a cluster the job queues need a plain Redis of their own")
    if settings.id_secret and len(settings.id_secret) < 16:
        raise SettingsError(f"{PREFIX}ID_SECRET: must have at least 16 characters")


def _secret(name: str) -> bool:
    return name in ("id_secret", "redis_url", "queue_url")


def _shown(name: str, value: object) -> str:
    if name == "id_secret":
        return "(hidden)" if value else ""
    if name in ("redis_url", "queue_url") and "@" in str(value):
        scheme, _, rest = str(value).partition("://")
        return f"{scheme}://(hidden)@{rest.rpartition('@')[2]}"
    if isinstance(value, tuple):
        return ",".join(value)
    return str(value).lower() if isinstance(value, bool) else str(value)
