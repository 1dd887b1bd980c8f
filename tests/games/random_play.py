"""Random play over any ruleset: the ground of the contract tests, the playthroughs and the soak."""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from random import Random
from typing import Any

from engine.catalogue import games
from engine.flow import Telling
from engine.game import Game
from engine.offers import Action, Offer, pick

RULESETS = tuple(games())


@dataclass(frozen=True)
class Step:
    """One decision of a game: the state before, who did what, and what came of it."""

    state: Any
    seat: int
    action: Action
    after: Any
    tellings: tuple[Telling, ...]


def folder(ruleset: str) -> str:
    return ruleset.replace("-", "_")


def setups(ruleset: str) -> Any:
    return import_module(f"tests.games.{folder(ruleset)}.setups")


def invariants(ruleset: str) -> Any:
    return import_module(f"tests.games.{folder(ruleset)}.invariants")


def seed(*parts: object) -> bytes:
    return sha256(repr(parts).encode()).digest()


def steps(game: Game, seats: int, options: dict[str, Any], seed: bytes) -> Iterator[Step]:
    """A whole game by chance; every seat that may act is as likely to be next.

    Where chance alone would never see most of the game, its setups have a bot make that part of the moves.
    """
    random = Random(seed)
    by_bot = getattr(setups(game.id), "STEADY_MOVES", 0.0)
    state, _ = game.begin(seats, options, seed)
    while state.result is None:
        seat, offer = move(game, state, random)
        action = pick(offer, random)
        if by_bot and random.random() < by_bot:
            action = game.bots["steady"](game.sight(state, seat, options), random)
        after, tellings = game.rules.apply(state, seat, action)
        yield Step(state, seat, action, after, tellings)
        state = after


def move(game: Game, state: Any, random: Random) -> tuple[int, Offer]:
    """Somebody's offer; a seat with nothing but asides holds back nine times of ten."""
    question = game.rules.question(state)
    assert question is not None
    while True:
        seat = random.randrange(state.seats)
        offers = game.rules.offers(state, seat)
        if offers and (seat in question.seats or random.random() < 0.1):
            return seat, random.choice(offers)
