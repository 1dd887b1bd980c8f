"""What the store has written to its disk: a restart, an older copy, a torn end."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from service.embedded import Embedded
from service.settings import Settings
from service.store import Attempt, Cursor, Moment, Once, ReadOutcome, Store, keys

Make = Callable[..., Attempt]


@pytest.mark.lesson(22)
@pytest.mark.parametrize("how", ["stop", "kill"])
def test_a_restart_loses_nothing_and_resets_nobody(
    own: Embedded, own_store: Store, first: Make, after: Make, how: str
) -> None:
    """appendfsync always: also when it is killed."""
    game = keys.new_game_id()
    own_store.games.commit(first(game, due={"deadline": Moment.after(0)}))
    own_store.games.commit(after(game, own_store.games.load(game), due={"deadline": Moment.after(0)}))
    own_store.due.claim(game[:3])
    cursor = [Cursor(entry.version, entry.mark) for entry in own_store.feed.read(game).entries]
    getattr(own, how)()
    again = Embedded.start(own.folder)
    try:
        assert own_store.feed.read(game, cursor[1]).outcome is ReadOutcome.OK
        assert [entry.version for entry in own_store.feed.read(game, cursor[0]).entries] == [2]
        assert own_store.due.overdue().leased == 1
        assert own_store.games.commit(after(game, own_store.games.load(game))).version == 3
    finally:
        again.stop()


@pytest.mark.lesson(24)
def test_after_a_restore_of_an_older_file_cursors_are_reset(
    own: Embedded, own_store: Store, first: Make, after: Make, tmp_path: Path
) -> None:
    game = keys.new_game_id()
    own_store.games.commit(first(game))
    own.stop()
    shutil.copytree(own.folder, tmp_path / "copy", ignore=shutil.ignore_patterns("*.sock"))
    later = Embedded.start(own.folder)
    own_store.games.commit(after(game, own_store.games.load(game), once=Once("a" * 32, "f")))
    own_store.games.commit(after(game, own_store.games.load(game), due={"deadline": Moment.after(0)}))
    cursor = [Cursor(entry.version, entry.mark) for entry in own_store.feed.read(game).entries]
    later.stop()
    older = Embedded.start(tmp_path / "copy")
    store = Store.open(Settings(redis_url=older.url))
    try:
        assert store.feed.read(game, cursor[2]).outcome is ReadOutcome.RESET
        assert store.feed.read(game, cursor[0]).outcome is ReadOutcome.OK
        assert store.due.overdue().waiting == 0
        loaded = store.games.load(game, once="a" * 32)
        assert loaded is not None
        assert loaded.once is None
        assert store.games.commit(after(game, loaded, once=Once("a" * 32, "f"))).version == 2
        assert store.feed.read(game, cursor[1]).outcome is ReadOutcome.RESET
        assert store.feed.read(game, cursor[2]).outcome is ReadOutcome.RESET
        assert store.games.commit(after(game, store.games.load(game))).version == 3
        assert store.feed.read(game, cursor[2]).outcome is ReadOutcome.RESET
    finally:
        store.close()
        older.stop()


def test_a_torn_end_of_the_file_loses_the_last_commit_as_a_whole(
    own: Embedded, own_store: Store, first: Make, after: Make
) -> None:
    game = keys.new_game_id()
    own_store.games.commit(first(game))
    own_store.games.commit(after(game, own_store.games.load(game), due={"deadline": Moment.after(9_000)}))
    own.kill()
    (part,) = (own.folder / "appendonlydir").glob("*.incr.aof")
    with part.open("r+b") as file:
        file.truncate(part.stat().st_size - 10)
    again = Embedded.start(own.folder)
    try:
        loaded, reading = own_store.games.load(game), own_store.feed.read(game)
        assert loaded is not None
        assert (loaded.version, loaded.mark) == (reading.version, reading.mark)
        assert [entry.version for entry in reading.entries] == [1]
        assert own_store.due.overdue().waiting == 0
    finally:
        again.stop()
