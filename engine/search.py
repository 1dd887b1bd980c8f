"""Bots that know no game: one by chance, and one that looks ahead in worlds that fit what its seat may know."""

from collections.abc import Callable
from random import Random
from typing import Any

from engine.game import Game, Sight
from engine.offers import Action, pick
from engine.rng import Rng
from engine.rules import Rules


def by_chance(sight: Sight, random: Random) -> Action:
    """Any offer, each as likely, filled in by chance."""
    return pick(random.choice(sight.offers), random)


def play_out(rules: Rules[Any], state: Any, random: Random) -> Any:
    """The game played to its end by chance."""
    while (question := rules.question(state)) is not None:
        seat = random.choice(question.seats)
        state, _ = rules.apply(state, seat, pick(random.choice(rules.offers(state, seat)), random))
    return state


def look_ahead(
    game: Game, state: Any, seat: int, random: Random, more: Callable[[], bool], width: int = 12
) -> Action | None:
    """The action that won most often in play-outs of resampled worlds, for as long as `more` says so; None: there was
    no time to compare any.

    Of `state` only what the seat may know is used: every play-out starts from `game.resample`.
    """
    candidates = _candidates(game, state, seat, random, width)
    if len(candidates) == 1:
        return candidates[0]
    won: list[float] | None = None
    while more():
        world = game.resample(state, seat, Rng(random.randbytes(32)))
        shares = _shares(game, world, seat, candidates, random, more)
        if len(shares) < len(candidates):
            break  # only a world in which every candidate was tried compares them
        won = [before + share for before, share in zip(won or [0.0] * len(shares), shares, strict=True)]
    return None if won is None else candidates[max(range(len(candidates)), key=won.__getitem__)]


def _shares(
    game: Game, world: Any, seat: int, candidates: list[Action], random: Random, more: Callable[[], bool]
) -> list[float]:
    """What each candidate wins in this world, for as long as `more` says so."""
    shares: list[float] = []
    for action in candidates:
        if shares and not more():
            break
        after, _ = game.rules.apply(world, seat, action)
        shares.append(_share(play_out(game.rules, after, random), seat))
    return shares


def _candidates(game: Game, state: Any, seat: int, random: Random, width: int) -> list[Action]:
    actions = [pick(offer, random) for offer in game.rules.offers(state, seat) for _ in range(3)]
    distinct = list({repr(action): action for action in actions}.values())
    random.shuffle(distinct)
    return distinct[:width]


def _share(state: Any, seat: int) -> float:
    winners = state.result.winners
    return 1 / len(winners) if seat in winners else 0.0
