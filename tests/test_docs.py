"""What the documentation prints is what the code does."""

import re
import subprocess
import sys
from pathlib import Path

from engine.rng import Rng, below, shuffle, word
from service.play.fairness import commitment, derived_seed

TEXT = (Path(__file__).parent.parent / "docs" / "fairness.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


def test_the_program_in_the_documentation_prints_what_stands_below_it() -> None:
    (program,), expected = blocks("python"), blocks("text")[0]
    printed = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert printed.stdout == expected


def test_the_service_gives_the_same_numbers_as_the_documentation() -> None:
    server_seed, salts = bytes(range(32)), ["ann-7", "", "bob!", ""]
    seed = derived_seed(server_seed, salts)
    rng, dice = Rng(seed), []
    for _ in range(10):
        rng, value = below(rng, 6)
        dice.append(value)
    shuffled = list(shuffle(Rng(seed), range(10))[1])
    lines = [commitment(server_seed), seed.hex(), str([word(seed, i) for i in range(5)]), str(dice), str(shuffled)]
    assert blocks("text")[0].splitlines() == lines
