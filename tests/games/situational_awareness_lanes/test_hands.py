"""Open hands: what the table knows of them, and picks by position (sections 2 and 5)."""

import pytest

from engine.situational_awareness.actions import CardGiven, CardTaken
from engine.situational_awareness_lanes.actions import HandShown, LeftHand, PositionNamed
from engine.situational_awareness_lanes.state import Seen
from engine.situational_awareness_lanes.view import SeenView
from tests.games.situational_awareness_lanes.table import trip

JACK = "carjack/dashcam"
SWAP = "lane-change/dashcam"


def jack(table, position, target=1):
    """Driver 0 plays a Carjack on lane 0, and nobody saves."""
    return table.play(0, JACK, "carjack", lane=0, target=target, position=position)


def swap(table, give, position):
    """Driver 0 plays a Lane Change at driver 1 on lane 0."""
    return table.play(0, SWAP, "lane-change", lane=0, target=1, give=give, position=position)


# The showing


@pytest.mark.clause("SAL-2.1", "SAL-R1")
def test_a_drivers_hand_is_shown_to_everyone_at_the_start_of_the_turn():
    table = trip("rain hail/duck", "fog", "green-light")
    assert HandShown(0, ("rain", "hail/duck")) in table.told(None)
    assert table.view(None).known == (("rain", "hail/duck"), (None,), (None,))
    table.act(0, "end_turn")
    assert table.view(None).known == (("rain", "hail/duck"), ("fog",), (None,))


@pytest.mark.clause("SAL-R1")
def test_a_flat_tire_turn_shows_the_hand_and_a_skipped_turn_does_not():
    table = trip("rain", "fog", "green-light", flat_tire=(0,), detour=(1,))
    assert table.view(None).known[0] == ("rain",)
    table.pit(0)
    assert table.view(None).known[1:] == ((None,), ("green-light",))


@pytest.mark.clause("SAL-R1")
def test_a_showing_comes_after_the_drivers_closed_lane_has_opened():
    table = trip("rain", "", "", closed=(0, None, None), lanes=("police-escort", "rain", "rain"))
    kinds = [event.__struct_config__.tag for event in table.told(None)]
    assert kinds == ["lanes_opened", "turn_started", "hand_shown"]


@pytest.mark.clause("SAL-R1", "SAL-E5")
def test_after_a_pit_stop_the_kept_cards_stay_known_and_the_drawn_ones_are_hidden():
    table = trip("rain hail/duck fog detour/dashcam", "", "").pit(0, "rain fog")
    assert table.view(1).known[0] == ("hail/duck", "detour/dashcam", None, None, None)


@pytest.mark.clause("SAL-R1")
def test_a_card_is_known_no_more_when_it_has_left_the_hand():
    table = trip("turtle-wax rain", "hail/duck", "").play(0, "rain", "rain").act(0, "end_turn")
    table.act(1, "end_turn").act(2, "end_turn")
    assert table.view(None).known[0] == ("turtle-wax",)


# Order


@pytest.mark.clause("SAL-2.2")
def test_cards_gained_later_go_to_the_end_of_the_hand():
    table = trip("oil-slick/roadside-assistance rain", "", "", pile="hail/duck fog turtle-wax")
    table.play(0, "oil-slick/roadside-assistance", "roadside-assistance", lane=0)
    assert table.state.hands[0] == ("rain", "hail/duck", "fog")


@pytest.mark.clause("SAL-2.4")
def test_of_equal_cards_the_leftmost_leaves():
    table = trip("rain fog rain", "", "", seen=[]).play(0, "rain", "rain")
    assert table.state.hands[0] == ("fog", "rain")
    assert LeftHand(0, (0,)) in table.told(None)


@pytest.mark.clause("SAL-2.4", "SAL-R1")
def test_what_the_table_knows_follows_the_card_that_stays():
    table = trip("", "rain fog rain", "", "", seen=[Seen(1, 0, None), Seen(1, 1, None)])
    table.act(0, "end_turn").play(1, "rain", "rain")
    assert table.view(None).known[1] == ("fog", "rain")
    hidden = trip("traffic-jam/dashcam", "rain fog rain", "", seen=[Seen(1, 2, None)])
    hidden.play(0, "traffic-jam/dashcam", "traffic-jam", lane=0).act(1, "discard", cards=["rain"], lane=0)
    assert hidden.view(None).known[1] == (None, "rain")


# Picks


@pytest.mark.clause("SAL-2.3", "SAL-R2")
def test_a_carjack_offers_every_position_of_the_targets_hand_and_none_of_an_empty_one():
    table = trip(JACK, "rain fog hail/duck", "rain", "")
    assert [(offer["target"], offer.get("position"), offer["no_effect"]) for offer in table.offers(0, "play")] == [
        (1, {"from": 0, "to": 2}, False),
        (2, 0, False),
        (3, None, True),
    ]


@pytest.mark.clause("SAL-R2")
def test_a_lane_change_offers_one_position_more_which_is_the_card_given():
    table = trip(f"{SWAP} fog", "rain", "")
    swaps = [offer for offer in table.offers(0, "play") if offer["face"] == "lane-change"]
    assert [(offer["target"], offer["position"], offer["give"]) for offer in swaps] == [
        (1, {"from": 0, "to": 1}, "fog"),
        (2, 0, "fog"),
    ]


@pytest.mark.clause("SAL-2.2", "SAL-2.3", "SAL-E4")
def test_a_carjack_takes_exactly_the_card_shown_at_that_position():
    table = trip("rain", "fog hail/duck green-light pothole/duck", "", JACK, driver=1).act(1, "end_turn")
    table.act(2, "end_turn")
    shown = table.view(3).known[1]
    table.play(3, JACK, "carjack", lane=0, target=1, position=2).act(1, "pass")
    assert (shown[2], table.state.hands[3], table.state.hands[1]) == (
        "green-light",
        ("green-light",),
        ("fog", "hail/duck", "pothole/duck"),
    )


@pytest.mark.clause("SAL-R2")
def test_the_position_is_public():
    table = jack(trip(JACK, "rain fog", ""), 1)
    assert PositionNamed(0, 1, 1) in table.told(None)
    assert (table.view(None).attack.position, table.view(None).attack.lane) == (1, 0)


@pytest.mark.clause("SAL-R2")
@pytest.mark.parametrize(("position", "taken"), [(0, "rain"), (1, "hail/duck"), (2, "hail/duck")])
def test_the_position_means_the_card_that_lay_there_or_the_last_one_if_that_has_left(position, taken):
    table = jack(trip(JACK, "rain police-escort hail/duck", ""), position)
    table.act(1, "police_escort", lane=2).act(1, "pass")
    assert table.state.hands[0] == (taken,)


@pytest.mark.clause("SAL-R2")
def test_a_hand_that_was_emptied_meanwhile_gives_nothing():
    table = jack(trip(JACK, "police-escort", ""), 0).act(1, "police_escort", lane=2)
    assert (table.state.hands[0], table.asked()) == ((), ("turn", (1,)))


@pytest.mark.clause("SAL-R2")
@pytest.mark.parametrize(("position", "back"), [(0, "rain"), (1, "police-escort"), (2, "fog")])
def test_a_lane_change_gives_first_and_then_takes_the_card_at_the_position(position, back):
    table = swap(trip(f"{SWAP} fog", "rain police-escort", ""), "fog", position).act(1, "pass")
    assert table.state.hands[0] == (back,)


@pytest.mark.clause("SAL-R2")
@pytest.mark.parametrize(("position", "back"), [(0, "rain"), (1, "fog"), (2, "fog")])
def test_a_lane_change_at_a_hand_that_has_shrunk_follows_the_card_and_falls_back_to_the_card_given(position, back):
    table = swap(trip(f"{SWAP} fog", "rain police-escort", ""), "fog", position)
    table.act(1, "police_escort", lane=2).act(1, "pass")
    assert table.state.hands[0] == (back,)


@pytest.mark.clause("SAL-2.3")
def test_of_two_equal_cards_the_one_at_the_position_goes():
    table = jack(trip(JACK, "rain fog rain", "", seen=[Seen(1, 0, None)]), 2).act(1, "pass")
    assert (table.view(None).known, table.state.hands[1]) == (((None,), ("rain", None), ()), ("rain", "fog"))


# Who sees a card that moves


@pytest.mark.clause("SAL-R8")
@pytest.mark.parametrize(("viewer", "card"), [(0, "fog"), (1, "fog"), (2, None), (None, None)])
def test_a_hidden_card_that_is_picked_is_seen_by_the_two_drivers(viewer, card):
    table = jack(trip(JACK, "rain fog", ""), 1).act(1, "pass")
    assert CardTaken(0, 1, card) in table.told(viewer)


@pytest.mark.clause("SAL-R8", "SAL-R1")
def test_a_card_that_was_publicly_known_is_told_to_all_and_stays_known():
    table = jack(trip(JACK, "rain fog", "", seen=[Seen(1, 1, None)]), 1).act(1, "pass")
    assert CardTaken(0, 1, "fog") in table.told(None)
    assert table.view(None).known == (("fog",), (None,), ())


@pytest.mark.clause("SAL-R8")
@pytest.mark.parametrize(("viewer", "card"), [(0, "fog"), (1, "fog"), (2, "fog"), (None, "fog")])
def test_a_card_given_from_a_shown_hand_is_public(viewer, card):
    table = swap(trip(f"{SWAP} fog", "rain", ""), "fog", 0).act(1, "pass")
    assert CardGiven(0, 1, card) in table.told(viewer)
    assert table.view(None).known[1] == ("fog",)


@pytest.mark.clause("SAL-R8")
@pytest.mark.parametrize(("viewer", "card"), [(0, "hail/duck"), (1, "hail/duck"), (2, None), (None, None)])
def test_a_drawn_card_that_is_given_is_seen_by_the_two_drivers(viewer, card):
    hand = f"{SWAP} green-light"
    table = trip(hand, "rain", "", pile="hail/duck fog turtle-wax rain").play(0, "green-light", "green-light", lane=0)
    swap(table, "hail/duck", 0).act(1, "pass")
    assert CardGiven(0, 1, card) in table.told(viewer)


@pytest.mark.clause("SAL-R8")
@pytest.mark.parametrize("viewer", [1, 2, None])
def test_a_refused_lane_change_keeps_its_gift_secret(viewer):
    table = swap(trip(f"{SWAP} fog", "hail/swerve", ""), "fog", 0)
    told = table.told(viewer)
    told += table.act(1, "save", card="hail/swerve", against="violation").told(viewer)
    assert "fog" not in repr(told)
    assert table.state.hands[0] == ("fog",)


@pytest.mark.clause("SAL-R9")
def test_who_lost_a_card_to_a_pick_names_it_in_its_new_hand_and_nobody_else_does():
    table = jack(trip(f"{JACK} rain", "hail/duck fog", ""), 0).act(1, "pass")
    assert table.view(1).seen == (SeenView(0, 1, "hail/duck"),)
    assert [table.view(seat).seen for seat in (0, 2, None)] == [(), (), None]
    assert table.view(1).known[0] == ("rain", None)


@pytest.mark.clause("SAL-R9")
def test_what_was_seen_is_named_as_long_as_it_stays_and_follows_its_card():
    seen = [Seen(1, 2, (0,))]
    table = trip("", "rain fog hail/duck", "", seen=seen, driver=1).play(1, "rain", "rain")
    assert (table.view(0).seen, table.view(0).known[1]) == ((), ("fog", "hail/duck"))
    later = trip("traffic-jam/dashcam", "rain fog hail/duck", "", seen=seen)
    later.play(0, "traffic-jam/dashcam", "traffic-jam", lane=0).act(1, "discard", cards=["rain"], lane=0)
    assert later.view(0).seen == (SeenView(1, 1, "hail/duck"),)


@pytest.mark.clause("SAL-R9")
def test_what_can_only_be_worked_out_is_not_named():
    table = jack(trip(JACK, "rain", "", seen=[Seen(1, 0, (2,))]), 0).act(1, "pass")
    assert (table.view(2).seen, table.view(1).seen) == ((), (SeenView(0, 0, "rain"),))
