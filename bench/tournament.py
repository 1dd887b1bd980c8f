"""How often one steady bot beats random ones: python -m bench.tournament [ruleset] [--seats 4] [--games 400]."""

import argparse
from random import Random

from engine.catalogue import find, games
from engine.game import Bot, Game


def play(game: Game, bots: list[Bot], seed: bytes) -> tuple[int, ...]:
    """One game between these bots; the seats that won."""
    random = Random(seed)
    state, _ = game.begin(len(bots), {}, seed)
    while (question := game.rules.question(state)) is not None:
        seat = random.choice(question.seats)
        state, _ = game.rules.apply(state, seat, bots[seat](game.sight(state, seat, {}), random))
    return state.result.winners


def share(game: Game, seats: int, number: int, level: str, rivals: str) -> float:
    """The part of `number` games that one `level` bot wins against `rivals`, sitting everywhere in turn."""
    won = 0.0
    for count in range(number):
        bots = [game.bots[rivals]] * seats
        seat = count % seats
        bots[seat] = game.bots[level]
        winners = play(game, bots, count.to_bytes(32, "big"))
        won += (seat in winners) / max(1, len(winners))
    return won / number


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset", nargs="*", default=list(games()))
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--level", default="steady")
    parser.add_argument("--rivals", default="random")
    chosen = parser.parse_args()
    for ruleset in chosen.ruleset:
        won = share(find(ruleset), chosen.seats, chosen.games, chosen.level, chosen.rivals)
        print(
            f"{ruleset}: one {chosen.level} against {chosen.seats - 1} {chosen.rivals} wins {won:.1%} of {chosen.games}"
            f" games ({1 / chosen.seats:.0%} would be chance)"
        )


if __name__ == "__main__":
    main()
