"""Fairness: where a game's chance comes from, and what anyone needs to check it afterwards."""

import secrets
from collections.abc import Iterable
from hashlib import sha256

import msgspec

from service.errors import CommitmentUsed
from service.play import repeats
from service.play.position import Position, load
from service.play.record import Record, Status
from service.play.table import Caller, Key, Table
from service.play.times import rfc3339
from service.play.transcript import LINES
from service.store.feed import Cursor, Entry


class Deck(msgspec.Struct, frozen=True):
    """A deck in the order in which a shuffle left it, the top first."""

    version: int
    """The commit in which it was shuffled."""
    deck: str
    cards: tuple[str, ...]


class FairnessDocument(msgspec.Struct, frozen=True, kw_only=True):
    """The body of `GET /v1/games/{id}/fairness`; secrets are None before the end, and for ever if cancelled."""

    id: str
    ruleset: str
    seeded: bool
    commitment: str | None
    salts: tuple[str, ...] | None
    server_seed: str | None
    seed: str | None
    decks: tuple[Deck, ...] | None


class Shuffled(msgspec.Struct, frozen=True, tag_field="type", tag="shuffled"):
    """The telling of a shuffle, which nobody reads in full before the end."""

    deck: str
    cards: tuple[str, ...]


class PutAside(msgspec.Struct, frozen=True):
    """A commitment for a game to come, and until when it can be used."""

    commitment: str
    expires: str


SCHEME = "sha256:"
PUT_ASIDE_MS = 3_600_000
SHUFFLED = msgspec.json.Decoder(Shuffled)
_PUT_ASIDE = msgspec.json.Decoder(PutAside)


def new_server_seed() -> bytes:
    """32 bytes of the system's generator, for one game and nothing else."""
    return secrets.token_bytes(32)


def put_aside(table: Table, caller: Caller) -> PutAside:
    """A server seed put aside for one game of the caller's, before any salt is known."""
    server_seed = new_server_seed()
    promised = commitment(server_seed)
    until = table.store.commitments.put(caller.player, promised.removeprefix(SCHEME), server_seed, PUT_ASIDE_MS)
    return PutAside(promised, rfc3339(until))


def put_aside_once(table: Table, caller: Caller, key: Key | None) -> tuple[PutAside, bool]:
    """A seed put aside, or the one that this key has; whether it has. Raises IdempotencyMismatch."""
    if key is None:
        return put_aside(table, caller), False
    before = repeats.remembered(table, caller, key)
    if before is not None:
        return _PUT_ASIDE.decode(before), True
    # What loses to another request with this key is never told to anybody, and gone in an hour.
    mine = put_aside(table, caller)
    kept = _PUT_ASIDE.decode(repeats.keep(table, caller, key, msgspec.json.encode(mine).decode()))
    return kept, kept != mine


def claimed(table: Table, caller: Caller, promised: str, game: str) -> bytes:
    """The server seed behind a commitment, for this game alone. Raises CommitmentUsed."""
    digest = promised.removeprefix(SCHEME)
    server_seed = table.store.commitments.claim(caller.player, digest, game, 2 * PUT_ASIDE_MS)
    if server_seed is None:
        raise CommitmentUsed("This commitment was used before, or its hour is over.")
    return server_seed


def commitment(server_seed: bytes) -> str:
    """What is public of a server seed from the creation on."""
    return SCHEME + sha256(server_seed).hexdigest()


def derived_seed(server_seed: bytes, salts: Iterable[str]) -> bytes:
    """SHA-256(server_seed || s_0 || 0x00 || s_1 || 0x00 ...): every seat in order, a bot's salt empty."""
    return sha256(server_seed + b"".join(salt.encode("ascii") + b"\0" for salt in salts)).digest()


def salts_shown(record: Record) -> tuple[str, ...] | None:
    """The salts, from the start on."""
    return None if record.started_at is None else tuple(seat.salt for seat in record.seats)


def fairness(table: Table, caller: Caller | None, game: str) -> FairnessDocument:
    """What can be checked of this game now. Raises NotFound."""
    position = load(table, caller, game)
    return fairness_of(position, entries(table, game) if position.status is Status.FINISHED else [])


def fairness_of(position: Position, transcript: Iterable[Entry]) -> FairnessDocument:
    """What can be checked of this game; the transcript is that of a finished one."""
    record = position.record
    shown = position.status is Status.FINISHED
    return FairnessDocument(
        id=position.id,
        ruleset=record.ruleset,
        seeded=record.seeded,
        commitment=record.commitment,
        salts=salts_shown(record),
        server_seed=record.server_seed.hex() if shown and record.server_seed else None,
        seed=record.seed.hex() if shown else None,
        decks=decks(transcript) if shown else None,
    )


def decks(transcript: Iterable[Entry]) -> tuple[Deck, ...]:
    """Every deck that a transcript tells of, in order."""
    found = []
    for entry in transcript:
        for line in LINES.decode(entry.tellings):
            if msgspec.json.decode(line.full)["type"] == "shuffled":
                told = SHUFFLED.decode(line.full)
                found.append(Deck(entry.version, told.deck, told.cards))
    return tuple(found)


def entries(table: Table, game: str) -> list[Entry]:
    """The whole transcript of a game."""
    found: list[Entry] = []
    after: Cursor | None = None
    while page := table.store.feed.read(game, after).entries:
        found += page
        after = Cursor(page[-1].version, page[-1].mark)
    return found
