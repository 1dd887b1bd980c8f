"""Players: names, tokens, and who a token speaks for."""

import base64
import re
import secrets
import unicodedata
from contextlib import suppress
from hashlib import sha256

import msgspec

from service.errors import Invalid, StoreError, Unauthenticated
from service.play import repeats
from service.play.clock import hurry_shard
from service.play.leaving import take_out
from service.play.quotas import NO_ADDRESS, count_player
from service.play.table import Caller, Key, Table
from service.store import Loaded
from service.store.keys import (
    is_game_id,
    is_player_id,
    new_player_id,
    once_field,
    registration,
    shard_of,
)
from service.store.players import GRACE_MS

TOKEN = re.compile(r"hub_(p[0-9]{2}-[a-z2-7]{20})\.([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{6})")
LONGEST_NAME = 32
NOT_YET = 0
"""The time of a pass that is certainly the first."""


class Registered(msgspec.Struct, frozen=True):
    """A new player; the token is shown this once."""

    player: str
    name: str
    token: str


def register(table: Table, name: str, address: str = NO_ADDRESS) -> Registered:
    """A new player. `address`: whose quota it counts to. Raises Invalid (the name), RateLimited."""
    shown, player = checked_name(name), new_player_id()
    count_player(table, address)
    token = new_token(player)
    table.store.players.create(player, shown, hashed(token))
    return Registered(player, shown, token)


def register_once(table: Table, name: str, key: Key | None, address: str) -> tuple[Registered, bool]:
    """A new player, or the one that this key has made; whether it has. Raises Invalid (the name), IdempotencyMismatch,
    RateLimited.
    """
    field = repeats.registration_field(key) if key else None
    if key is None or field is None:
        return register(table, name, address), False
    first = _made_with(table, key, field)
    shown = checked_name(name)
    if first is not None:
        return Registered(first, shown, _token_of(table, first, "", key)), True
    count_player(table, address)
    shard, _ = registration(field)
    player = new_player_id(shard)
    token = _token_of(table, player, "", key)
    kept = table.store.players.create_once(player, shown, hashed(token), field, repeats.stored(key, player))
    first = str(repeats.told(kept, key))
    return Registered(first, shown, _token_of(table, first, "", key)), first != player


def check_key(table: Table, key: Key | None) -> None:
    """Raises IdempotencyMismatch for a key that has made a player by another request."""
    field = repeats.registration_field(key) if key else None
    if key and field:
        _made_with(table, key, field)


def authenticate(table: Table, token: str, game: str = "", key: str = "") -> Caller:
    """Whose token this is. `game`: what comes next begins with a load of this game, with that Idempotency-Key; it goes
    out together with the question. Raises Unauthenticated.
    """
    player, token_hash, found = player_of(token), hashed(token), None
    ahead: dict[tuple[str, str], Loaded | None] = {}
    if player and is_game_id(game):
        once = once_field(player, key) if key else ""
        found, ahead[game, once] = table.store.players.authenticated_load(player, token_hash, game, once=once)
    elif player:
        found = table.store.players.authenticate(player, token_hash)
    if found is None:
        raise Unauthenticated("This token is not valid.")
    return Caller(found.player, found.name, found.turns, token_hash, ahead)


def rename(table: Table, caller: Caller, name: str) -> Caller:
    """Give the player another name; seats that are taken keep the one they were taken with. Raises Invalid."""
    shown = checked_name(name)
    if not table.store.players.rename(caller.player, shown):
        raise Unauthenticated("This player is gone.")
    return msgspec.structs.replace(caller, name=shown)


def rotate(table: Table, caller: Caller, now: bool = False) -> str:
    """A new token; the old one lasts until the new one is first used, at most ten minutes, or ends `now`."""
    token = new_token(caller.player)
    if not table.store.players.rotate(caller.player, hashed(token), 0 if now else GRACE_MS, caller.token_hash):
        raise Unauthenticated("The token has ended.")
    return token


def rotate_once(table: Table, caller: Caller, now: bool, key: Key | None) -> tuple[str, bool]:
    """A new token, or the one that this key has given; whether it has. Raises IdempotencyMismatch."""
    if key is None:
        return rotate(table, caller, now), False
    nonce = secrets.token_hex(16)
    token = _token_of(table, caller.player, nonce, key)
    remember = (repeats.field(caller, key), repeats.stored(key, nonce))
    grace_ms = 0 if now else GRACE_MS
    done = table.store.players.rotate(caller.player, hashed(token), grace_ms, caller.token_hash, *remember)
    if not done:
        raise Unauthenticated("This player is gone.")
    if isinstance(done, str):
        return _token_of(table, caller.player, str(repeats.told(done, key)), key), True
    return token, False


def erase(table: Table, caller: Caller) -> None:
    """The player goes for good, out of every game; what takes longer than a second the sweeps go on with."""
    table.store.players.erase(caller.player)
    with suppress(StoreError):
        take_out(table, caller.player, NOT_YET)
    hurry_shard(table, shard_of(caller.player))


def checked_name(name: str) -> str:
    """The name as shown: NFC, trimmed, 1 to 32 characters, no control, format or bidi ones. Raises Invalid."""
    shown = unicodedata.normalize("NFC", name).strip()
    if not 1 <= len(shown) <= LONGEST_NAME:
        raise Invalid(("/name", f"must have 1 to {LONGEST_NAME} characters"))
    if any(unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp") for letter in shown):
        raise Invalid(("/name", "must have no control, format or bidi characters"))
    return shown


def new_token(player: str) -> str:
    """`hub_<player>.`, 43 characters of 32 random bytes, 6 characters of checksum."""
    return _token(player, secrets.token_urlsafe(32))


def player_of(token: str) -> str | None:
    """The player that a token names, if it has a token's form and checksum."""
    found = TOKEN.fullmatch(token)
    return found[1] if found and is_player_id(found[1]) and _checksum(token[:-6]) == found[3] else None


def hashed(token: str) -> str:
    """A token as the store keeps it: SHA-256, in hex digits."""
    return sha256(token.encode()).hexdigest()


def _made_with(table: Table, key: Key, field: str) -> str | None:
    """The player that this key has made. Raises IdempotencyMismatch."""
    return repeats.told(table.store.players.created_with(field), key)


def _token_of(table: Table, player: str, nonce: str, key: Key) -> str:
    """The token that an Idempotency-Key gave, or gives."""
    return _token(player, repeats.derived_secret(table, player, nonce, key))


def _token(player: str, secret: str) -> str:
    opened = f"hub_{player}.{secret}"
    return opened + _checksum(opened)


def _checksum(opened: str) -> str:
    return base64.urlsafe_b64encode(sha256(opened.encode()).digest()).decode()[:6]
