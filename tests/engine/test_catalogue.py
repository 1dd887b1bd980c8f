"""The catalogue, the game record and the ledgers."""

import pytest

from engine.catalogue import find, games
from engine.errors import InvalidOptions, UnknownRuleset, UnreadableState
from engine.ledger import clauses


def test_the_catalogue_finds_what_lies_beside_it() -> None:
    assert list(games()) == sorted(games())
    assert all(find(ruleset).id == ruleset for ruleset in games())


def test_an_unknown_ruleset_is_refused() -> None:
    with pytest.raises(UnknownRuleset):
        find("no-such")


@pytest.mark.parametrize("ruleset", games())
def test_a_game_is_for_its_numbers_of_seats_alone(ruleset: str) -> None:
    game = find(ruleset)
    for seats in (game.least - 1, game.most + 1):
        with pytest.raises(InvalidOptions) as refused:
            game.begin(seats, {}, bytes(32))
        assert refused.value.field == "players"


@pytest.mark.parametrize("ruleset", games())
def test_unknown_options_are_refused(ruleset: str) -> None:
    with pytest.raises(InvalidOptions):
        find(ruleset).read_options({"no_such_option": 1})


@pytest.mark.parametrize("ruleset", games())
@pytest.mark.parametrize("stored", [b"", b"\x80", b"\xc1", b"nonsense"])
def test_bytes_that_are_no_state_are_refused(ruleset: str, stored: bytes) -> None:
    with pytest.raises(UnreadableState):
        find(ruleset).decode(stored)


def test_a_ledger_gives_the_text_of_each_clause() -> None:
    ledger = clauses("engine.situational_awareness")
    assert len(ledger) == 115
    assert ledger["SA-2.2"] == "Every driver starts with 5 hubcaps."
