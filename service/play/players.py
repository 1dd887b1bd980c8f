"""Players: names, tokens, and who a token speaks for."""

import msgspec

from service.play.table import Caller, Key, Table


class Registered(msgspec.Struct, frozen=True):
    """A new player; the token is shown this once."""

    player: str
    name: str
    token: str


def register(table: Table, name: str, key: Key | None = None) -> Registered:
    """A new player. Raises Invalid (the name)."""
    raise NotImplementedError


def authenticate(table: Table, token: str) -> Caller:
    """Whose token this is. Raises Unauthenticated."""
    raise NotImplementedError


def rename(table: Table, caller: Caller, name: str) -> Caller:
    """Give the player another name; seats that are taken keep the one they were taken with. Raises Invalid."""
    raise NotImplementedError
