"""Decisions a second of random play, beside RLCard's uno in the same minutes: python -m bench.engine PEER_PYTHON."""

import argparse
import subprocess
import time
from pathlib import Path
from random import Random
from statistics import median

from engine.catalogue import find, games
from engine.game import Game
from engine.offers import pick

ROUNDS = 5
SECONDS = 2.0
SEATS = 4


def measure(game: Game, seconds: float) -> float:
    """Decisions a second, offers and applying included, at four seats."""
    rules, random = game.rules, Random(1)
    decisions, number, start = 0, 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        state, _ = game.begin(SEATS, {}, number.to_bytes(32, "big"))
        while (question := rules.question(state)) is not None:
            seat = random.choice(question.seats)
            state, _ = rules.apply(state, seat, pick(random.choice(rules.offers(state, seat)), random))
            decisions += 1
        number += 1
    return decisions / (time.perf_counter() - start)


def peer(python: str, seconds: float) -> float:
    """The same of the peer, in a process of its own."""
    command = [python, str(Path(__file__).with_name("peer.py")), str(seconds)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("peer_python")
    parser.add_argument("ruleset", nargs="*", default=list(games()))
    chosen = parser.parse_args()
    for ruleset in chosen.ruleset:
        game = find(ruleset)
        measure(game, 0.5)
        pairs = [(measure(game, SECONDS), peer(chosen.peer_python, SECONDS)) for _ in range(ROUNDS)]
        ratio = median(ours / theirs for ours, theirs in pairs)
        ours, theirs = (median(figures) for figures in zip(*pairs, strict=True))
        print(f"{ruleset}: {ours:,.0f} decisions/s, RLCard uno {theirs:,.0f}: ratio {ratio:.2f}")


if __name__ == "__main__":
    main()
