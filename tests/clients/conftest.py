"""The tools that check the document and make clients of it (`make tools`). Skipped only where they are not, never when
REQUIRE_CLIENTS=1.
"""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.served.service import ROOT, Served, served

NODE_MODULES = ROOT / "openapi/tools/node_modules"
DOCUMENT = ROOT / "openapi/openapi.json"
PLACES = (f"{ROOT}/.venv-tools/bin", f"{NODE_MODULES}/.bin", os.environ["PATH"])
SILENT = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true", "DO_NOT_TRACK": "1"}
LIMITS = ("players_per_hour", "games_per_hour", "open_games", "unfinished_games", "actions_per_s", "actions_burst",
          "reads_per_s", "reads_burst")  # fmt: skip
MANY = 1_000_000

Tool = Callable[..., str]


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The service as it runs, without limits that a tool could feel."""
    with served(tmp_path_factory.mktemp("served"), **dict.fromkeys(LIMITS, MANY)) as running:
        yield running


@pytest.fixture(scope="session")
def tool() -> Tool:
    """Runs a tool by its name; what it says. Raises AssertionError where it fails."""

    def run(name: str, *words: object, folder: Path = ROOT, seconds: float = 170, **around: str) -> str:
        program = shutil.which(name, path=os.pathsep.join(PLACES))
        if program is None:
            assert os.environ.get("REQUIRE_CLIENTS") != "1", f"{name} is required, and it is not there"
            pytest.skip(f"there is no {name} here: make tools")
        path = os.pathsep.join(PLACES)
        done = subprocess.run(
            [program, *(str(word) for word in words)],
            cwd=folder,
            env={**os.environ, **SILENT, "PATH": path, **around},
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )
        assert done.returncode == 0, f"{name}: {done.stdout[-20_000:]}\n{done.stderr[-4_000:]}"
        return done.stdout

    return run
