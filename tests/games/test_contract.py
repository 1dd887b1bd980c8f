"""What every ruleset in the catalogue keeps, at every step of random play."""

import json
import os
from random import Random
from typing import Any

import msgspec
import pytest

from engine.catalogue import find
from engine.errors import Taken
from engine.flow import Decision, Window
from engine.game import Game
from engine.offers import Action, accepts, pick
from engine.offers import find as find_offer
from tests.games.random_play import RULESETS, Step, invariants, seed, setups, steps

GAMES = int(os.environ.get("SOAK_GAMES", "200"))
"""Whole games of random play for each ruleset, shared out over its setups; `make soak` plays more."""
SHORT = {"respond", "defend", "spring", "auction.bid", "auction.free", "reroll"}
TABLES = [
    pytest.param(ruleset, place, id=f"{ruleset}-{seats}-{'-'.join(map(str, options.values())) or 'usual'}")
    for ruleset in RULESETS
    for place, (seats, options) in enumerate(setups(ruleset).SETUPS)
]


def rounds(ruleset: str) -> int:
    return -(-GAMES // len(setups(ruleset).SETUPS))


@pytest.mark.parametrize(("ruleset", "place"), TABLES)
def test_random_play_keeps_the_contract(ruleset: str, place: int) -> None:
    game, check = find(ruleset), invariants(ruleset).check
    seats, options = setups(ruleset).SETUPS[place]
    for number in range(rounds(ruleset)):
        start = seed(ruleset, place, number)
        random = Random(start)
        played: list[Decision] = []
        last: Step | None = None
        for last in steps(game, seats, options, start):
            check_step(game, last, random)
            check(last.after)
            played.append(Decision(last.seat, 0, last.action))
        assert last is not None
        assert game.rules.question(last.after) is None
        assert game.rules.offers(last.after, last.seat) == []
        assert replayed(game, seats, options, start, played) == game.encode(last.after)


def replayed(game: Game, seats: int, options: dict[str, Any], start: bytes, played: list[Decision]) -> bytes:
    """The same seed and decisions, from the start."""
    state, _ = game.begin(seats, options, start)
    for decision in played:
        state, _ = game.rules.apply(state, decision.seat, decision.action)
    return game.encode(state)


def check_step(game: Game, step: Step, random: Random) -> None:
    state, rules = step.state, game.rules
    stored = game.encode(state)
    question = rules.question(state)
    assert question is not None
    assert question.seats, "a game in progress waits for somebody"
    for seat in range(state.seats):
        check_seat(game, state, seat, seat in question.seats, random)
    copy = game.decode(stored)
    assert copy == state
    assert msgspec.json.decode(msgspec.json.encode(state), type=game.state) == state
    resumed, told = rules.apply(copy, step.seat, step.action)
    assert (game.encode(resumed), told) == (game.encode(step.after), step.tellings)
    assert game.encode(state) == stored, "the input is unchanged"
    events = [event for telling in step.tellings for event in (telling.full, telling.others) if event]
    assert all(type(event) in game.events for event in events)


def check_seat(game: Game, state: Any, seat: int, waited_for: bool, random: Random) -> None:
    rules = game.rules
    offers, prompt = rules.offers(state, seat), rules.prompt(state, seat)
    open_ids = rules.open_to(state, seat)
    assert all(offer.prompt in open_ids for offer in offers)
    if waited_for:
        assert prompt is not None
        assert any(offer.prompt == prompt.id for offer in offers), "who is waited for has an offer"
        assert prompt.default is not None
        assert find_offer(offers, prompt.default) is not None, "the default is legal"
    if prompt is None:
        assert all(offer.type in rules.asides for offer in offers), "only asides beside no prompt"
    for offer in offers:
        action = pick(offer, random)
        assert sum(accepts(other, action) for other in offers) == 1, "every action fits exactly one offer"
        rules.apply(state, seat, action)
        for wrong in spoiled(action, random):
            if find_offer(offers, wrong) is None:
                check_refusal(game, state, seat, wrong)


def spoiled(action: Action, random: Random) -> list[dict[str, object]]:
    """Actions that are nearly this one."""
    field = random.choice(list(action))
    strange: list[object] = [None, -1, 99, "", "no-such", [], ["no-such"], 1.0, True, {"one_of": [1, 2]}]
    value = action[field]
    swollen = [{**action, field: value * 2 + value[:1]}] if isinstance(value, list) else []
    lacking = {name: kept for name, kept in action.items() if name != field}
    return [{**action, field: random.choice(strange)}, {**action, "more": 1}, lacking, *swollen]


def check_refusal(game: Game, state: Any, seat: int, action: dict[str, object]) -> None:
    """A refusal cites a clause of the ledger and gives a reason in words."""
    try:
        clause, detail = game.objection(state, seat, action)
    except Taken as taken:
        clause, detail = taken.clause, taken.detail
    assert clause in game.clauses
    assert detail.endswith(".")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_ruleset_describes_itself(ruleset: str) -> None:
    game = find(ruleset)
    assert game.id == ruleset
    assert game.clauses
    assert game.card_lists in ("as published", "this project's own")
    assert {"random", "steady"} <= set(game.bots)
    assert json.loads(msgspec.json.encode(game.cards))
    assert msgspec.json.schema(game.options)["$defs"]
    assert len({event.__struct_config__.tag for event in game.events}) == len(game.events)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_quick_interrupts_alone_are_on_the_windows_clock(ruleset: str) -> None:
    flows = find(ruleset).rules.flows.values()
    windows = {kind: step for flow in flows for kind, step in flow.items() if isinstance(step, Window)}
    assert {kind for kind, window in windows.items() if window.short} == SHORT & windows.keys()


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("level", ["random", "steady"])
def test_bots_play_whole_games_by_legal_actions(ruleset: str, level: str) -> None:
    game = find(ruleset)
    for place, (seats, options) in enumerate(setups(ruleset).SETUPS):
        random = Random(place)
        state, _ = game.begin(seats, options, seed(level, place))
        while (question := game.rules.question(state)) is not None:
            seat = random.choice(question.seats)
            action = game.bots[level](game.sight(state, seat, options), random)
            assert find_offer(game.rules.offers(state, seat), action) is not None, action
            state, _ = game.rules.apply(state, seat, action)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_silent_table_comes_to_an_end_by_its_defaults(ruleset: str) -> None:
    game = find(ruleset)
    for seats, options in setups(ruleset).SETUPS:
        state, _ = game.begin(seats, options, seed(ruleset))
        while (question := game.rules.question(state)) is not None:
            state, _, decisions = game.rules.time_out(state)
            assert {decision.seat for decision in decisions} <= set(question.seats)
            assert decisions
