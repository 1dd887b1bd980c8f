"""Cursors: the commit that one names must still be there and bear its mark."""

from collections.abc import Callable

import pytest

from service.store import Attempt, Cursor, ReadOutcome, Store, keys
from service.store.commands import command

Make = Callable[..., Attempt]


@pytest.fixture
def game(any_store: Store, first: Make, after: Make) -> str:
    """A game of five commits."""
    made = keys.new_game_id()
    any_store.games.commit(first(made))
    for _ in range(4):
        any_store.games.commit(after(made, any_store.games.load(made)))
    return made


def cursors(store: Store, game: str) -> list[Cursor]:
    return [Cursor(entry.version, entry.mark) for entry in store.feed.read(game).entries]


def test_reading_goes_on_after_the_cursor(any_store: Store, game: str) -> None:
    places = cursors(any_store, game)
    reading = any_store.feed.read(game, places[1], limit=2)
    assert reading.outcome is ReadOutcome.OK
    assert [entry.version for entry in reading.entries] == [3, 4]
    assert (reading.version, reading.status) == (5, "running")


def test_the_last_cursor_reads_nothing_new(any_store: Store, game: str) -> None:
    reading = any_store.feed.read(game, cursors(any_store, game)[-1])
    assert (reading.outcome, reading.entries) == (ReadOutcome.OK, ())


def test_a_cursor_ahead_of_the_store_is_reset(any_store: Store, game: str) -> None:
    assert any_store.feed.read(game, Cursor(6, "0" * 16)).outcome is ReadOutcome.RESET


@pytest.mark.parametrize("version", [3, 5])
def test_a_cursor_of_another_history_is_reset(any_store: Store, game: str, version: int) -> None:
    assert any_store.feed.read(game, Cursor(version, "0" * 16)).outcome is ReadOutcome.RESET


def test_a_cursor_that_is_not_kept_any_more_is_expired(any_store: Store, game: str) -> None:
    places = cursors(any_store, game)
    any_store.links.replies([command(game[:3], "XTRIM", keys.feed(game), "MINID", "4-0")])
    assert any_store.feed.read(game, places[1]).outcome is ReadOutcome.EXPIRED
    assert [entry.version for entry in any_store.feed.read(game, places[3]).entries] == [5]
    assert [entry.version for entry in any_store.feed.read(game).entries] == [4, 5]


def test_the_feed_of_no_game_is_gone(any_store: Store) -> None:
    reading = any_store.feed.read(keys.new_game_id())
    assert (reading.outcome, reading.version, reading.entries) == (ReadOutcome.GONE, 0, ())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "1.",
        ".a",
        "01.0123456789abcdef",
        "1.0123456789ABCDEF",
        "-1.0123456789abcdef",
        "1.0123456789abcdef\n",
        "9" * 16 + "." + "0" * 16,
    ],
)
def test_a_malformed_cursor_is_none(text: str) -> None:
    with pytest.raises(ValueError, match="not a cursor"):
        Cursor.parsed(text)


def test_a_cursor_is_written_and_read() -> None:
    assert str(Cursor.parsed("41.0123456789abcdef")) == "41.0123456789abcdef"
