"""How often one steady bot beats random ones: python -m bench.tournament [ruleset] [--seats 4] [--games 400].

A co-operative game has no rivals: there, how often a whole crew of steady bots wins.
"""

import argparse
import json
from collections.abc import Mapping
from random import Random
from typing import Any

from engine.catalogue import find, games
from engine.game import Bot, Game


def play(game: Game, bots: list[Bot], options: Mapping[str, Any], seed: bytes) -> tuple[int, ...]:
    """One game between these bots; the seats that won."""
    random = Random(seed)
    state, _ = game.begin(len(bots), options, seed)
    while (question := game.rules.question(state)) is not None:
        seat = random.choice(question.seats)
        state, _ = game.rules.apply(state, seat, bots[seat](game.sight(state, seat, options), random))
    return state.result.winners


def share(game: Game, seats: int, number: int, level: str, rivals: str, options: Mapping[str, Any]) -> float:
    """The part of `number` games that one `level` bot wins against `rivals`, sitting everywhere in turn."""
    won = 0.0
    for count in range(number):
        bots = [game.bots[rivals]] * seats
        seat = count % seats
        bots[seat] = game.bots[level]
        winners = play(game, bots, options, count.to_bytes(32, "big"))
        won += (seat in winners) / max(1, len(winners))
    return won / number


def together(game: Game, seats: int, number: int, level: str, options: Mapping[str, Any]) -> float:
    """The part of `number` games that a whole crew of `level` bots wins."""
    crew = [game.bots[level]] * seats
    return sum(bool(play(game, crew, options, count.to_bytes(32, "big"))) for count in range(number)) / number


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset", nargs="*", default=list(games()))
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--level", default="steady")
    parser.add_argument("--rivals", default="random")
    parser.add_argument("--options", type=json.loads, default={}, help="the game's options, as JSON")
    chosen = parser.parse_args()
    for ruleset in chosen.ruleset:
        game = find(ruleset)
        if "crew" in game.modes and chosen.options.get("mode") != "versus":
            won = together(game, chosen.seats, chosen.games, chosen.level, chosen.options)
            print(f"{ruleset}: a crew of {chosen.seats} {chosen.level} wins {won:.1%} of {chosen.games} games")
            continue
        won = share(game, chosen.seats, chosen.games, chosen.level, chosen.rivals, chosen.options)
        print(
            f"{ruleset}: one {chosen.level} against {chosen.seats - 1} {chosen.rivals} wins {won:.1%} of {chosen.games}"
            f" games ({1 / chosen.seats:.0%} would be chance)"
        )


if __name__ == "__main__":
    main()
