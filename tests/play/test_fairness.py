"""Fairness: the check that anyone can make, and what is shown when."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest

from engine.catalogue import find
from service import errors
from service.play import lobby
from service.play.fairness import derived_seed, fairness
from service.play.opening import Wish
from service.play.sweep import sweep
from service.play.table import Caller, Table


def test_the_seed_is_derived_as_the_contract_says() -> None:
    seed = b"\x01" * 32
    assert derived_seed(seed, ["a", "", "xyz"]) == sha256(seed + b"a\0" + b"\0" + b"xyz\0").digest()


def test_a_finished_game_can_be_checked_and_before_that_shows_no_secret(
    table: Table, newcomer: Callable[[str], Caller]
) -> None:
    host, guest = newcomer("Ada"), newcomer("Ben")
    wish = Wish(ruleset="situational-awareness", players=3, bots=("random",), salt="pepper")
    made = lobby.create(table, host, wish).document
    opened = fairness(table, None, made.id)
    assert (opened.salts, opened.seed, opened.server_seed, opened.decks) == (None, None, None, None)
    lobby.take_seat(table, guest, made.id, "salt")
    for caller in (host, guest):
        lobby.leave(table, caller, made.id)
    running = fairness(table, None, made.id)
    assert (running.salts, running.seed, running.server_seed) == (("pepper", "", "salt"), None, None)
    while lobby.look(table, None, made.id).status != "finished":
        sweep(table, made.id[:3])
    over = fairness(table, None, made.id)
    server_seed = bytes.fromhex(str(over.server_seed))
    assert made.commitment == over.commitment == f"sha256:{sha256(server_seed).hexdigest()}"
    assert over.seed == sha256(server_seed + b"pepper\0\0salt\0").hexdigest()
    rules = find("situational-awareness")
    _, tellings = rules.begin(3, {}, bytes.fromhex(str(over.seed)))
    shuffled = next(telling.full for telling in tellings if type(telling.full).__name__ == "Shuffled")
    assert over.decks[0].cards == shuffled.cards


def test_a_cancelled_game_never_shows_its_seed(table: Table, newcomer: Callable[[str], Caller]) -> None:
    host = newcomer("Ada")
    made = lobby.create(table, host, Wish(ruleset="situational-awareness", players=3)).document.id
    lobby.leave(table, host, made)
    shown = fairness(table, None, made)
    assert (shown.server_seed, shown.seed, shown.decks) == (None, None, None)


def test_a_private_games_fairness_is_not_there_for_others(table: Table, newcomer: Callable[[str], Caller]) -> None:
    wish = Wish(ruleset="situational-awareness", players=3, visibility="private")
    made = lobby.create(table, newcomer("Ada"), wish).document.id
    with pytest.raises(errors.NotFound):
        fairness(table, newcomer("Ben"), made)


@pytest.mark.lesson(13)
def test_no_two_games_have_the_same_seed(running: Any) -> None:
    seeds = {running(3).position().record.seed for _ in range(20)}
    assert len(seeds) == 20
