"""What a game stores beside the state of its rules.

Append-only: a new field gets a default, a changed meaning a new name. A field that ends in `_at` is a moment in
milliseconds, taken from the load that the commit was computed from; nothing is ever due by it.
"""

from enum import StrEnum
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

STAND_IN = "stand-in"
"""The level of the bot that plays for an absent player: the ruleset's last and best."""
KEPT = 512
"""How many records of different texts are kept decoded."""


class Status(StrEnum):
    """Where a game is in its life."""

    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """One seat. It is free while it has neither a player nor a bot and nobody was erased from it."""

    player: str | None = None
    name: str = ""
    bot: str | None = None
    """The level of the bot that was seated here; the stand-in of an absent player is not written here."""
    absent: bool = False
    """A bot plays for the player."""
    salt: str = ""
    misses: int = 0
    """Time-outs in a row."""
    erased: bool = False
    """The player is gone for good."""
    held: str | None = None
    """The player for whom a rematch keeps this seat for a while."""

    @property
    def free(self) -> bool:
        """Nobody sits here."""
        return self.player is None and self.bot is None and not self.erased


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """The table around a game: who sits where, what was agreed, where chance comes from."""

    schema: int = 1
    ruleset: str
    ruleset_version: int
    options: dict[str, Any]
    """Every option, the defaults written out."""
    seats: tuple[Seat, ...]
    host: str | None
    public: bool
    stand_in: bool
    """After two time-outs in a row a bot plays the seat."""
    turn_ms: int
    window_ms: int
    commitment: str | None
    server_seed: bytes
    """Empty where the seed was given."""
    seed: bytes
    """Empty until the start."""
    seeded: bool = False
    left_ms: dict[int, int] = {}
    """Of questions that were interrupted: what was left of their time."""
    join_code: str | None = None
    rematch: str | None = None
    held_until: int = 0
    """Until when seats are kept for those who held them, ms."""
    removed: tuple[str, ...] = ()
    """Players whom the host has removed."""
    created_at: int
    started_at: int | None = None
    finished_at: int | None = None

    def seat_of(self, player: str | None) -> int | None:
        """The seat of this player."""
        if player is None:
            return None
        return next((place for place, seat in enumerate(self.seats) if seat.player == player), None)

    def free_seat(self, player: str, now: int) -> int | None:
        """The seat that is kept for this player, else the lowest that is kept for nobody any more."""
        free = [place for place, seat in enumerate(self.seats) if seat.free]
        kept = [place for place in free if self.seats[place].held == player]
        open_to_all = [place for place in free if self.seats[place].held is None or now >= self.held_until]
        return next(iter(kept + open_to_all), None)

    @property
    def full(self) -> bool:
        """Whether somebody sits on every seat."""
        return not any(seat.free for seat in self.seats)

    def with_seat(self, place: int, seat: Seat) -> "Record":
        """The record with another seat in this place."""
        return replace(self, seats=(*self.seats[:place], seat, *self.seats[place + 1 :]))

    def level(self, place: int) -> str | None:
        """The level of the bot that plays this seat now; None: its player does."""
        seat = self.seats[place]
        return seat.bot or (STAND_IN if seat.absent else None)


def encode(record: Record) -> bytes:
    """The record as stored (MessagePack)."""
    return msgspec.msgpack.encode(record)


@lru_cache(KEPT)
def decode(stored: bytes) -> Record:
    """A stored record; the same text gives the same object. Raises msgspec.DecodeError."""
    return msgspec.msgpack.decode(stored, type=Record)
