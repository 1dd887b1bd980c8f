"""What playbooks change, and when they act (LR-12, LR-R6, LR-R10)."""

import pytest

from engine.lap_racer import events
from engine.lap_racer.effects import Banana, Move, Scrap, Wipe
from engine.lap_racer.state import turn
from tests.games.lap_racer.table import race, racer, resolving


@pytest.mark.clause("LR-12.1")
@pytest.mark.parametrize(
    ("playbook", "cards"),
    [
        ("second-engine", "stock-engine big-block overboost"),
        ("heavy-frame", "stock-frame ablative-panels roll-cage"),
        ("twin-axles", "slicks hop-wheels drift-kit"),
        ("toolbelt", "junk-mail tow-cable wrench-set"),
        ("portfolio", "sponsor-cheque dividend tip-jar"),
    ],
)
def test_a_second_card_of_the_type_may_be_played_and_no_third(playbook: str, cards: str) -> None:
    one, two, three = cards.split()
    table = race(racer(cards, playbooks=playbook), racer()).play(0, one, two)
    assert table.refusal(0, "play", card=three) == "LR-2.1"


@pytest.mark.clause("LR-12.2")
def test_big_garage_raises_the_end_phase_draw() -> None:
    table = race(racer(deck="slicks " * 9, playbooks="big-garage"), racer(), dice=[1]).drive(0)
    assert len(table.racer(0).hand) == 6


@pytest.mark.clause("LR-12.3")
def test_only_the_first_purchase_of_a_turn_is_cheaper() -> None:
    table = race(racer(coins=5, playbooks="haggler"), racer())
    costs = [table.act(0, "purchase", slot=0).told(None, events.Purchased)[0].cost for _ in range(2)]
    assert (costs, table.racer(0).coins) == ([2, 3], 0)


@pytest.mark.clause("LR-12.3")
def test_only_the_first_refresh_of_a_turn_is_free() -> None:
    table = race(racer(coins=1, playbooks="window-shopper"), racer())
    assert [table.act(0, "refresh").racer(0).coins for _ in range(2)] == [1, 0]


@pytest.mark.clause("LR-12.4")
@pytest.mark.parametrize(("bid", "left"), [(1, 3), (3, 2)])
def test_greased_palms_pays_two_less_than_the_bid_and_never_less_than_nothing(bid: int, left: int) -> None:
    table = race(racer(at=7), racer(coins=3, playbooks="greased-palms"), dice=[3]).drive(0)
    assert table.offers(1)[0]["amount"] == {"from": 1, "to": 3}
    assert table.act(1, "bid", amount=bid).racer(1).coins == left


@pytest.mark.clause("LR-12.5")
@pytest.mark.parametrize(("face", "counted"), [(1, 3), (2, 3), (3, 3), (4, 4)])
def test_steady_hands_counts_a_low_roll_as_3_and_triggers_go_by_the_face(face: int, counted: int) -> None:
    table = race(racer(playbooks="steady-hands snake-eyes"), racer(), dice=[face]).drive(0)
    assert (table.told(None, events.Drove)[0].roll, table.racer(0).coins) == (counted, 3 if face == 1 else 0)


@pytest.mark.clause("LR-12.6")
def test_second_look_rerolls_once_and_the_second_face_stands() -> None:
    table = race(racer(playbooks="second-look"), racer(), dice=[5, 2]).drive(0).act(0, "reroll")
    assert (table.racer(0).space, table.asked()) == (2, ("play", (1,)))


@pytest.mark.clause("LR-12.6")
def test_the_first_roll_may_be_kept() -> None:
    table = race(racer(playbooks="second-look"), racer(), dice=[5, 2]).drive(0).act(0, "keep_roll")
    assert table.racer(0).space == 5


@pytest.mark.clause("LR-12.7")
def test_thick_treads_remove_bananas_without_harm() -> None:
    table = race(racer(playbooks="thick-treads"), racer(), dice=[3], bananas=[2, 2]).drive(0)
    assert (table.racer(0).wiped, table.state.bananas) == (False, ())


@pytest.mark.clause("LR-12.9")
def test_clean_sweep_takes_no_debris_for_a_lap_but_for_other_effects() -> None:
    table = race(racer("overboost", at=49, playbooks="clean-sweep"), racer(), dice=[1]).play(0, "overboost").drive(0)
    assert (table.state.debris, table.told(None, events.DebrisTaken)) == (24, [])


@pytest.mark.clause("LR-12.10")
def test_express_delivery_may_put_a_purchase_on_top_of_the_deck_for_all_to_see() -> None:
    table = race(racer(coins=6, deck="debris", playbooks="express-delivery"), racer(), deck="tip-jar dividend")
    assert table.offers(0)[0] == {"type": "purchase", "slot": 0, "to": {"one_of": ["garage", "deck_top"]}}
    table.act(0, "purchase", slot=0, to="deck_top").act(0, "purchase", slot=1, to="garage")
    assert (table.racer(0).deck, table.racer(0).garage) == (("big-block", "debris"), ("slicks",))
    assert table.view(1).racers[0].deck_top == ("big-block",)


@pytest.mark.clause("LR-12.10")
def test_a_known_card_is_no_longer_shown_when_it_is_drawn_or_shuffled() -> None:
    table = race(racer("drift-kit", coins=3, deck="debris slicks", playbooks="express-delivery"), racer())
    table.act(0, "purchase", slot=0, to="deck_top").play(0, "drift-kit")
    assert (table.view(None).racers[0].deck_top, table.racer(0).hand) == ((), ("big-block", "debris"))


@pytest.mark.clause("LR-12.10")
def test_without_express_delivery_a_purchase_names_no_place() -> None:
    table = race(racer(coins=3), racer())
    assert table.refusal(0, "purchase", slot=0, to="deck_top") == "LR-12.10"


@pytest.mark.clause("LR-12.11")
def test_lap_triggers_fire_after_the_reshuffle() -> None:
    table = race(racer(at=49, garage="slicks", playbooks="lap-purse parting-gift"), racer(), dice=[1]).drive(0)
    kinds = [type(event) for event in table.told(None, events.Shuffled, events.CoinsGained, events.DebrisTaken)]
    assert kinds == [events.DebrisTaken, events.Shuffled, events.CoinsGained, events.DebrisTaken]
    assert (table.racer(0).coins, table.racer(1).garage) == (4, ("debris",))


@pytest.mark.clause("LR-12.11")
def test_lap_triggers_do_not_fire_on_the_third_completion() -> None:
    table = race(racer(at=49, lap=3, playbooks="lap-purse"), racer(), dice=[1]).drive(0)
    assert table.racer(0).coins == 0


@pytest.mark.clause("LR-12.12")
@pytest.mark.parametrize(("kept", "coins"), [({}, 3), ({"wiped": True}, 0), ({"area": "roll-cage"}, 0)])
def test_rage_fuel_pays_on_becoming_wiped_out_only(kept: dict[str, object], coins: int) -> None:
    table = race(racer(), racer(playbooks="rage-fuel", **kept))
    assert resolving(table, 0, Wipe(who="opponent")).racer(1).coins == coins


@pytest.mark.clause("LR-12.13")
def test_ash_dividend_pays_for_every_card_its_owner_scraps() -> None:
    table = race(racer("ablative-panels", at=4, garage="debris", playbooks="ash-dividend"), racer(), dice=[6])
    assert table.play(0, "ablative-panels").racer(0).coins == 1
    table.drive(0).act(0, "choose_card", zone="garage", card="debris")
    assert table.racer(0).coins == 2


@pytest.mark.clause("LR-12.13")
def test_ash_dividend_pays_nothing_for_what_others_scrap() -> None:
    table = resolving(race(racer("debris"), racer(playbooks="ash-dividend")), 0, Scrap(zones=("hand",), n=1, may=True))
    assert table.act(0, "choose_card", zone="hand", card="debris").racer(1).coins == 0


@pytest.mark.clause("LR-12.14")
def test_passing_pays_once_for_each_opponent_passed() -> None:
    racers = racer(playbooks="slipstreamer"), racer(at=1, playbooks="toll-road"), racer(at=2), racer(at=4)
    table = race(*racers, dice=[4]).drive(0)
    assert table.each("coins") == (2, 1, 0, 0)


@pytest.mark.clause("LR-R6")
def test_a_free_refresh_is_the_first_action_of_the_turn_only() -> None:
    table = race(racer(playbooks="window-shopper"), racer()).act(0, "refresh")
    assert table.refusal(0, "refresh") == "LR-2.5"


@pytest.mark.clause("LR-R10")
def test_triggers_of_one_moment_go_by_the_order_of_gain_active_player_first() -> None:
    table = race(
        racer(at=48, playbooks="slipstreamer parting-gift lap-purse"), racer(at=49, playbooks="toll-road"), dice=[4]
    ).drive(0)
    gains = table.told(None, events.CoinsGained, events.DebrisTaken)
    assert [(event.seat, event.card) for event in gains] == [
        (0, "slipstreamer"),
        (1, "toll-road"),
        (0, None),
        (1, "parting-gift"),
        (0, "lap-purse"),
    ]


@pytest.mark.parametrize(
    ("playbook", "at", "total"),
    [("lead-foot", 20, 3), ("underdog", 4, 4), ("underdog", 20, 2), ("lean-machine", 20, 4), ("boxcars", 20, 2)],
)
def test_standing_drive(playbook: str, at: int, total: int) -> None:
    table = race(racer(at=at, playbooks=playbook), racer(at=9), dice=[2]).drive(0)
    assert table.told(None, events.Drove)[0].total == total


def test_boxcars_adds_four_on_a_six() -> None:
    assert race(racer(playbooks="boxcars"), racer(), dice=[6]).drive(0).told(None, events.Drove)[0].total == 10


def test_full_set_counts_four_different_types() -> None:
    cards = "stock-engine stock-frame slicks sponsor-cheque"
    table = race(racer(cards, playbooks="full-set"), racer(), dice=[1]).play(0, *cards.split()).drive(0)
    assert table.told(None, events.Drove)[0] == events.Drove(seat=0, drive=7, roll=1, changes=2, total=10)


def test_lean_machine_counts_all_cards_of_the_owner() -> None:
    table = race(racer("slicks", deck="slicks " * 9, garage="debris", playbooks="lean-machine"), racer(), dice=[2])
    assert table.drive(0).told(None, events.Drove)[0].total == 2


@pytest.mark.parametrize(("at", "coins"), [(9, 3), (5, 1), (1, 1)])
def test_allowance_and_pole_money_at_the_start_of_a_turn(at: int, coins: int) -> None:
    assert race(racer(at=at, playbooks="allowance pole-money"), racer(at=5)).racer(0).coins == coins


def test_puzzle_box_adds_drive_for_each_puzzle_card() -> None:
    table = race(racer("dividend slicks", playbooks="puzzle-box"), racer()).play(0, "dividend", "slicks")
    assert turn(table.state).drive == 5


def test_peel_artist_is_paid_for_each_banana() -> None:
    table = resolving(race(racer(at=5, playbooks="peel-artist"), racer()), 0, Banana(low=1, high=3, n=2, may=True))
    table.act(0, "choose_space", space=6).act(0, "choose_space", space=6)
    assert (table.racer(0).coins, table.state.bananas) == (2, (6, 6))


def test_a_trigger_with_a_limit_runs_once_in_any_one_turn() -> None:
    table = race(racer(at=48, playbooks="lap-purse"), racer())
    table = resolving(table, 0, Move(who="self", n=2))
    assert (table.racer(0).coins, turn(table.state).fired) == (4, (("lap-purse", "lap"),))


def test_parting_gift_reaches_opponents_in_anothers_turn_too() -> None:
    table = race(racer("slingshot"), racer(at=49, playbooks="parting-gift")).play(0, "slingshot")
    assert table.act(0, "choose_option", option=0).racer(0).garage == ("debris",)
