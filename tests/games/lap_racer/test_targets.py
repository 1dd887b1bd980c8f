"""Whom effects reach, and what is asked of whom (LR-R7, LR-R12, LR-R25, LR-R43 to LR-R45)."""

import pytest

from engine.lap_racer import GAME, events
from engine.lap_racer.effects import Debris, Discard, Move, Scrap, TakeCoins, Wipe
from engine.lap_racer.state import turn
from tests.games.lap_racer.table import race, racer, resolving


@pytest.mark.clause("LR-R12")
@pytest.mark.parametrize("effect", [Move(who="opponent", n=-1), Wipe(who="opponent"), TakeCoins(who="opponent", n=1)])
def test_attack_immune_players_are_no_targets(effect) -> None:
    table = race(racer(), racer(at=30, coins=1, area="armour-plate"), racer(at=32, coins=1), racer(at=33, coins=1))
    assert resolving(table, 0, effect, card="shunt").values(0, "seat") == [2, 3]


@pytest.mark.clause("LR-R12")
def test_attack_immune_players_take_no_debris_lose_no_coins_and_drive_unhindered() -> None:
    table = race(racer("junk-mail tip-jar"), racer(area="armour-plate", coins=2), racer(coins=2))
    table.play(0, "junk-mail", "tip-jar")
    assert (table.each("garage"), table.each("coins")) == (((), (), ("debris",)), (2, 2, 1))


@pytest.mark.clause("LR-R12")
def test_an_armour_plate_keeps_traffic_jams_off_but_not_bananas() -> None:
    table = race(racer("armour-plate"), racer(area="traffic-jam"), dice=[2], bananas=[2]).play(0, "armour-plate")
    table.drive(0)
    assert (table.racer(0).space, table.racer(0).wiped) == (3, True)


@pytest.mark.clause("LR-R12")
@pytest.mark.parametrize("effect", [Move(who="opponent", n=-1), Move(who="opponent", n=1)])
def test_move_immune_players_are_moved_neither_way(effect: Move) -> None:
    table = race(racer(), racer(at=30, area="anchor-bumper"), racer(at=32), racer(at=33))
    assert resolving(table, 0, effect, card="shunt").values(0, "seat") == [2, 3]


@pytest.mark.clause("LR-R12")
@pytest.mark.parametrize(("n", "seats"), [(-1, [2, 3]), (1, [1, 2, 3])])
def test_handbrake_hero_is_moved_forward_only(n: int, seats: list[int]) -> None:
    table = race(racer(), racer(at=30, playbooks="handbrake-hero"), racer(at=32), racer(at=33))
    assert resolving(table, 0, Move(who="opponent", n=n), card="shunt").values(0, "seat") == seats


@pytest.mark.clause("LR-R12")
def test_wipe_immune_players_stay_whole_and_bananas_are_still_removed() -> None:
    table = race(racer("roll-cage"), racer(), dice=[2], bananas=[3]).play(0, "roll-cage").drive(0)
    assert (table.racer(0).wiped, table.state.bananas) == (False, ())


@pytest.mark.clause("LR-R25")
def test_the_drive_of_an_effect_card_counts_only_in_the_turn_it_is_played() -> None:
    table = race(racer("roll-cage"), racer(), dice=[1, 1]).play(0, "roll-cage")
    assert turn(table.state).drive == 2
    table.drive(0).drive(1)
    assert turn(table.state).drive == 0


@pytest.mark.clause("LR-R37")
def test_a_player_at_space_0_is_a_legal_target_that_does_not_move() -> None:
    table = race(racer("shunt"), racer()).play(0, "shunt")
    assert table.told(None, events.Targeted) == [events.Targeted(seat=0, target=1, card="shunt")]
    assert table.told(None, events.Moved) == []


@pytest.mark.clause("LR-R40")
def test_ones_own_effects_are_not_stopped_by_ones_own_armour_or_anchor() -> None:
    table = race(racer("anchor-bumper hop-wheels"), racer()).play(0, "anchor-bumper", "hop-wheels")
    assert table.racer(0).space == 3
    table = race(racer("armour-plate overboost"), racer()).play(0, "armour-plate", "overboost")
    assert table.racer(0).garage == ("debris",)


@pytest.mark.clause("LR-R40")
def test_a_roll_cage_stops_ones_own_nitro_too() -> None:
    table = race(racer("roll-cage nitro-roulette"), racer(), dice=[1]).play(0, "roll-cage", "nitro-roulette")
    assert not table.racer(0).wiped


@pytest.mark.clause("LR-R41")
def test_the_wiped_out_and_the_immune_are_legal_targets_of_a_wipe_without_effect() -> None:
    table = race(racer(), racer(wiped=True), racer(area="roll-cage"), racer(area="armour-plate"))
    table = resolving(table, 0, Wipe(who="opponent"), card="oil-slick")
    offers = [(offer.fields["seat"].one_of, offer.no_effect) for offer in GAME.rules.offers(table.state, 0)]
    assert offers == [((1, 2), True)]
    assert table.act(0, "choose_seat", seat=2).each("wiped") == (False, True, False, False)


@pytest.mark.clause("LR-R43")
def test_only_options_whose_first_effect_can_do_something_are_offered() -> None:
    table = race(racer("precision-tyres"), racer()).play(0, "precision-tyres")
    assert table.values(0, "option") == [0, 1]
    assert table.refusal(0, "choose_option", option=2) == "LR-R43"


@pytest.mark.clause("LR-R43")
def test_a_marker_on_the_line_leaves_the_option_to_draw_and_a_single_option_is_not_asked() -> None:
    cards = "hop-wheels precision-tyres"
    table = race(racer(cards, at=47, deck="slicks slicks", playbooks="twin-axles"), racer(at=30)).play(
        0, *cards.split()
    )
    assert (table.asked(), len(table.racer(0).hand)) == (("play", (0,)), 2)
    assert table.told(None, events.OptionChosen) == [events.OptionChosen(0, 2, "precision-tyres")]


@pytest.mark.clause("LR-R43")
def test_with_no_option_left_the_effect_is_skipped() -> None:
    table = race(racer("slingshot"), racer(area="armour-plate")).play(0, "slingshot")
    assert table.asked() == ("play", (0,))


@pytest.mark.clause("LR-R7")
def test_debris_for_one_opponent_is_skipped_where_none_can_take_any() -> None:
    effect = Debris(who="opponent", n=1)
    armoured = race(racer(), racer(area="armour-plate"))
    without_any = race(racer(), racer(), racer(), debris=0)
    assert [resolving(table, 0, effect).asked() for table in (armoured, without_any)] == [("play", (0,))] * 2


@pytest.mark.clause("LR-R45")
def test_a_single_target_is_answered_by_the_engine() -> None:
    table = race(racer("shunt", at=10), racer(at=9), racer(at=30)).play(0, "shunt")
    assert (table.racer(1).space, table.asked()) == (5, ("play", (0,)))


@pytest.mark.clause("LR-R45")
def test_scraps_and_discards_are_always_asked_while_there_is_a_card_to_name() -> None:
    table = race(racer("debris"), racer())
    assert resolving(table, 0, Discard(n=1)).asked() == ("choose.discard", (0,))
    assert resolving(table, 0, Scrap(zones=("hand",), n=1, may=False)).asked() == ("choose.scrap", (0,))
    assert resolving(table, 0, Scrap(zones=("garage",), n=1, may=False)).asked() == ("play", (0,))


@pytest.mark.clause("LR-R45")
def test_with_no_card_in_hand_to_discard_nothing_is_asked() -> None:
    table = race(racer("drift-kit"), racer()).play(0, "drift-kit")
    assert (table.asked(), turn(table.state).drive) == (("play", (0,)), 1)


def test_a_discard_is_all_where_the_hand_is_smaller_and_nobody_else_sees_it() -> None:
    table = resolving(race(racer("slicks shunt"), racer()), 0, Discard(n=3))
    assert table.offers(0) == [
        {"type": "choose_cards", "cards": {"subset_of": ["slicks", "shunt"], "min": 2, "max": 2}}
    ]
    table.act(0, "choose_cards", cards=["shunt", "slicks"])
    assert table.racer(0).garage == ("slicks", "shunt")
    assert table.told(1) == [events.Discarded(seat=0, count=2, cards=None)]


def test_a_scrap_of_several_asks_again_and_what_follows_comes_last() -> None:
    table = race(racer("slicks shunt"), racer())
    table = resolving(table, 0, Scrap(zones=("hand",), n=2, may=True, then=(Discard(n=1),)))
    table.act(0, "choose_card", zone="hand", card="slicks")
    assert table.asked() == ("choose.scrap", (0,))
    assert table.act(0, "decline").asked() == ("choose.discard", (0,))


@pytest.mark.parametrize(
    ("effect", "default"),
    [
        (Move(who="opponent", n=-1), 2),
        (Move(who="opponent", n=1), 1),
        (Wipe(who="opponent"), 2),
        (TakeCoins(who="opponent", n=1), 2),
    ],
)
def test_by_default_the_leader_is_hurt_and_the_last_is_helped_of_equals_the_next(effect, default: int) -> None:
    table = race(racer(at=9), racer(at=5), racer(at=12), racer(at=12), active=2)
    assert resolving(table, 0, effect, card="shunt").default(0) == {"type": "choose_seat", "seat": default}


@pytest.mark.parametrize(
    ("effect", "default"),
    [
        (Scrap(zones=("hand",), n=1, may=True), {"type": "decline"}),
        (Scrap(zones=("hand",), n=1, may=False), {"type": "choose_card", "zone": "hand", "card": "slicks"}),
        (Discard(n=2), {"type": "choose_cards", "cards": ["shunt", "debris"]}),
    ],
)
def test_defaults_of_scraps_and_discards(effect, default) -> None:
    table = resolving(race(racer("slicks shunt debris"), racer()), 0, effect)
    assert table.default(0) == default
