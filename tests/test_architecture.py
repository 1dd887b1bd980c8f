"""The layout is kept: layers, files and what may be imported where."""

import ast
import sys
from pathlib import Path

import pytest

from engine.catalogue import games

ROOT = Path(__file__).parent.parent
ENGINE = sorted((ROOT / "engine").rglob("*.py"))
GAMES = [ROOT / "engine" / ruleset.replace("-", "_") for ruleset in games()]
EVERY_GAME = {"__init__.py", "actions.py", "bots.py", "cards.py", "clauses.md", "objection.py", "state.py", "view.py"}


def imported(path: Path) -> set[str]:
    """The top-level names of all modules that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name.split(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").split(".")[0])
    return found


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_engine_imports_the_standard_library_and_msgspec_alone(path: Path) -> None:
    assert imported(path) <= {*sys.stdlib_module_names, "msgspec", "engine"}


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_every_game_has_the_same_files(folder: Path) -> None:
    names = {path.name for path in folder.iterdir()}
    assert names >= EVERY_GAME
    assert {"rules", "rules.py"} & names


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_games_do_not_import_each_other_but_for_the_earlier_edition(folder: Path) -> None:
    allowed = {folder.name}
    if folder.name == "situational_awareness_lanes":
        allowed.add("situational_awareness")
    foreign = {other.name for other in GAMES} - allowed
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                assert not foreign & set(node.module.split(".")), path


def test_no_file_has_grown_too_long() -> None:
    sources = [*ENGINE, *(ROOT / "service").rglob("*.py"), *(ROOT / "service").rglob("*.lua")]
    long = {str(path.relative_to(ROOT)) for path in sources if len(path.read_text().splitlines()) > 400}
    assert long == set()
