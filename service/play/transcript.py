"""What was told and decided: as a feed entry stores it, and as each reader may see it.

A telling is stored as two finished texts with the seats that read the first; redaction only chooses, so it can't
forget a field.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

import msgspec

from engine.flow import Event, Telling
from engine.offers import Action
from service.play.times import rfc3339
from service.store import Entry

By = Literal["player", "bot", "timeout"]


class Line(msgspec.Struct, frozen=True, array_like=True):
    """One stored telling: `full` for these seats (None: for everybody), `others` (null: nothing) for everyone else."""

    seats: tuple[int, ...] | None
    full: msgspec.Raw
    others: msgspec.Raw


class Choice(msgspec.Struct, frozen=True):
    """One stored decision."""

    seat: int
    prompt: int
    action: Action
    by: By
    hurried: bool = False
    """A quick bot played for one that did not come to an answer in time."""


class Batch(msgspec.Struct, frozen=True):
    """One commit as one reader may see it; `tellings` are finished JSON objects."""

    version: int
    at: str
    tellings: tuple[msgspec.Raw, ...]


NOTHING = b"null"
KEPT_TEXTS = 4_096
LINES = msgspec.json.Decoder(list[Line])
CHOICES = msgspec.json.Decoder(list[Choice])


def store_tellings(tellings: Sequence[Telling]) -> bytes:
    """Tellings as a feed entry stores them (JSON)."""
    return msgspec.json.encode([_line(telling) for telling in tellings])


def store_choices(choices: Sequence[Choice]) -> bytes:
    """Decisions as a feed entry stores them (JSON)."""
    return msgspec.json.encode(choices)


@lru_cache(maxsize=KEPT_TEXTS)
def batch_text(entry: Entry, seat: int | None) -> msgspec.Raw:
    """A stored commit as this seat, or a spectator, may read it: a finished JSON object, encoded once for a seat."""
    chosen = (_chosen(line, seat) for line in LINES.decode(entry.tellings))
    batch = Batch(entry.version, rfc3339(entry.at), tuple(text for text in chosen if bytes(text) != NOTHING))
    return msgspec.Raw(msgspec.json.encode(batch))


def full_text(entry: Entry) -> msgspec.Raw:
    """A stored commit in full, as it may be read after the end."""
    batch = Batch(entry.version, rfc3339(entry.at), tuple(line.full for line in LINES.decode(entry.tellings)))
    return msgspec.Raw(msgspec.json.encode(batch))


def _chosen(line: Line, seat: int | None) -> msgspec.Raw:
    return line.full if line.seats is None or seat in line.seats else line.others


def _line(telling: Telling) -> Line:
    return Line(telling.seats, _raw(telling.full), _raw(telling.others))


def _raw(event: Event | None) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(event))
