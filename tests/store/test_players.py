"""Players, their tokens, lists and inboxes; and that nothing private lies where it need not."""

from collections.abc import Callable

import pytest

from service.errors import StoreError
from service.store import Attempt, Cursor, Moment, Once, Player, ReadOutcome, Store, keys
from service.store.commands import command

Make = Callable[..., Attempt]


@pytest.fixture
def player(any_store: Store) -> str:
    """Ada, whose token's hash is `one`."""
    made = keys.new_player_id()
    any_store.players.create(made, "Ada", "one")
    return made


def known(store: Store, player: str, token_hash: str) -> bool:
    return store.players.authenticate(player, token_hash) is not None


def test_a_player_is_known_by_the_tokens_hash_only(any_store: Store, player: str) -> None:
    assert any_store.players.authenticate(player, "one") == Player(player, "Ada", 0)
    assert not known(any_store, player, "two")
    assert not known(any_store, player, "")
    assert not known(any_store, keys.new_player_id(), "one")


def test_a_player_and_a_game_come_in_one_answer(any_store: Store, player: str, first: Make) -> None:
    game = keys.new_game_id()
    any_store.games.commit(attempt := first(game))
    found, loaded = any_store.players.authenticated_load(player, "one", game)
    assert found == Player(player, "Ada", 0)
    assert loaded is not None
    assert loaded.mark == attempt.mark


def test_a_player_is_renamed_but_never_made_by_it(any_store: Store, player: str) -> None:
    assert any_store.players.rename(player, "Grace")
    assert any_store.players.name(player) == "Grace"
    stranger = keys.new_player_id()
    assert not any_store.players.rename(stranger, "Nobody")
    assert any_store.players.name(stranger) is None


def test_the_old_token_lasts_until_the_new_ones_first_use(any_store: Store, player: str) -> None:
    any_store.players.rotate(player, "two")
    assert known(any_store, player, "one")
    assert known(any_store, player, "one")
    assert known(any_store, player, "two")
    assert not known(any_store, player, "one")


def test_the_old_token_ends_with_its_grace(any_store: Store, player: str, eventually: Callable[..., None]) -> None:
    any_store.players.rotate(player, "two", grace_ms=40)
    eventually(lambda: not known(any_store, player, "one"), 2)


def test_rotating_without_grace_ends_the_old_token_at_once(any_store: Store, player: str) -> None:
    any_store.players.rotate(player, "two", grace_ms=0)
    assert (known(any_store, player, "one"), known(any_store, player, "two")) == (False, True)


def test_a_rotation_that_is_sent_again_locks_nobody_out(any_store: Store, player: str) -> None:
    assert [any_store.players.rotate(player, "two") for _ in range(2)] == [True, True]
    assert known(any_store, player, "one")


@pytest.mark.lesson(8)
def test_however_many_answers_are_lost_the_token_that_is_used_lasts_on(any_store: Store, player: str) -> None:
    for lost in ("two", "three", "four"):
        assert any_store.players.rotate(player, lost, used="one")
    assert [known(any_store, player, each) for each in ("one", "two", "three")] == [True, False, True]
    assert known(any_store, player, "four")
    assert not any(known(any_store, player, each) for each in ("one", "three"))


@pytest.mark.lesson(8)
def test_a_token_that_has_ended_meanwhile_rotates_nothing(any_store: Store, player: str) -> None:
    assert any_store.players.rotate(player, "two", grace_ms=0, used="one")
    assert not any_store.players.rotate(player, "three", used="one")
    assert known(any_store, player, "two")


def test_each_end_of_a_token_is_counted(any_store: Store, player: str) -> None:
    any_store.players.rotate(player, "two")
    found = any_store.players.authenticate(player, "two")
    assert found is not None
    assert found == any_store.players.authenticate(player, "two"), "the first use is told the turns after it"
    assert found.turns == 2


def test_an_erased_player_gets_nothing(any_store: Store, player: str) -> None:
    game = keys.new_game_id()
    any_store.players.intend(player, game)
    assert any_store.players.erase(player)
    assert any_store.players.erased_at(player) is not None
    assert not known(any_store, player, "one")
    assert any_store.players.name(player) is None
    assert not any_store.players.rotate(player, "two")
    assert not any_store.players.rename(player, "Ada")
    assert any_store.players.intend(player, keys.new_game_id()) == 0
    assert any_store.players.deliver(player, ["prompt"]) == 0
    assert any_store.players.inbox(player).outcome is ReadOutcome.GONE
    assert [entry for entry, _ in any_store.players.games(player)] == [game], "the sweep needs the list"


def test_an_erasure_is_due_twice_and_then_leaves_nothing(any_store: Store, player: str) -> None:
    shard = keys.shard_of(player)
    any_store.players.deliver(player, ["prompt"])
    any_store.players.intend(player, keys.new_game_id())
    any_store.players.erase(player)
    claimed = any_store.due.claim(shard)
    assert [(entry.owner, entry.kind) for entry in claimed.entries] == [(player, "erase")]
    any_store.players.erase_again(player, claimed.now + 10_000)
    assert any_store.due.claim(shard).entries == ()
    assert any_store.due.overdue().leased == 0
    any_store.players.delete(player)
    names = [keys.player(player), keys.games(player), keys.inbox(player), keys.due(shard), keys.owed(shard)]
    assert any_store.links.replies([command(shard, "EXISTS", *names)]) == [0]
    assert not any_store.players.erase(player)


def test_a_list_of_games_is_newest_first_in_pages(any_store: Store, player: str) -> None:
    games = [keys.new_game_id() for _ in range(7)]
    for number, game in enumerate(games):
        any_store.links.replies([command(keys.shard_of(player), "ZADD", keys.games(player), 1_000 + number // 3, game)])
    pages, before = [], None
    while page := any_store.players.games(player, before, limit=2):
        pages += page
        before = (page[-1][1], page[-1][0])
    assert [(score, game) for game, score in pages] == sorted(
        ((1_000 + number // 3, game) for number, game in enumerate(games)), reverse=True
    )


def test_what_was_intended_long_ago_is_forgotten_once_there_is_no_such_game(
    any_store: Store, player: str, first: Make
) -> None:
    gone, there, new = (keys.new_game_id() for _ in range(3))
    any_store.games.commit(first(there))
    for game in (gone, there):
        intended = any_store.players.intend(player, game)
        age = keys.INTENT_OLD_MS + 1
        any_store.links.replies([command(keys.shard_of(player), "ZADD", keys.games(player), intended - age, game)])
    any_store.players.intend(player, new)
    assert [game for game, _ in any_store.players.games(player)] == [new, there]


def test_a_game_intended_anew_is_not_dropped(any_store: Store, player: str) -> None:
    game = keys.new_game_id()
    intended = any_store.players.intend(player, game)
    assert not any_store.players.drop(player, game, intended - 1)
    assert any_store.players.games(player) == [(game, intended)]
    assert any_store.players.drop(player, game, intended)
    assert any_store.players.games(player) == []


def test_notices_are_read_on_from_the_cursor(any_store: Store, player: str) -> None:
    assert any_store.players.deliver(player, ["a", "b"]) == 2
    assert any_store.players.deliver(player, ["c"]) == 3
    reading = any_store.players.inbox(player, limit=2)
    assert [(notice.seq, notice.notice) for notice in reading.notices] == [(1, b"a"), (2, b"b")]
    rest = any_store.players.inbox(player, Cursor(2, reading.notices[-1].mark))
    assert [(notice.seq, notice.notice) for notice in rest.notices] == [(3, b"c")]
    assert any_store.players.inbox(player, Cursor(rest.seq, rest.mark)).notices == ()


def test_a_delivery_sent_again_at_once_is_there_once(any_store: Store, player: str) -> None:
    mark = keys.new_mark()
    assert [any_store.players.deliver(player, ["a", "b"], mark) for _ in range(2)] == [2, 2]
    assert len(any_store.players.inbox(player).notices) == 2


def test_what_a_game_has_not_told_is_delivered_and_then_told(any_store: Store, first: Make) -> None:
    game, players = keys.new_game_id(), [keys.new_player_id() for _ in range(8)]
    for each in players:
        any_store.players.create(each, "Ada", "one")
    any_store.games.commit(first(game, untold="".join(f"1 {each} started\n" for each in players)))
    any_store.players.deliver_untold(game, 1, {each: ["started", each] for each in players})
    inboxes = [[line.notice.decode() for line in any_store.players.inbox(each).notices] for each in players]
    assert inboxes == [["started", each] for each in players]
    assert any_store.games.untold(game) == ()


def test_a_refused_delivery_leaves_it_untold(any_store: Store, player: str, first: Make) -> None:
    game, other = keys.new_game_id(), keys.new_player_id()
    any_store.players.create(other, "Ben", "one")
    any_store.games.commit(first(game, untold=f"1 {player} started\n1 {other} started\n"))
    left = any_store.games.untold(game)
    any_store.links.replies([command(keys.shard_of(player), "SET", keys.inbox(player), "in the way")])
    with pytest.raises(StoreError):
        any_store.players.deliver_untold(game, 1, {player: ["started"], other: ["started"]})
    assert any_store.games.untold(game) == left


def test_an_idle_caller_does_not_expire_with_the_inbox(any_store: Store, player: str) -> None:
    any_store.players.deliver(player, ["a"])
    any_store.players.deliver(player, ["b"])
    reading = any_store.players.inbox(player)
    any_store.links.replies([command(keys.shard_of(player), "DEL", keys.inbox(player))])
    assert any_store.players.inbox(player, Cursor(2, reading.mark)).outcome is ReadOutcome.OK
    assert any_store.players.inbox(player, Cursor(1, reading.notices[0].mark)).outcome is ReadOutcome.EXPIRED
    assert any_store.players.inbox(player, Cursor(3, reading.mark)).outcome is ReadOutcome.RESET
    assert any_store.players.inbox(player, Cursor(2, "0" * 16)).outcome is ReadOutcome.RESET


def test_an_inbox_keeps_a_thousand_notices(any_store: Store, player: str) -> None:
    any_store.players.deliver(player, [str(number) for number in range(1_005)])
    reading = any_store.players.inbox(player, limit=2_000)
    assert (len(reading.notices), reading.notices[0].notice, reading.seq) == (1_000, b"5", 1_005)


def test_ids_carry_their_shard_and_repeats_find_the_same() -> None:
    game, player = keys.new_game_id(), keys.new_player_id()
    assert keys.is_game_id(game)
    assert keys.is_player_id(player)
    assert not keys.is_game_id(player)
    assert keys.game(game) == f"{{{game[:3]}}}:game:{game}"
    assert keys.inbox(player) == f"{{s{player[1:3]}}}:inbox:{player}"
    derived = keys.derived_game_id(b"secret", player, "key")
    assert keys.is_game_id(derived)
    assert derived == keys.derived_game_id(b"secret", player, "key")
    assert (
        len({derived, keys.derived_game_id(b"other", player, "key"), keys.derived_game_id(b"secret", player, "k")}) == 3
    )


@pytest.mark.parametrize(
    "text", ["", "s64-" + "a" * 20, "s07-" + "A" * 20, "s07-" + "a" * 19, "s07-" + "a" * 20 + "\n", "{s07}"]
)
def test_what_is_no_id_has_no_shard(text: str) -> None:
    with pytest.raises(ValueError, match="neither"):
        keys.shard_of(text)


def test_names_tokens_hands_and_seeds_stay_in_the_games_and_the_players(
    any_store: Store, player: str, first: Make
) -> None:
    """Everything else in the store (channels aside, which carry ids and numbers) is looked through."""
    game = keys.new_game_id()
    line = f"1 {player} started\n"
    any_store.players.intend(player, game)
    any_store.games.commit(
        first(game, state=b"private", record=b"private", once=Once(keys.once_field(player, "private"), "f"),
              due={"deadline": Moment.after(0)}, untold=line, open_score=1)
    )  # fmt: skip
    any_store.players.rename(player, "private")
    any_store.players.rotate(player, "private")
    any_store.players.deliver(player, ["started"])
    any_store.due.claim(game[:3])
    any_store.queue.sweep(game[:3])
    any_store.queue.think(game)
    for _, shards in any_store.links.nodes():
        names = any_store.links.replies([command(shards[0], "KEYS", "*")])[0]
        for name in names:
            if not name.startswith((f"{{{game[:3]}}}:game:".encode(), keys.player(player).encode())):
                dump = any_store.links.replies([command(shards[0], "DUMP", name)])[0]
                assert b"private" not in name + dump
