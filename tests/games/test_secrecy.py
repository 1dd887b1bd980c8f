"""No seat learns what it may not know: two worlds that agree on that look the same, byte for byte."""

import json
import os
from itertools import zip_longest
from random import Random
from typing import Any

import msgspec
import pytest

from engine.catalogue import find
from engine.flow import Telling
from engine.game import Game
from engine.offers import find as find_offer
from engine.rng import Rng
from tests.games.random_play import RULESETS, Step, seed, setups, steps

GAMES = max(2, int(os.environ.get("SOAK_GAMES", "0")) // 100)
"""Games for each setup in which every step is compared; `make soak` plays more."""
MOST_STEPS = 400
TABLES = [
    pytest.param(ruleset, place, id=f"{ruleset}-{place}")
    for ruleset in RULESETS
    for place in range(len(setups(ruleset).SETUPS))
]


def shown(game: Game, state: Any, viewer: int | None) -> list[bytes]:
    """All that a seat can fetch of this state."""
    rules = game.rules
    public = [game.view(state, viewer), rules.question(state), state.result, state.prompts]
    private: list[object] = []
    if viewer is not None:
        private = [
            [offer.document() for offer in rules.offers(state, viewer)],
            rules.prompt(state, viewer),
            rules.open_to(state, viewer),
        ]
    return [msgspec.json.encode(part) for part in (*public, *private)]


def heard(tellings: tuple[Telling, ...], viewer: int | None) -> list[bytes]:
    """What a seat is told, but for what it is told by name."""
    return [
        msgspec.json.encode(telling.full if telling.seats is None else telling.others)
        for telling in tellings
        if telling.seats is None or viewer not in telling.seats
    ]


def news(tellings: tuple[Telling, ...], viewer: int | None) -> bool:
    """Whether the seat is told something by name that others are not."""
    return any(telling.seats is not None and viewer in telling.seats for telling in tellings)


@pytest.mark.lesson(9, 10, 11)
@pytest.mark.parametrize(("ruleset", "place"), TABLES)
def test_worlds_that_differ_in_secrets_alone_look_the_same_at_every_step(ruleset: str, place: int) -> None:
    game = find(ruleset)
    seats, options = setups(ruleset).SETUPS[place]
    compared = 0
    for number in range(GAMES):
        random = Random(number)
        for count, step in enumerate(steps(game, seats, options, seed("secrecy", ruleset, place, number))):
            for viewer in (None, *range(seats)):
                twin = game.resample(step.state, viewer, Rng(random.randbytes(32)))
                assert shown(game, twin, viewer) == shown(game, step.state, viewer)
                compared += same_after(game, step, twin, viewer)
            if count == MOST_STEPS:
                break
    assert compared > 50


def same_after(game: Game, step: Step, twin: Any, viewer: int | None) -> bool:
    """The same action in both worlds, where it is legal in both, is told and seen alike.

    They may part where the rules turn a hidden card over for everybody, in one world or in both, and not a telling
    before.
    """
    if find_offer(game.rules.offers(twin, step.seat), step.action) is None:
        return False
    after, tellings = game.rules.apply(twin, step.seat, step.action)
    here, there = heard(step.tellings, viewer), heard(tellings, viewer)
    if here != there:
        parting = next(pair for pair in zip_longest(here, there) if pair[0] != pair[1])
        kinds = {json.loads(text)["type"] for text in parting if text is not None}
        assert len(kinds) == 1, parting
        assert kinds <= setups(game.id).TURNS_OVER, parting
        return False
    assert [telling.seats for telling in tellings] == [telling.seats for telling in step.tellings]
    if not news(tellings, viewer):
        assert shown(game, after, viewer) == shown(game, step.after, viewer)
    return True
