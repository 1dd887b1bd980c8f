"""A host's wish, checked, and the game that it makes."""

import re
from typing import Any

import msgspec

from engine import catalogue
from engine.errors import InvalidOptions, UnknownRuleset
from engine.game import Game
from service.errors import Invalid
from service.play import announcements as told
from service.play.announcements import to_all
from service.play.change import Change
from service.play.codes import new_code
from service.play.fairness import commitment
from service.play.record import Record, Seat
from service.play.seats import check_bot, check_salt, filled
from service.play.table import Caller
from service.settings import Settings

COMMITMENT = re.compile(r"sha256:[0-9a-f]{64}")
SEED = re.compile(r"[0-9a-f]{64}")
LONGEST_CLOCK_MS = 604_800_000


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """What a host asks for: the body of `POST /v1/games`, fields as there. None: not said."""

    ruleset: str
    players: int
    bots: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    turn_ms: int | None = None
    window_ms: int | None = None
    visibility: str = "public"
    absent: str = "default"
    host_plays: bool = True
    salt: str | None = None
    commitment: str | None = None
    seed: str | None = None


def checked(wish: Wish, settings: Settings) -> tuple[Game, dict[str, Any]]:
    """The ruleset and every option of a wish that can be granted. Raises Invalid."""
    try:
        game = catalogue.find(wish.ruleset)
    except UnknownRuleset:
        raise Invalid(("/ruleset", "there is no such ruleset")) from None
    if not game.least <= wish.players <= game.most:
        raise Invalid(("/players", f"{game.name} is for {game.least} to {game.most} players"))
    if len(wish.bots) + wish.host_plays > wish.players:
        raise Invalid(("/bots", "there are more bots than seats"))
    for place, bot in enumerate(wish.bots):
        check_bot(game, bot, f"/bots/{place}")
    for name, value, known in (
        ("visibility", wish.visibility, ("public", "private")),
        ("absent", wish.absent, ("default", "bot")),
    ):
        if value not in known:
            raise Invalid((f"/{name}", f"must be one of {', '.join(known)}"))
    _check_clock("turn_ms", wish.turn_ms, wish, settings)
    _check_clock("window_ms", wish.window_ms, wish, settings)
    _check_chance(wish, settings)
    return game, _options(game, wish)


def opened(
    wish: Wish, game: Game, options: dict[str, Any], caller: Caller, now: int, settings: Settings, server_seed: bytes
) -> Change:
    """The new game: its host at seat 0, then the bots; started if nobody else is to come. Raises Invalid."""
    host = (Seat(player=caller.player, name=caller.name, salt=wish.salt or ""),) if wish.host_plays else ()
    bots = tuple(Seat(bot=level) for level in wish.bots)
    seats = (*host, *bots, *(Seat() for _ in range(wish.players - len(host) - len(bots))))
    record = Record(
        ruleset=game.id,
        ruleset_version=game.version,
        options=options,
        seats=seats,
        host=caller.player,
        public=wish.visibility == "public",
        stand_in=wish.absent == "bot",
        turn_ms=settings.turn_ms if wish.turn_ms is None else wish.turn_ms,
        window_ms=settings.window_ms if wish.window_ms is None else wish.window_ms,
        commitment=commitment(server_seed) if server_seed else None,
        server_seed=server_seed,
        seed=bytes.fromhex(wish.seed or ""),
        seeded=wish.seed is not None,
        join_code=new_code(),
        created_at=now,
    )
    seated = [told.Joined(0)] if host else []
    tellings = (
        told.Created(wish.players),
        *seated,
        *(told.BotSeated(len(host) + n, b) for n, b in enumerate(wish.bots)),
    )
    try:
        return filled(game, record, tuple(to_all(event) for event in tellings), now)
    except InvalidOptions as error:
        raise Invalid((f"/{error.field}", error.detail)) from None


def _options(game: Game, wish: Wish) -> dict[str, Any]:
    try:
        read = game.read_options(wish.options)
        game.begin(wish.players, wish.options, bytes(32))  # an option may be impossible for this number of players
    except InvalidOptions as error:
        raise Invalid((f"/{error.field}", error.detail)) from None
    options: dict[str, Any] = msgspec.to_builtins(read)
    return options


def _check_clock(name: str, ms: int | None, wish: Wish, settings: Settings) -> None:
    if ms is None:
        return
    if ms == 0 and wish.visibility == "private":
        return
    if not settings.least_clock_ms <= ms <= LONGEST_CLOCK_MS:
        none = "0 (none; private games only) or " if ms else "in a public game "
        raise Invalid((f"/clocks/{name}", f"must be {none}{settings.least_clock_ms} to {LONGEST_CLOCK_MS}"))


def _check_chance(wish: Wish, settings: Settings) -> None:
    check_salt(wish.salt)
    if wish.commitment is not None and not COMMITMENT.fullmatch(wish.commitment):
        raise Invalid(("/commitment", "must be sha256: and 64 hex digits"))
    if wish.seed is None:
        return
    if not settings.seeded_games:
        raise Invalid(("/seed", "this server takes no seeds"))
    if not SEED.fullmatch(wish.seed):
        raise Invalid(("/seed", "must be 64 lower-case hex digits"))
    if wish.salt is not None:
        raise Invalid(("/salt", "a game whose seed is given takes no salts"))
    if wish.commitment is not None:
        raise Invalid(("/commitment", "a game whose seed is given has no commitment"))
