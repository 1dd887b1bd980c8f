"""Players who go: leave, fall silent, are removed, are erased. Each is told in the feed, by seats and not by names."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from service import errors
from service.play import leaving, lobby, players
from service.play.announcements import EVENTS
from service.play.opening import Wish
from service.play.position import Position, read
from service.play.rematch import rematch
from service.play.sweep import resolve, sweep
from service.play.table import Caller, Table
from service.play.watch import read as read_feed
from service.store import Attempt, Committed, Store
from service.store.commands import command
from service.store.games import Games
from service.store.keys import new_game_id

Newcomer = Callable[[str], Caller]


def wish(**changes: Any) -> Wish:
    return Wish(**({"ruleset": "situational-awareness", "players": 3, "turn_ms": 60_000} | changes))


def stored(table: Table, game: str) -> Position:
    return read(game, table.store.games.load(game))


def told(table: Table, game: str) -> list[dict[str, Any]]:
    """What the feed says of the table itself."""
    ours = {str(event.__struct_config__.tag) for event in EVENTS}
    batches = [msgspec.json.decode(batch) for batch in read_feed(table, None, game, limit=500).events]
    return [each for batch in batches for each in batch["tellings"] if each["type"] in ours]


def second_pass(table: Table, player: str) -> None:
    """The erasure's second look, ten seconds later."""
    shard = f"s{player[1:3]}"
    ten_seconds_ago = command(shard, "HINCRBY", f"{{{shard}}}:player:{player}", "erased", -10_000)
    due = command(shard, "ZADD", f"{{{shard}}}:due", 1, f"{player}|erase")
    table.store.links.replies([ten_seconds_ago, due])
    sweep(table, shard)


@pytest.mark.lesson(8)
def test_whoever_leaves_is_played_by_a_bot_until_they_return(running: Any, table: Table) -> None:
    game = running(3)
    (seat,) = game.look().asked.seats
    away = lobby.leave(table, game.seats[seat], game.id).document
    with pytest.raises(errors.NotYourTurn):
        game.act(seat, {"type": "end_turn", "version": away.version})
    played = resolve(table, game.position())
    assert played is not None
    assert played.version > away.version
    back = lobby.come_back(table, game.seats[seat], game.id).document
    assert back.seats[seat].absent is False
    assert told(table, game.id)[-2:] == [{"type": "absent", "seat": seat}, {"type": "returned", "seat": seat}]


@pytest.mark.lesson(27)
def test_who_only_reads_is_not_gone_and_who_does_not_answer_twice_is(running: Any, table: Table) -> None:
    game = running(3, absent="bot", options={"length": "fixed"}, turn_ms=40, window_ms=60_000)
    silent: list[int] = []
    while not silent:
        position = game.position()
        if position.expired:
            resolve(table, position)
        read_feed(table, game.seats[0], game.id, position.cursor)
        silent = [seat for seat, entry in enumerate(game.position().record.seats) if entry.absent]
    said = told(table, game.id)
    late = [each["seat"] for each in said if each["type"] == "timed_out"]
    assert said[-1] == {"type": "absent", "seat": silent[0]}
    assert late.count(silent[0]) == 2
    assert all(late.count(seat) < 2 for seat in range(3) if seat not in silent)
    back = lobby.come_back(table, game.seats[silent[0]], game.id).document
    assert back.seats[silent[0]].absent is False


@pytest.mark.lesson(8)
def test_whom_the_host_removes_is_told_by_the_seat_and_can_do_nothing_more(table: Table, newcomer: Newcomer) -> None:
    host, guest = newcomer("Ada"), newcomer("Ben")
    game = lobby.create(table, host, wish(visibility="private")).document
    lobby.join(table, guest, str(game.join_code), None)
    lobby.seat_bot(table, host, game.id, 1, "random")
    gone: tuple[Callable[[], object], ...] = (
        lambda: lobby.look(table, guest, game.id),
        lambda: lobby.leave(table, guest, game.id),
        lambda: lobby.come_back(table, guest, game.id),
        lambda: lobby.join(table, guest, str(game.join_code), None),
        lambda: read_feed(table, guest, game.id),
    )
    for attempt in gone:
        with pytest.raises(errors.NotFound):
            attempt()
    batches = read_feed(table, host, game.id).events
    assert msgspec.json.decode(batches[-1])["tellings"] == [
        {"type": "removed", "seat": 1},
        {"type": "bot_seated", "seat": 1, "bot": "random"},
    ]


@pytest.mark.lesson(8)
def test_who_is_removed_while_a_poll_waits_is_told_nothing_by_it(
    table: Table, newcomer: Newcomer, eventually: Callable[..., None]
) -> None:
    host, guest = newcomer("Ada"), newcomer("Ben")
    game = lobby.create(table, host, wish(visibility="private")).document
    cursor = lobby.join(table, guest, str(game.join_code), None).document.cursor
    poll = Later(lambda: read_feed(table, guest, game.id, cursor, wait_ms=20_000))
    eventually(lambda: len(table.hub) == 1)
    lobby.seat_bot(table, host, game.id, 1, "random")
    assert isinstance(poll.outcome(), errors.NotFound)


class Later:
    """Something that is done meanwhile, and what came of it."""

    def __init__(self, doing: Callable[[], object]) -> None:
        self._pool = ThreadPoolExecutor(1)
        self._doing = self._pool.submit(doing)

    def outcome(self) -> object:
        """What was returned, or raised."""
        with self._pool:
            return self._doing.exception(10) or self._doing.result()


def test_an_erased_player_is_told_of_by_the_seat_in_every_game(table: Table, newcomer: Newcomer) -> None:
    ada, ben = newcomer("Ada"), newcomer("Ben")
    hosted = lobby.create(table, ada, wish()).document.id
    guest = lobby.create(table, ben, wish()).document.id
    lobby.take_seat(table, ada, guest, None)
    played = lobby.create(table, ada, wish(bots=("random",) * 2)).document.id
    absent = lobby.create(table, ada, wish(bots=("random",) * 2)).document.id
    lobby.leave(table, ada, absent)
    players.erase(table, ada)
    sweep(table, f"s{ada.player[1:3]}")
    departures = {"cancelled", "left", "absent"}
    assert [
        [each for each in told(table, game) if each["type"] in departures] for game in (hosted, guest, played, absent)
    ] == [
        [{"type": "cancelled"}],
        [{"type": "left", "seat": 1}],
        [{"type": "absent", "seat": 0}],
        [{"type": "absent", "seat": 0}],
    ]


def test_who_is_erased_is_gone_from_every_game_before_it_is_answered(table: Table, newcomer: Newcomer) -> None:
    ada, ben = newcomer("Ada"), newcomer("Ben")
    hosted = lobby.create(table, ada, wish()).document.id
    guest = lobby.create(table, ben, wish()).document.id
    lobby.take_seat(table, ada, guest, None)
    played = lobby.create(table, ada, wish(bots=("random",) * 2)).document.id
    players.erase(table, ada)
    shown = [lobby.look(table, ben, game) for game in (hosted, guest, played)]
    assert [game.status for game in shown] == ["cancelled", "open", "running"]
    assert not [seat for game in shown for seat in game.seats if seat.player == ada.player or seat.name == "Ada"]
    assert [game.host for game in shown] == [None, ben.player, None]


class Interrupted(Games):
    """Games in the store, with something that happens once before a commit."""

    def __init__(self, store: Store, meanwhile: Callable[[], None]) -> None:
        super().__init__(store.links)
        self._meanwhile: Callable[[], None] | None = meanwhile

    def commit(self, attempt: Attempt) -> Committed:
        """The commit, after what happens meanwhile."""
        meanwhile, self._meanwhile = self._meanwhile, None
        if meanwhile is not None:
            meanwhile()
        return super().commit(attempt)


@pytest.mark.lesson(7, 8)
def test_a_join_that_was_on_its_way_while_its_player_was_erased_is_undone_by_the_second_look(
    table: Table, newcomer: Newcomer
) -> None:
    ada, ben = newcomer("Ada"), newcomer("Ben")
    games = [lobby.create(table, ben, wish()).document.id for _ in range(3)]
    for game in games[:2]:
        lobby.take_seat(table, ada, game, "pepper")

    def erase() -> None:
        players.erase(table, ada)
        sweep(table, f"s{ada.player[1:3]}")

    late = Store.open(table.settings)
    late.games = Interrupted(late, erase)
    lobby.take_seat(replace(table, store=late), ada, games[2], "pepper")
    late.close()
    assert [stored(table, game).record.seats[1].player for game in games] == [None, None, ada.player]
    second_pass(table, ada.player)
    assert [stored(table, game).record.seats[1].free for game in games] == [True] * 3
    assert [told(table, game)[-1] for game in games] == [{"type": "left", "seat": 1}] * 3
    assert table.store.players.erased_at(ada.player) is None
    with pytest.raises(errors.Unauthenticated):
        lobby.take_seat(table, ada, games[0], None)


def test_a_game_that_can_not_be_read_keeps_an_erased_player_in_no_other(
    table: Table, newcomer: Newcomer, caplog: pytest.LogCaptureFixture
) -> None:
    ada, ben = newcomer("Ada"), newcomer("Ben")
    games = [lobby.create(table, ben, wish()).document.id for _ in range(3)]
    for game in games:
        lobby.take_seat(table, ada, game, None)
    spoilt = games[1]
    name, shard = f"{{{spoilt[:3]}}}:game:{spoilt}", spoilt[:3]
    (record,) = table.store.links.replies([command(shard, "HGET", name, "record")])
    table.store.links.replies([command(shard, "HSET", name, "record", "rubbish")])
    players.erase(table, ada)
    second_pass(table, ada.player)
    assert spoilt in caplog.text
    assert [stored(table, game).record.seats[1].free for game in (games[0], games[2])] == [True, True]
    table.store.links.replies([command(shard, "HSET", name, "record", record)])
    second_pass(table, ada.player)
    assert stored(table, spoilt).record.seats[1].free
    assert table.store.players.erased_at(ada.player) is None


def test_an_erasure_comes_to_an_end_however_many_games_there_were_that_are_no_more(
    table: Table, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch, eventually: Callable[..., None]
) -> None:
    ada, ben = newcomer("Ada"), newcomer("Ben")
    game = lobby.create(table, ben, wish()).document.id
    lobby.take_seat(table, ada, game, None)
    shard = f"s{ada.player[1:3]}"
    listed = f"{{{shard}}}:games:{ada.player}"
    gone = [word for _ in range(3_000) for word in (2, new_game_id())]
    table.store.links.replies([command(shard, "ZADD", listed, *gone), command(shard, "ZADD", listed, 1, game)])
    monkeypatch.setattr(leaving, "SECONDS", 0.1)  # as if there were ten times as many
    players.erase(table, ada)

    def ended() -> bool:
        second_pass(table, ada.player)
        return table.store.players.erased_at(ada.player) is None

    eventually(ended, 20)
    assert stored(table, game).record.seats[1].free


def test_whatever_the_table_tells_it_names_seats_and_nobody(running: Any, table: Table, newcomer: Newcomer) -> None:
    names = ("Zorro", "Quixote", "Ulysses")
    zorro, quixote, ulysses = people = tuple(newcomer(name) for name in names)
    first = lobby.create(table, zorro, wish(players=4, options={"length": "fixed"}, absent="bot", window_ms=1)).document
    lobby.take_seat(table, quixote, first.id, None)
    lobby.take_seat(table, ulysses, first.id, None)
    lobby.seat_bot(table, zorro, first.id, 2, "random")
    fourth = newcomer("Fourth")
    lobby.take_seat(table, fourth, first.id, None)
    lobby.leave(table, zorro, first.id)
    lobby.come_back(table, zorro, first.id)
    games = [first.id, late_game(running, table)]
    for caller in (zorro, quixote, fourth):
        lobby.leave(table, caller, first.id)
    while stored(table, first.id).running:
        sweep(table, first.id[:3])
    following = rematch(table, quixote, first.id, None).document.id
    lobby.take_seat(table, zorro, following, None)
    lobby.leave(table, zorro, following)
    lobby.leave(table, quixote, following)
    games.append(following)
    assert {each["type"] for game in games for each in told(table, game)} == {
        str(event.__struct_config__.tag) for event in EVENTS
    }
    for game in games:
        for caller in (None, *people):
            text = b"".join(bytes(batch) for batch in read_feed(table, caller, game, limit=500).events)
            words = (*names, "driver 0", *(each.player for each in people))
            assert [word for word in words if word.encode() in text] == []


def late_game(running: Any, table: Table) -> str:
    """A game in which somebody's time has run out."""
    game = running(3, turn_ms=1, window_ms=1)
    while not any(each["type"] == "timed_out" for each in told(table, game.id)):
        resolve(table, game.position())
    return str(game.id)
