"""Generated clients type-check, and play a whole game with nothing but what the document says."""

import shutil
from pathlib import Path

from tests.clients.conftest import DOCUMENT, NODE_MODULES, Tool
from tests.served.service import Served

HERE = Path(__file__).parent


def test_a_generated_python_client_type_checks_and_plays_a_game(tool: Tool, service: Served, tmp_path: Path) -> None:
    said = tool("openapi-python-client", "generate", "--path", DOCUMENT, "--output-path", tmp_path / "made")
    shutil.copy(HERE / "player.py", tmp_path / "made")

    tool("mypy", "--strict", "--cache-dir", tmp_path / "cache", "hubcaps_client", "player.py", folder=tmp_path / "made")
    told = tool("python", "player.py", service.address, folder=tmp_path / "made", PYTHONPATH="")

    assert "WARNING" not in said
    assert told.strip() == "finished [0, 1, 2]"


def test_generated_typescript_types_check_and_play_a_game(tool: Tool, service: Served, tmp_path: Path) -> None:
    tool("openapi-typescript", DOCUMENT, "--output", tmp_path / "api.d.ts")
    shutil.copy(HERE / "player.ts", tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "node_modules").symlink_to(NODE_MODULES)

    tool("tsc", "--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--module", "nodenext",
         "--target", "es2022", "--types", "node", "player.ts", folder=tmp_path)  # fmt: skip
    told = tool("node", "player.js", service.address, folder=tmp_path)

    assert told.strip() == "finished [0,1,2]"
