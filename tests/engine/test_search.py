"""The bot that looks ahead knows no game, and nothing that its seat may not know."""

from random import Random

from engine.catalogue import find
from engine.offers import find as find_offer
from engine.rng import Rng
from engine.search import look_ahead
from tests.games.random_play import seed, steps


def turns(count: int):
    """A countdown in place of a clock."""
    left = iter(range(count))
    return lambda: next(left, None) is not None


def test_looking_ahead_chooses_a_legal_action_and_the_same_in_every_world_that_fits() -> None:
    game = find("situational-awareness")
    step = next(step for step in steps(game, 3, {}, seed("search")) if len(step.state.hands[step.seat]) > 3)
    chosen = look_ahead(game, step.state, step.seat, Random(1), turns(30))
    twin = game.resample(step.state, step.seat, Rng(bytes(32)))
    assert find_offer(game.rules.offers(step.state, step.seat), chosen) is not None
    assert chosen == look_ahead(game, twin, step.seat, Random(1), turns(30))
