"""Acting: which answers count, and what the others are told."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from time import sleep
from typing import Any

import msgspec
import pytest

from service import errors
from service.play import lobby
from service.play.document import etag
from service.play.moves import Played, act
from service.play.rounds import commit
from service.play.seats import cancelled
from service.play.table import Caller, Key, Table
from service.play.timeouts import time_out

PASS = {"type": "pass"}
Running = Callable[..., Any]


def told(played: Played) -> list[dict[str, Any]]:
    return [telling for batch in played.events for telling in msgspec.json.decode(batch)["tellings"]]


def at_once(game: Any, seats: Sequence[int], action: dict[str, Any], **more: Any) -> list[Played]:
    with ThreadPoolExecutor(len(seats)) as pool:
        return [future.result() for future in [pool.submit(game.act, seat, action, **more) for seat in seats]]


@pytest.mark.lesson(1)
def test_two_seats_that_pass_at_once_both_succeed_200_times_of_200(running: Running) -> None:
    for _ in range(200):
        game = running(4)
        game.attack()
        asked = game.look().asked.seats
        prompt = game.position().question.id
        before = game.look().version
        played = at_once(game, asked, {**PASS, "prompt": prompt})
        assert sorted(each.version for each in played) == [before + 1, before + 2]
        assert game.position().question.id == prompt + 1


@pytest.mark.lesson(1)
def test_all_bystanders_of_a_full_table_may_answer_at_once(running: Running) -> None:
    game = running(6)
    game.attack()
    asked = game.look().asked.seats
    prompt = game.position().question.id
    played = at_once(game, asked, {**PASS, "prompt": prompt})
    assert sorted(told(each)[0]["seat"] for each in played) == sorted(asked)


@pytest.mark.lesson(1)
def test_an_answer_counts_whatever_else_was_committed_meanwhile(running: Running) -> None:
    game = running(4)
    game.attack()
    one, other = game.look().asked.seats
    prompt = game.look(one).prompt.id
    game.act(other, {**PASS, "prompt": prompt})
    assert told(game.act(one, {**PASS, "prompt": prompt}))[0] == {"type": "passed", "seat": one}


@pytest.mark.lesson(5)
def test_a_doubled_click_is_refused_and_moves_nothing(running: Running) -> None:
    game = running(4)
    (seat,) = game.look().asked.seats
    answer = game.look(seat).offers[-1] | {"discard": []}
    answer.pop("discard") if answer["type"] != "pit_stop" else None
    game.act(seat, answer)
    before = game.look(seat)
    with pytest.raises(errors.StalePrompt) as refused:
        game.act(seat, answer)
    assert (refused.value.game.version, refused.value.game.seat) == (before.version, seat)


def test_a_seat_that_is_not_asked_is_told_so(running: Running) -> None:
    game = running(4)
    (active,) = game.look().asked.seats
    with pytest.raises(errors.NotYourTurn):
        game.act((active + 1) % 4, {"type": "end_turn", "prompt": game.look(active).prompt.id})


@pytest.mark.lesson(2, 3)
def test_an_illegal_action_names_a_clause_and_moves_neither_version_nor_cursor(running: Running) -> None:
    game = running(4)
    (seat,) = game.look().asked.seats
    before = game.look(seat)
    with pytest.raises(errors.Illegal) as refused:
        game.act(seat, {"type": "play", "card": "no-such-card", "prompt": before.prompt.id})
    found = refused.value
    assert found.clause_text == game.position().game.clauses[found.clause]
    assert (found.game.cursor, found.game.offers) == (before.cursor, before.offers)
    assert game.look(seat).cursor == before.cursor


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"type": "fly"}, "/type"),
        ({"type": 7}, "/type"),
        ({"type": "play", "card": 7}, "/card"),
        ({"type": "play", "card": "rain", "speed": 7}, "/speed"),
        ({"type": "play"}, "/card"),
        ({"type": "play", "card": "rain", "target": 1.0}, "/target"),
        ({"type": "play", "card": "rain", "target": True}, "/target"),
        ({"type": "pit_stop", "discard": [1]}, "/discard"),
        ({"type": "end_turn", "prompt": "1"}, "/prompt"),
        ({"type": "end_turn", "prompt": 1.0}, "/prompt"),
        ({"type": "end_turn", "version": True}, "/version"),
    ],
)
def test_an_action_of_another_shape_is_invalid(running: Running, change: dict[str, Any], pointer: str) -> None:
    game = running(3)
    with pytest.raises(errors.Invalid) as refused:
        game.act(0, {"prompt": 1, **change})
    assert refused.value.errors[0][0] == pointer


def test_an_action_that_names_no_prompt_and_no_version_is_not_judged(running: Running) -> None:
    game = running(3)
    with pytest.raises(errors.PreconditionRequired):
        game.act(0, {"type": "end_turn"})


def test_with_the_version_alone_the_action_is_matched_against_all_offers(running: Running) -> None:
    game = running(3)
    (seat,) = game.look().asked.seats
    offer = next(offer for offer in game.look(seat).offers if offer["type"] in ("end_turn", "pit_stop"))
    action = {"type": offer["type"], **({"discard": []} if offer["type"] == "pit_stop" else {})}
    assert game.act(seat, {**action, "version": game.look().version}).version > game.look().version - 1


def test_a_stale_version_is_a_conflict_and_a_stale_if_match_fails(running: Running, table: Table) -> None:
    game = running(3)
    (seat,) = game.look().asked.seats
    prompt, caller = game.look(seat).prompt.id, game.seats[seat]
    action = {"type": "end_turn", "prompt": prompt}
    with pytest.raises(errors.VersionConflict):
        game.act(seat, {**action, "version": game.look().version - 1})
    for tag in ('"999"', 'W/"999"', "nonsense", f'W/"{game.look().version}.0000000000000000.0123456789ab"'):
        with pytest.raises(errors.PreconditionFailed):
            act(table, caller, game.id, action, tag)
    for tag in (f'"{game.look().version}"', etag(table, game.look(None), None)):
        with pytest.raises(errors.Illegal):  # the tag holds; the action itself is against the rules
            act(table, caller, game.id, {"type": "discard", "cards": [], "prompt": prompt}, tag)


def test_annotations_are_no_part_of_an_action(running: Running) -> None:
    game = running(4)
    game.attack()
    seat = game.look().asked.seats[0]
    offer = next(offer for offer in game.look(seat).offers if offer["type"] == "pass")
    assert game.act(seat, {**offer, "_mine": {"any": "thing"}}).version == game.look().version


@pytest.mark.lesson(4)
def test_a_repeat_with_the_same_key_gets_the_first_answer_and_the_game_as_it_is_now(running: Running) -> None:
    game = running(4)
    game.attack()
    one, other = game.look().asked.seats
    action, key = {**PASS, "prompt": game.look(one).prompt.id}, Key("k", "f")
    first = game.act(one, action, key=key)
    later = game.act(other, {**PASS, "prompt": action["prompt"]})
    again = game.act(one, action, key=key)
    assert (again.version, again.cursor, told(again)) == (first.version, first.cursor, told(first))
    assert (again.replayed, again.document.version) == (True, later.version)
    with pytest.raises(errors.IdempotencyMismatch):
        game.act(one, action, key=Key("k", "g"))


@pytest.mark.lesson(4, 6)
def test_of_two_requests_with_one_key_at_once_one_is_played_and_both_get_its_answer(running: Running) -> None:
    for _ in range(30):
        game = running(4)
        game.attack()
        seat = game.look().asked.seats[0]
        action, before = {**PASS, "prompt": game.look(seat).prompt.id}, game.look().version
        one, other = at_once(game, [seat, seat], action, key=Key("k", "f"))
        assert (one.version, told(one)) == (other.version, told(other))
        assert one.version == before + 1 == game.look().version


def test_a_refusal_is_not_remembered_under_its_key(running: Running) -> None:
    game = running(4)
    game.attack()
    seat = game.look().asked.seats[0]
    prompt = game.look(seat).prompt.id
    with pytest.raises(errors.StalePrompt):
        game.act(seat, {**PASS, "prompt": prompt - 1}, key=Key("k", "f"))
    assert not game.act(seat, {**PASS, "prompt": prompt}, key=Key("k", "f")).replayed


def test_from_the_deadline_on_an_answer_is_refused_also_before_the_default_is_written(running: Running) -> None:
    game = running(4, window_ms=40)
    game.attack()
    asked = game.look().asked.seats
    prompt, version = game.look(asked[0]).prompt.id, game.position().version
    sleep(0.06)
    assert game.position().version == version  # nobody has written the default yet
    with pytest.raises(errors.StalePrompt) as refused:
        game.act(asked[0], {**PASS, "prompt": prompt})
    assert refused.value.game.version == version + 1
    choices = msgspec.json.decode(game.table.store.feed.entry(game.id, version + 1).decisions)
    assert [(choice["seat"], choice["by"]) for choice in choices] == [(seat, "timeout") for seat in asked]


def test_an_answer_that_reaches_the_store_after_the_deadline_is_void(running: Running, table: Table) -> None:
    game = running(4, window_ms=40)
    game.attack()
    position = game.position()
    change = time_out(position)  # any change
    sleep(0.06)
    assert commit(table, position, change, not_after=position.deadline - 1) is None
    assert game.position().version == position.version


def test_a_game_that_is_over_takes_no_action(running: Running, table: Table) -> None:
    game = running(3)
    position = game.position()
    commit(table, position, cancelled(position))
    with pytest.raises(errors.GameOver):
        game.act(0, {"type": "end_turn", "prompt": 1})


def test_who_has_no_seat_is_refused_in_a_public_game_and_finds_nothing_in_a_private_one(
    running: Running, table: Table, newcomer: Callable[[str], Caller]
) -> None:
    public = running(3)
    stranger = newcomer("stranger")
    with pytest.raises(errors.NotSeated):
        act(table, stranger, public.id, {"type": "end_turn", "prompt": 1}, None)
    private = running(3, bots=("random", "random"), visibility="private")
    with pytest.raises(errors.NotFound):
        act(table, stranger, private.id, {"type": "end_turn", "prompt": 1}, None)
    with pytest.raises(errors.NotFound):
        lobby.look(table, None, private.id)


def test_a_decision_is_kept_in_the_order_of_its_offer_however_it_was_sent(running: Running) -> None:
    game = running(4)
    (seat,) = game.look().asked.seats
    pit = next(offer for offer in game.look(seat).offers if offer["type"] == "pit_stop")
    game.act(seat, {"discard": [], "type": "pit_stop", "prompt": pit["prompt"]})
    version = game.position().version
    assert game.table.store.feed.entry(game.id, version).decisions.find(b'{"type":"pit_stop","discard":[]}') > 0
