"""The Drive Phase and being Wiped Out (LR-3, LR-7, LR-R20, LR-R33, LR-R34)."""

import pytest

from engine.lap_racer import events
from engine.lap_racer.effects import Wipe
from engine.lap_racer.state import turn
from tests.games.lap_racer.table import race, racer, resolving


@pytest.mark.clause("LR-3.1")
def test_a_wiped_out_player_does_not_roll_or_move_and_loses_the_marker() -> None:
    table = race(racer("slicks", at=5, wiped=True), racer()).play(0, "slicks").drive(0)
    assert (table.racer(0).space, table.racer(0).wiped, table.asked()) == (5, False, ("play", (1,)))
    assert table.told(None, events.DriveRolled, events.Drove, events.Moved) == []


@pytest.mark.clause("LR-3.2")
def test_the_total_is_printed_drive_effects_the_roll_and_standing_changes() -> None:
    table = race(racer("tow-cable slicks", playbooks="lead-foot"), racer(area="traffic-jam"), dice=[3])
    table.play(0, "tow-cable", "slicks").drive(0)
    assert table.told(None, events.Drove) == [events.Drove(seat=0, drive=6, roll=3, changes=-1, total=8)]


@pytest.mark.clause("LR-3.3", "LR-R16", "LR-E5")
def test_a_negative_total_is_no_move_and_the_space_does_nothing() -> None:
    table = race(racer(at=20), racer(area="traffic-jam traffic-jam"), dice=[2]).drive(0)
    assert (table.racer(0).space, table.asked()) == (20, ("play", (1,)))
    assert table.told(None, events.Drove, events.Moved) == [events.Drove(0, drive=0, roll=2, changes=-4, total=0)]


@pytest.mark.clause("LR-3.4", "LR-E3")
def test_the_marker_moves_forward_by_the_total() -> None:
    table = race(racer("stock-engine stock-wheels", deck="debris"), racer(), dice=[4])
    table.play(0, "stock-engine", "stock-wheels").drive(0)
    assert table.told(None, events.Moved) == [events.Moved(seat=0, count=7, laps=0, space=7)]


@pytest.mark.clause("LR-7.1")
def test_a_wiped_out_player_cannot_become_so_again() -> None:
    table = resolving(race(racer(), racer(wiped=True, playbooks="rage-fuel")), 0, Wipe(who="opponent"))
    assert (table.racer(1).wiped, table.racer(1).coins) == (True, 0)


@pytest.mark.clause("LR-7.2", "LR-E11")
def test_a_wiped_out_player_has_a_play_phase_with_purchases_and_an_end_phase() -> None:
    table = race(racer("sponsor-cheque", deck="slicks", wiped=True), racer()).play(0, "sponsor-cheque")
    table.act(0, "purchase", slot=0).drive(0)
    assert (table.racer(0).wiped, table.racer(0).space, table.racer(0).coins) == (False, 0, 0)
    assert sorted(table.racer(0).hand) == ["big-block", "slicks", "sponsor-cheque"]


@pytest.mark.clause("LR-R20", "LR-E12")
def test_nitro_roulette_on_a_1_costs_this_turn_and_no_other() -> None:
    table = race(racer("nitro-roulette"), racer(), dice=[1]).play(0, "nitro-roulette")
    assert table.racer(0).wiped
    table.drive(0)
    assert (table.racer(0).wiped, table.racer(0).space, table.told(None, events.DriveRolled)) == (False, 0, [])


@pytest.mark.clause("LR-R20")
def test_wiped_out_by_the_own_drive_move_the_next_drive_is_skipped() -> None:
    table = race(racer(), racer(at=41), dice=[4, 1], bananas=[2]).drive(0)
    assert (table.racer(0).space, table.racer(0).wiped) == (4, True)
    table.drive(1).drive(0)
    assert (table.racer(0).space, table.racer(0).wiped) == (4, False)


@pytest.mark.clause("LR-R33")
def test_the_roll_then_the_second_look_then_triggers_by_the_face_then_the_least_count() -> None:
    table = race(racer(playbooks="second-look snake-eyes boxcars steady-hands"), racer(at=9), dice=[6, 1]).drive(0)
    assert (table.asked(), table.racer(0).coins) == (("reroll", (0,)), 0)
    table.act(0, "reroll")
    assert (table.racer(0).coins, table.told(None, events.Drove)[0]) == (3, events.Drove(0, 0, 3, 0, 3))


@pytest.mark.clause("LR-R34")
@pytest.mark.parametrize(("at", "changes"), [(5, 2), (8, 0)])
def test_conditions_of_drive_are_read_after_the_roll_and_before_moving(at: int, changes: int) -> None:
    table = race(racer("hop-wheels", at=at, playbooks="underdog"), racer(at=9), dice=[4]).play(0, "hop-wheels")
    assert table.drive(0).told(None, events.Drove)[0].changes == changes


def test_the_state_keeps_the_face_of_the_roll_for_all_to_see() -> None:
    table = race(racer(playbooks="second-look"), racer(), dice=[5]).drive(0)
    assert (turn(table.state).roll, table.view(None).turn.roll) == (5, 5)
