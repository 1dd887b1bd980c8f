"""What is due, who has it, and that `due`, `owed` and the games agree."""

import random
import threading
from collections.abc import Callable

import pytest

from service.store import Attempt, DueEntry, Moment, Store, TickOutcome, keys
from service.store.commands import command

Make = Callable[..., Attempt]
NOW = Moment.after(0)


def scores(store: Store, key: str) -> dict[str, int]:
    (reply,) = store.links.replies([command(key[1:4], "ZRANGE", key, 0, -1, "WITHSCORES")])
    return {member.decode(): int(score) for member, score in zip(reply[::2], reply[1::2], strict=True)}


@pytest.fixture
def due_game(any_store: Store, first: Make) -> str:
    """A game whose deadline is over."""
    game = keys.new_game_id()
    any_store.games.commit(first(game, deadlines={17: NOW}, due={"deadline": NOW}))
    return game


def outcome(store: Store, shard: str) -> TickOutcome:
    return store.due.tick_one(shard).outcome


def test_a_shard_with_nothing_due_is_idle(any_store: Store, first: Make) -> None:
    game = keys.new_game_id()
    any_store.games.commit(first(game, due={"deadline": Moment.after(60_000)}))
    assert {tick.outcome for tick in any_store.due.tick()} == {TickOutcome.IDLE}
    assert any_store.due.claim(game[:3]).entries == ()
    assert any_store.due.claim_one(game, "deadline") is False


def test_one_tick_sends_a_sweep_and_the_next_waits(any_store: Store, due_game: str) -> None:
    assert [outcome(any_store, due_game[:3]) for _ in range(3)] == ["enqueue", "wait", "wait"]


def test_a_ticket_that_runs_out_is_given_again(
    any_store: Store, due_game: str, eventually: Callable[..., None]
) -> None:
    """The push to the queue was lost, or the worker died."""
    shard = due_game[:3]
    any_store.due._ticket_ms = 40
    any_store.due._help_after_ms = 60_000
    assert outcome(any_store, shard) is TickOutcome.ENQUEUE
    eventually(lambda: outcome(any_store, shard) is TickOutcome.ENQUEUE, 2)


def test_what_is_late_the_clock_resolves_itself(
    any_store: Store, due_game: str, eventually: Callable[..., None]
) -> None:
    any_store.due._help_after_ms = 40
    assert outcome(any_store, due_game[:3]) in (TickOutcome.ENQUEUE, TickOutcome.HELP)
    eventually(lambda: outcome(any_store, due_game[:3]) is TickOutcome.HELP, 2)


def test_a_sweep_renews_its_ticket_and_gives_it_back_when_dry(any_store: Store, due_game: str) -> None:
    shard = due_game[:3]
    any_store.due.renew(shard)
    assert outcome(any_store, shard) is TickOutcome.WAIT
    any_store.due.dry(shard)
    assert outcome(any_store, shard) is TickOutcome.ENQUEUE


def test_a_claim_is_a_lease_that_lapses(any_store: Store, due_game: str, eventually: Callable[..., None]) -> None:
    shard, entry = due_game[:3], DueEntry(due_game, "deadline")
    (first_due,) = scores(any_store, keys.due(shard)).values()
    claimed = any_store.due.claim(shard, lease_ms=60)
    assert claimed.entries == (entry,)
    assert scores(any_store, keys.due(shard)) == {entry.member: claimed.now + 60}
    assert scores(any_store, keys.owed(shard)) == {entry.member: first_due}
    assert any_store.due.claim(shard).entries == ()
    eventually(lambda: any_store.due.claim(shard).entries == (entry,), 2)
    assert scores(any_store, keys.owed(shard)) == {entry.member: first_due}, "it keeps the time of the first claim"


def test_what_two_workers_claim_is_disjoint(any_store: Store, first: Make) -> None:
    games = [f"s07-{keys.new_game_id()[4:]}" for _ in range(100)]
    for game in games:
        any_store.games.commit(first(game, due={"deadline": NOW}))
    taken: list[list[str]] = [[], []]

    def work(mine: list[str]) -> None:
        while entries := any_store.due.claim("s07", count=3, lease_ms=60_000).entries:
            mine.extend(entry.owner for entry in entries)

    threads = [threading.Thread(target=work, args=(mine,)) for mine in taken]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(taken[0] + taken[1]) == sorted(games)


def test_one_entry_is_claimed_by_one_caller(any_store: Store, due_game: str) -> None:
    assert [any_store.due.claim_one(due_game, "deadline") for _ in range(3)] == [True, False, False]
    assert any_store.due.claim(due_game[:3]).entries == ()
    assert set(scores(any_store, keys.owed(due_game[:3]))) == {f"{due_game}|deadline"}


def test_settling_puts_the_entry_where_the_record_says(any_store: Store, due_game: str) -> None:
    shard, member = due_game[:3], f"{due_game}|deadline"
    any_store.due.claim(shard)
    loaded = any_store.games.load(due_game)
    assert loaded is not None
    assert any_store.due.settle(due_game, loaded.mark, "deadline", loaded.now + 5_000)
    assert (scores(any_store, keys.due(shard)), scores(any_store, keys.owed(shard))) == (
        {member: loaded.now + 5_000},
        {},
    )
    assert any_store.due.settle(due_game, loaded.mark, "deadline", None)
    assert scores(any_store, keys.due(shard)) == {}


def test_settling_needs_the_mark_that_was_looked_at(any_store: Store, due_game: str, after: Make) -> None:
    """A commit in between has set the entries anew: nothing may touch them."""
    shard = due_game[:3]
    any_store.due.claim(shard)
    loaded = any_store.games.load(due_game)
    assert loaded is not None
    any_store.games.commit(after(due_game, loaded, due={"deadline": Moment.at(loaded.now + 9_000)}))
    assert not any_store.due.settle(due_game, loaded.mark, "deadline", None)
    assert not any_store.due.settle(due_game, "", "deadline", None)
    assert scores(any_store, keys.due(shard)) == {f"{due_game}|deadline": loaded.now + 9_000}


def test_the_entry_of_a_game_that_is_gone_can_be_settled(any_store: Store, due_game: str) -> None:
    shard = due_game[:3]
    any_store.links.replies([command(shard, "DEL", keys.game(due_game))])
    any_store.due.claim(shard)
    assert any_store.due.settle(due_game, "", "deadline", None)
    assert (scores(any_store, keys.due(shard)), scores(any_store, keys.owed(shard))) == ({}, {})


def test_a_parked_entry_comes_back_after_a_minute_and_is_not_owed(any_store: Store, due_game: str) -> None:
    shard = due_game[:3]
    claimed = any_store.due.claim(shard)
    loaded = any_store.games.load(due_game)
    assert loaded is not None
    assert any_store.due.park(due_game, loaded.mark, "deadline", claimed.now)
    assert scores(any_store, keys.due(shard)) == {f"{due_game}|deadline": claimed.now + 60_000}
    assert scores(any_store, keys.owed(shard)) == {}
    assert any_store.due.overdue().oldest_ms == 0


def test_a_commit_clears_what_was_owed(any_store: Store, due_game: str, after: Make) -> None:
    shard = due_game[:3]
    any_store.due.claim(shard)
    any_store.games.commit(after(due_game, any_store.games.load(due_game), status="finished", life=1_000, deadlines={}))
    assert (scores(any_store, keys.due(shard)), scores(any_store, keys.owed(shard))) == ({}, {})


def test_the_figures_count_what_a_lease_hides(any_store: Store, due_game: str, eventually: Callable[..., None]) -> None:
    any_store.due.claim(due_game[:3], lease_ms=60_000)
    eventually(lambda: any_store.due.overdue().oldest_ms >= 20, 2)
    figures = any_store.due.overdue()
    assert (figures.due, figures.waiting, figures.leased) == (1, 1, 1)


def test_a_clock_is_seen_for_a_minute(any_store: Store) -> None:
    assert any_store.due.clock_seen_ms() is None
    any_store.due.clock_seen(any_store.due.tick()[0].now - 500)
    seen = any_store.due.clock_seen_ms()
    assert seen is not None
    assert 500 <= seen < 2_000


def test_notices_stay_untold_until_told(any_store: Store, first: Make, after: Make) -> None:
    from_one = "1 p07-aaaaaaaaaaaaaaaaaaaa started\n"
    game = keys.new_game_id()
    one = any_store.games.commit(first(game, untold=from_one))
    assert scores(any_store, keys.due(game[:3])) == {f"{game}|tell": one.now + 300}
    any_store.games.commit(after(game, any_store.games.load(game), untold="2 p07-aaaaaaaaaaaaaaaaaaaa prompt 3 4\n"))
    assert [(line.version, line.notice) for line in any_store.games.untold(game)] == [(1, "started"), (2, "prompt 3 4")]
    assert any_store.games.told(game, 1) is False
    assert [line.version for line in any_store.games.untold(game)] == [2]
    assert f"{game}|tell" in scores(any_store, keys.due(game[:3]))
    assert any_store.games.told(game, 2) is True
    assert any_store.games.untold(game) == ()
    assert scores(any_store, keys.due(game[:3])) == {}


def test_a_commit_answers_with_all_that_is_untold(any_store: Store, first: Make, after: Make) -> None:
    game = keys.new_game_id()
    one = any_store.games.commit(first(game, untold="1 p07-aaaaaaaaaaaaaaaaaaaa started\n"))
    attempt = after(game, any_store.games.load(game), untold="2 p07-aaaaaaaaaaaaaaaaaaaa prompt\n")
    two = any_store.games.commit(attempt)
    assert [[line.version for line in each.untold] for each in (one, two)] == [[1], [1, 2]]
    assert any_store.games.commit(attempt).untold == two.untold, "sent again it answers the same"


def test_telling_never_creates_a_game(any_store: Store) -> None:
    game = keys.new_game_id()
    assert any_store.games.told(game, 5) is True
    assert any_store.games.load(game) is None
    assert any_store.links.replies([command(game[:3], "EXISTS", keys.game(game))]) == [0]


def check_invariants(store: Store, game: str) -> None:
    """Invariants 1, 2, 3 and 5 of one game."""
    shard, loaded, reading = game[:3], store.games.load(game), store.feed.read(game)
    assert loaded is not None
    assert [entry.version for entry in reading.entries] == list(range(1, loaded.version + 1))
    assert reading.entries[-1].mark == loaded.mark
    assert len({entry.mark for entry in reading.entries}) == loaded.version
    assert all(one.at <= two.at for one, two in zip(reading.entries, reading.entries[1:], strict=False))
    due, owed = scores(store, keys.due(shard)), scores(store, keys.owed(shard))
    assert owed.keys() <= due.keys()
    assert all(due[member] <= store.due.tick_one(shard).now + 600 for member in owed)
    if loaded.status == "finished":
        assert not any(member.startswith(game) for member in due)
    elif loaded.deadlines:
        least, member = min(loaded.deadlines.values()), f"{game}|deadline"
        assert due[member] == least or owed.get(member) == least


def test_due_and_owed_agree_with_the_games_whatever_happens(any_store: Store, first: Make, after: Make) -> None:
    chance = random.Random(random.getrandbits(32))
    game = keys.new_game_id()
    previous = first(game, deadlines={0: NOW}, due={"deadline": NOW})
    any_store.games.commit(previous)
    for step in range(60):
        loaded = any_store.games.load(game)
        assert loaded is not None
        deadlines = {step: Moment.after(chance.choice([0, 0, 5, 10_000]))}
        fresh = after(game, loaded, deadlines=deadlines, due={"deadline": deadlines[step]})
        match chance.choice(["commit", "again", "stale", "claim", "one", "settle"]):
            case "commit":
                any_store.games.commit(previous := fresh)
            case "again" | "stale":
                any_store.games.commit(previous)
            case "claim":
                any_store.due.claim(game[:3])
            case "one":
                any_store.due.claim_one(game, "deadline")
            case _:
                any_store.due.settle(game, loaded.mark, "deadline", min(loaded.deadlines.values()))
        check_invariants(any_store, game)
    any_store.games.commit(after(game, any_store.games.load(game), status="finished", deadlines={}, life=1_000))
    check_invariants(any_store, game)
