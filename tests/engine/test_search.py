"""The bot that looks ahead knows no game, and nothing that its seat may not know."""

from random import Random

from engine.catalogue import find
from engine.game import Game
from engine.offers import Offer
from engine.offers import find as find_offer
from engine.rng import Rng
from engine.search import look_ahead
from engine.thousand_miles.state import Car
from tests.games.random_play import Step, seed, steps
from tests.games.thousand_miles.table import race


def turns(count: int):
    """A countdown in place of a clock."""
    left = iter(range(count))
    return lambda: next(left, None) is not None


def test_looking_ahead_chooses_a_legal_action_and_the_same_in_every_world_that_fits() -> None:
    game = find("situational-awareness")
    step = next(step for step in steps(game, 3, {}, seed("search")) if len(step.state.hands[step.seat]) > 3)
    chosen = look_ahead(game, step.state, step.seat, Random(1), turns(30))
    twin = game.resample(step.state, step.seat, Rng(bytes(32)))
    assert chosen is not None
    assert find_offer(game.rules.offers(step.state, step.seat), chosen) is not None
    assert chosen == look_ahead(game, twin, step.seat, Random(1), turns(30))


CLOSE = race(
    ("miles-100", "miles-25", "miles-50", "miles-75", "miles-25", "miles-50"),
    cars=dict.fromkeys(range(3), Car(miles=900, engine=True)),
)
"""Seat 0 wins with the one card that takes it to 1000 miles; else the others may be faster."""


def test_looking_ahead_finds_the_action_that_wins() -> None:
    game = find("thousand-miles")
    found = [look_ahead(game, CLOSE, 0, Random(number), turns(300)) for number in range(8)]
    assert found == [{"type": "use", "button": "miles-100"}] * 8


def test_looking_ahead_without_time_finds_nothing() -> None:
    assert look_ahead(find("thousand-miles"), CLOSE, 0, Random(1), turns(0)) is None


def test_an_only_action_needs_no_time() -> None:
    game = find("situational-awareness")
    lone = (step for step in steps(game, 3, {}, seed("alone")) if len(offers(game, step)) == 1)
    step = next(step for step in lone if not offers(game, step)[0].fields)
    found = look_ahead(game, step.state, step.seat, Random(1), turns(0))
    assert found == {"type": offers(game, step)[0].type}


def offers(game: Game, step: Step) -> list[Offer]:
    return game.rules.offers(step.state, step.seat)
