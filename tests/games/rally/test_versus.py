"""Versus (RA-13)."""

import pytest

from engine.flow import Result
from engine.rally.actions import StageCleared
from engine.rally.state import Mode
from tests.games.rally.table import act, asked, events, kind, play, shown, table

SPARE = "speed-straight speed-straight"
FOUR = "fault-misfire fault-misfire fault-puncture fault-puncture"


def versus(*hands: str, **more: object):
    return table(*hands, mode=Mode.VERSUS, **more)


@pytest.mark.clause("RA-13.1")
def test_the_crew_rules_apply() -> None:
    state = play(versus("grip-dig-in", SPARE, row=("S S",), streak=2), "grip-dig-in")
    assert (shown(state)[0], len(state.car), state.hit_stack) == ("S- S", 1, ())


@pytest.mark.clause("RA-13.2")
def test_who_resolves_the_last_call_of_a_stage_claims_it() -> None:
    state = versus(SPARE, SPARE, row=("S S", "S"))
    state = play(state, "speed-straight")
    assert StageCleared(0, "stage-01", 1) in events(state, "play", zone="hand", card="speed-straight")
    state = play(state, "speed-straight")
    assert (state.claimed, state.row[0].claimed_by) == (((), ("stage-01",)), 1)


@pytest.mark.clause("RA-13.3")
def test_a_stage_resolved_by_an_effect_goes_to_the_player_of_the_card() -> None:
    state = play(versus("skill-full-send", SPARE, row=("S S", "S"), streak=4), "skill-full-send")
    assert state.claimed == (("stage-01",), ())
    both = play(versus("speed-streak", SPARE, row=("S", "G", "S"), streak=1), "speed-streak")
    assert both.claimed == (("stage-01", "stage-02"), ())


@pytest.mark.clause("RA-13.4")
def test_recovery_stages_are_never_claimed() -> None:
    state = versus(SPARE, SPARE, row=("S+ S", "fault-puncture: G+ S", "S"), car="fault-puncture")
    state = play(play(state, "speed-straight"), "speed-straight")
    assert (state.claimed, state.row[1].claimed_by) == ((("stage-01",), ()), None)


@pytest.mark.clause("RA-13.5", "RA-R38", "RA-R42")
@pytest.mark.parametrize(
    ("claimed", "winners", "ranking", "scores"),
    [
        ((("a", "b"), ("c",), ("d",)), (0,), ((0,), (1, 2)), (2, 1, 1)),
        ((("a",), (), ("d",)), (0, 2), ((0, 2), (1,)), (1, 0, 1)),
        (((), (), ()), (0, 1, 2), ((0, 1, 2),), (0, 0, 0)),
    ],
)
@pytest.mark.parametrize("reason", ["finished", "wrecked"])
def test_most_claimed_stages_win_however_the_rally_ends(claimed, winners, ranking, scores, reason) -> None:
    row = ("fault-puncture: S",)
    more = {"claimed": claimed, "day": 3, "car": FOUR if reason == "wrecked" else ""}
    state = versus("speed-straight grip-dig-in", SPARE, SPARE, row=row, **more)
    state = play(state, "speed-straight" if reason == "finished" else "grip-dig-in")
    assert state.result == Result(winners, ranking, scores, reason)


@pytest.mark.clause("RA-R37")
def test_a_stage_finished_by_a_miss_is_claimed_by_who_missed() -> None:
    state = play(versus("grip-dig-in", SPARE, row=("S", "S")), "grip-dig-in")
    assert state.claimed == (("stage-01",), ())
    state = play(versus("speed-straight", "skill-full-send", SPARE, row=("S S", "S")), "speed-straight")
    assert (state.claimed, asked(state)) == (((), ("stage-01",), ()), (2,))


@pytest.mark.clause("RA-R39")
def test_claimed_stages_stay_with_their_claimers_over_the_days() -> None:
    state = play(versus("speed-straight", SPARE, row=("S",)), "speed-straight")
    assert kind(state) == "service"
    state = act(state, "keep", discard=[])
    assert (state.day, state.claimed, state.cleared) == (2, (("stage-01",), ()), ())


@pytest.mark.clause("RA-R42")
def test_a_crew_that_arrives_wins_together() -> None:
    state = play(table("speed-straight", SPARE, SPARE, row=("S",), day=3), "speed-straight")
    assert state.result == Result((0, 1, 2), ((0, 1, 2),), None, "finished")
    solo = play(table("speed-straight", row=("S",), day=3), "speed-straight")
    assert solo.result == Result((0,), ((0,),), None, "finished")
