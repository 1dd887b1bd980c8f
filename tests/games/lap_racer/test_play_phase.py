"""The Play Phase and the Showroom (LR-2, LR-R5 to LR-R9)."""

import pytest

from engine.lap_racer import events
from engine.lap_racer.state import Playing, turn
from tests.games.lap_racer.table import PARTS, race, racer


@pytest.mark.clause("LR-2.1")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("stock-engine", "big-block"),
        ("stock-frame", "ablative-panels"),
        ("slicks", "hop-wheels"),
        ("tow-cable", "junk-mail"),
        ("sponsor-cheque", "side-bet"),
    ],
)
def test_one_card_of_each_type_is_played_in_a_turn(one: str, other: str) -> None:
    table = race(racer(f"{one} {other}"), racer()).play(0, one)
    assert (table.values(0, "card"), table.refusal(0, "play", card=other)) == ([], "LR-2.1")


@pytest.mark.clause("LR-2.1")
def test_cards_of_five_types_may_be_played_in_any_order() -> None:
    table = race(racer("stock-engine stock-frame slicks cut-off sponsor-cheque"), racer(at=40))
    table.play(0, "sponsor-cheque", "slicks", "cut-off", "stock-engine", "stock-frame")
    assert turn(table.state).played == ("sponsor-cheque", "slicks", "cut-off", "stock-engine", "stock-frame")


@pytest.mark.clause("LR-2.2")
def test_debris_cannot_be_played() -> None:
    table = race(racer("debris"), racer())
    assert (table.types(0), table.refusal(0, "play", card="debris")) == (["end_play"], "LR-2.2")


@pytest.mark.clause("LR-2.3")
def test_a_played_card_lies_in_the_play_area_its_drive_counts_and_its_effects_run_in_order() -> None:
    table = race(racer("drift-kit", deck="slicks shunt"), racer()).play(0, "drift-kit")
    assert (table.racer(0).play_area, turn(table.state).drive) == (("drift-kit",), 1)
    assert (table.racer(0).hand, table.asked()) == (("slicks", "shunt"), ("choose.discard", (0,)))


@pytest.mark.clause("LR-2.3")
def test_nothing_else_is_done_until_the_card_is() -> None:
    table = race(racer("coin-fed-v8 slicks", coins=5), racer()).play(0, "coin-fed-v8")
    assert table.types(0) == ["pay", "decline"]
    assert table.act(0, "pay").types(0) == ["play", "purchase", "refresh", "end_play"]


@pytest.mark.clause("LR-2.3")
def test_play_triggers_come_after_the_effects_of_the_card() -> None:
    table = race(racer("puzzle-treads", deck="slicks", playbooks="puzzle-box"), racer()).play(0, "puzzle-treads")
    kinds = [type(event) for event in table.told(None, events.CardPlayed, events.Drew, events.DriveChanged)]
    assert kinds == [events.CardPlayed, events.Drew, events.DriveChanged]


@pytest.mark.clause("LR-2.4")
def test_a_purchase_costs_three_coins_and_the_slot_is_refilled_at_once() -> None:
    table = race(racer(coins=4), racer(), showroom="big-block slicks shunt hop-wheels", deck="tip-jar dividend")
    table.act(0, "purchase", slot=1)
    assert (table.racer(0).coins, table.racer(0).garage) == (1, ("slicks",))
    assert table.state.showroom == ("big-block", "tip-jar", "shunt", "hop-wheels")


@pytest.mark.clause("LR-2.4")
def test_two_coins_buy_nothing() -> None:
    assert race(racer(coins=2), racer()).refusal(0, "purchase", slot=0) == "LR-2.4"


@pytest.mark.clause("LR-2.5")
def test_a_refresh_costs_one_coin_and_sends_all_four_to_the_warehouse() -> None:
    table = race(racer(coins=1), racer(), showroom="big-block slicks shunt hop-wheels", deck=PARTS)
    table.act(0, "refresh")
    assert (table.racer(0).coins, table.state.warehouse) == (0, ("big-block", "slicks", "shunt", "hop-wheels"))
    assert table.state.showroom == tuple(PARTS.split()[:4])


@pytest.mark.clause("LR-2.5")
def test_without_a_coin_there_is_no_refresh() -> None:
    assert race(racer(), racer()).refusal(0, "refresh") == "LR-2.5"


@pytest.mark.clause("LR-2.6", "LR-E4")
def test_purchase_refresh_purchase_for_seven_coins() -> None:
    table = race(racer(coins=7), racer(), showroom="big-block slicks shunt hop-wheels", deck=PARTS)
    table.act(0, "purchase", slot=0).act(0, "refresh").act(0, "purchase", slot=3)
    assert (table.racer(0).coins, table.racer(0).garage) == (0, ("big-block", "big-block"))


@pytest.mark.clause("LR-2.6")
def test_cards_may_be_bought_between_cards_played() -> None:
    table = race(racer("starting-capital slicks", coins=1), racer()).play(0, "starting-capital")
    table.act(0, "purchase", slot=0).play(0, "slicks")
    assert turn(table.state).played == ("starting-capital", "slicks")


@pytest.mark.clause("LR-2.7")
def test_the_warehouse_is_shuffled_into_an_empty_parts_deck_when_a_card_must_be_revealed() -> None:
    table = race(racer(coins=3), racer(), deck="", warehouse="tip-jar tip-jar").act(0, "purchase", slot=0)
    assert (table.state.showroom[0], table.state.parts, table.state.warehouse) == ("tip-jar", ("tip-jar",), ())


@pytest.mark.clause("LR-2.7")
def test_the_warehouse_stays_while_the_parts_deck_has_its_last_card_to_reveal() -> None:
    table = race(racer(coins=3), racer(), deck="dividend", warehouse="tip-jar").act(0, "purchase", slot=0)
    assert (table.state.showroom[0], table.state.parts, table.state.warehouse) == ("dividend", (), ("tip-jar",))


@pytest.mark.clause("LR-2.8")
def test_nobody_acts_outside_their_own_turn() -> None:
    table = race(racer("slicks"), racer("slicks", coins=9), racer())
    assert (table.asked(), table.offers(1), table.offers(2)) == (("play", (0,)), [], [])
    assert table.refusal(1, "play", card="slicks") == "LR-2.8"


@pytest.mark.clause("LR-R5")
def test_with_parts_deck_and_warehouse_empty_slots_stay_empty_and_only_filled_ones_sell() -> None:
    table = race(racer(coins=9), racer(), deck="").act(0, "purchase", slot=1)
    assert (table.state.showroom[1], table.values(0, "slot")) == (None, [0, 2, 3])
    assert table.refusal(0, "purchase", slot=1) == "LR-R5"


@pytest.mark.clause("LR-R5")
def test_slots_are_refilled_at_the_start_of_a_turn_as_far_as_possible() -> None:
    table = race(racer(), racer(), showroom="slicks", deck="shunt tip-jar")
    assert table.state.showroom == ("slicks", "shunt", "tip-jar", None)


@pytest.mark.clause("LR-R5")
def test_a_refresh_may_bring_its_own_cards_back() -> None:
    table = race(racer(coins=1), racer(), showroom="slicks slicks", deck="").act(0, "refresh")
    assert (table.state.showroom, table.state.warehouse) == (("slicks", "slicks", None, None), ())


@pytest.mark.clause("LR-R5")
def test_a_refresh_needs_a_card_that_is_shown() -> None:
    table = race(racer(coins=1), racer(), showroom="", deck="")
    assert table.refusal(0, "refresh") == "LR-R5"


@pytest.mark.clause("LR-R6")
def test_a_discount_never_makes_a_cost_negative() -> None:
    table = race(racer(coins=1, playbooks="window-shopper"), racer()).act(0, "refresh")
    assert (table.told(0, events.Refreshed)[0].cost, table.racer(0).coins) == (0, 1)


@pytest.mark.clause("LR-R7")
def test_a_card_without_a_legal_target_may_be_played_and_the_effect_is_skipped() -> None:
    table = race(racer("tow-cable", at=20), racer(at=10)).play(0, "tow-cable")
    assert (table.asked(), turn(table.state).drive, table.each("space")) == (("play", (0,)), 2, (20, 10))


@pytest.mark.clause("LR-R7")
def test_with_legal_targets_one_must_be_chosen() -> None:
    table = race(racer("shunt", at=20), racer(at=18), racer(at=22)).play(0, "shunt")
    assert (table.types(0), table.values(0, "seat")) == (["choose_seat"], [1, 2])
    assert table.refusal(0, "decline") == "LR-R7"


@pytest.mark.clause("LR-R8")
def test_a_card_that_scraps_itself_counts_as_played() -> None:
    table = race(racer("ablative-panels stock-frame"), racer()).play(0, "ablative-panels")
    assert (turn(table.state).drive, turn(table.state).played, table.racer(0).play_area) == (
        5,
        ("ablative-panels",),
        (),
    )
    assert table.refusal(0, "play", card="stock-frame") == "LR-2.1"


@pytest.mark.clause("LR-R9")
def test_drawn_cards_may_be_played_in_the_same_turn_whatever_the_size_of_the_hand() -> None:
    hand = "all-terrain-set debris debris debris debris debris"
    table = race(racer(hand, deck="big-block"), racer()).play(0, "all-terrain-set", "big-block")
    assert turn(table.state).played == ("all-terrain-set", "big-block")


@pytest.mark.clause("LR-R46")
def test_a_type_is_used_at_once_and_the_card_enters_the_log_when_it_is_done() -> None:
    table = race(racer("coin-fed-v8", coins=2), racer()).play(0, "coin-fed-v8")
    assert (turn(table.state).played, isinstance(table.state.stack[1], Playing)) == ((), True)
    assert turn(table.act(0, "decline").state).played == ("coin-fed-v8",)


@pytest.mark.clause("LR-E19")
@pytest.mark.parametrize(
    ("cards", "drive", "hand"),
    [(("puzzle-treads", "firing-order"), 6, 1), (("firing-order", "puzzle-treads"), 4, 2)],
)
def test_treads_then_firing_order_and_the_other_way_round(cards: tuple[str, ...], drive: int, hand: int) -> None:
    table = race(racer("firing-order puzzle-treads", deck="debris debris debris"), racer()).play(0, *cards)
    assert (turn(table.state).drive, len(table.racer(0).hand)) == (drive, hand)


def test_every_question_of_a_turn_has_an_id_of_its_own() -> None:
    table = race(racer("slicks", coins=9), racer())
    first = table.prompt()
    assert table.play(0, "slicks").prompt() > first


def test_when_time_is_over_the_play_phase_ends() -> None:
    table = race(racer("slicks"), racer())
    assert [decision.action for decision in table.time_out()] == [{"type": "end_play"}]
