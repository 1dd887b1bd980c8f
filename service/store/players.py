"""Players: names, tokens (as SHA-256 only), their lists of games and their inboxes."""

import hmac
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from service.store import keys
from service.store.answers import DONE_LIFE_MS
from service.store.client import Links
from service.store.commands import Ask, Command, Reply, ask_for, command, run
from service.store.feed import Cursor, ReadOutcome
from service.store.games import Games, Loaded
from service.store.scripts import DELIVER, DROP, ERASE, INBOX, INTEND, REGISTER, RENAME, RETIRE, ROTATE

GRACE_MS = 600_000


class Player(msgspec.Struct, frozen=True):
    """A player whose token was right.

    ``turns`` counts the ends of this player's tokens: a wait is given it, so that the hub sees a token die. ``grace``:
    the token before this one may still be used. ``ends_in_ms``: how long this one lasts, where it is one in its grace.
    """

    player: str
    name: str
    turns: int
    grace: bool = False
    ends_in_ms: int | None = None


class Notice(msgspec.Struct, frozen=True):
    """A notice in an inbox: its number, the mark of its delivery, its text."""

    seq: int
    mark: str
    notice: bytes


class InboxReading(msgspec.Struct, frozen=True):
    """Notices after a cursor, and where the inbox is now (0 and '' before the first one)."""

    outcome: ReadOutcome
    seq: int
    mark: str
    notices: tuple[Notice, ...]


class Players:
    """Players in the store."""

    def __init__(self, links: Links, games: Games) -> None:
        self._links = links
        self._games = games

    def create(self, player: str, name: str, token_hash: str) -> None:
        """Writes a player under a fresh id (``keys.new_player_id``). Sent twice it changes nothing."""
        self._links.replies(
            [command(keys.shard_of(player), "HSET", keys.player(player), "name", name, "token", token_hash)]
        )

    def create_once(self, player: str, name: str, token_hash: str, field: str, value: str) -> str:
        """Writes a player, unless this Idempotency-Key made one: what is remembered, ``value`` if it was us.

        The player's id is in the shard of ``keys.registration(field)``.
        """
        shard, done = keys.registration(field)
        names = (done, keys.player(player))
        one = run(REGISTER, shard, names, value, DONE_LIFE_MS, name, token_hash)
        return self._links.ask(ask_for(lambda reply: value if reply is None else reply.decode(), one))

    def created_with(self, field: str) -> str | None:
        """What is remembered of the player that this Idempotency-Key made."""
        shard, done = keys.registration(field)
        return self._links.ask(
            ask_for(lambda reply: None if reply is None else reply.decode(), command(shard, "GET", done))
        )

    def name(self, player: str) -> str | None:
        """A player's name, None if there is no such player (any more)."""
        one = command(keys.shard_of(player), "HGET", keys.player(player), "name")
        return self._links.ask(ask_for(lambda reply: None if reply is None else reply.decode(), one))

    def rename(self, player: str, name: str) -> bool:
        """Gives another name; False for an erased or unknown player."""
        return self._links.ask(ask_for(bool, run(RENAME, keys.shard_of(player), (keys.player(player),), name)))

    def authenticate(self, player: str, token_hash: str) -> Player | None:
        """The player, if the token is theirs now; the first use of a new token ends the old one."""
        return self._greeted(self._links.ask(self.asking(player, token_hash)), token_hash)

    def authenticated_load(
        self, player: str, token_hash: str, game: str, known_mark: str = "", once: str = ""
    ) -> tuple[Player | None, Loaded | None]:
        """Authentication and load in one pipeline (on a cluster: one a node)."""
        found, loaded = self._links.ask_two(self.asking(player, token_hash), self._games.asking(game, known_mark, once))
        return self._greeted(found, token_hash), loaded

    def asking(self, player: str, token_hash: str) -> Ask[Player | None]:
        """The check of a token as an Ask; who uses it alone calls ``greet`` with what it found."""
        shard = keys.shard_of(player)
        fields = ("name", "token", "previous", "previous_until", "turns")
        commands = (command(shard, "HMGET", keys.player(player), *fields), command(shard, "TIME"))
        return Ask(commands, lambda replies: _player(player, token_hash, replies))

    def greet(self, player: Player, token_hash: str) -> Player:
        """Ends the old token, if the new one is used for the first time; the player as of then."""
        if not player.grace:
            return player
        shard = keys.shard_of(player.player)
        names = (keys.player(player.player), keys.head(shard))
        retired = self._links.ask(
            ask_for(bool, run(RETIRE, shard, names, player.player, token_hash, keys.commits(shard)))
        )
        return Player(player.player, player.name, player.turns + retired)

    def rotate(
        self,
        player: str,
        token_hash: str,
        grace_ms: int = GRACE_MS,
        used: str = "",
        field: str = "",
        value: str = "",
    ) -> bool | str:
        """A new token; the old one lasts until the new one's first use, at most ``grace_ms`` (0: ends now).

        ``used``: the hash of the token that asks for it, '' the current one; a token in its grace lasts on, since its
        player has never seen the current one. False for an erased or unknown player and for a token that has ended.
        ``field``, ``value``: the Idempotency-Key and what is remembered of it. A text: the key had its success before,
        nothing has changed, and this was remembered.
        """
        shard = keys.shard_of(player)
        names = (keys.player(player), keys.head(shard), keys.done(player, field))
        words = (player, token_hash, grace_ms, keys.commits(shard), used, value, DONE_LIFE_MS)
        return self._links.ask(ask_for(_rotated, run(ROTATE, shard, names, *words)))

    def erase(self, player: str) -> bool:
        """Drops token and name at once and makes ``<player>|erase`` due; False if there is no such player."""
        shard = keys.shard_of(player)
        names = (keys.player(player), keys.due(shard), keys.head(shard))
        return self._links.ask(ask_for(bool, run(ERASE, shard, names, player, keys.commits(shard))))

    def erased_at(self, player: str) -> int | None:
        """When the player was erased, ms; None if not (or if all is deleted already)."""
        one = command(keys.shard_of(player), "HGET", keys.player(player), "erased")
        return self._links.ask(ask_for(lambda reply: None if reply is None else int(reply), one))

    def erase_again(self, player: str, at: int) -> None:
        """Puts the second pass of an erasure to this time, ms."""
        shard, member = keys.shard_of(player), f"{player}|erase"
        self._links.replies(
            [
                command(shard, "ZADD", keys.due(shard), "XX", at, member),
                command(shard, "ZREM", keys.owed(shard), member),
            ]
        )

    def delete(self, player: str) -> None:
        """Deletes what is left of an erased player, and its due entry last."""
        shard, member = keys.shard_of(player), f"{player}|erase"
        self._links.replies(
            [
                command(shard, "DEL", keys.player(player), keys.games(player), keys.inbox(player)),
                command(shard, "ZREM", keys.due(shard), member),
                command(shard, "ZREM", keys.owed(shard), member),
            ]
        )

    def intend(self, player: str, game: str) -> int:
        """Notes, before the commit, that the player will be in this game: when (ms); 0 if erased or unknown. Old notes
        of games that are gone are dropped.
        """
        names = (keys.player(player), keys.games(player))
        one = run(INTEND, keys.shard_of(player), names, game, keys.INTENT_OLD_MS)
        now, *old = self._links.ask(ask_for(list, one))
        self._drop_gone(player, _scored([old], None))
        return int(now)

    def games(self, player: str, before: tuple[int, str] | None = None, limit: int = 50) -> list[tuple[str, int]]:
        """Games of a player and the times of intent, newest first, a superset; ``before``: the last (time, game)."""
        shard = keys.shard_of(player)
        return newest(self._links.ask_all([asking_newest(shard, keys.games(player), before, limit)]), limit)

    def drop(self, player: str, game: str, intended: int) -> bool:
        """Takes a game off the list, unless it was intended anew since it was listed with that time."""
        return self._links.ask(_dropping(player, game, intended, 0))

    def drop_old(self, player: str, listed: Sequence[tuple[str, int]], age_ms: int) -> None:
        """The same for several games, those that are on the list for so long by the store's time."""
        self._links.ask_all([_dropping(player, game, intended, age_ms) for game, intended in listed])

    def _drop_gone(self, player: str, listed: Sequence[tuple[str, int]]) -> None:
        statuses = self._games.statuses([game for game, _ in listed])
        gone = [each for each, status in zip(listed, statuses, strict=True) if status is None]
        self._links.ask_all([_dropping(player, game, intended, 0) for game, intended in gone])

    def deliver(self, player: str, notices: Sequence[str], mark: str | None = None) -> int:
        """Appends notices to an inbox: the last one's number; 0 for an erased or unknown player."""
        return self._links.ask(_delivering(player, notices, mark or keys.new_mark()))

    def deliver_untold(self, game: str, version: int, notices: Mapping[str, Sequence[str]]) -> None:
        """Appends to several inboxes what a game has not told up to this version; it is noted as told once all of that
        has succeeded, so a refused delivery leaves it untold.
        """
        self._links.ask_all([_delivering(player, texts, keys.new_mark()) for player, texts in notices.items()])
        self._games.told(game, version)

    def inbox(self, player: str, after: Cursor | None = None, limit: int = 500) -> InboxReading:
        """At most ``limit`` notices after the cursor (None: from the first one kept); outcomes as in the feed."""
        names = (keys.player(player), keys.inbox(player))
        place = (0, "") if after is None else (after.version, after.mark)
        return self._links.ask(ask_for(_inbox, run(INBOX, keys.shard_of(player), names, *place, limit)))

    def _greeted(self, player: Player | None, token_hash: str) -> Player | None:
        return None if player is None else self.greet(player, token_hash)


def asking_newest(shard: str, key: str, before: tuple[int, str] | None, limit: int) -> Ask[list[tuple[str, int]]]:
    """The greatest members of a sorted set below a (score, member), with scores: at most ``limit`` and ties."""
    commands: tuple[Command, ...]
    if before is None:
        commands = (command(shard, "ZRANGE", key, "+inf", "-inf", "BYSCORE", "REV", "LIMIT", 0, limit, "WITHSCORES"),)
    else:
        score, below = before[0], f"({before[0]}"
        commands = (
            command(shard, "ZRANGE", key, score, score, "BYSCORE", "REV", "WITHSCORES"),
            command(shard, "ZRANGE", key, below, "-inf", "BYSCORE", "REV", "LIMIT", 0, limit, "WITHSCORES"),
        )
    return Ask(commands, lambda replies: _scored(replies, before))


def newest(found: Sequence[list[tuple[str, int]]], limit: int) -> list[tuple[str, int]]:
    """The first ``limit`` of several such lists together, greatest score first, then greatest member."""
    return sorted((pair for each in found for pair in each), key=lambda pair: (pair[1], pair[0]), reverse=True)[:limit]


def _dropping(player: str, game: str, intended: int, age_ms: int) -> Ask[bool]:
    return ask_for(bool, run(DROP, keys.shard_of(player), (keys.games(player),), game, intended, age_ms))


def _delivering(player: str, notices: Sequence[str], mark: str) -> Ask[int]:
    shard = keys.shard_of(player)
    names = (keys.player(player), keys.inbox(player), keys.head(shard))
    words = (player, mark, keys.INBOX_LIFE_MS, keys.INBOX_LENGTH, keys.commits(shard))
    return ask_for(int, run(DELIVER, shard, names, *words, *notices))


def _scored(replies: list[Reply], before: tuple[int, str] | None) -> list[tuple[str, int]]:
    pairs = [
        (member.decode(), int(score))
        for reply in replies
        for member, score in zip(reply[::2], reply[1::2], strict=True)
    ]
    return [(member, score) for member, score in pairs if before is None or (score, member) < before]


def _rotated(reply: bytes | int) -> bool | str:
    return reply.decode() if isinstance(reply, bytes) else bool(reply)


def _player(player: str, token_hash: str, replies: list[Reply]) -> Player | None:
    (name, token, previous, until, turns), (seconds, micros) = replies
    if token is None:
        return None
    given, count = token_hash.encode(), int(turns or 0)
    current = hmac.compare_digest(token, given)
    now = int(seconds) * 1000 + int(micros) // 1000
    if current:
        return Player(player, name.decode(), count, grace=previous is not None)
    old = [each for each in (previous or b"").split() if hmac.compare_digest(each, given)]
    if old and now < int(until):
        return Player(player, name.decode(), count, ends_in_ms=int(until) - now)
    return None


def _inbox(reply: list[Any]) -> InboxReading:
    code, seq, mark, entries = reply
    notices = tuple(
        Notice(int(identifier.partition(b"-")[0]), entry_mark.decode(), notice)
        for identifier, (_, entry_mark, _, notice) in entries
    )
    return InboxReading(ReadOutcome(code.decode()), seq, mark.decode(), notices)
