"""Who goes first where a caller and bots want to change a game at once; on one server and on a cluster of three."""

from collections.abc import Callable
from time import sleep

import pytest

from service.store import Attempt, CommitOutcome, Store, Who, keys
from service.store.commands import command
from service.store.games import FIRST_FOR_MS

Make = Callable[..., Attempt]
Try = Callable[[Who], CommitOutcome]


@pytest.fixture
def attempt(any_store: Store, first: Make, after: Make) -> Try:
    """Tries a commit upon a game in which a caller's was stale just now."""
    game = keys.new_game_id()
    any_store.games.commit(first(game))
    before = any_store.games.load(game)
    any_store.games.commit(after(game, before, who=Who.BOT))
    assert any_store.games.commit(after(game, before, who=Who.CALLER)).outcome is CommitOutcome.STALE

    def commit(who: Who) -> CommitOutcome:
        outcome: CommitOutcome = any_store.games.commit(after(game, any_store.games.load(game), who=who)).outcome
        return outcome

    return commit


def test_a_caller_whose_commit_was_stale_goes_before_bots_at_the_next_try(attempt: Try) -> None:
    outcomes = [attempt(who) for who in (Who.BOT, Who.CALLER, Who.BOT)]

    assert outcomes == [CommitOutcome.LATE, CommitOutcome.OK, CommitOutcome.OK]


def test_a_caller_who_does_not_come_back_holds_bots_up_for_a_moment_only(attempt: Try) -> None:
    sleep(FIRST_FOR_MS / 1000)

    assert attempt(Who.BOT) is CommitOutcome.OK


def test_a_caller_who_goes_first_holds_up_nothing_but_bots(attempt: Try) -> None:
    assert attempt(Who.NEITHER) is CommitOutcome.OK


def test_a_stale_caller_makes_no_game_of_one_that_is_gone(any_store: Store, first: Make, after: Make) -> None:
    game = keys.new_game_id()
    any_store.games.commit(first(game))
    loaded = any_store.games.load(game)
    delete = command(game[:3], "DEL", keys.game(game), keys.feed(game))
    any_store.links.replies([delete])

    assert any_store.games.commit(after(game, loaded, who=Who.CALLER)).version == 0
    assert any_store.links.replies([command(game[:3], "EXISTS", keys.game(game))]) == [0]
