"""Idempotency-Keys on routes of no game: what a key gave is remembered for a day, and given again.

A player's keys are the player's alone: who sends one has a token. With POST /v1/players there is no player yet, and
what is remembered opens an account, so there the key itself has to be the proof: it counts by its own, whatever the
address (a neighbour behind the same address knows the address), and only if it has 20 characters or more (a random UUID
has 36). A shorter one, which others may choose as well or try out, is taken and not remembered: two calls make two
players, which harms nobody.

No token is kept. It is derived from our secret, the player, a nonce and the key, so that what is stored (a fingerprint
and a nonce, or the player's id) makes no token for who does not present the key. Player id and nonce are fresh each
time: a key that is used again after its day never brings an old token back to life.
"""

import base64
import hmac

from service.errors import IdempotencyMismatch
from service.play.table import Caller, Key, Table
from service.store.keys import once_field

LEAST_SECRET = 20
"""Characters of a key that alone may speak for a new player."""


def remembered(table: Table, caller: Caller, key: Key | None) -> str | None:
    """What this player's key gave; None: nothing yet. Raises IdempotencyMismatch."""
    return None if key is None else told(table.store.answers.find(caller.player, field(caller, key)), key)


def keep(table: Table, caller: Caller, key: Key, what: str) -> str:
    """Remember what the key gave, unless another request was first: then what that one got. Raises
    IdempotencyMismatch.
    """
    kept = table.store.answers.keep(caller.player, field(caller, key), stored(key, what))
    return str(told(kept, key))


def field(caller: Caller, key: Key) -> str:
    """Where a player's key is remembered; it shows neither of the two."""
    return once_field(caller.player, key.value)


def registration_field(key: Key) -> str | None:
    """Where a key that makes a player is remembered; None: it is too short to be proof of anything."""
    return once_field("", key.value) if len(key.value) >= LEAST_SECRET else None


def stored(key: Key, what: str) -> str:
    """What is remembered, as it is stored."""
    return f"{key.fingerprint}:{what}"


def told(value: str | None, key: Key) -> str | None:
    """What was stored, if it was for the same request. Raises IdempotencyMismatch."""
    if value is None:
        return None
    fingerprint, _, what = value.partition(":")
    if fingerprint != key.fingerprint:
        raise IdempotencyMismatch("This Idempotency-Key was used for another request.")
    return what


def derived_secret(table: Table, player: str, nonce: str, key: Key) -> str:
    """The 43 characters of a token that this key can derive anew."""
    meant = "\0".join(("token", player, nonce, key.value)).encode()
    return base64.urlsafe_b64encode(hmac.digest(table.store.secret(), meant, "sha256")).decode().rstrip("=")
