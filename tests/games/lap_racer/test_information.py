"""Who sees what (LR-R31, LR-I9 to LR-I12)."""

import pytest

from engine.lap_racer import GAME, events
from engine.lap_racer.rules import RULES
from engine.rng import Rng
from tests.games.lap_racer.table import race, racer


def secretive():
    """Two racers with something in every hidden pile."""
    mine = racer("slicks shunt", deck="tip-jar dividend", garage="big-block debris", coins=2)
    other = racer("hop-wheels", deck="tow-cable cut-off overboost", garage="side-bet", area="roll-cage")
    return race(mine, other, deck="slicks shunt tip-jar", playbook_deck="boxcars haggler underdog")


@pytest.mark.clause("LR-R31")
def test_a_garage_is_its_owners_to_examine_and_a_size_to_the_others() -> None:
    table = secretive()
    views = [table.view(0), table.view(1), table.view(None)]
    assert [view.garage for view in views] == [("big-block", "debris"), ("side-bet",), None]
    assert [[seen.garage for seen in view.racers] for view in views] == [[2, 1]] * 3


@pytest.mark.clause("LR-R31")
def test_played_cards_are_seen_going_to_the_garage_and_discarded_ones_are_not() -> None:
    table = race(racer("slicks debris"), racer(), dice=[1]).play(0, "slicks").drive(0)
    assert table.told(1, events.Cleared, events.Discarded) == [
        events.Cleared(seat=0, cards=("slicks",)),
        events.Discarded(seat=0, count=1, cards=None),
    ]
    assert table.told(0, events.Discarded) == [events.Discarded(seat=0, count=1, cards=("debris",))]


@pytest.mark.clause("LR-R31")
def test_bought_and_won_cards_are_seen_going_to_the_garage() -> None:
    table = race(racer(at=7, coins=4), racer(), dice=[3]).act(0, "purchase", slot=1)
    assert table.told(1, events.Purchased) == [events.Purchased(seat=0, slot=1, card="slicks", cost=3, to="garage")]
    table.drive(0).act(0, "bid", amount=1)
    assert table.told(1, events.AuctionWon) == [events.AuctionWon(seat=0, card="shunt", paid=1)]


def test_drawn_cards_are_told_to_the_drawer_alone() -> None:
    table = race(racer("all-terrain-set", deck="slicks"), racer()).play(0, "all-terrain-set")
    assert table.told(0, events.Drew) == [events.Drew(seat=0, count=1, cards=("slicks",))]
    assert table.told(1, events.Drew) == table.told(None, events.Drew) == [events.Drew(seat=0, count=1, cards=None)]


def test_a_hand_is_shown_to_its_owner_in_order_of_arrival() -> None:
    table = race(racer("shunt all-terrain-set", deck="big-block"), racer()).play(0, "all-terrain-set")
    assert (table.view(0).hand, table.view(1).hand, table.view(None).hand) == (("shunt", "big-block"), (), None)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_worlds_that_fit_keep_what_the_viewer_knows_and_change_the_rest(viewer: int | None) -> None:
    state = secretive().state
    worlds = [GAME.resample(state, viewer, Rng(bytes([number]) * 32)) for number in range(40)]
    assert {GAME.encode(GAME.view(world, viewer)) for world in worlds} == {GAME.encode(GAME.view(state, viewer))}
    for hidden in ("parts", "playbook_deck", "rng"):
        assert len({str(getattr(world, hidden)) for world in worlds}) > 1, hidden
    for seat in range(2):
        assert len({world.racers[seat].deck for world in worlds}) > 1
        hands = {world.racers[seat].hand for world in worlds}
        garages = {world.racers[seat].garage for world in worlds}
        assert (len(hands) > 1, len(garages) > 1) == (seat != viewer, seat != viewer)


def test_worlds_that_fit_keep_what_everybody_owns() -> None:
    state = secretive().state
    world = GAME.resample(state, None, Rng(bytes([7]) * 32))
    for before, after in zip(state.racers, world.racers, strict=True):
        assert sorted(before.deck + before.hand + before.garage) == sorted(after.deck + after.hand + after.garage)


def test_worlds_that_fit_keep_a_card_that_was_seen_going_on_top() -> None:
    table = race(racer(coins=3, deck="debris slicks shunt", playbooks="express-delivery"), racer())
    state = table.act(0, "purchase", slot=0, to="deck_top").state
    worlds = [GAME.resample(state, 1, Rng(bytes([number]) * 32)) for number in range(20)]
    assert {world.racers[0].deck[0] for world in worlds} == {"big-block"}


def test_dice_to_come_differ_between_worlds_that_fit() -> None:
    table = race(racer(), racer(), dice=[6])
    faces = set()
    for number in range(40):
        world = GAME.resample(table.state, 0, Rng(bytes([number]) * 32))
        _, tellings = RULES.apply(world, 0, {"type": "end_play"})
        faces |= {telling.full.face for telling in tellings if isinstance(telling.full, events.DriveRolled)}
    assert faces == {1, 2, 3, 4, 5, 6}


def test_a_shuffle_is_told_to_nobody_in_full() -> None:
    table = race(racer(at=49, garage="slicks"), racer(), dice=[1]).drive(0)
    shuffles = [telling for telling in table.tellings if isinstance(telling.full, events.Shuffled)]
    assert [(telling.seats, telling.others) for telling in shuffles] == [((), events.Shuffled("seat-0", None))]
