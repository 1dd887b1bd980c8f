"""What a past version has stored can be read and played on: a deploy breaks no running game."""

from random import Random

import pytest
from msgspec.structs import replace

from engine.catalogue import games
from service.play.document import document
from service.play.position import Position
from service.play.position import read as read_position
from service.store import Loaded
from tests.play.stored_game import FOLDER, stored

GAME = "s07-" + "a" * 20
STORED = [(ruleset, version) for ruleset, game in games().items() for version in range(1, game.version + 1)]


def loaded(ruleset: str, version: int) -> Position:
    state, record = stored(ruleset, version)
    return read_position(GAME, Loaded(3_000, 9, "0" * 16, 2_500, "running", {}, state, record, None))


@pytest.mark.lesson(34)
@pytest.mark.parametrize(("ruleset", "version"), STORED)
def test_a_game_that_a_past_version_stored_is_shown_and_played_to_its_end(ruleset: str, version: int) -> None:
    position, random = loaded(ruleset, version), Random(ruleset)
    rules, state = position.game, position.state
    shown = [document(position, None).view, *(rules.view(state, seat) for seat in range(state.seats))]
    while state.result is None:
        question = rules.rules.question(state)
        assert question is not None
        seat = question.seats[0]
        sight = rules.sight(state, seat, position.record.options)
        state, _ = rules.rules.apply(state, seat, rules.bots["random"](sight, random))

    assert None not in shown
    assert rules.decode(rules.encode(state)) == state


@pytest.mark.lesson(34)
@pytest.mark.parametrize("ruleset", games())
def test_a_running_game_keeps_the_version_of_its_rules(ruleset: str) -> None:
    position = loaded(ruleset, 1)
    later = replace(position, game=replace(position.game, version=position.game.version + 1))

    assert document(later, None).ruleset_version == 1


def test_no_stored_game_is_left_over() -> None:
    assert sorted(path.name for path in FOLDER.glob("*")) == sorted(
        f"{name}-{version}.json" for name, version in STORED
    )
