"""How often something may be done, where only its use case knows that it is being done: once more each time that it
truly is, and never for a repeat. What each request costs is counted before, in `service.api.limiting`.

All are moving windows: in no hour, wherever it begins, more than the figure.
"""

from service.errors import RateLimited, StoreUnavailable, TooManyGames
from service.play.lists import ListPlace
from service.play.position import readable
from service.play.record import Status
from service.play.table import Caller, Table
from service.settings import Settings
from service.store import COUNTS_FOR_MS, Standing

STORAGE = "hubcaps://"
"""The address by which the `limits` library finds our windows."""
HOUR_S = 3_600
MINUTE_S = 60
WRONG_CODES = 10
"""A minute, for each player and for each address."""
LISTED = 2_000
"""How many of a player's latest games are looked at when the unfinished ones are counted."""
UNFINISHED = (Status.OPEN, Status.RUNNING)
NO_ADDRESS = ""


def count_player(table: Table, address: str) -> None:
    """One new player from this address. Raises RateLimited."""
    if address != NO_ADDRESS:
        _count(table, "players", address, table.settings.players_per_hour, HOUR_S)


def check_game(table: Table, caller: Caller, place: ListPlace | None = None) -> None:
    """Whether this player may have one game more. `place`: that of the new game in the player's list; of many at once,
    those with the first places may be made. Raises RateLimited, TooManyGames.
    """
    _count(table, "games", caller.player, table.settings.games_per_hour, HOUR_S, amount=0)
    _check_unfinished(table, caller, place)


def count_game(table: Table, caller: Caller) -> None:
    """One new game of this player. Raises RateLimited."""
    _count(table, "games", caller.player, table.settings.games_per_hour, HOUR_S)


def check_codes(table: Table, caller: Caller, address: str) -> None:
    """Raises RateLimited for who has tried too many wrong join codes, right as this one may be."""
    for who in _guessers(caller, address):
        _count(table, "codes", who, WRONG_CODES, MINUTE_S, amount=0)


def count_wrong_code(table: Table, caller: Caller, address: str) -> None:
    """One wrong join code. Raises RateLimited where it is one too many: others came at the same moment."""
    counts = [table.store.windows.take(f"codes/{who}", WRONG_CODES, MINUTE_S) for who in _guessers(caller, address)]
    for standing in counts:
        if not standing.fits:
            raise RateLimited(SAYING["codes"], standing.seconds, "codes", WRONG_CODES, MINUTE_S)


def latest(table: Table, key: str) -> Standing | None:
    """How a window stands, as this request has just learnt."""
    return table.store.windows.latest(key)


def charge(table: Table, key: str, most: int, seconds: int, amount: int) -> Standing | None:
    """Count so many more, or as many as fit: how the window stands then; None: the store can't be used."""
    try:
        return table.store.windows.take(key, most, seconds, amount, rest=True)
    except StoreUnavailable:
        return None


def _check_unfinished(table: Table, caller: Caller, place: ListPlace | None) -> None:
    """Of the games before this place. By what the list says, and only where that is too much by the games themselves:
    the list may have some of others, which the caller was removed from.
    """
    settings = table.settings
    listed = table.store.players.games(caller.player, place, LISTED)
    if len(listed) < min(settings.open_games, settings.unfinished_games):
        return
    games = [game for game, at in listed]
    now = place.at if place else listed[0][1]
    statuses = [
        Status.OPEN if status is None and now - at < COUNTS_FOR_MS else status  # it may be about to be made
        for (_, at), status in zip(listed, table.store.games.statuses(games), strict=True)
    ]
    unfinished = [game for game, status in zip(games, statuses, strict=True) if status in UNFINISHED]
    if _fault(settings, [str(status) for status in statuses if status in UNFINISHED]) is None:
        return
    loads = table.store.games.load_many([(game, "") for game in unfinished])
    mine = [
        position.status if position else Status.OPEN
        for position in (readable(game, loaded) for game, loaded in zip(unfinished, loads, strict=True))
        if position is None or position.concerns(caller)
    ]
    fault = _fault(settings, [str(status) for status in mine if status in UNFINISHED])
    if fault is not None:
        raise TooManyGames(fault)


def _fault(settings: Settings, statuses: list[str]) -> str | None:
    """Why there can't be one game more beside unfinished ones of these statuses."""
    if statuses.count(Status.OPEN) >= settings.open_games:
        return f"You have {settings.open_games} games that have not started."
    if len(statuses) >= settings.unfinished_games:
        return f"You have {settings.unfinished_games} games that are not finished."
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
