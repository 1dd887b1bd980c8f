"""Auctions and Incinerators (LR-5, LR-6, LR-R28 to LR-R30, LR-R32, LR-R42)."""

import pytest

from engine.lap_racer import events
from engine.lap_racer.rules import RULES
from tests.games.lap_racer.table import Table, race, racer


def auction(*coins: int, deck: str = "big-block slicks", warehouse: str = "", playbooks: str = "") -> Table:
    """Seat 0 has just landed on an Auction."""
    first = racer(at=7, coins=coins[0], playbooks=playbooks)
    others = (racer(at=1, coins=count, playbooks=playbooks) for count in coins[1:])
    return race(first, *others, dice=[3], deck=deck, warehouse=warehouse).drive(0)


@pytest.mark.clause("LR-5.1")
def test_the_top_card_of_the_parts_deck_is_revealed() -> None:
    table = auction(1, 1)
    assert table.told(None, events.AuctionOpened) == [events.AuctionOpened(seat=0, card="big-block")]
    assert (table.view(1).auction.card, table.state.parts) == ("big-block", ("slicks",))


@pytest.mark.clause("LR-5.2")
def test_bids_go_clockwise_from_the_landing_player_each_higher_than_the_last() -> None:
    table = auction(5, 5, 5)
    table.act(0, "bid", amount=2)
    assert (table.asked(), table.offers(1)[0]["amount"]) == (("auction.bid", (1,)), {"from": 3, "to": 5})
    assert table.refusal(1, "bid", amount=2) == "LR-R28"


@pytest.mark.clause("LR-5.2")
def test_a_pass_is_final() -> None:
    table = auction(5, 5, 5).act(0, "pass").act(1, "bid", amount=1).act(2, "bid", amount=2)
    assert table.asked() == ("auction.bid", (1,))
    table.act(1, "bid", amount=3)
    assert table.asked() == ("auction.bid", (2,))


@pytest.mark.clause("LR-5.2", "LR-5.3", "LR-R28", "LR-E6")
def test_the_last_one_in_pays_the_bid_and_has_the_card() -> None:
    table = auction(4, 3, 2, 1).act(0, "pass").act(1, "bid", amount=1).act(2, "bid", amount=2)
    assert table.told(None, events.Passed) == [events.Passed(seat=3)]
    assert table.asked() == ("auction.bid", (1,))
    table.act(1, "pass")
    assert (table.racer(2).coins, table.racer(2).garage, table.asked()) == (0, ("big-block",), ("play", (1,)))


@pytest.mark.clause("LR-5.4", "LR-E7")
def test_without_a_bid_the_card_is_offered_free_from_the_landing_player_clockwise() -> None:
    table = auction(4, 4, 0).act(0, "pass").act(1, "pass")
    assert table.asked() == ("auction.free", (0,))
    table.act(0, "decline").act(1, "take_card")
    assert (table.racer(1).coins, table.racer(1).garage, table.asked()) == (4, ("big-block",), ("play", (1,)))


@pytest.mark.clause("LR-5.5")
def test_a_card_that_nobody_takes_goes_to_the_warehouse() -> None:
    table = auction(0, 0).act(0, "decline").act(1, "decline")
    assert (table.state.warehouse, table.told(None, events.Unsold)) == (("big-block",), [events.Unsold("big-block")])


@pytest.mark.clause("LR-R28")
@pytest.mark.parametrize(("coins", "amount"), [(1, 1), (3, {"from": 1, "to": 3})])
def test_a_bid_is_from_1_up_to_the_bidders_coins(coins: int, amount: object) -> None:
    assert auction(coins, 0).offers(0) == [{"type": "bid", "amount": amount}, {"type": "pass"}]


@pytest.mark.clause("LR-R28")
def test_a_sole_remaining_player_may_still_bid_or_pass() -> None:
    table = auction(1, 2).act(0, "pass")
    assert (table.asked(), table.types(1)) == (("auction.bid", (1,)), ["bid", "pass"])
    assert table.act(1, "pass").asked() == ("auction.free", (0,))


@pytest.mark.clause("LR-R28")
def test_without_coins_a_player_is_passed_by_the_engine() -> None:
    table = auction(0, 2)
    assert (table.told(None, events.Passed), table.asked()) == ([events.Passed(seat=0)], ("auction.bid", (1,)))


@pytest.mark.clause("LR-R29")
def test_rounds_go_on_clockwise_and_the_high_bidder_is_not_asked_against_itself() -> None:
    table = auction(9, 9, 9).act(0, "bid", amount=1).act(1, "bid", amount=2).act(2, "pass")
    assert table.asked() == ("auction.bid", (0,))
    table.act(0, "bid", amount=3)
    assert table.asked() == ("auction.bid", (1,))
    won = table.act(1, "pass").told(None, events.AuctionWon)
    assert won == [events.AuctionWon(seat=0, card="big-block", paid=3)]


@pytest.mark.clause("LR-R30")
def test_with_parts_deck_and_warehouse_empty_there_is_no_auction() -> None:
    assert auction(4, 4, deck="").asked() == ("play", (1,))


@pytest.mark.clause("LR-R30")
def test_the_warehouse_is_shuffled_for_an_auction() -> None:
    assert auction(4, 4, deck="", warehouse="shunt").view(None).auction.card == "shunt"


@pytest.mark.clause("LR-R30")
def test_a_player_moved_in_anothers_turn_bids_first_and_with_its_own_coins() -> None:
    table = race(racer("shunt", at=12), racer(at=45, coins=9), racer(at=14, coins=2)).play(0, "shunt")
    assert table.offers(2) == [{"type": "bid", "amount": {"from": 1, "to": 2}}, {"type": "pass"}]
    table.act(2, "pass").act(1, "pass")
    assert table.asked() == ("auction.free", (2,))
    table.act(2, "decline")
    assert table.asked() == ("auction.free", (0,))


@pytest.mark.clause("LR-R42")
def test_coins_gained_in_the_play_phase_may_be_bid() -> None:
    table = race(racer("sponsor-cheque", at=7), racer(), dice=[3]).play(0, "sponsor-cheque").drive(0)
    assert table.offers(0)[0] == {"type": "bid", "amount": {"from": 1, "to": 3}}


@pytest.mark.clause("LR-R42")
def test_purchases_are_over_with_the_play_phase() -> None:
    table = auction(9, 9).act(0, "pass")
    assert table.act(1, "pass").refusal(0, "purchase", slot=0) == "LR-5.4"


def test_each_bid_is_a_short_question_of_its_own() -> None:
    table = auction(5, 5)
    first = RULES.question(table.state)
    second = RULES.question(table.act(0, "bid", amount=1).state)
    assert (first.short, second.short, second.id > first.id) == (True, True, True)


def test_when_time_is_over_a_bidder_passes_and_a_free_card_is_declined() -> None:
    table = auction(1, 0)
    actions = [decision.action["type"] for _ in range(3) for decision in table.time_out()]
    assert (actions, table.state.warehouse) == (["pass", "decline", "decline"], ("big-block",))


@pytest.mark.clause("LR-6.1", "LR-E10")
@pytest.mark.parametrize(("zone", "card"), [("hand", "shunt"), ("garage", "debris")])
def test_the_landing_player_may_scrap_one_card_of_hand_or_garage(zone: str, card: str) -> None:
    table = race(racer("shunt", at=12, garage="debris"), racer(), dice=[3]).drive(0)
    table.act(0, "choose_card", zone=zone, card=card)
    assert (table.state.scrapyard, table.asked()) == ((card,), ("play", (1,)))


@pytest.mark.clause("LR-6.1")
def test_nobody_has_to_scrap() -> None:
    table = race(racer("shunt", at=12), racer(), dice=[3]).drive(0).act(0, "decline")
    assert (table.state.scrapyard, table.asked()) == ((), ("play", (1,)))


@pytest.mark.clause("LR-E10")
def test_with_no_card_in_hand_and_garage_nothing_is_asked() -> None:
    assert race(racer(at=12, deck="debris"), racer(), dice=[3]).drive(0).asked() == ("play", (1,))


@pytest.mark.clause("LR-R32")
def test_cards_in_the_play_area_are_not_eligible() -> None:
    table = race(racer("slicks shunt", at=8, garage="debris"), racer(), dice=[3]).play(0, "slicks").drive(0)
    assert table.values(0, "card") == ["shunt", "debris"]


@pytest.mark.clause("LR-R32", "LR-12.8")
def test_with_furnace_pass_up_to_three_cards_burn_one_at_a_time() -> None:
    garage = "debris debris debris debris"
    table = race(racer(at=12, garage=garage, playbooks="furnace-pass"), racer(), dice=[3]).drive(0)
    for left in (3, 2, 1):
        assert table.view(None).incinerator.left == left
        table.act(0, "choose_card", zone="garage", card="debris")
    assert (len(table.state.scrapyard), table.asked()) == (3, ("play", (1,)))


@pytest.mark.clause("LR-R32")
def test_burning_may_stop_at_any_time() -> None:
    table = race(racer(at=12, garage="debris debris", playbooks="furnace-pass"), racer(), dice=[3]).drive(0)
    table.act(0, "choose_card", zone="garage", card="debris").act(0, "decline")
    assert (table.state.scrapyard, table.asked()) == (("debris",), ("play", (1,)))


@pytest.mark.clause("LR-R35")
def test_scrapped_debris_does_not_go_back_to_the_set_aside() -> None:
    table = race(racer(at=12, garage="debris"), racer(), dice=[3], debris=20).drive(0)
    table.act(0, "choose_card", zone="garage", card="debris")
    assert (table.state.scrapyard, table.state.debris) == (("debris",), 20)
