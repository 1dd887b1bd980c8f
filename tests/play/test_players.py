"""Names and tokens."""

from typing import Any

import pytest

from service import errors
from service.play import lobby, players
from service.play.table import Table


def test_a_token_speaks_for_its_player(table: Table) -> None:
    made = players.register(table, "  Zoe\u0308  ")
    caller = players.authenticate(table, made.token)
    assert (caller.player, caller.name, made.name) == (made.player, "Zo\u00eb", "Zo\u00eb")


@pytest.mark.parametrize("name", ["", "   ", "x" * 33, "a\u202eb", "a\u200bb", "a\nb", "a\u0000b", "\ud800"])
def test_a_name_that_is_none_is_refused(table: Table, name: str) -> None:
    with pytest.raises(errors.Invalid):
        players.register(table, name)


def test_a_token_that_is_not_whole_or_not_known_is_refused(table: Table) -> None:
    token = players.register(table, "Ada").token
    other = players.new_token(str(players.player_of(token)))
    for wrong in ("", "hub_", token[:-1], token + "A", token[:-8] + "AAAAAAAA", token.upper(), other):
        with pytest.raises(errors.Unauthenticated):
            players.authenticate(table, wrong)


def test_what_is_loaded_with_the_token_serves_one_look(running: Any, table: Table) -> None:
    game = running(3)
    token = players.register(table, "Eve").token
    caller = players.authenticate(table, token, game.id)
    early = lobby.look(table, caller, game.id).version
    game.attack()
    late = players.authenticate(table, token, game.id)
    game.act(game.look().asked.seats[0], {"type": "pass", "prompt": game.position().question.id})
    seen = [lobby.look(table, each, game.id).version for each in (caller, late, late)]
    assert early < seen[1]
    assert seen == [game.look().version, game.look().version - 1, game.look().version]
    assert players.authenticate(table, token, "no game").ahead == {}


def test_a_new_name_stands_at_new_seats_only(table: Table) -> None:
    token = players.register(table, "Ada").token
    assert players.rename(table, players.authenticate(table, token), "Eve").name == "Eve"
    assert players.authenticate(table, token).name == "Eve"


def test_a_player_whose_answers_were_lost_may_ask_for_a_token_again_and_again(table: Table) -> None:
    held = players.register(table, "Ada").token
    lost = [players.rotate(table, players.authenticate(table, held)) for _ in range(3)]
    arrived = players.rotate(table, players.authenticate(table, held))
    assert players.authenticate(table, arrived).name == "Ada"
    for ended in (held, *lost):
        with pytest.raises(errors.Unauthenticated):
            players.authenticate(table, ended)
