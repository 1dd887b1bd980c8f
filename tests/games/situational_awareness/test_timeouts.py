"""Section 16: what happens to a seat whose time is over."""

import pytest

from engine.flow import Decision
from engine.situational_awareness.rules import RULES
from tests.games.situational_awareness.table import Table, table

PASS = {"type": "pass"}


def turn() -> Table:
    return table("hail", "", "")


def flat_tire() -> Table:
    return table("hail", "", "", flat_tire=(0,))


def respond() -> Table:
    return table("hail", "high-beams", "dashcam", "pile-up").play(0, "hail", 1)


def defend() -> Table:
    return table("hail", "high-beams", "").play(0, "hail", 1)


def violation() -> Table:
    return table("detour", "high-beams", "").play(0, "detour", 1)


def spring() -> Table:
    return (
        table("detour", "swerve", "duck duck duck", "fog fog fog", traps=[(0, "blind-spot")])
        .play(0, "detour", 1)
        .save(1, "swerve", "violation")
    )


def pay_trap() -> Table:
    return (
        table("detour", "swerve", "rain snow-chains hail hail", traps=[(0, "blind-spot")])
        .play(0, "detour", 1)
        .save(1, "swerve", "violation")
        .act(2, "spring")
    )


def traffic_jam() -> Table:
    return table("traffic-jam", "rain duck", "hail", "fog hail").play(0, "traffic-jam").discard(2, "hail")


def rush_hour() -> Table:
    return table("rain duck hail fog hail swerve", "", "", condition="rush-hour").act(0, "end_turn")


@pytest.mark.parametrize(
    ("opened", "kind", "short", "decided"),
    [
        (turn, "turn", False, {0: {"type": "end_turn"}}),
        (flat_tire, "turn", False, {0: {"type": "pit_stop", "discard": []}}),
        (respond, "respond", True, {2: PASS, 3: PASS}),
        (defend, "defend", True, {1: PASS}),
        (violation, "defend", True, {1: PASS}),
        (spring, "spring", True, {2: PASS, 3: PASS}),
        (pay_trap, "pay_trap", False, {2: {"type": "discard", "cards": ["hail", "hail", "snow-chains"]}}),
        (
            traffic_jam,
            "traffic_jam",
            False,
            {1: {"type": "discard", "cards": ["duck"]}, 3: {"type": "discard", "cards": ["hail"]}},
        ),
        (rush_hour, "rush_hour", False, {0: {"type": "discard", "cards": ["hail", "hail"]}}),
    ],
)
def test_a_seat_whose_time_is_over_does_what_its_prompt_says(opened, kind, short, decided) -> None:
    trip = opened()
    question = RULES.question(trip.state)
    prompts = {seat: RULES.prompt(trip.state, seat) for seat in question.seats}
    assert (question.kind, question.short) == (kind, short)
    assert {seat: prompt.default for seat, prompt in prompts.items()} == decided
    assert trip.time_out() == tuple(Decision(seat, question.id, action) for seat, action in decided.items())
    assert question.id != getattr(RULES.question(trip.state), "id", None)


@pytest.mark.parametrize(
    ("opened", "must"),
    [
        (turn, False),
        (flat_tire, True),
        (respond, False),
        (defend, False),
        (spring, False),
        (pay_trap, True),
        (traffic_jam, True),
        (rush_hour, True),
    ],
)
def test_only_a_duty_has_no_answer_that_declines(opened, must: bool) -> None:
    trip = opened()
    question = RULES.question(trip.state)
    assert {RULES.prompt(trip.state, seat).must for seat in question.seats} == {must}


@pytest.mark.clause("SA-R16")
def test_an_early_save_has_no_default_and_no_time_out() -> None:
    trip = respond()
    assert RULES.prompt(trip.state, 1).default is None
    assert 1 not in [made.seat for made in trip.time_out()]
    assert trip.asked() == ("defend", (1,))


def test_the_time_of_seats_that_have_answered_does_not_run_out() -> None:
    trip = respond().passing(2)
    assert [made.seat for made in trip.time_out()] == [3]
