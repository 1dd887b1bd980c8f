"""The stored playthroughs, compared line by line."""

import pytest

from tests.games.playthrough import FOLDER, lines, path
from tests.games.random_play import RULESETS, setups

STORED = [(ruleset, name) for ruleset in RULESETS for name in setups(ruleset).PLAYTHROUGHS]


@pytest.mark.parametrize(("ruleset", "name"), STORED)
def test_a_game_runs_as_it_is_stored(ruleset: str, name: str) -> None:
    stored = path(ruleset, name).read_text(encoding="utf-8").splitlines()
    for number, (now, then) in enumerate(zip(lines(ruleset, name), stored, strict=True), 1):
        assert now == then, f"line {number}; if it is meant to change: python -m tests.games.playthrough {ruleset}"


def test_every_ruleset_has_playthroughs_and_no_file_is_left_over() -> None:
    assert {ruleset for ruleset, _ in STORED} == set(RULESETS)
    assert {path(ruleset, name) for ruleset, name in STORED} == set(FOLDER.glob("*.txt"))
