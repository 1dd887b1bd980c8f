"""The feed: reading on, waiting, and what each reader is told."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, sleep
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from service import errors
from service.play import lobby, players
from service.play.inbox import hints
from service.play.opening import Wish
from service.play.position import load
from service.play.rounds import commit
from service.play.seats import cancelled
from service.play.sweep import sweep
from service.play.table import Caller, Table
from service.play.watch import Beat, Closed, Told, follow, read
from service.store.commands import command
from tests.lateness import in_time

PASS = {"type": "pass"}


def batches(reading: Any) -> list[dict[str, Any]]:
    return [msgspec.json.decode(batch) for batch in reading.events]


@pytest.mark.lesson(23, 24)
def test_versions_have_no_holes_and_a_cursor_misses_and_repeats_nothing(running: Any, table: Table) -> None:
    game = running(4)
    game.attack()
    found, cursor = [], None
    while (reading := read(table, None, game.id, cursor, limit=2)).events:
        found += [batch["version"] for batch in batches(reading)]
        cursor = reading.cursor
    assert found == list(range(1, game.look().version + 1))
    assert cursor == game.look().cursor


def test_a_seat_reads_its_own_cards_and_nobody_elses(running: Any, table: Table) -> None:
    game = running(3)
    (active,) = game.look().asked.seats
    for reader in (*range(3), None):
        reading = read(table, None if reader is None else game.seats[reader], game.id)
        drawn = [t for batch in batches(reading) for t in batch["tellings"] if t["type"] == "drew"]
        for telling in drawn:
            assert (telling["cards"] is not None) == (telling["seat"] == reader)
        assert all(t["type"] != "shuffled" or t["cards"] is None for b in batches(reading) for t in b["tellings"])
        assert all(t is not None for b in batches(reading) for t in b["tellings"])
    assert active in range(3)


def test_a_waiting_poll_is_woken_by_the_next_commit(running: Any, table: Table) -> None:
    game = running(4)
    game.attack()
    seat, cursor = game.look().asked.seats[0], game.look().cursor
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(read, table, None, game.id, cursor, wait_ms=5_000, with_document=True)
        while not len(table.hub):
            sleep(0.001)
        began = monotonic()
        played = game.act(seat, {**PASS, "prompt": game.position().question.id})
        reading = waiting.result()
    assert monotonic() - began < 0.5
    assert (reading.cursor, reading.document.cursor) == (played.cursor, played.cursor)


@pytest.mark.lesson(25)
def test_with_nothing_new_a_poll_waits_its_time_and_answers_empty(running: Any, table: Table) -> None:
    game = running(3)
    began = monotonic()
    reading = read(table, None, game.id, game.look().cursor, wait_ms=150, with_document=True)
    assert 0.15 <= monotonic() - began < 0.6
    assert (reading.events, reading.document, reading.closed) == ((), None, False)


def test_a_cursor_that_is_ahead_or_of_another_history_is_reset_with_the_document(running: Any, table: Table) -> None:
    game = running(3)
    mark = game.look().cursor.split(".")[1]
    for cursor in (f"99.{mark}", f"1.{mark}", f"{game.look().version}.0123456789abcdef"):
        with pytest.raises(errors.CursorReset) as refused:
            read(table, game.seats[1], game.id, cursor)
        assert (refused.value.game.cursor, refused.value.game.seat) == (game.look().cursor, 1)
    for cursor in ("", "1", "1.x", "-1.0123456789abcdef"):
        with pytest.raises(errors.Invalid):
            read(table, None, game.id, cursor)


@pytest.mark.lesson(24)
def test_a_cursor_whose_commit_is_not_kept_any_more_has_expired(running: Any, table: Table) -> None:
    game = running(4)
    game.attack()
    first = read(table, None, game.id, limit=1).cursor
    shard = game.id.partition("-")[0]
    table.store.links.replies([command(shard, "XTRIM", f"{{{shard}}}:feed:{game.id}", "MAXLEN", "=", 2)])
    with pytest.raises(errors.CursorExpired) as refused:
        read(table, None, game.id, first)
    assert refused.value.game.cursor == game.look().cursor


def test_a_deadline_is_resolved_by_a_reader_when_nobody_else_is_alive(running: Any, table: Table) -> None:
    game = running(4, window_ms=100)
    game.attack()
    opened = game.position()
    reading = read(table, None, game.id, opened.cursor, wait_ms=3_000)
    (batch,) = batches(reading)
    assert {t["type"] for t in batch["tellings"]} >= {"timed_out"}
    at = table.store.feed.entry(game.id, batch["version"]).at
    assert in_time(at, opened.deadline)


def test_of_many_readers_one_resolves_a_deadline(running: Any, table: Table) -> None:
    game = running(4, window_ms=50)
    game.attack()
    version = game.position().version
    sleep(0.35)
    with ThreadPoolExecutor(8) as pool:
        seen = list(pool.map(lambda _: game.look().version, range(16)))
    assert max(seen) == version + 1 == game.position().version


def test_when_the_token_dies_its_waiting_poll_is_refused(running: Any, table: Table) -> None:
    game = running(3)
    caller = game.seats[1]
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(read, table, caller, game.id, game.look().cursor, wait_ms=5_000)
        while not len(table.hub):
            sleep(0.001)
        began = monotonic()
        table.store.players.rotate(caller.player, players.hashed(players.new_token(caller.player)), 0)
        with pytest.raises(errors.Unauthenticated):
            waiting.result()
    assert monotonic() - began < 2


def test_a_finished_game_answers_at_once_and_says_that_it_is_closed(
    table: Table, newcomer: Callable[[str], Caller]
) -> None:
    host = newcomer("Ada")
    wish = Wish(ruleset="situational-awareness", players=3, bots=("random",) * 3, host_plays=False)
    made = lobby.create(table, host, wish).document.id
    while lobby.look(table, None, made).status != "finished":
        sweep(table, made[:3])
    began = monotonic()
    last = lobby.look(table, None, made)
    reading = read(table, None, made, last.cursor, wait_ms=5_000)
    assert (reading.closed, reading.status, reading.events) == (True, "finished", ())
    assert monotonic() - began < 1
    assert not read(table, None, made, limit=1).closed
    assert (last.prompt, last.offers, last.asked) == (None, (), None)
    assert last.result.winners


def test_a_commit_in_the_moment_in_which_a_poll_begins_is_not_missed(running: Any, table: Table) -> None:
    for _ in range(60):
        game = running(4)
        game.attack()
        seat, cursor, prompt = game.look().asked.seats[0], game.look().cursor, game.position().question.id
        with ThreadPoolExecutor(2) as pool:
            began = monotonic()
            waiting = pool.submit(read, table, game.seats[seat], game.id, cursor, wait_ms=3_000)
            pool.submit(game.act, seat, {**PASS, "prompt": prompt})
            assert waiting.result().events
            assert monotonic() - began < 0.9


def test_a_reader_sees_at_once_what_another_process_has_committed(running: Any, table: Table) -> None:
    game = running(4)
    game.attack()
    seat, prompt = game.look().asked.seats[0], game.position().question.id
    here = Table(table.store, table.hub, table.settings)
    before = [load(here, None, game.id) for _ in range(2)]
    game.act(seat, {**PASS, "prompt": prompt})
    after = [load(here, None, game.id) for _ in range(2)]
    stored = [replace(game.position(), now=0)] * 2
    assert [replace(position, now=0) for position in after] == stored
    assert replace(before[0], now=0) == replace(before[1], now=0) != stored[0]


def test_who_follows_is_told_every_commit_a_beat_in_silence_and_the_end(running: Any, table: Table) -> None:
    game = running(4)
    game.attack()
    seat, prompt = game.look().asked.seats[0], game.position().question.id
    stream = follow(table, None, game.id, beat_ms=60)
    versions = [int(next(stream).cursor.split(".")[0]) for _ in range(game.look().version)]
    assert versions == list(range(1, game.look().version + 1))
    assert next(stream) == Beat()
    game.act(seat, {**PASS, "prompt": prompt})
    assert next(stream).cursor == game.look().cursor
    position = game.position()
    commit(table, position, cancelled(position))
    assert [type(next(stream)) for _ in range(2)] == [Told, Closed]
    assert list(stream) == []


WAITERS: dict[str, Callable[[Table, Caller, Any], object]] = {
    "stream": lambda table, caller, game: next(follow(table, caller, game.id, game.look().cursor), None),
    "poll": lambda table, caller, game: read(table, caller, game.id, game.look().cursor, wait_ms=9_000),
    "own feed": lambda table, caller, _: hints(table, caller, hints(table, caller).cursor, wait_ms=9_000),
}


@pytest.mark.lesson(8)
@pytest.mark.parametrize("waiter", WAITERS)
def test_who_waits_with_a_token_whose_grace_runs_out_is_refused_when_it_has(
    running: Any, table: Table, waiter: str
) -> None:
    game = running(3)
    caller = game.seats[1]
    grace_ms = 400
    table.store.players.rotate(caller.player, players.hashed(players.new_token(caller.player)), grace_ms)
    began = monotonic()

    def wait() -> None:
        while monotonic() - began < 5:  # the news that another token was given may come late, and end a wait
            WAITERS[waiter](table, caller, game)

    with pytest.raises(errors.Unauthenticated):
        wait()
    assert grace_ms / 1000 - 0.1 < monotonic() - began < 2


def test_who_may_not_read_may_not_follow(running: Any, table: Table, newcomer: Callable[[str], Caller]) -> None:
    game = running(3, bots=("random", "random"), visibility="private")
    with pytest.raises(errors.NotFound):
        follow(table, newcomer("stranger"), game.id)
    with pytest.raises(errors.CursorReset):
        follow(table, game.seats[0], game.id, "99.0123456789abcdef")
