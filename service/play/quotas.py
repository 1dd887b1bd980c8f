"""How often something may be done, where only its use case knows that it is being done: once more each time that it
truly is, and never for a repeat. What each request costs is counted before, in `service.api.limiting`.

All are moving windows: in no hour, wherever it begins, more than the figure.
"""

from service.errors import RateLimited, StoreUnavailable
from service.play.table import Caller, Table
from service.store import Standing

STORAGE = "hubcaps://"
"""The address by which the `limits` library finds our windows."""
HOUR_S = 3_600
MINUTE_S = 60
WRONG_CODES = 10
"""A minute, for each player and for each address."""
NO_ADDRESS = ""


def count_player(table: Table, address: str) -> None:
    """One new player from this address. Raises RateLimited."""
    if address != NO_ADDRESS:
        _count(table, "players", address, table.settings.players_per_hour, HOUR_S)


def count_game(table: Table, caller: Caller) -> None:
    """One new game of this player. Raises RateLimited."""
    _count(table, "games", caller.player, table.settings.games_per_hour, HOUR_S)


def check_codes(table: Table, caller: Caller, address: str) -> None:
    """Raises RateLimited for who has tried too many wrong join codes, right as this one may be."""
    for who in _guessers(caller, address):
        _count(table, "codes", who, WRONG_CODES, MINUTE_S, amount=0)


def count_wrong_code(table: Table, caller: Caller, address: str) -> None:
    """One wrong join code."""
    for who in _guessers(caller, address):
        table.store.windows.take(f"codes/{who}", WRONG_CODES, MINUTE_S)


def latest(table: Table, key: str) -> Standing | None:
    """How a window stands, as this request has just learnt."""
    return table.store.windows.latest(key)


def charge(table: Table, key: str, most: int, seconds: int, amount: int) -> Standing | None:
    """Count so many more, or as many as fit: how the window stands then; None: the store can't be used."""
    try:
        return table.store.windows.take(key, most, seconds, amount, rest=True)
    except StoreUnavailable:
        return None


def _guessers(caller: Caller, address: str) -> tuple[str, ...]:
    return (caller.player,) if address == NO_ADDRESS else (caller.player, address)


def _count(table: Table, quota: str, who: str, most: int, seconds: int, amount: int = 1) -> None:
    standing = table.store.windows.take(f"{quota}/{who}", most, seconds, amount)
    if not standing.fits or standing.left + amount < 1:
        raise RateLimited(SAYING[quota], standing.seconds, quota, most, seconds)


SAYING = {
    "players": "Too many new players from this address.",
    "games": "You have made too many games.",
    "codes": "Too many wrong join codes.",
}
"""What a refusal says of each quota."""
