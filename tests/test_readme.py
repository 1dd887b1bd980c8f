"""What the README prints works as printed."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.catalogue import find, games

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[str]:
    """The address of a server as `make serve` starts it."""
    words = [sys.executable, "-m", "service.cli", "serve", "--port", "0", "--data", str(tmp_path)]
    hurried = {**os.environ, "HUBCAPS_BOT_TIME_SCALE": "0"}
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=hurried) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        assert line.startswith("Hubcaps is ready at http://127.0.0.1:")
        yield line.split()[-1]
        server.terminate()
    assert server.returncode == 0


def test_the_first_game_in_five_lines_of_curl(served: str) -> None:
    block = re.search(r"```sh\n(.*?)```", README, re.DOTALL)
    assert block is not None
    lines = block[1].replace("http://127.0.0.1:8000", served).strip().splitlines()
    assert len(lines) == 5
    script = "set -e\n" + "\necho\n".join(lines)
    shown = subprocess.run(["bash", "-c", script], check=True, capture_output=True, text=True).stdout
    document, acted, feed = (json.loads(line) for line in shown.splitlines() if line)
    assert (document["status"], document["seat"], document["prompt"]["id"]) == ("running", 0, 2)
    assert acted["version"] == 2
    assert [batch["version"] for batch in feed["events"]][:2] == [1, 2]


def test_the_demo_tells_a_whole_game() -> None:
    words = [sys.executable, "-m", "service.cli", "demo"]
    hurried = {**os.environ, "HUBCAPS_BOT_TIME_SCALE": "0"}
    told = subprocess.run(words, check=True, capture_output=True, text=True, timeout=240, cwd=ROOT, env=hurried)
    story = told.stdout
    assert re.search(r"^Turn 1: ", story, re.MULTILINE)
    assert re.search(r"^The trip is over: (the pile is out of gas|nobody gets on any more)\.$", story, re.MULTILINE)
    assert story.strip().endswith("won.")


def test_every_folder_of_the_map_is_there() -> None:
    chapter = README[README.index("## The map") : README.index("## The five games")]
    named = re.findall(r"^\| (.*?) \|", chapter, re.MULTILINE)
    paths = [path for cell in named for path in re.findall(r"`([^`]+)`", cell)]
    assert paths
    assert [path for path in paths if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("ruleset", games())
def test_the_example_bot_plays_a_whole_game_of_any_ruleset(served: str, ruleset: str) -> None:
    game = find(ruleset)
    words = [sys.executable, str(ROOT / "examples" / "bot.py"), ruleset, str(max(2, game.least)), served]
    played = subprocess.run(words, check=True, capture_output=True, text=True, timeout=300)
    assert played.stdout.startswith("{'winners': ")


def test_the_example_bot_says_how_it_is_called_and_why_a_game_is_refused(served: str) -> None:
    bot = [sys.executable, str(ROOT / "examples" / "bot.py")]
    alone = subprocess.run(bot, capture_output=True, text=True, check=False)
    refused = subprocess.run([*bot, "chess", "2", served], capture_output=True, text=True, check=False)
    assert (alone.returncode, "RULESET PLAYERS URL" in alone.stderr) == (1, True)
    assert (refused.returncode, refused.stdout.startswith("/ruleset: ")) == (0, True)


def test_the_example_bot_is_short() -> None:
    lines = (ROOT / "examples" / "bot.py").read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if line.strip()]) <= 36
