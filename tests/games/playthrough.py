"""Playthroughs: a stored whole game of each ruleset, line by line.

python -m tests.games.playthrough            write all of them anew
python -m tests.games.playthrough rally      ... of one ruleset
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from engine.catalogue import find
from engine.game import Game
from tests.games.random_play import RULESETS, Step, seed, setups, steps

FOLDER = Path(__file__).parent / "playthroughs"


def lines(ruleset: str, name: str) -> Iterator[str]:
    """Every question, offer, decision and telling of a game, and the table as a spectator sees it."""
    game = find(ruleset)
    seats, options = setups(ruleset).PLAYTHROUGHS[name]
    yield f"# {game.name} (version {game.version}), {seats} seats, {text(options)}"
    yield ""
    last = None
    for last in steps(game, seats, options, seed("playthrough", ruleset, name)):
        yield from step_lines(game, last)
    assert last is not None
    yield f"table {text(game.view(last.after, None))}"
    yield f"result {text(last.after.result)}"


def step_lines(game: Game, step: Step) -> Iterator[str]:
    state, rules = step.state, game.rules
    yield f"table {text(game.view(state, None))}"
    yield f"question {text(rules.question(state))}"
    for seat in range(state.seats):
        prompt, offers = rules.prompt(state, seat), rules.offers(state, seat)
        if prompt or offers:
            yield f"  seat {seat} prompt {text(prompt)}"
            yield from (f"    {text(offer.document())}" for offer in offers)
    yield f"seat {step.seat} plays {text(step.action)}"
    for telling in step.tellings:
        yield f"  {text(telling.full)}"
        if telling.seats is not None:
            yield f"    to {list(telling.seats)}, to others {text(telling.others)}"
    yield ""


def text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def path(ruleset: str, name: str) -> Path:
    return FOLDER / f"{ruleset}-{name}.txt"


def write(ruleset: str) -> None:
    for name in setups(ruleset).PLAYTHROUGHS:
        path(ruleset, name).write_text("\n".join(lines(ruleset, name)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for chosen in sys.argv[1:] or RULESETS:
        write(chosen)
