"""Creating games, seats, and the lists."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest

from service import errors
from service.play import lobby, players
from service.play.document import Document, etag
from service.play.opening import Wish
from service.play.position import EXPIRY, read
from service.play.table import Caller, Key, Table

Newcomer = Callable[[str], Caller]


def wish(**changes: Any) -> Wish:
    return Wish(**({"ruleset": "situational-awareness", "players": 3} | changes))


def events(table: Table, game: str) -> list[str]:
    entries = table.store.feed.read(game).entries
    return [
        msgspec.json.decode(line[1])["type"] if isinstance(line[1], bytes) else line[1]["type"]
        for entry in entries
        for line in msgspec.json.decode(entry.tellings)
    ]


def test_a_new_game_is_open_with_the_host_at_seat_0_and_the_bots_next(table: Table, newcomer: Newcomer) -> None:
    host = newcomer("Ada")
    made = lobby.create(table, host, wish(bots=("steady",))).document
    assert (made.status, made.version, made.host, made.seat) == ("open", 1, host.player, 0)
    assert [(seat.player, seat.bot) for seat in made.seats] == [(host.player, None), (None, "steady"), (None, None)]
    assert (made.view, made.asked, made.prompt, made.result, made.offers, made.salts) == (
        None,
        None,
        None,
        None,
        (),
        None,
    )
    assert events(table, made.id) == ["created", "joined", "bot_seated"]


def test_a_game_starts_by_itself_when_the_last_seat_is_taken(table: Table, newcomer: Newcomer) -> None:
    made = lobby.create(table, newcomer("Ada"), wish(bots=("steady",), salt="a")).document
    last = lobby.take_seat(table, newcomer("Ben"), made.id, "b").document
    assert (last.status, last.version, last.seat, last.salts) == ("running", 2, 2, ("a", "", "b"))
    assert events(table, made.id)[3:5] == ["joined", "started"]


def test_a_game_of_bots_alone_starts_at_once(table: Table, newcomer: Newcomer) -> None:
    made = lobby.create(table, newcomer("Ada"), wish(bots=("random",) * 3, host_plays=False)).document
    assert (made.status, made.version, made.seat) == ("running", 1, None)


@pytest.mark.lesson(7)
def test_joins_at_once_take_different_seats_and_the_rest_is_told_that_it_is_full(
    table: Table, newcomer: Newcomer
) -> None:
    made = lobby.create(table, newcomer("Ada"), wish(players=4)).document
    callers = [newcomer(f"guest {number}") for number in range(6)]

    def join(caller: Caller) -> str:
        try:
            return str(lobby.take_seat(table, caller, made.id, None).document.seat)
        except errors.GameRefused as refused:
            return refused.code

    with ThreadPoolExecutor(6) as pool:
        found = sorted(pool.map(join, callers))
    assert found == ["1", "2", "3", "game-started", "game-started", "game-started"]


@pytest.mark.lesson(7)
def test_a_double_join_by_double_click_takes_one_seat(table: Table, newcomer: Newcomer) -> None:
    made = lobby.create(table, newcomer("Ada"), wish(players=4)).document
    guest = newcomer("Ben")

    def join() -> bool:
        try:
            return bool(lobby.take_seat(table, guest, made.id, None))
        except errors.AlreadySeated:
            return False

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(lambda _: join(), range(2))) == [False, True]


def test_a_repeated_creation_with_a_key_finds_the_first_game(table: Table, newcomer: Newcomer) -> None:
    host = newcomer("Ada")
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda _: lobby.create(table, host, wish(), Key("k", "f")), range(4)))
    assert len({each.document.id for each in made}) == 1
    assert sorted(each.replayed for each in made) == [False, True, True, True]
    with pytest.raises(errors.IdempotencyMismatch):
        lobby.create(table, host, wish(players=4), Key("k", "g"))
    assert lobby.create(table, newcomer("Ben"), wish(), Key("k", "f")).document.id != made[0].document.id


def test_leaving_before_the_start_frees_the_seat_and_the_hosts_cancels(table: Table, newcomer: Newcomer) -> None:
    host, guest = newcomer("Ada"), newcomer("Ben")
    made = lobby.create(table, host, wish()).document
    lobby.take_seat(table, guest, made.id, None)
    left = lobby.leave(table, guest, made.id).document
    assert (left.status, left.seat, left.seats[1].player) == ("open", None, None)
    over = lobby.leave(table, host, made.id).document
    assert (over.status, over.result, over.offers) == ("cancelled", None, ())
    assert events(table, made.id)[-2:] == ["left", "cancelled"]
    with pytest.raises(errors.GameOver):
        lobby.take_seat(table, guest, made.id, None)


def test_the_host_may_put_a_bot_in_a_players_place_who_then_stays_out(table: Table, newcomer: Newcomer) -> None:
    host, guest = newcomer("Ada"), newcomer("Ben")
    made = lobby.create(table, host, wish()).document
    lobby.take_seat(table, guest, made.id, None)
    with pytest.raises(errors.NotHost):
        lobby.seat_bot(table, guest, made.id, 2, "steady")
    shown = lobby.seat_bot(table, host, made.id, 1, "steady").document
    assert (shown.seats[1].player, shown.seats[1].bot) == (None, "steady")
    assert events(table, made.id)[-2:] == ["removed", "bot_seated"]
    with pytest.raises(errors.Removed):
        lobby.take_seat(table, guest, made.id, None)


def test_a_player_who_leaves_a_running_game_keeps_the_view_and_comes_back_to_the_offers(running: Any) -> None:
    game = running(3)
    (seat,) = game.look().asked.seats
    away = lobby.leave(game.table, game.seats[seat], game.id).document
    assert (away.seats[seat].absent, away.prompt, away.offers) == (True, None, ())
    assert away.view.hand is not None
    assert lobby.leave(game.table, game.seats[seat], game.id).document.version == away.version
    with pytest.raises(errors.NotYourTurn):
        game.act(seat, {"type": "end_turn", "prompt": game.position().question.id})
    back = lobby.come_back(game.table, game.seats[seat], game.id).document
    assert (back.seats[seat].absent, bool(back.offers)) == (False, True)
    assert back.prompt.deadline == back.asked.deadline == away.asked.deadline


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"ruleset": "chess"}, "/ruleset"),
        ({"players": 2}, "/players"),
        ({"bots": ("genius",)}, "/bots/0"),
        ({"bots": ("random",) * 3}, "/bots"),
        ({"options": {"length": "endless"}}, "/options/length"),
        ({"options": {"speed": 3}}, "/options/speed"),
        ({"turn_ms": 0}, "/clocks/turn_ms"),
        ({"window_ms": 604_800_001}, "/clocks/window_ms"),
        ({"visibility": "secret"}, "/visibility"),
        ({"absent": "never"}, "/absent"),
        ({"salt": "ä"}, "/salt"),
        ({"salt": "a b"}, "/salt"),
        ({"salt": "x" * 65}, "/salt"),
        ({"seed": "00"}, "/seed"),
        ({"seed": "0" * 64, "salt": "x"}, "/salt"),
    ],
)
def test_a_wish_that_cannot_be_granted_says_where(
    table: Table, newcomer: Newcomer, changes: dict[str, Any], pointer: str
) -> None:
    with pytest.raises(errors.Invalid) as refused:
        lobby.create(table, newcomer("Ada"), wish(**changes))
    assert refused.value.errors[0][0] == pointer


def test_a_private_game_may_have_no_clocks(table: Table, newcomer: Newcomer) -> None:
    made = lobby.create(
        table, newcomer("Ada"), wish(turn_ms=0, window_ms=0, visibility="private", bots=("random",) * 2)
    ).document
    assert (made.asked.deadline, made.asked.remaining_ms) == (None, None)


def test_a_seed_that_is_given_is_the_seed_itself(table: Table, newcomer: Newcomer) -> None:
    made = [lobby.create(table, newcomer("Ada"), wish(seed="07" * 32, bots=("random",) * 2)).document for _ in range(2)]
    assert made[0].view == made[1].view
    assert (made[0].seeded, made[0].commitment) == (True, None)


@pytest.mark.lesson(12)
def test_no_document_can_be_had_with_anothers_etag(running: Any, table: Table, newcomer: Newcomer) -> None:
    game = running(3)
    readers = [None, newcomer("stranger"), newcomer("another"), *game.seats.values()]
    tags = [etag(table, lobby.look(table, reader, game.id), reader) for reader in readers]
    assert len(set(tags)) == len(readers)
    assert [etag(table, lobby.look(table, reader, game.id), reader) for reader in readers] == tags


def test_every_field_is_always_present(running: Any) -> None:
    document = msgspec.json.decode(msgspec.json.encode(running(3).look(None)))
    assert list(document) == list(Document.__struct_fields__)


def test_a_game_without_a_join_lasts_an_hour_and_each_join_begins_it_anew(table: Table, newcomer: Newcomer) -> None:
    made = lobby.create(table, newcomer("Ada"), wish(players=4)).document.id

    def left() -> int:
        position = read(made, table.store.games.load(made))
        return position.deadlines[EXPIRY] - position.now

    guest = newcomer("Ben")
    assert 3_590_000 < left() <= 3_600_000
    first = read(made, table.store.games.load(made)).deadlines[EXPIRY]
    lobby.take_seat(table, guest, made, None)
    second = read(made, table.store.games.load(made)).deadlines[EXPIRY]
    lobby.leave(table, guest, made)
    assert first < second == read(made, table.store.games.load(made)).deadlines[EXPIRY]


def test_what_was_committed_is_answered_also_if_nobody_can_be_sent_to_what_it_made_due(
    table: Table, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(_: str) -> None:
        raise errors.StoreUnavailable("away")

    monkeypatch.setattr(table.store.due, "tick_one", away)
    host = newcomer("Ada")
    assert lobby.create(table, host, wish(bots=("random",) * 2)).document.status == "running"
    players.erase(table, host)
