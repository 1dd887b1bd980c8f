"""The road (RA-3)."""

import pytest

from engine.rally.actions import CallResolved, StageCleared
from engine.rally.cards import CREW, Stat
from engine.rally.rules.playing import matches
from engine.rally.state import Mark
from tests.games.rally.table import act, asked, events, live, play, shown, table


@pytest.mark.clause("RA-3.1")
def test_the_live_call_is_the_first_open_call_of_the_topmost_open_stage() -> None:
    state = table("grip-dig-in speed-straight", "speed-straight", row=("S+ S+", "S+ G", "S"))
    assert live(state) == "grip"
    assert shown(play(state, "grip-dig-in")) == ["S+ S+", "S+ G+", "S"]


@pytest.mark.clause("RA-3.2")
def test_a_stage_is_cleared_by_hits_and_misses_alike_and_the_next_is_current_at_once() -> None:
    state = table("speed-flat-out control-clean-line", "speed-straight", row=("G- S", "C G"))
    assert StageCleared(0, "stage-01", None) in events(state, "play", zone="hand", card="speed-flat-out")
    state = play(state, "speed-flat-out")
    assert live(state) == "control"
    assert shown(play(state, "control-clean-line")) == ["G- S+", "C+ G"]


@pytest.mark.clause("RA-3.2")
def test_a_miss_on_the_last_call_clears_the_stage_too() -> None:
    state = table("grip-dig-in grip-dig-in", "grip-dig-in", row=("G- S", "C G"))
    assert StageCleared(0, "stage-01", None) in events(state, "play", zone="hand", card="grip-dig-in")


@pytest.mark.clause("RA-3.3", "RA-3.4")
def test_a_call_is_matched_by_its_stat_and_any_by_every_typed_card() -> None:
    cards = ("speed-straight", "grip-dig-in", "control-clean-line", "skill-cover", "skill-handover")
    matching = {stat: [card for card in cards if matches(CREW[card], stat)] for stat in Stat}
    assert matching == {
        Stat.SPEED: ["speed-straight"],
        Stat.GRIP: ["grip-dig-in"],
        Stat.CONTROL: ["control-clean-line"],
        Stat.ANY: ["speed-straight", "grip-dig-in", "control-clean-line"],
    }


@pytest.mark.clause("RA-3.5")
@pytest.mark.parametrize("asks", "SGCA")
def test_cover_fills_the_live_call_whatever_it_asks(asks: str) -> None:
    state = play(table("skill-cover grip-dig-in", "speed-straight", row=(f"{asks} G",)), "skill-cover")
    assert shown(state) == [f"{asks}+ G"]


@pytest.mark.clause("RA-R43")
def test_rows_and_indexes_count_from_0_with_the_resolved_ones() -> None:
    state = table("control-pace-note speed-straight", "speed-straight", row=("S+ G+", "S+ C G", "C"))
    assert CallResolved(1, 1, Mark.HIT) in events(state, "play", zone="hand", card="control-pace-note")
    state = act(play(state, "control-pace-note"), "change", row=2, index=0, to="speed")
    assert shown(state) == ["S+ G+", "S+ C+ G", "S"]
    assert asked(state) == (1,)
