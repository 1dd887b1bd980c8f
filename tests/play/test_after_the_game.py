"""Join codes, commitments, rematch, replay, and leaving for good."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.catalogue import find
from service import errors
from service.play import leaving, lobby, players
from service.play.codes import ALPHABET, read_code
from service.play.fairness import fairness, put_aside
from service.play.opening import Wish
from service.play.position import Position, read
from service.play.rematch import rematch
from service.play.replay import replay
from service.play.sweep import sweep
from service.play.table import Caller, Key, Table
from service.store.commands import command

Newcomer = Callable[[str], Caller]


def wish(**changes: Any) -> Wish:
    return Wish(**({"ruleset": "situational-awareness", "players": 3} | changes))


def stored(table: Table, game: str) -> Position:
    return read(game, table.store.games.load(game))


def finished(table: Table, *callers: Caller, **changes: Any) -> str:
    """A finished game of these players and bots."""
    made = lobby.create(table, callers[0], wish(bots=("random",) * (3 - len(callers)), **changes)).document.id
    for caller in callers[1:]:
        lobby.take_seat(table, caller, made, None)
    for caller in callers:
        lobby.leave(table, caller, made)
    while stored(table, made).running:
        sweep(table, made[:3])
    return made


def test_a_code_opens_a_private_game_however_it_is_typed_and_dies_at_the_start(
    table: Table, newcomer: Newcomer
) -> None:
    host, guest = newcomer("Ada"), newcomer("Ben")
    made = lobby.create(table, host, wish(visibility="private")).document
    code = str(made.join_code)
    assert (len(code), set(code) <= set(ALPHABET)) == (8, True)
    joined = lobby.join(table, guest, f" {code[:4].lower()}-{code[4:]} ", "salt", Key("k", "f"))
    assert (joined.document.seat, joined.document.join_code) == (1, code)
    started = lobby.join(table, newcomer("Cy"), code, None).document
    assert (started.status, started.join_code) == ("running", None)
    with pytest.raises(errors.NotFound) as dead:
        lobby.join(table, newcomer("Di"), code, None)
    with pytest.raises(errors.NotFound) as unknown:
        lobby.join(table, newcomer("Di"), "22222222", None)
    assert str(dead.value) == str(unknown.value)
    assert lobby.join(table, guest, code, "salt", Key("k", "f")).replayed


def test_a_code_is_shown_to_who_sits_there_and_renewed_when_somebody_is_removed(
    table: Table, newcomer: Newcomer
) -> None:
    host, guest = newcomer("Ada"), newcomer("Ben")
    made = lobby.create(table, host, wish()).document
    assert lobby.look(table, guest, made.id).join_code is None
    lobby.join(table, guest, str(made.join_code), None)
    fresh = lobby.seat_bot(table, host, made.id, 1, "random").document.join_code
    assert fresh not in (None, made.join_code)
    with pytest.raises(errors.NotFound):
        lobby.join(table, newcomer("Cy"), str(made.join_code), None)
    with pytest.raises(errors.Removed):
        lobby.join(table, guest, str(fresh), None)


def test_a_repeated_join_shows_a_private_game_no_more_to_who_was_removed(table: Table, newcomer: Newcomer) -> None:
    host, guest = newcomer("Ada"), newcomer("Ben")
    made = lobby.create(table, host, wish(visibility="private")).document
    lobby.join(table, guest, str(made.join_code), None, Key("k", "f"))
    lobby.seat_bot(table, host, made.id, 1, "random")
    with pytest.raises(errors.NotFound):
        lobby.join(table, guest, str(made.join_code), None, Key("k", "f"))


@pytest.mark.parametrize("text", ["", "2222222", "222222222", "2222222O", "2222222ß", "2222222\n"])
def test_what_is_no_code_is_not_looked_up(text: str) -> None:
    assert read_code(text) is None


def test_a_commitment_put_aside_serves_one_game_of_its_player(table: Table, newcomer: Newcomer) -> None:
    host = newcomer("Ada")
    promised = put_aside(table, host)
    made = finished(table, host, commitment=promised.commitment)
    shown = fairness(table, None, made)
    assert shown.commitment == promised.commitment
    assert "sha256:" + sha256(bytes.fromhex(str(shown.server_seed))).hexdigest() == promised.commitment
    with pytest.raises(errors.CommitmentUsed):
        lobby.create(table, host, wish(commitment=promised.commitment))
    with pytest.raises(errors.CommitmentUsed):
        lobby.create(table, newcomer("Ben"), wish(commitment=put_aside(table, host).commitment))
    with pytest.raises(errors.Invalid):
        lobby.create(table, host, wish(commitment="sha256:00"))


def test_a_creation_with_a_commitment_and_a_key_may_be_repeated(table: Table, newcomer: Newcomer) -> None:
    host = newcomer("Ada")
    asked = wish(commitment=put_aside(table, host).commitment)
    first = lobby.create(table, host, asked, Key("k", "f")).document
    assert lobby.create(table, host, asked, Key("k", "f")).document.id == first.id


def test_a_refused_game_costs_nothing_and_leaves_nothing_on_the_list(table: Table, newcomer: Newcomer) -> None:
    host = newcomer("Ada")
    few = replace(table, settings=replace(table.settings, games_per_hour=2))
    promised = put_aside(few, host).commitment
    lobby.create(few, host, wish(commitment=promised))
    for _ in range(3):
        with pytest.raises(errors.CommitmentUsed):
            lobby.create(few, host, wish(commitment=promised))
    assert len(few.store.players.games(host.player)) == 1
    lobby.create(few, host, wish())
    with pytest.raises(errors.RateLimited):
        lobby.create(few, host, wish())
    assert len(few.store.players.games(host.player)) == 2


def test_all_players_who_want_a_rematch_meet_in_one_game_at_their_old_places(table: Table, newcomer: Newcomer) -> None:
    ada, ben = newcomer("Ada"), newcomer("Ben")
    made = finished(table, ada, ben)
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda caller: rematch(table, caller, made, None), (ben, ada)))
    assert len({answer.document.id for answer in answers}) == 1
    assert sorted(answer.created for answer in answers) == [False, True]
    following = stored(table, answers[0].document.id)
    assert [seat.player for seat in following.record.seats] == [
        seat.player for seat in stored(table, made).record.seats
    ]
    assert (following.running, lobby.look(table, None, made).rematch) == (True, following.id)
    with pytest.raises(errors.NotSeated):
        rematch(table, newcomer("Cy"), made, None)


def test_places_of_a_rematch_are_kept_for_a_minute_and_then_free(table: Table, newcomer: Newcomer) -> None:
    ada, ben, cy = newcomer("Ada"), newcomer("Ben"), newcomer("Cy")
    answer = rematch(table, ada, finished(table, ada, ben), None)
    with pytest.raises(errors.GameFull):
        lobby.take_seat(table, cy, answer.document.id, None)
    position = stored(table, answer.document.id)
    record = position.record
    assert record.free_seat(cy.player, record.held_until - 1) is None
    assert record.free_seat(cy.player, record.held_until) is not None
    assert record.held_until - record.created_at == 60_000


def test_a_rematch_is_a_game_more_for_who_makes_it_and_for_nobody_else(table: Table, newcomer: Newcomer) -> None:
    few = replace(table, settings=replace(table.settings, open_games=1))
    ada, ben = newcomer("Ada"), newcomer("Ben")
    over = finished(table, ada, ben)
    for caller in (ada, ben):
        lobby.create(few, caller, wish())
    with pytest.raises(errors.TooManyGames):
        rematch(few, ada, over, None)
    assert lobby.look(table, None, over).rematch is None  # a refusal commits nothing
    made = rematch(table, ada, over, None)
    assert rematch(few, ben, over, None).document.id == made.document.id


def test_there_is_no_rematch_before_the_end(running: Any, table: Table) -> None:
    game = running(3)
    with pytest.raises(errors.NotFinished):
        rematch(table, game.seats[0], game.id, None)


def test_the_decisions_of_a_replay_reproduce_its_events(table: Table, newcomer: Newcomer) -> None:
    shown = replay(table, None, finished(table, newcomer("Ada")))
    rules = find(shown.ruleset)
    state, tellings = rules.begin(shown.players, shown.options, bytes.fromhex(str(shown.fairness.seed)))
    told = [telling.full for telling in tellings]
    for decision in shown.decisions:
        state, tellings = rules.rules.apply(state, decision.seat, decision.action)
        told += [telling.full for telling in tellings]
    heard = [telling for batch in shown.events for telling in msgspec.json.decode(batch)["tellings"]]
    ours = {"created", "joined", "bot_seated", "started", "absent", "timed_out", "finished"}
    assert [telling for telling in heard if telling["type"] not in ours] == msgspec.json.decode(
        msgspec.json.encode(told)
    )
    assert shown.result is not None


def test_a_seats_replay_is_what_that_seat_was_told(table: Table, newcomer: Newcomer) -> None:
    made = finished(table, newcomer("Ada"))
    heard = [t for batch in replay(table, None, made, "seat:1").events for t in msgspec.json.decode(batch)["tellings"]]
    assert all((t["cards"] is not None) == (t["seat"] == 1) for t in heard if t["type"] == "drew")
    for wrong in ("", "seat:3", "seat:01", "everything"):
        with pytest.raises(errors.Invalid):
            replay(table, None, made, wrong)


def test_there_is_no_replay_before_the_end(running: Any, table: Table) -> None:
    with pytest.raises(errors.NotFinished):
        replay(table, None, running(3).id)


def test_an_erased_player_is_gone_from_every_game_and_the_salt_stays(
    running: Any, table: Table, newcomer: Newcomer
) -> None:
    ada, ben = newcomer("Ada"), newcomer("Ben")
    over = finished(table, ada, ben)
    hosted = lobby.create(table, ada, wish()).document.id
    guest = lobby.create(table, ben, wish()).document.id
    lobby.take_seat(table, ada, guest, None)
    played = lobby.create(table, ada, wish(bots=("random",) * 2, salt="pepper", turn_ms=60_000)).document.id
    players.erase(table, ada)
    sweep(table, f"s{ada.player[1:3]}")
    for game in (over, hosted, guest, played):
        record = stored(table, game).record
        assert ada.player not in {seat.player for seat in record.seats}
        assert (record.host == ada.player, "Ada" in {seat.name for seat in record.seats}) == (False, False)
    assert [stored(table, game).status for game in (hosted, guest)] == ["cancelled", "open"]
    assert stored(table, played).status in ("running", "finished")  # the bots may be swept along, in the same shard
    seat = stored(table, played).record.seats[0]
    assert (seat.player, seat.name, seat.absent, seat.salt) == (None, "", True, "pepper")
    assert ben.player in {seat.player for seat in stored(table, over).record.seats}


def test_the_second_pass_of_an_erasure_deletes_what_is_left_of_the_player(table: Table, newcomer: Newcomer) -> None:
    ada = newcomer("Ada")
    shard = f"s{ada.player[1:3]}"
    players.erase(table, ada)
    sweep(table, shard)
    assert table.store.players.erased_at(ada.player) is not None
    table.store.links.replies(
        [
            command(shard, "HINCRBY", f"{{{shard}}}:player:{ada.player}", "erased", -10_000),
            command(shard, "ZADD", f"{{{shard}}}:due", 1, f"{ada.player}|erase"),
        ]
    )
    sweep(table, shard)
    assert table.store.players.erased_at(ada.player) is None
    assert sweep(table, shard) == 0


def test_an_erasure_is_not_over_while_a_game_cannot_be_read_and_holds_up_nobody(running: Any, table: Table) -> None:
    game = running(3)
    ada, ben = game.seats[0], game.seats[1]
    shard, here = game.id[:3], f"s{ada.player[1:3]}"
    other = lobby.create(table, ada, wish()).document.id
    (state,) = table.store.links.replies([command(shard, "HGET", f"{{{shard}}}:game:{game.id}", "state")])
    table.store.links.replies([command(shard, "HSET", f"{{{shard}}}:game:{game.id}", "state", "rubbish")])
    players.erase(table, ada)
    sweep(table, here)
    assert stored(table, other).status == "cancelled"

    def pass_again() -> None:
        table.store.links.replies(
            [
                command(here, "HINCRBY", f"{{{here}}}:player:{ada.player}", "erased", -20_000),
                command(here, "ZADD", f"{{{here}}}:due", 1, f"{ada.player}|erase"),
            ]
        )
        sweep(table, here)

    pass_again()
    assert table.store.players.erased_at(ada.player) is not None
    table.store.links.replies([command(shard, "HSET", f"{{{shard}}}:game:{game.id}", "state", state)])
    pass_again()
    assert table.store.players.erased_at(ada.player) is None
    assert [seat.player for seat in stored(table, game.id).record.seats][:2] == [None, ben.player]


def test_a_pass_over_many_games_goes_on_where_it_was_cut(
    table: Table, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = newcomer("Ada")
    games = [lobby.create(table, ada, wish()).document.id for _ in range(3)]
    monkeypatch.setattr(leaving, "SECONDS", -1.0)
    players.erase(table, ada)
    leaving.take_out(table, ada.player, 0)
    assert [stored(table, game).status for game in games] == ["open"] * 3
    monkeypatch.undo()
    leaving.take_out(table, ada.player, 0)
    assert [stored(table, game).status for game in games] == ["cancelled"] * 3
    assert table.store.players.games(ada.player) == []


def test_a_rotated_token_lets_the_old_one_live_until_the_new_one_is_used(table: Table) -> None:
    old = players.register(table, "Ada").token
    new = players.rotate(table, players.authenticate(table, old))
    assert players.authenticate(table, old)
    assert players.authenticate(table, new)
    with pytest.raises(errors.Unauthenticated):
        players.authenticate(table, old)
    last = players.rotate(table, players.authenticate(table, new), now=True)
    with pytest.raises(errors.Unauthenticated):
        players.authenticate(table, new)
    assert replace(players.authenticate(table, last), turns=0, token_hash="").name == "Ada"
