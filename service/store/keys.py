"""Every key and channel name in the store, its shard tag and its life; and the ids that carry the tag.

Ids: a game is ``s07-`` and 20 random lower-case base32 characters (100 bits), a player ``p07-`` and 20 of them. The two
digits are the shard for ever. All keys of one shard begin with the hash tag ``{s07}``, so they lie in one slot of a
cluster and one script may touch them all.

    {s07}:game:<game>      hash    life: settings (open, running, finished), set by commit and by the `expire` entry
    {s07}:feed:<game>      stream  with the game
    {s07}:once:<game>      hash    with the game
    {s07}:due              zset    entries leave with their cause
    {s07}:owed             zset    claimed entries, until commit or settle
    {s07}:open             zset    until start or cancel
    {s07}:head             counter ever
    {s07}:swept            string  one ticket (1 s)
    {s07}:ready            string  1 s; written by the readiness check
    {s07}:player:<player>  hash    until erased
    {s07}:games:<player>   zset    entries of 60 days
    {s07}:inbox:<player>   stream  1000 entries, 7 days
    {s07}:code:<code>      string  with an open game's longest life
    {s07}:commitment:<player>:<digest>, {s07}:used:... strings, an hour, two hours
    {s07}:done:<player>:<field>, {s07}:done:<field>   strings, 24 h: Idempotency-Keys outside of games
    {s07}:window:<digest>  list    as long as the window: times of what is limited
    {s07}:commits          channel of sharded pub/sub
    {s00}:secret           string  ever: the key of ETags and idempotent ids
    {s00}:clock            string  60 s: when a clock process last looked, ms
"""

import base64
import hashlib
import hmac
import re
import secrets

SHARDS = tuple(f"s{number:02d}" for number in range(64))
SECRET = "{s00}:secret"  # noqa: S105 - the name of a key
CLOCK = "{s00}:clock"

INTENT_OLD_MS = 60 * 86_400_000
INBOX_LIFE_MS = 7 * 86_400_000
INBOX_LENGTH = 1_000

_GAME = re.compile(r"s([0-5][0-9]|6[0-3])-[a-z2-7]{20}")
_PLAYER = re.compile(r"p([0-5][0-9]|6[0-3])-[a-z2-7]{20}")


def new_game_id() -> str:
    """A fresh game id in a random shard."""
    return f"s{secrets.randbelow(64):02d}-{_letters(secrets.token_bytes(13))}"


def new_player_id(shard: str | None = None) -> str:
    """A fresh player id in this shard, or in a random one."""
    number = f"{secrets.randbelow(64):02d}" if shard is None else shard[1:]
    return f"p{number}-{_letters(secrets.token_bytes(13))}"


NO_MARK = "0" * 16
"""What stands for the mark of an inbox that nothing has come to yet."""


def new_mark() -> str:
    """A fresh mark: 16 hex digits, made once for an attempt and kept when it is sent again."""
    return secrets.token_hex(8)


def derived_game_id(secret: bytes, player: str, key: str) -> str:
    """The id of the game that this player creates with this Idempotency-Key: the same for each repeat."""
    return _derived(secret, "s", "game", player, key)


def once_field(player: str, key: str) -> str:
    """Where a game remembers a player's Idempotency-Key: 32 hex digits that show neither of the two."""
    return hashlib.sha256(f"{player}\0{key}".encode()).hexdigest()[:32]


def is_game_id(text: str) -> bool:
    """Whether the text has a game id's form."""
    return _GAME.fullmatch(text) is not None


def is_player_id(text: str) -> bool:
    """Whether the text has a player id's form."""
    return _PLAYER.fullmatch(text) is not None


def shard_of(identifier: str) -> str:
    """The shard (``s07``) of a game's or a player's id. Raises ValueError for anything else."""
    if not is_game_id(identifier) and not is_player_id(identifier):
        raise ValueError("neither a game's nor a player's id")
    return "s" + identifier[1:3]


def game(identifier: str) -> str:
    """Hash: the game's current state."""
    return f"{{{shard_of(identifier)}}}:game:{identifier}"


def feed(identifier: str) -> str:
    """Stream: one entry a commit, the transcript."""
    return f"{{{shard_of(identifier)}}}:feed:{identifier}"


def once(identifier: str) -> str:
    """Hash: Idempotency-Keys that succeeded."""
    return f"{{{shard_of(identifier)}}}:once:{identifier}"


def player(identifier: str) -> str:
    """Hash: name, token hashes, the inbox's last number and mark."""
    return f"{{{shard_of(identifier)}}}:player:{identifier}"


def games(identifier: str) -> str:
    """Sorted set: the player's games by time of intent, a superset."""
    return f"{{{shard_of(identifier)}}}:games:{identifier}"


def inbox(identifier: str) -> str:
    """Stream: the player's notices."""
    return f"{{{shard_of(identifier)}}}:inbox:{identifier}"


def shard_of_code(text: str) -> str:
    """The shard of a join code."""
    return _shard_of_digest(hashlib.sha256(text.encode()).digest())


def code(text: str) -> str:
    """String: the game that a join code may open."""
    return f"{{{shard_of_code(text)}}}:code:{text}"


def commitment(identifier: str, digest: str) -> str:
    """String: a server seed that a player has put aside."""
    return f"{{{shard_of(identifier)}}}:commitment:{identifier}:{digest}"


def used(identifier: str, digest: str) -> str:
    """String: the game that a commitment is used for."""
    return f"{{{shard_of(identifier)}}}:used:{identifier}:{digest}"


def done(identifier: str, field: str) -> str:
    """String: what an Idempotency-Key of a player gave, outside of games; ``field`` from ``once_field``."""
    return f"{{{shard_of(identifier)}}}:done:{identifier}:{field}"


def registration(field: str) -> tuple[str, str]:
    """Shard and key of a string: the player who was made with an Idempotency-Key; ``field`` from ``once_field``."""
    shard = _shard_of_digest(bytes.fromhex(field))
    return shard, f"{{{shard}}}:done:{field}"


def window(digest: bytes) -> tuple[str, str]:
    """Shard and key of a list: when something that is limited was done."""
    shard = _shard_of_digest(digest)
    return shard, f"{{{shard}}}:window:{digest.hex()[:32]}"


def due(shard: str) -> str:
    """Sorted set: what needs something, and when (true or leased)."""
    return f"{{{shard}}}:due"


def owed(shard: str) -> str:
    """Sorted set: claimed entries and when they were first due."""
    return f"{{{shard}}}:owed"


def opened(shard: str) -> str:
    """Sorted set: public open games by time of creation."""
    return f"{{{shard}}}:open"


def head(shard: str) -> str:
    """Counter: publications of the shard."""
    return f"{{{shard}}}:head"


def swept(shard: str) -> str:
    """String: a sweep is on its way."""
    return f"{{{shard}}}:swept"


def ready(shard: str) -> str:
    """String: what the readiness check writes."""
    return f"{{{shard}}}:ready"


def commits(shard: str) -> str:
    """Channel: ``<head> <game> <version>``, ``<head> @<player> <seq>``, ``<head> !<player>``."""
    return f"{{{shard}}}:commits"


def _shard_of_digest(digest: bytes) -> str:
    return f"s{digest[0] % 64:02d}"


def _letters(raw: bytes) -> str:
    return base64.b32encode(raw).decode().lower()[:20]


def _derived(secret: bytes, letter: str, *parts: str) -> str:
    digest = hmac.digest(secret, "\0".join(parts).encode(), "sha256")
    return f"{letter}{digest[0] % 64:02d}-{_letters(digest[1:14])}"
