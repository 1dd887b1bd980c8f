"""Games as the service has stored them: one in the middle for every ruleset and every version of it that there was.

`python -m tests.play.stored_game` writes those that are missing, and never one anew: a stored game of a past version is
what a deployed service still holds.
"""

import base64
import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from engine.catalogue import games
from engine.game import Game
from engine.offers import pick
from service.play import record as records
from service.play.record import Record, Seat
from tests.games.random_play import move

FOLDER = Path(__file__).with_name("stored")
MOVES = 25


def path(ruleset: str, version: int) -> Path:
    """Where the stored game of a version is."""
    return FOLDER / f"{ruleset}-{version}.json"


def stored(ruleset: str, version: int) -> tuple[bytes, bytes]:
    """The state and the record of one, as they lie in the store."""
    read = json.loads(path(ruleset, version).read_text("utf-8"))
    return base64.b64decode(read["state"]), base64.b64decode(read["record"])


def made(game: Game) -> tuple[bytes, bytes]:
    """A game in the middle, by this code."""
    random, seed = Random(game.id), bytes(range(32))
    state, _ = game.begin(max(2, game.least), {}, seed)
    for _ in range(MOVES):
        seat, offer = move(game, state, random)
        after, _ = game.rules.apply(state, seat, pick(offer, random))
        if after.result is not None:
            break
        state = after
    return game.encode(state), records.encode(_record(game, state, seed))


def _record(game: Game, state: Any, seed: bytes) -> Record:
    seats = tuple(Seat(player=f"p07-{'a' * 19}{seat + 2}", name="Ada", salt="pepper") for seat in range(state.seats))
    return Record(
        ruleset=game.id,
        ruleset_version=game.version,
        options=msgspec.to_builtins(game.read_options({})),
        seats=seats,
        host=seats[0].player,
        public=True,
        stand_in=True,
        turn_ms=60_000,
        window_ms=10_000,
        commitment=None,
        server_seed=b"",
        seed=seed,
        seeded=True,
        left_ms={3: 4_000},
        created_at=1_000,
        started_at=2_000,
    )


def main() -> None:
    """Write what is missing."""
    for game in games().values():
        if not path(game.id, game.version).exists():
            state, record = (base64.b64encode(text).decode() for text in made(game))
            path(game.id, game.version).write_text(json.dumps({"state": state, "record": record}, indent=0) + "\n")


if __name__ == "__main__":
    main()
