"""What a stored commit tells each reader."""

from typing import Any

import msgspec
import pytest

from engine.flow import Event, Telling
from service.play.announcements import Joined, Started
from service.play.transcript import batch_text, store_tellings
from service.store import Entry


class Whispered(Event, frozen=True, tag="whispered"):
    """Something for some ears."""

    card: str | None


TOLD = (
    Telling(Started(), None),
    Telling(Whispered("duck"), (1,), Whispered(None)),
    Telling(Joined(0), (1, 2)),
    Telling(Whispered("rain"), ()),
)


@pytest.mark.parametrize(
    ("reader", "heard"),
    [
        (None, [{"type": "started"}, {"type": "whispered", "card": None}]),
        (0, [{"type": "started"}, {"type": "whispered", "card": None}]),
        (1, [{"type": "started"}, {"type": "whispered", "card": "duck"}, {"type": "joined", "seat": 0}]),
        (2, [{"type": "started"}, {"type": "whispered", "card": None}, {"type": "joined", "seat": 0}]),
    ],
)
def test_each_reader_hears_its_own_form_or_nothing(reader: int | None, heard: list[dict[str, Any]]) -> None:
    entry = Entry(3, "0" * 16, 1_700_000_000_123, store_tellings(TOLD), b"[]")
    expected = {"version": 3, "at": "2023-11-14T22:13:20.123Z", "tellings": heard}
    assert msgspec.json.decode(batch_text(entry, reader)) == expected
