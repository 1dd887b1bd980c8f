"""The rulesets: whatever packages lie beside this file."""

import importlib
import pkgutil
from functools import cache
from pathlib import Path

from engine.errors import UnknownRuleset
from engine.game import Game


@cache
def games() -> dict[str, Game]:
    """Every ruleset by its id, in the order of the ids."""
    here = Path(__file__).parent
    folders = [found.name for found in pkgutil.iter_modules([str(here)]) if found.ispkg]
    found = (importlib.import_module(f"engine.{folder}").GAME for folder in folders)
    return {game.id: game for game in sorted(found, key=lambda game: game.id)}


def find(ruleset: str) -> Game:
    """The ruleset of this id. Raises UnknownRuleset."""
    try:
        return games()[ruleset]
    except KeyError:
        raise UnknownRuleset(ruleset) from None
