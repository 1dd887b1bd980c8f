"""Lists of games, and how many games there may be."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from msgspec.structs import replace

from service import errors
from service.play import lists, lobby
from service.play.inbox import hints
from service.play.lists import PAGES
from service.play.opening import Wish
from service.play.table import Caller, Table
from service.store.commands import command
from service.store.keys import new_game_id

Newcomer = Callable[[str], Caller]


def wish(**changes: Any) -> Wish:
    return Wish(**({"ruleset": "situational-awareness", "players": 3} | changes))


@pytest.mark.lesson(14)
def test_the_lobby_lists_public_open_games_newest_first_page_by_page(table: Table, newcomer: Newcomer) -> None:
    host = newcomer("Ada")
    made = [lobby.create(table, host, wish()).document.id for _ in range(5)]
    lobby.create(table, host, wish(visibility="private"))
    lobby.create(table, host, wish(bots=("random", "random")))
    first = lists.listing(table, None, None, None, 3)
    rest = lists.listing(table, None, None, first.next, 3)
    found = [item.id for page in (first, rest) for item in page.items]
    assert (sorted(found), rest.next) == (sorted(made), None)
    assert not lists.listing(table, None, "no-such-game", None, 3).items
    with pytest.raises(errors.Invalid):
        lists.listing(table, None, None, "nonsense", 3)


def test_a_players_games_say_where_it_is_their_move(running: Any) -> None:
    game = running(3)
    (seat,) = game.look().asked.seats
    mine = lists.my_games(game.table, game.seats[seat], "running", None, 50).items
    theirs = lists.my_games(game.table, game.seats[(seat + 1) % 3], None, None, 50).items
    assert [(item.id, item.your_move) for item in (*mine, *theirs)] == [(game.id, True), (game.id, False)]
    assert not lists.my_games(game.table, game.seats[seat], "open", None, 50).items


def test_a_player_may_have_so_many_open_and_so_many_unfinished_games(table: Table, newcomer: Newcomer) -> None:
    few = replace(table, settings=replace(table.settings, open_games=2, unfinished_games=3))
    host = newcomer("Ada")
    made = [lobby.create(few, host, wish()).document.id for _ in range(2)]
    with pytest.raises(errors.TooManyGames):
        lobby.create(few, host, wish())
    lobby.leave(few, host, made[0])
    for _ in range(2):
        lobby.create(few, host, wish(bots=("random",) * 2))
    with pytest.raises(errors.TooManyGames):
        lobby.create(few, host, wish())
    assert lobby.create(few, newcomer("Ben"), wish()).document.status == "open"


def test_of_many_games_made_at_once_there_are_as_many_as_are_allowed(table: Table, newcomer: Newcomer) -> None:
    few = replace(table, settings=replace(table.settings, open_games=5))
    host = newcomer("Ada")
    barrier = Barrier(16)

    def make(_: int) -> bool:
        barrier.wait()
        try:
            return lobby.create(few, host, wish()).document.status == "open"
        except errors.TooManyGames:
            return False

    with ThreadPoolExecutor(16) as pool:
        assert sum(pool.map(make, range(16))) == 5
    assert len(table.store.players.games(host.player)) == 5


def test_a_game_that_one_was_removed_from_does_not_count(table: Table, newcomer: Newcomer) -> None:
    few = replace(table, settings=replace(table.settings, open_games=1))
    host, guest = newcomer("Ada"), newcomer("Ben")
    made = lobby.create(few, host, wish()).document.id
    lobby.take_seat(few, guest, made, None)
    with pytest.raises(errors.TooManyGames):
        lobby.create(few, guest, wish())
    lobby.seat_bot(few, host, made, 1, "random")
    assert lobby.create(few, guest, wish()).document.status == "open"


def test_what_lies_behind_many_others_is_found_page_by_page(table: Table, newcomer: Newcomer) -> None:
    roomy = replace(table, settings=replace(table.settings, open_games=100))
    host, other = newcomer("Ada"), newcomer("Ben")
    wanted = lobby.create(roomy, host, wish(ruleset="rally", players=2)).document.id
    for _ in range(PAGES + 1):
        lobby.create(roomy, other, wish())
        lobby.leave(roomy, host, lobby.create(roomy, host, wish()).document.id)

    def all_of(page: Callable[[str | None], Any]) -> list[str]:
        found, cursor = [], None
        while True:
            listing = page(cursor)
            found += [item.id for item in listing.items]
            cursor = listing.next
            if cursor is None:
                return found

    assert all_of(lambda cursor: lists.listing(table, None, "rally", cursor, 1)) == [wanted]
    assert all_of(lambda cursor: lists.my_games(table, host, "open", cursor, 1)) == [wanted]


@pytest.mark.parametrize("limit", [1, 50])
def test_what_never_became_a_game_leaves_the_list_after_a_minute(table: Table, newcomer: Newcomer, limit: int) -> None:
    host = newcomer("Ada")
    old = [new_game_id() for _ in range(3)]
    young = new_game_id()
    at = table.store.players.intend(host.player, young)
    listed = [word for game in old for word in (at - 61_000, game)]
    shard = f"s{host.player[1:3]}"
    table.store.links.replies([command(shard, "ZADD", f"{{{shard}}}:games:{host.player}", *listed)])
    assert lists.my_games(table, host, None, None, limit).items == ()
    assert table.store.players.games(host.player) == [(young, at)]


def test_a_game_that_cannot_be_read_holds_up_no_list(running: Any, table: Table) -> None:
    broken = running(3)
    host = broken.seats[0]
    other = lobby.create(table, host, wish()).document.id
    shard = broken.id[:3]
    table.store.links.replies([command(shard, "HSET", f"{{{shard}}}:game:{broken.id}", "state", "rubbish")])
    assert [item.id for item in lists.my_games(table, host, None, None, 50).items] == [other]
    assert hints(table, host).events == ()
    assert broken.id in [game for game, _ in table.store.players.games(host.player)]
