"""The End Phase, laps, Pit Stops and the end (LR-8, LR-9, LR-R17 to LR-R19, LR-R24, LR-R38, LR-R39)."""

import pytest

from engine.flow import Result
from engine.lap_racer import events
from engine.lap_racer.effects import Move
from engine.lap_racer.rules.ending import TURN_LIMIT
from tests.games.lap_racer.table import Table, race, racer, resolving

PLAYBOOKS = "lead-foot haggler boxcars allowance"


def pit_stop(*others: str, coins: int = 0, pool: str = "underdog", deck: str = PLAYBOOKS, **kept: str) -> Table:
    """Seat 0 at the start of its Pit Stop turn."""
    return race(racer(lap=2, coins=coins, pit=True, **kept), racer(*others), pool=pool, playbook_deck=deck)


@pytest.mark.clause("LR-8.1")
def test_played_cards_and_the_hand_go_to_the_garage_then_five_are_drawn() -> None:
    deck = "hop-wheels shunt tip-jar dividend big-block overboost"
    table = race(racer("slicks debris", deck=deck), racer(), dice=[1]).play(0, "slicks").drive(0)
    assert table.racer(0).hand == tuple(deck.split()[:5])
    assert (table.racer(0).garage, table.racer(0).play_area) == (("slicks", "debris"), ())


@pytest.mark.clause("LR-8.2", "LR-R24", "LR-E17")
def test_an_effect_card_stays_until_the_owners_next_turn_and_a_banana_before_that_does_nothing() -> None:
    table = race(racer("roll-cage", at=20, wiped=True), racer("shunt", at=22), bananas=[18], dice=[1])
    table.play(0, "roll-cage").drive(0)
    assert (table.racer(0).wiped, table.racer(0).play_area) == (False, ("roll-cage",))
    table.play(1, "shunt")
    assert (table.racer(0).space, table.racer(0).wiped, table.state.bananas) == (16, False, ())
    table.drive(1)
    assert (table.racer(0).play_area, table.racer(0).garage) == ((), ("roll-cage",))
    assert table.told(None, events.Expired) == [events.Expired(seat=0, cards=("roll-cage",))]


@pytest.mark.clause("LR-8.3")
def test_a_draw_takes_what_is_left_then_the_shuffled_garage_and_stops_when_both_are_empty() -> None:
    table = race(racer("debris", deck="slicks shunt", garage="tip-jar"), racer(), dice=[1]).drive(0)
    hand = table.racer(0).hand
    assert (hand[:2], sorted(hand[2:])) == (("slicks", "shunt"), ["debris", "tip-jar"])
    assert [event.deck for event in table.told(0, events.Shuffled)] == ["seat-0"]


@pytest.mark.clause("LR-8.3")
def test_a_deck_that_just_suffices_is_not_refilled() -> None:
    table = race(racer(deck="slicks slicks slicks slicks slicks", garage="tip-jar"), racer(), dice=[1]).drive(0)
    assert (table.racer(0).deck, table.racer(0).garage) == ((), ("tip-jar",))


@pytest.mark.clause("LR-9.1", "LR-E13")
def test_the_marker_stops_on_the_line_and_the_rest_is_lost() -> None:
    table = race(racer("big-block", at=46), racer(), dice=[6]).play(0, "big-block").drive(0)
    assert table.told(None, events.Moved) == [events.Moved(seat=0, count=4, laps=1, space=0)]


@pytest.mark.clause("LR-9.2", "LR-E13")
def test_then_comes_one_debris_and_deck_and_garage_are_the_new_deck() -> None:
    table = race(racer("hop-wheels shunt", at=48, deck="slicks", garage="tip-jar"), racer()).play(0, "hop-wheels")
    racer_0 = table.racer(0)
    assert sorted((*racer_0.deck, *racer_0.hand[1:])) == ["debris", "slicks", "tip-jar"]
    assert (racer_0.hand[0], racer_0.garage, racer_0.play_area) == ("shunt", (), ("hop-wheels",))
    assert table.state.debris == 24


@pytest.mark.clause("LR-9.2", "LR-E18")
def test_with_the_debris_set_empty_there_is_none_and_the_reshuffle_still_happens() -> None:
    table = race(racer("slingshot"), racer(at=49, garage="tip-jar slicks"), debris=0).play(0, "slingshot")
    table.act(0, "choose_option", option=0)
    assert (sorted(table.racer(1).deck), table.racer(1).garage) == (["slicks", "tip-jar"], ())


@pytest.mark.clause("LR-9.3")
def test_the_third_completion_wins_at_once_and_nothing_else_resolves() -> None:
    mine = racer(lap=3, at=49, garage="tip-jar", playbooks="lap-purse slipstreamer")
    table = race(mine, racer(lap=3, at=20), racer(lap=2, at=40), dice=[1]).drive(0)
    assert table.state.result == Result((0,), ((0,), (1,), (2,)), (150, 120, 90), "finish")
    assert (table.racer(0).coins, table.racer(0).garage, table.asked()) == (0, ("tip-jar",), None)


@pytest.mark.clause("LR-9.3", "LR-E15")
def test_slingshot_over_the_line_on_lap_3_wins_for_the_one_who_is_shot() -> None:
    table = race(racer("slingshot"), racer(lap=3, at=48)).play(0, "slingshot").act(0, "choose_option", option=2)
    assert (table.state.result.winners, table.state.result.reason) == ((1,), "finish")


@pytest.mark.clause("LR-9.4", "LR-E13")
def test_after_the_end_phase_the_player_chooses() -> None:
    table = race(racer("debris", at=49), racer(), dice=[1]).drive(0)
    assert (table.asked(), table.types(0)) == (("lap_choice", (0,)), ["pit", "race"])
    assert sorted(table.racer(0).hand) == ["debris", "debris"]


@pytest.mark.clause("LR-9.5", "LR-E14")
def test_a_pit_stop_adds_two_playbooks_to_the_pool_and_takes_one_of_it() -> None:
    table = pit_stop(coins=3).act(0, "take_playbook", playbook="haggler")
    assert (table.racer(0).playbooks, table.state.pool) == (("haggler",), ("underdog", "lead-foot"))
    assert table.refusal(0, "take_playbook", playbook="underdog") == "LR-9.5"
    assert table.act(0, "purchase", slot=0).act(0, "end_turn").asked() == ("play", (1,))


@pytest.mark.clause("LR-9.5", "LR-E14")
def test_after_a_pit_stop_the_next_turn_is_normal_from_space_0() -> None:
    table = pit_stop().act(0, "take_playbook", playbook="underdog").act(0, "end_turn")
    table.time_out()
    assert (table.asked(), table.racer(0).space, table.racer(0).laps) == (("play", (0,)), 0, 1)


@pytest.mark.clause("LR-9.6")
def test_racing_through_the_next_turn_is_normal_and_no_playbook_is_gained() -> None:
    table = race(racer(at=49), racer(at=41), dice=[1, 1], playbook_deck=PLAYBOOKS, pool="underdog").drive(0)
    table.act(0, "race").drive(1)
    assert (table.asked(), table.state.pool, table.racer(0).playbooks) == (("play", (0,)), ("underdog",), ())


@pytest.mark.clause("LR-9.7")
def test_the_turn_after_the_line_starts_from_space_0_of_the_new_lap() -> None:
    table = race(racer(at=47), racer(at=41), dice=[6, 1, 2]).drive(0).act(0, "race").drive(1).drive(0)
    assert table.told(None, events.Moved) == [events.Moved(seat=0, count=2, laps=1, space=2)]


@pytest.mark.clause("LR-9.7")
def test_unless_another_players_effect_moved_the_marker_since() -> None:
    table = race(racer(at=49), racer("slingshot", lap=2), dice=[1, 1, 2]).drive(0).act(0, "race")
    table.play(1, "slingshot").act(1, "choose_option", option=2).drive(1).drive(0)
    assert table.racer(0).space == 5


@pytest.mark.clause("LR-9.8")
def test_playbooks_are_permanent_and_without_limit() -> None:
    table = pit_stop(playbooks="boxcars allowance haggler", pool="underdog")
    table.act(0, "take_playbook", playbook="underdog").act(0, "end_turn").time_out()
    table.drive(0)
    assert table.racer(0).playbooks == ("boxcars", "allowance", "haggler", "underdog")
    assert "underdog" not in table.racer(0).garage + table.racer(0).deck + table.racer(0).hand


@pytest.mark.clause("LR-9.9")
@pytest.mark.parametrize(("active", "winner"), [(3, 0), (1, 1)])
def test_completions_of_one_moment_resolve_active_first_then_clockwise(active: int, winner: int) -> None:
    racers = racer(lap=3, at=48), racer(lap=3, at=47), racer(), racer()
    table = resolving(race(*racers, active=active), 2, Move(who="each_opponent", n=3))
    assert table.state.result.winners == (winner,)


@pytest.mark.clause("LR-R17", "LR-E16")
def test_a_lap_in_anothers_turn_keeps_the_hand_and_chooses_after_that_turn() -> None:
    table = race(racer("slingshot"), racer("shunt", at=49, deck="slicks", garage="tip-jar"), dice=[1])
    table.play(0, "slingshot").act(0, "choose_option", option=2)
    racer_1 = table.racer(1)
    assert (racer_1.on_line, racer_1.hand, sorted(racer_1.deck)) == (True, ("shunt",), ["debris", "slicks", "tip-jar"])
    assert table.asked() == ("play", (0,))
    table.drive(0)
    assert table.asked() == ("lap_choice", (1,))
    assert table.act(1, "pit").view(None).turn.pit_stop


@pytest.mark.clause("LR-R17")
def test_several_choosers_are_asked_active_first_then_clockwise() -> None:
    table = race(racer(at=48), racer(at=41), racer(at=49), active=2, dice=[1])
    table = resolving(table, 1, Move(who="each_opponent", n=2)).drive(2)
    assert table.asked() == ("lap_choice", (2,))
    first = table.prompt()
    table.act(2, "race")
    assert (table.asked(), table.prompt() > first) == (("lap_choice", (0,)), True)


@pytest.mark.clause("LR-R17")
def test_a_seat_that_owes_a_pit_stop_is_not_asked_again() -> None:
    table = race(racer("slingshot", at=30), racer(at=49, lap=2, pit=True), dice=[1])
    table.play(0, "slingshot").act(0, "choose_option", option=0).drive(0)
    assert (table.racer(1).laps, table.view(None).turn.pit_stop, table.asked()) == (2, True, ("pit", (1,)))


@pytest.mark.clause("LR-R18")
def test_a_pit_stop_expires_effect_cards_refills_and_draws_playbooks_before_it_asks() -> None:
    table = race(
        racer(lap=2, pit=True, area="roll-cage"), racer(), showroom="slicks", deck="shunt", playbook_deck=PLAYBOOKS
    )
    assert table.racer(0).garage == ("roll-cage",)
    assert (table.state.showroom[1], table.state.pool) == ("shunt", ("lead-foot", "haggler"))


@pytest.mark.clause("LR-R18")
def test_the_choice_is_compulsory_and_purchases_may_precede_it() -> None:
    table = pit_stop(coins=3)
    assert (table.types(0), table.refusal(0, "end_turn")) == (["take_playbook", "purchase"], "LR-R18")
    assert table.act(0, "purchase", slot=0).types(0) == ["take_playbook"]


@pytest.mark.clause("LR-R18")
def test_a_pit_stop_has_no_refresh_no_cards_no_drive_and_keeps_the_hand() -> None:
    table = pit_stop(coins=2, playbooks="allowance", pool="")
    assert (table.racer(0).coins, table.refusal(0, "refresh")) == (2, "LR-R18")
    table = race(racer("slicks", lap=2, pit=True, deck="shunt"), racer(), pool="boxcars")
    table.act(0, "take_playbook", playbook="boxcars").act(0, "end_turn")
    assert (table.racer(0).hand, table.racer(0).space, table.racer(0).deck) == (("slicks",), 0, ("shunt",))


@pytest.mark.clause("LR-R18", "LR-R6")
def test_a_newly_taken_playbook_works_at_once_also_a_discount() -> None:
    table = pit_stop(coins=2).act(0, "take_playbook", playbook="haggler").act(0, "purchase", slot=0)
    assert table.racer(0).coins == 0


@pytest.mark.clause("LR-R18")
def test_when_time_is_over_the_first_of_the_pool_is_taken_and_the_pit_stop_ends() -> None:
    table = pit_stop()
    actions = [decision.action for decision in table.time_out()]
    assert actions == [{"type": "take_playbook", "playbook": "underdog"}, {"type": "end_turn"}]


@pytest.mark.clause("LR-R19")
@pytest.mark.parametrize(("deck", "pool"), [("boxcars", ["underdog", "boxcars"]), ("", ["underdog"])])
def test_a_short_playbook_deck_gives_what_it_has(deck: str, pool: list[str]) -> None:
    assert pit_stop(deck=deck).values(0, "playbook") == pool


@pytest.mark.clause("LR-R19")
def test_with_an_empty_pool_the_pit_stop_is_still_legal_and_no_playbook_is_gained() -> None:
    table = pit_stop(deck="", pool="")
    assert table.types(0) == ["end_turn"]


@pytest.mark.clause("LR-R20")
def test_a_pit_stop_has_no_drive_phase_so_the_marker_stays() -> None:
    table = race(racer(lap=2, pit=True, wiped=True), racer(), pool="boxcars")
    table.act(0, "take_playbook", playbook="boxcars").act(0, "end_turn")
    assert table.racer(0).wiped


@pytest.mark.clause("LR-R38")
def test_after_200_turns_a_seat_the_race_ends_and_the_most_progress_wins_shared() -> None:
    table = race(racer(at=5), racer(at=7), racer(at=3), dice=[2], turns=TURN_LIMIT * 3 - 1).drive(0)
    assert table.state.result == Result((0, 1), ((0, 1), (2,)), (7, 7, 3), "turn-limit")


@pytest.mark.clause("LR-R38")
def test_the_turn_limit_comes_before_any_lap_choice_and_counts_pit_stops() -> None:
    table = race(racer(at=49), racer(), dice=[2], turns=399).drive(0)
    assert table.state.result.winners == (0,)
    table = race(racer(lap=2, pit=True), racer(), turns=399).act(0, "end_turn")
    assert table.state.result.reason == "turn-limit"


@pytest.mark.clause("LR-R39")
def test_one_winner_and_the_others_by_progress_with_ties_equal() -> None:
    racers = racer(lap=3, at=49), racer(lap=2, at=3), racer(lap=3), racer(lap=2, at=3)
    table = race(*racers, dice=[1]).drive(0)
    assert table.state.result.ranking == ((0,), (2,), (1, 3))
