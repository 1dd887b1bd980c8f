"""The steady bot, and how long a rally can take (RA-I6)."""

from random import Random

import pytest

from engine.rally import GAME
from engine.rally.state import Challenge
from tests.games.rally.invariants import check
from tests.games.rally.setups import ALL
from tests.games.random_play import seed, steps

PLAYS_BETWEEN_CALLS = 10


def driven(seats: int, options: dict[str, object], number: int) -> str:
    """A whole rally by steady bots, and how it ended."""
    random = Random(number)
    state, _ = GAME.begin(seats, options, seed("partner", number))
    while (question := GAME.rules.question(state)) is not None:
        seat = random.choice(question.seats)
        state, _ = GAME.rules.apply(state, seat, GAME.bots["steady"](GAME.sight(state, seat, options), random))
        check(state)
    return state.result.reason


def test_three_steady_partners_win_some_and_lose_some() -> None:
    won = [driven(3, {}, number) for number in range(60)].count("finished")
    assert 15 < won < 50


@pytest.mark.parametrize("chosen", [*([challenge.value] for challenge in Challenge), ALL], ids="-".join)
@pytest.mark.parametrize(("seats", "mode"), [(1, "solo"), (3, "crew"), (4, "versus")])
def test_each_challenge_and_all_together_can_be_driven_in_every_mode(seats: int, mode: str, chosen: list[str]) -> None:
    for number in range(2):
        assert driven(seats, {"mode": mode, "challenges": chosen}, number) in ("finished", "wrecked")


@pytest.mark.clause("RA-I6")
def test_every_ten_plays_resolve_a_call() -> None:
    for seats in (1, 2, 3, 4):
        for number in range(5):
            since = 0
            for step in steps(GAME, seats, {}, seed("progress", seats, number)):
                for telling in step.tellings:
                    tag = telling.full.__struct_config__.tag
                    since = 0 if tag == "call_resolved" else since + (tag == "card_played")
                    assert since <= PLAYS_BETWEEN_CALLS
