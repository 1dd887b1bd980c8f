"""What one commit checks and writes; each on one server and on a cluster of three."""

from collections.abc import Callable

import pytest

from service.store import (
    Attempt,
    CommitOutcome,
    Committed,
    Cursor,
    Entry,
    Moment,
    Once,
    Reading,
    ReadOutcome,
    Store,
    StoreError,
    keys,
)
from service.store.commands import command, run
from service.store.scripts import COMMIT

Make = Callable[..., Attempt]


def raw(store: Store, shard: str, *words: str | int | bytes) -> object:
    (reply,) = store.links.replies([command(shard, *words)])
    return reply


def due_of(store: Store, game: str) -> dict[str, int]:
    reply = raw(store, game[:3], "ZRANGE", keys.due(game[:3]), 0, -1, "WITHSCORES")
    assert isinstance(reply, list)
    return {member.decode(): int(score) for member, score in zip(reply[::2], reply[1::2], strict=True)}


def test_a_created_game_is_loaded_as_it_was_committed(any_store: Store, first: Make) -> None:
    game = keys.new_game_id()
    committed = any_store.games.commit(attempt := first(game, deadlines={17: Moment.after(10_000)}))
    loaded = any_store.games.load(game)
    assert loaded is not None
    assert (committed.outcome, committed.version) == (CommitOutcome.OK, 1)
    assert (loaded.version, loaded.mark, loaded.at, loaded.status) == (1, attempt.mark, committed.now, "running")
    assert (loaded.state, loaded.record, loaded.once) == (b"state", b"record", None)
    assert loaded.deadlines == {17: committed.now + 10_000}
    assert loaded.now >= loaded.at


def test_a_game_that_is_not_there_loads_as_none(any_store: Store) -> None:
    assert any_store.games.load(keys.new_game_id()) is None


def test_a_load_that_names_the_mark_gets_everything_but_state_and_record(any_store: Store, first: Make) -> None:
    game = keys.new_game_id()
    any_store.games.commit(attempt := first(game))
    whole, known = any_store.games.load(game), any_store.games.load(game, attempt.mark)
    assert whole is not None
    assert known is not None
    assert (known.state, known.record) == (None, None)
    assert (known.version, known.mark, known.at, known.status) == (1, attempt.mark, whole.at, "running")


def test_many_games_are_loaded_together_in_the_order_asked(any_store: Store, first: Make) -> None:
    games = [keys.new_game_id() for _ in range(20)]
    marks = [any_store.games.commit(first(game)) and game for game in games[::2]]
    loaded = any_store.games.load_many([(game, "") for game in games])
    assert [found is not None for found in loaded] == [game in marks for game in games]


@pytest.mark.lesson(6)
def test_the_same_attempt_sent_again_is_done_once(any_store: Store, first: Make, after: Make) -> None:
    game = keys.new_game_id()
    any_store.games.commit(first(game))
    loaded = any_store.games.load(game)
    attempt = after(game, loaded)
    one, two = any_store.games.commit(attempt), any_store.games.commit(attempt)
    assert two == Committed(CommitOutcome.DONE, 2, one.now)
    assert len(any_store.feed.read(game).entries) == 2


def test_an_attempt_sent_again_after_others_went_on_is_still_known(any_store: Store, first: Make, after: Make) -> None:
    game = keys.new_game_id()
    one = any_store.games.commit(attempt := first(game))
    any_store.games.commit(after(game, any_store.games.load(game)))
    assert any_store.games.commit(attempt) == Committed(CommitOutcome.DONE, 1, one.now)


def test_an_attempt_upon_another_mark_is_stale_and_writes_nothing(any_store: Store, first: Make, after: Make) -> None:
    game = keys.new_game_id()
    any_store.games.commit(first(game))
    loaded = any_store.games.load(game)
    any_store.games.commit(after(game, loaded))
    before = any_store.games.load(game), any_store.feed.read(game), raw(any_store, game[:3], "GET", keys.head(game[:3]))
    lost = any_store.games.commit(
        after(game, loaded, state=b"other", due={"bot": Moment.after(1)}, once=Once("k" * 32, "f"))
    )
    assert (lost.outcome, lost.version) == (CommitOutcome.STALE, 2)
    found = any_store.games.load(game)
    assert found is not None
    assert before[0] is not None
    assert (found.version, found.mark, found.state) == (2, before[0].mark, b"state")
    assert any_store.feed.read(game) == before[1]
    assert raw(any_store, game[:3], "GET", keys.head(game[:3])) == before[2]
    assert due_of(any_store, game) == {}


def test_the_mark_decides_and_not_the_number(any_store: Store, first: Make, after: Make) -> None:
    """After a fall-back the same number may stand on another history."""
    game = keys.new_game_id()
    any_store.games.commit(first(game))
    loaded = any_store.games.load(game)
    assert loaded is not None
    other = Attempt(
        **{name: getattr(after(game, loaded), name) for name in Attempt.__struct_fields__} | {"base_mark": "0" * 16}
    )
    assert any_store.games.commit(other).outcome is CommitOutcome.STALE


def test_creating_a_game_that_is_there_is_stale(any_store: Store, first: Make) -> None:
    game = keys.new_game_id()
    any_store.games.commit(first(game))
    assert any_store.games.commit(first(game)).outcome is CommitOutcome.STALE


def test_an_attempt_upon_a_game_that_is_gone_is_stale_at_version_0(any_store: Store, first: Make, after: Make) -> None:
    game = keys.new_game_id()
    any_store.games.commit(first(game))
    loaded = any_store.games.load(game)
    raw(any_store, game[:3], "DEL", keys.game(game), keys.feed(game))
    lost = any_store.games.commit(after(game, loaded))
    assert (lost.outcome, lost.version) == (CommitOutcome.STALE, 0)
    assert any_store.games.load(game) is None


def test_what_comes_too_late_to_count_is_late_and_writes_nothing(any_store: Store, first: Make, after: Make) -> None:
    game = keys.new_game_id()
    any_store.games.commit(first(game))
    loaded = any_store.games.load(game)
    assert loaded is not None
    assert any_store.games.commit(after(game, loaded, not_after=loaded.now - 1)).outcome is CommitOutcome.LATE
    assert any_store.feed.read(game).version == 1
    assert any_store.games.commit(after(game, loaded, not_after=loaded.now + 5_000)).outcome is CommitOutcome.OK


def test_a_known_key_is_seen_and_the_load_tells_it_too(any_store: Store, first: Make, after: Make) -> None:
    game, field = keys.new_game_id(), keys.once_field("p07-" + "a" * 20, "key")
    any_store.games.commit(first(game))
    loaded = any_store.games.load(game, once=field)
    assert loaded is not None
    assert loaded.once is None
    any_store.games.commit(after(game, loaded, once=Once(field, "print")))
    repeat = any_store.games.commit(after(game, any_store.games.load(game), once=Once(field, "another")))
    assert (repeat.outcome, repeat.seen) == (CommitOutcome.SEEN, ("print", 2))
    again = any_store.games.load(game, once=field)
    assert again is not None
    assert again.once == ("print", 2)
    assert any_store.feed.read(game).version == 2


def test_a_key_is_seen_before_staleness_is_told(any_store: Store, first: Make, after: Make) -> None:
    """Two at once with one key: one is played, both get its answer."""
    game, field = keys.new_game_id(), "f" * 32
    any_store.games.commit(first(game))
    loaded = any_store.games.load(game)
    any_store.games.commit(after(game, loaded, once=Once(field, "print")))
    other = any_store.games.commit(after(game, loaded, once=Once(field, "print")))
    assert (other.outcome, other.seen) == (CommitOutcome.SEEN, ("print", 2))


def test_versions_have_no_holes_and_the_games_mark_is_the_last_entrys(
    any_store: Store, first: Make, after: Make
) -> None:
    game = keys.new_game_id()
    marks = [(attempt := first(game)).mark]
    any_store.games.commit(attempt)
    for _ in range(30):
        attempt = after(game, any_store.games.load(game))
        if any_store.games.commit(attempt).outcome is CommitOutcome.OK:
            marks.append(attempt.mark)
    reading = any_store.feed.read(game)
    assert [(entry.version, entry.mark) for entry in reading.entries] == list(enumerate(marks, 1))
    assert (reading.version, reading.mark) == (31, marks[-1])


def test_a_deadline_counts_from_the_commit_or_is_carried_over(any_store: Store, first: Make, after: Make) -> None:
    game = keys.new_game_id()
    one = any_store.games.commit(first(game, deadlines={17: Moment.after(10_000)}))
    loaded = any_store.games.load(game)
    two = any_store.games.commit(
        after(game, loaded, deadlines={17: Moment.at(one.now + 10_000), 18: Moment.after(500)})
    )
    found = any_store.games.load(game)
    assert found is not None
    assert found.deadlines == {17: one.now + 10_000, 18: two.now + 500}


def test_due_holds_exactly_what_the_last_commit_says(any_store: Store, first: Make, after: Make) -> None:
    game = keys.new_game_id()
    wanted = {"deadline": Moment.after(10_000), "bot": Moment.after(600), "expire": Moment.after(604_800_000)}
    one = any_store.games.commit(first(game, due=wanted))
    assert due_of(any_store, game) == {
        f"{game}|deadline": one.now + 10_000,
        f"{game}|bot": one.now + 600,
        f"{game}|expire": one.now + 604_800_000,
    }
    any_store.games.commit(after(game, any_store.games.load(game), due={"deadline": Moment.at(one.now + 10_000)}))
    assert due_of(any_store, game) == {f"{game}|deadline": one.now + 10_000}
    any_store.games.commit(after(game, any_store.games.load(game), status="finished", life=1_000))
    assert due_of(any_store, game) == {}


def test_a_due_entry_of_no_known_kind_is_refused(store: Store, first: Make) -> None:
    with pytest.raises(ValueError, match="kinds"):
        store.games.commit(first(keys.new_game_id(), due={"dead_line": Moment.after(1)}))


def test_time_within_a_game_never_goes_back(any_store: Store, first: Make, after: Make) -> None:
    game = keys.new_game_id()
    one = any_store.games.commit(first(game))
    ahead = one.now + 3_600_000
    raw(any_store, game[:3], "HSET", keys.game(game), "at", ahead)
    two = any_store.games.commit(after(game, any_store.games.load(game), deadlines={1: Moment.after(1_000)}))
    found = any_store.games.load(game)
    assert found is not None
    assert (two.now, found.at, found.deadlines) == (ahead, ahead, {1: ahead + 1_000})


def test_a_time_in_the_past_is_now_and_is_not_dropped(any_store: Store, first: Make) -> None:
    game = keys.new_game_id()
    one = any_store.games.commit(first(game, due={"bot": Moment.after(-5)}))
    assert due_of(any_store, game) == {f"{game}|bot": one.now}


def test_all_keys_of_a_finished_game_go_at_the_same_instant(any_store: Store, first: Make, after: Make) -> None:
    game = keys.new_game_id()
    shard = game[:3]
    any_store.games.commit(first(game, once=Once("a" * 32, "f")))
    end = any_store.games.commit(after(game, any_store.games.load(game), status="finished", life=60_000))
    names = (keys.game(game), keys.feed(game), keys.once(game))
    assert [raw(any_store, shard, "PEXPIRETIME", name) for name in names] == [end.now + 60_000] * 3


def test_an_open_game_is_in_the_lobby_until_it_starts(any_store: Store, first: Make, after: Make) -> None:
    games = [keys.new_game_id() for _ in range(7)]
    for created, game in enumerate(games):
        any_store.games.commit(first(game, status="open", open_score=1_000 + created // 3))
    order = sorted(((1_000 + number // 3, game) for number, game in enumerate(games)), reverse=True)
    pages, before = [], None
    while page := any_store.lobby.newest(before, limit=2):
        pages += page
        before = (page[-1][1], page[-1][0])
    assert pages == [(game, score) for score, game in order]
    any_store.games.commit(after(games[0], any_store.games.load(games[0])))
    assert games[0] not in dict(any_store.lobby.newest())


def test_a_commit_needs_its_script_only_once_a_server(any_store: Store, first: Make, after: Make) -> None:
    game = keys.new_game_id()
    any_store.games.commit(first(game))
    for _, shards in any_store.links.nodes():
        raw(any_store, shards[0], "SCRIPT", "FLUSH")
    loaded = any_store.games.load(game)
    assert any_store.games.commit(after(game, loaded)).version == 2
    assert [tick.shard for tick in any_store.due.tick()] == list(keys.SHARDS)


def test_a_script_refuses_keys_of_two_shards_on_a_cluster(cluster_store: Store) -> None:
    """The guard that the other tests of this file lean on: a cluster would tell a key of another shard."""
    names = [keys.game("s00-" + "a" * 20), keys.feed("s01-" + "a" * 20)]
    with pytest.raises(StoreError, match="same slot"):
        cluster_store.links.replies([run(COMMIT, "s00", names)])


def test_an_entry_tells_what_was_committed(any_store: Store, first: Make) -> None:
    game = keys.new_game_id()
    one = any_store.games.commit(attempt := first(game, tellings=b"\x00\xfftold", decisions=b"\x80"))
    entry = Entry(1, attempt.mark, one.now, b"\x00\xfftold", b"\x80")
    assert any_store.feed.read(game) == Reading(ReadOutcome.OK, 1, attempt.mark, "running", (entry,))
    assert str(Cursor(1, attempt.mark)) == f"1.{attempt.mark}"
