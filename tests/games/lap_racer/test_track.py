"""Spaces, Bananas and movement (LR-4, LR-R13 to LR-R16, LR-R21 to LR-R27)."""

import pytest

from engine.lap_racer import events
from engine.lap_racer.effects import Banana, Coins, Move
from tests.games.lap_racer.table import race, racer, resolving


@pytest.mark.clause("LR-4.1")
@pytest.mark.parametrize(
    ("space", "kind"),
    [*((space, "auction.bid") for space in (10, 20, 30, 40)), *((space, "incinerator") for space in (15, 35))],
)
def test_a_move_that_ends_on_a_special_space_starts_it(space: int, kind: str) -> None:
    table = race(racer(at=space - 3, garage="debris", coins=1), racer(), dice=[3]).drive(0)
    assert table.asked() == (kind, (0,))


@pytest.mark.clause("LR-4.1", "LR-R15", "LR-E8")
def test_a_player_moved_onto_an_auction_in_anothers_turn_is_the_landing_player() -> None:
    table = race(racer("shunt", at=12), racer(at=45), racer(at=14, coins=1)).play(0, "shunt")
    assert (table.racer(2).space, table.asked()) == (10, ("auction.bid", (2,)))
    table.act(2, "bid", amount=1)
    assert table.asked() == ("play", (0,))


@pytest.mark.clause("LR-E8")
def test_shunted_from_13_to_9_there_is_no_auction() -> None:
    table = race(racer("shunt", at=12), racer(at=45), racer(at=13, coins=1)).play(0, "shunt")
    assert (table.racer(2).space, table.asked()) == (9, ("play", (0,)))


@pytest.mark.clause("LR-4.2")
def test_passing_an_auction_and_an_incinerator_does_nothing() -> None:
    table = race(racer("big-block", at=9, coins=1, garage="debris"), racer(), dice=[2]).play(0, "big-block").drive(0)
    assert (table.racer(0).space, table.asked()) == (16, ("play", (1,)))


@pytest.mark.clause("LR-4.3", "LR-7.1", "LR-R22", "LR-E9")
def test_bananas_wipe_out_once_all_are_removed_and_the_move_goes_on() -> None:
    table = race(racer("big-block", at=20, playbooks="rage-fuel"), racer(), dice=[4], bananas=[24, 24, 29, 31])
    table.play(0, "big-block").drive(0)
    assert (table.racer(0).space, table.racer(0).wiped, table.racer(0).coins) == (29, True, 3)
    assert table.state.bananas == (31,)


@pytest.mark.clause("LR-4.4")
def test_a_banana_goes_on_no_marker_but_on_another_banana() -> None:
    table = race(racer("peel-droppers", at=8), racer(at=6), bananas=[7]).play(0, "peel-droppers")
    assert table.values(0, "space") == [5, 7]
    assert table.act(0, "choose_space", space=7).state.bananas == (7, 7)


@pytest.mark.clause("LR-4.5")
def test_players_moved_at_once_all_move_first_then_resolve_active_first_then_clockwise() -> None:
    table = race(racer(at=10), racer(at=12, coins=1), racer(at=17, garage="debris"), racer(at=32, coins=1), active=2)
    resolving_table = resolving(table, 0, Move(who="each_opponent", n=-2))
    assert resolving_table.asked() == ("incinerator", (2,))
    assert resolving_table.each("space") == (10, 10, 15, 30)
    resolving_table.act(2, "decline")
    assert resolving_table.asked() == ("auction.bid", (3,))


@pytest.mark.clause("LR-R13")
def test_a_marker_on_the_line_does_not_move_again_in_that_turn() -> None:
    table = race(racer("hop-wheels", at=48), racer(), dice=[6]).play(0, "hop-wheels")
    assert (table.racer(0).laps, table.racer(0).space, table.racer(0).on_line) == (1, 0, True)
    table.drive(0)
    assert table.told(None, events.Drove)[0].total == 6
    assert (table.racer(0).laps, table.racer(0).space, table.asked()) == (1, 0, ("lap_choice", (0,)))


@pytest.mark.clause("LR-R13")
def test_a_marker_on_the_line_is_no_target_of_a_move_until_the_turn_ends() -> None:
    table = race(racer("hop-wheels cut-off", at=48, deck="debris"), racer("cut-off", lap=2, at=1), dice=[1])
    table.play(0, "hop-wheels").drive(0).act(0, "race").play(1, "cut-off")
    assert table.told(None, events.Targeted) == [events.Targeted(seat=1, target=0, card="cut-off")]


@pytest.mark.clause("LR-R13")
def test_the_roll_of_a_player_on_the_line_still_has_its_triggers() -> None:
    table = race(racer("hop-wheels", at=48, playbooks="snake-eyes"), racer(), dice=[1])
    assert table.play(0, "hop-wheels").drive(0).racer(0).coins == 3


@pytest.mark.clause("LR-R14")
def test_a_backward_move_stops_at_space_0_of_the_lap() -> None:
    table = race(racer("shunt", lap=2, at=5), racer(lap=2, at=2)).play(0, "shunt")
    assert (table.racer(1).laps, table.racer(1).space) == (1, 0)
    assert table.told(None, events.Moved) == [events.Moved(seat=1, count=-2, laps=1, space=0)]


@pytest.mark.clause("LR-R15")
def test_bananas_work_on_the_way_back_too() -> None:
    table = race(racer("shunt", at=20), racer(at=26), bananas=[24]).play(0, "shunt")
    assert (table.racer(1).space, table.racer(1).wiped, table.state.bananas) == (22, True, ())


@pytest.mark.clause("LR-R16")
def test_a_backward_move_that_is_blocked_is_no_movement() -> None:
    table = race(racer("cut-off"), racer(at=0)).play(0, "cut-off")
    assert (table.racer(1).space, table.asked()) == (0, ("play", (0,)))


@pytest.mark.clause("LR-R21")
def test_bananas_before_the_line_count_and_what_lies_beyond_is_lost_with_the_move() -> None:
    table = race(racer(at=46), racer(), dice=[6], bananas=[2, 49]).drive(0)
    assert (table.racer(0).wiped, table.racer(0).space, table.state.bananas) == (True, 0, (2,))


@pytest.mark.clause("LR-R22")
def test_wiped_out_in_mid_move_the_landing_still_happens() -> None:
    table = race(racer(at=8, coins=1), racer(), dice=[2], bananas=[9]).drive(0)
    assert (table.racer(0).wiped, table.asked()) == (True, ("auction.bid", (0,)))


@pytest.mark.clause("LR-R23")
def test_a_banana_on_an_auction_comes_first() -> None:
    table = race(racer(at=8, coins=1), racer(), dice=[2], bananas=[10]).drive(0)
    kinds = [type(event) for event in table.told(None, events.WipedOut, events.AuctionOpened)]
    assert kinds == [events.WipedOut, events.AuctionOpened]


@pytest.mark.clause("LR-R26", "LR-12.14")
def test_passing_is_strictly_between_and_fires_before_the_space() -> None:
    racers = racer(at=6, playbooks="slipstreamer"), racer(at=6), racer(at=8, playbooks="toll-road"), racer(at=10)
    table = race(*racers, dice=[4]).drive(0)
    assert (table.each("coins"), table.asked()) == ((1, 0, 1, 0), ("auction.bid", (0,)))
    assert [type(event) for event in table.told(None, events.CoinsGained, events.AuctionOpened)] == [
        events.CoinsGained,
        events.CoinsGained,
        events.AuctionOpened,
    ]


@pytest.mark.clause("LR-R26")
def test_a_move_of_a_card_passes_nobody() -> None:
    table = race(racer("hop-wheels", at=6, playbooks="slipstreamer"), racer(at=7, playbooks="toll-road"))
    assert table.play(0, "hop-wheels").each("coins") == (0, 0)


@pytest.mark.clause("LR-R26")
def test_wiped_triggers_fire_on_the_spot_before_the_marker_stops() -> None:
    table = race(racer(at=20, playbooks="rage-fuel"), racer(), dice=[6], bananas=[22]).drive(0)
    kinds = [type(event) for event in table.told(None, events.CoinsGained, events.Moved)]
    assert kinds == [events.CoinsGained, events.Moved]


@pytest.mark.clause("LR-R26")
def test_who_is_passed_counts_before_the_lap_steps() -> None:
    table = race(racer(at=48, playbooks="slipstreamer"), racer(at=49), dice=[5]).drive(0)
    kinds = [type(event) for event in table.told(None, events.CoinsGained, events.LapCompleted)]
    assert kinds == [events.CoinsGained, events.LapCompleted]


@pytest.mark.clause("LR-R27")
def test_a_space_reached_during_an_effect_is_resolved_before_the_next_effect() -> None:
    table = race(racer("hop-wheels", at=12, garage="debris", deck="slicks"), racer()).play(0, "hop-wheels")
    assert (table.asked(), table.racer(0).hand) == (("incinerator", (0,)), ())
    assert table.act(0, "decline").racer(0).hand == ("slicks",)


@pytest.mark.clause("LR-R27")
def test_a_race_that_is_won_stops_everything() -> None:
    table = race(racer("hop-wheels", lap=3, at=48, deck="slicks"), racer()).play(0, "hop-wheels")
    assert (table.asked(), table.racer(0).hand) == (None, ())


@pytest.mark.clause("LR-R11")
def test_ranges_go_by_progress_across_the_line() -> None:
    table = race(racer("shunt", at=49), racer(lap=2, at=1), racer(lap=2, at=8), racer(at=30)).play(0, "shunt")
    assert table.told(None, events.Targeted) == [events.Targeted(seat=0, target=1, card="shunt")]


@pytest.mark.clause("LR-R11")
@pytest.mark.parametrize(("at", "spaces"), [(2, [1, 3, 4]), (48, [46, 47, 49])])
def test_bananas_go_on_board_spaces_1_to_49_without_wrapping(at: int, spaces: list[int]) -> None:
    table = resolving(race(racer(at=at), racer()), 0, Banana(low=-2, high=2, n=1, may=True))
    assert table.values(0, "space") == spaces


@pytest.mark.clause("LR-R11")
def test_a_marker_on_any_lap_occupies_its_space() -> None:
    table = race(racer("peel-droppers", at=8), racer(lap=3, at=7)).play(0, "peel-droppers")
    assert table.values(0, "space") == [5, 6]


def test_effects_that_still_run_survive_being_stored_in_the_middle() -> None:
    table = resolving(race(racer(at=12, garage="debris"), racer()), 0, Move(who="self", n=3), Coins(n=2))
    assert table.asked() == ("incinerator", (0,))
    assert table.act(0, "decline").racer(0).coins == 2
