"""What parts do (LR-10, LR-11, LR-R36, LR-R37, LR-R40 to LR-R42)."""

import pytest

from engine.lap_racer import events
from engine.lap_racer.effects import Debris
from engine.lap_racer.state import turn
from tests.games.lap_racer.table import race, racer, resolving


@pytest.mark.clause("LR-10.1")
def test_a_scrapped_card_is_in_the_scrapyard_for_good() -> None:
    table = race(racer("strip-down-shell debris", garage="shunt"), racer()).play(0, "strip-down-shell")
    table.act(0, "choose_card", zone="garage", card="shunt")
    assert (table.state.scrapyard, table.racer(0).garage) == (("shunt",), ())
    assert table.told(1, events.Scrapped) == [events.Scrapped(seat=0, card="shunt", zone="garage")]


@pytest.mark.clause("LR-10.2")
def test_a_cards_text_overrides_the_rules() -> None:
    cards = "stock-engine big-block"
    table = race(racer(cards, playbooks="second-engine"), racer()).play(0, "stock-engine", "big-block")
    assert turn(table.state).drive == 7


@pytest.mark.clause("LR-10.3")
def test_the_bank_never_runs_out() -> None:
    table = race(racer("sponsor-cheque", coins=10_000), racer()).play(0, "sponsor-cheque")
    assert table.racer(0).coins == 10_003


@pytest.mark.clause("LR-11.1")
def test_drive_effects_change_the_total_of_this_turn_only() -> None:
    table = race(racer("underdog-diesel"), racer(at=1), dice=[1, 1]).play(0, "underdog-diesel")
    assert turn(table.state).drive == 6
    assert turn(table.drive(0).drive(1).state).drive == 0


@pytest.mark.clause("LR-11.2")
@pytest.mark.parametrize(("face", "coins"), [(1, 1), (2, 1), (3, 3), (4, 3), (5, 5), (6, 5)])
def test_a_roll_runs_exactly_one_row(face: int, coins: int) -> None:
    table = race(racer("side-bet"), racer(), dice=[face]).play(0, "side-bet")
    assert (table.racer(0).coins, table.told(1, events.Rolled)) == (coins, [events.Rolled(0, face, "side-bet")])


@pytest.mark.clause("LR-11.2")
def test_a_roll_of_a_card_is_no_drive_roll() -> None:
    playbooks = "snake-eyes second-look steady-hands"
    table = race(racer("loaded-rotary", playbooks=playbooks), racer(), dice=[1]).play(0, "loaded-rotary")
    assert (table.racer(0).coins, turn(table.state).drive, table.asked()) == (0, 2, ("play", (0,)))


@pytest.mark.clause("LR-11.3")
@pytest.mark.parametrize(
    ("kind", "fields", "drive"), [("choose_card", {"zone": "hand", "card": "debris"}, 5), ("decline", {}, 2)]
)
def test_what_follows_a_scrap_follows_only_if_a_card_was_scrapped(
    kind: str, fields: dict[str, str], drive: int
) -> None:
    table = race(racer("scrap-burner debris"), racer()).play(0, "scrap-burner").act(0, kind, **fields)
    assert turn(table.state).drive == drive


@pytest.mark.clause("LR-11.3")
def test_with_no_card_to_scrap_nothing_is_asked_and_nothing_follows() -> None:
    table = race(racer("scrap-burner", garage="debris"), racer()).play(0, "scrap-burner")
    assert (table.asked(), turn(table.state).drive) == (("play", (0,)), 2)


@pytest.mark.clause("LR-11.4")
@pytest.mark.parametrize(("answer", "drive", "coins"), [("pay", 6, 1), ("decline", 2, 3)])
def test_what_follows_a_payment_follows_only_if_it_was_made(answer: str, drive: int, coins: int) -> None:
    table = race(racer("coin-fed-v8", coins=3), racer()).play(0, "coin-fed-v8").act(0, answer)
    assert (turn(table.state).drive, table.racer(0).coins) == (drive, coins)


@pytest.mark.clause("LR-11.4")
def test_the_too_poor_are_not_asked_to_pay() -> None:
    table = race(racer("coin-fed-v8", coins=1), racer()).play(0, "coin-fed-v8")
    assert (table.asked(), turn(table.state).drive) == (("play", (0,)), 2)


@pytest.mark.clause("LR-11.5")
def test_per_puzzle_counts_what_was_played_earlier_and_not_the_card_itself() -> None:
    table = race(racer("dividend puzzle-treads firing-order"), racer()).play(0, "dividend")
    assert table.racer(0).coins == 1
    table.play(0, "puzzle-treads", "firing-order")
    assert turn(table.state).drive == 2 + 2 + 2 * 2


@pytest.mark.clause("LR-11.5")
def test_jigsaw_asks_once_for_each_other_puzzle_card() -> None:
    cards = "dividend puzzle-treads jigsaw-chassis"
    table = race(racer(cards, deck="slicks slicks", garage="debris debris"), racer()).play(0, *cards.split())
    table.act(0, "choose_card", zone="garage", card="debris").act(0, "choose_card", zone="garage", card="debris")
    assert (turn(table.state).drive, table.asked()) == (6, ("play", (0,)))


@pytest.mark.clause("LR-11.6")
def test_a_move_checks_range_and_side_and_then_acts_like_any_movement() -> None:
    racers = racer("tow-cable", at=10), racer(at=9), racer(at=12), racer(at=21)
    table = race(*racers, bananas=[11]).play(0, "tow-cable")
    assert (table.each("space"), table.racer(2).wiped, table.asked()) == ((10, 9, 10, 21), True, ("auction.free", (2,)))


@pytest.mark.clause("LR-11.7")
def test_each_banana_is_chosen_from_the_spaces_then_legal_and_fewer_may_be_placed() -> None:
    table = race(racer("banana-crate", at=4), racer(at=3), racer(at=10)).play(0, "banana-crate")
    assert table.values(0, "space") == [1, 2, 5, 6, 7, 8, 9]
    table.act(0, "choose_space", space=9)
    assert table.values(0, "space") == [1, 2, 5, 6, 7, 8, 9]
    table.act(0, "decline")
    assert (table.state.bananas, table.asked()) == ((9,), ("play", (0,)))


@pytest.mark.clause("LR-11.8")
def test_debris_goes_to_the_takers_garage() -> None:
    table = race(racer("overboost"), racer(), debris=9).play(0, "overboost")
    assert (table.racer(0).garage, table.state.debris) == (("debris",), 8)


@pytest.mark.clause("LR-11.8")
def test_with_too_little_debris_the_active_player_takes_first_then_clockwise() -> None:
    table = race(racer(), racer(), racer(), racer(), active=3, debris=2)
    taken = resolving(table, 1, Debris(who="each_opponent", n=1))
    assert taken.each("garage") == (("debris",), (), (), ("debris",))


@pytest.mark.clause("LR-11.9", "LR-R36")
def test_coins_are_taken_from_each_separately_clockwise_and_at_most_what_is_there() -> None:
    table = race(racer(coins=1), racer("tip-jar"), racer(), racer(coins=5), active=1).play(1, "tip-jar")
    assert table.each("coins") == (0, 3, 0, 4)
    assert [event.loser for event in table.told(None, events.CoinsTaken)] == [3, 0]


@pytest.mark.clause("LR-R36")
def test_there_are_no_debts() -> None:
    table = race(racer("pickpocket-drone"), racer(coins=1)).play(0, "pickpocket-drone")
    assert table.each("coins") == (1, 0)


@pytest.mark.clause("LR-11.10")
def test_a_showroom_card_taken_free_is_no_purchase() -> None:
    playbooks = "haggler express-delivery"
    table = race(racer("parts-dealer", coins=2, playbooks=playbooks), racer(), deck="tip-jar").play(0, "parts-dealer")
    assert table.offers(0)[0] == {"type": "choose_slot", "slot": 0}
    table.act(0, "choose_slot", slot=0)
    assert (table.racer(0).garage, table.state.showroom[0]) == (("big-block",), "tip-jar")
    assert table.act(0, "purchase", slot=1, to="garage").racer(0).coins == 0


@pytest.mark.clause("LR-11.11")
def test_with_the_marker_removed_this_turns_drive_takes_place() -> None:
    table = race(racer("wrench-set", wiped=True), racer(), dice=[2]).play(0, "wrench-set").drive(0)
    assert (table.racer(0).wiped, table.racer(0).space) == (False, 3)


@pytest.mark.clause("LR-11.12")
def test_each_traffic_jam_of_each_opponent_takes_two_off_the_affected_players_own_drive() -> None:
    racers = racer(at=1), racer(area="traffic-jam"), racer(area="traffic-jam")
    table = race(*racers, dice=[6]).drive(0)
    assert table.told(None, events.Drove)[0].changes == -4


@pytest.mark.clause("LR-11.13")
@pytest.mark.parametrize(("mine", "others", "drive"), [(4, (5, 6), 6), (4, (4, 6), 3), (4, (3, 9), 3)])
def test_last_means_that_every_other_seat_has_more_progress(mine: int, others: tuple[int, ...], drive: int) -> None:
    table = race(racer("underdog-diesel", at=mine), *(racer(at=at) for at in others)).play(0, "underdog-diesel")
    assert turn(table.state).drive == drive


@pytest.mark.clause("LR-11.13")
def test_with_two_seats_level_nobody_is_last() -> None:
    assert turn(race(racer("underdog-diesel"), racer()).play(0, "underdog-diesel").state).drive == 3
