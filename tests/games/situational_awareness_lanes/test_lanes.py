"""Matching lanes: what takes a Hazard, and where cards that leave play go (section 3)."""

import pytest

from engine.situational_awareness_lanes.rules import RULES
from tests.games.situational_awareness_lanes.table import trip

TOPS = ("pothole/duck", "carjack/dashcam", "rain")


def lanes_for(table, face):
    """The lanes that are offered for a Hazard."""
    found = [offer["lane"] for offer in table.offers(0, "play") if offer["face"] == face]
    return [lane["one_of"] if isinstance(lane, dict) else (lane,) for lane in found[:1]]


# Where a Hazard goes


@pytest.mark.clause("SAL-3.1", "SAL-3.2", "SAL-3.3", "SAL-E1")
def test_a_hazard_matches_a_half_or_a_wild_top_and_nothing_else():
    table = trip("oil-slick/high-beams hail/swerve", "fog", "", lanes=TOPS)
    assert (lanes_for(table, "oil-slick"), lanes_for(table, "hail")) == ([(0, 2)], [(2,)])


@pytest.mark.clause("SAL-3.1")
def test_the_second_half_matches_as_the_first_does():
    table = trip("dive-bomb/swerve", "fog", "", lanes=("pothole/duck", "hail/swerve", "carjack/dashcam"))
    assert lanes_for(table, "dive-bomb") == [(0,)]


@pytest.mark.clause("SAL-3.1")
def test_a_hazard_on_a_lane_of_another_colour_is_refused():
    table = trip("hail/swerve", "fog", "", lanes=TOPS)
    assert table.refusal(0, "play", card="hail/swerve", face="hail", lane=0, target=1) == "SAL-3.1"


@pytest.mark.clause("SAL-3.3")
def test_a_hazard_on_a_lane_without_colour_is_refused():
    table = trip("oil-slick/duck", "fog", "", lanes=TOPS)
    assert table.refusal(0, "play", card="oil-slick/duck", face="oil-slick", lane=1, target=1) == "SAL-3.3"


@pytest.mark.clause("SAL-3.2")
@pytest.mark.parametrize("top", ["rain", "turtle-wax", "police-escort"])
def test_any_full_card_makes_a_lane_wild(top):
    table = trip("hail/swerve", "fog", "", lanes=(top, "carjack/dashcam", "carjack/dashcam"))
    assert lanes_for(table, "hail") == [(0,)]


@pytest.mark.clause("SAL-3.4", "SAL-3.5", "SAL-E2")
def test_a_hazard_repaints_its_lane_and_the_save_that_answers_repaints_it_again():
    table = trip("hail/swerve", "pothole/high-beams", "", lanes=("fog-bank/duck", "rain", "rain"))
    table.play(0, "hail/swerve", "hail", lane=0, target=1)
    assert table.state.lanes[0] == ("fog-bank/duck", "hail/swerve")
    table.act(1, "save", card="pothole/high-beams", against="hazard")
    assert table.state.lanes[0] == ("fog-bank/duck", "hail/swerve", "pothole/high-beams")


@pytest.mark.clause("SAL-3.4")
def test_a_hazard_that_an_aftermarket_stops_becomes_the_top_card_too():
    table = trip("hail/swerve", "fog", "", aftermarkets={1: "all-weather-package"})
    table.play(0, "hail/swerve", "hail", lane=1, target=1)
    assert (table.state.lanes[1], table.asked()) == (("rain", "hail/swerve"), ("turn", (0,)))


@pytest.mark.clause("SAL-3.5")
def test_answers_land_on_the_lane_of_the_hazard_in_the_order_played():
    table = trip("hail/swerve", "tailgater/high-beams", "detour/pile-up", "carjack/dashcam")
    table.play(0, "hail/swerve", "hail", lane=2, target=1)
    table.act(3, "dashcam", card="carjack/dashcam").act(2, "pile_up", card="detour/pile-up")
    table.act(1, "save", card="tailgater/high-beams", against="hazard")
    assert table.state.lanes[2] == ("rain", "hail/swerve", "carjack/dashcam", "detour/pile-up", "tailgater/high-beams")


@pytest.mark.clause("SAL-R4")
def test_a_rock_needs_the_colour_too():
    table = trip("hail/swerve", "fog", "", lanes=TOPS, hubcaps=(0, 5, 5))
    assert lanes_for(table, "hail") == [(2,)]


@pytest.mark.clause("SAL-R4", "SAL-E7", "SAL-3.7")
def test_a_hazard_with_no_lane_is_not_offered_until_a_pit_stop_repaints_one():
    lanes = ("pothole/high-beams", "carjack/dashcam", "hail/swerve")
    table = trip("dive-bomb/swerve", "", "", lanes=lanes, pile="rain fog fog fog presents-from-above/swerve rain")
    assert table.faces(0) == []
    table.pit(0, fuel_lane=1).act(1, "end_turn").act(2, "end_turn")
    assert (table.state.lanes[1][-1], lanes_for(table, "dive-bomb")) == ("presents-from-above/swerve", [(1,)])


@pytest.mark.clause("SAL-R5", "SAL-E8")
def test_in_fog_any_hazard_goes_onto_any_open_lane():
    lanes = ("pothole/duck", "carjack/dashcam", "police-escort")
    table = trip("hail/swerve", "", "", lanes=lanes, condition="fog", closed=(None, None, 1))
    assert lanes_for(table, "hail") == [(0, 1)]


@pytest.mark.clause("SAL-R5")
def test_in_fog_a_dashcam_is_allowed():
    table = trip("hail/swerve", "rain", "carjack/dashcam", condition="fog").play(
        0, "hail/swerve", "hail", lane=0, target=1
    )
    assert table.offers(2, "dashcam") == [{"type": "dashcam", "card": "carjack/dashcam", "no_effect": False}]
    table.act(2, "dashcam", card="carjack/dashcam").act(1, "pass")
    assert table.state.hubcaps == (5, 3, 7)


@pytest.mark.clause("SAL-R5")
def test_the_response_window_stays_open_in_fog_while_a_dashcam_could_come():
    table = trip("hail/swerve", "rain", "carjack/dashcam", "carjack/pile-up", condition="fog")
    table.play(0, "hail/swerve", "hail", lane=0, target=1).act(3, "pile_up", card="carjack/pile-up")
    assert table.asked() == ("respond", (2,))


# Where other cards go


@pytest.mark.clause("SAL-3.6", "SAL-R3")
def test_a_violation_goes_onto_its_lane_when_played_and_a_save_against_it_on_top():
    table = trip("detour/dashcam", "hail/swerve", "").play(0, "detour/dashcam", "detour", lane=1, target=1)
    assert table.state.lanes[1] == ("rain", "detour/dashcam")
    table.act(1, "save", card="hail/swerve", against="violation")
    assert table.state.lanes[1] == ("rain", "detour/dashcam", "hail/swerve")


@pytest.mark.clause("SAL-3.6")
def test_a_violation_may_go_onto_any_open_lane():
    table = trip("detour/dashcam", "fog", "", lanes=("hail/swerve", "carjack/dashcam", "rain"))
    assert table.offers(0, "play")[0]["lane"] == {"one_of": (0, 1, 2)}


@pytest.mark.clause("SAL-3.6", "SAL-R3")
def test_an_impounded_aftermarket_follows_onto_the_lane_of_the_impound():
    table = trip("impound/dashcam", "fog", "", aftermarkets={1: "turtle-wax"})
    table.play(0, "impound/dashcam", "impound", lane=2, target=1).act(1, "pass")
    assert table.state.lanes == (("rain",), ("rain",), ("rain", "impound/dashcam", "turtle-wax"))


@pytest.mark.clause("SAL-3.6", "SAL-R3")
def test_a_replaced_condition_goes_where_the_new_ones_player_names():
    table = trip("speed-trap", "", "", condition="fog").play(0, "speed-trap", "speed-trap", lane=1)
    assert (table.laid(), table.state.condition) == ([("fog", 1)], "speed-trap")


@pytest.mark.clause("SAL-3.6")
def test_a_replaced_aftermarket_goes_where_its_driver_names():
    table = trip("turtle-wax", "", "", aftermarkets={0: "all-weather-package"})
    assert table.play(0, "turtle-wax", "turtle-wax", lane=2).laid() == [("all-weather-package", 2)]


@pytest.mark.clause("SAL-3.6")
@pytest.mark.parametrize("card", ["rain", "turtle-wax"])
def test_no_lane_is_named_where_no_card_leaves_play(card):
    table = trip(card, "", "")
    assert table.offers(0, "play") == [{"type": "play", "card": card, "face": card, "no_effect": False}]
    assert table.refusal(0, "play", card=card, face=card, lane=0) == "SAL-3.6"


@pytest.mark.clause("SAL-R3")
def test_factory_reset_lays_the_condition_the_aftermarkets_in_turn_order_and_itself_on_one_lane():
    fitted = {0: "turtle-wax", 1: "all-weather-package", 2: "monster-truck-tires"}
    table = trip("", "factory-reset", "", driver=1, condition="fog", aftermarkets=fitted)
    table.play(1, "factory-reset", "factory-reset", lane=1)
    laid = ["fog", "all-weather-package", "monster-truck-tires", "turtle-wax", "factory-reset"]
    assert table.laid() == [(card, 1) for card in laid]


@pytest.mark.clause("SAL-R3")
def test_green_light_lays_the_condition_then_draws_then_itself():
    table = trip("green-light", "", "", condition="fog", pile="rain hail/duck turtle-wax fog").play(
        0, "green-light", "green-light", lane=2
    )
    kinds = [event.__struct_config__.tag for event in table.told(None) if not hasattr(event, "positions")]
    assert kinds == ["condition_played", "laid", "drew", "drew", "drew", "laid"]
    assert table.laid() == [("fog", 2), ("green-light", 2)]


@pytest.mark.clause("SAL-R3")
def test_traffic_jams_discards_go_in_turn_order_each_onto_the_lane_its_discarder_named():
    table = trip("rain", "traffic-jam/dashcam", "fog", "hail/duck", driver=1)
    table.play(1, "traffic-jam/dashcam", "traffic-jam", lane=2)
    assert table.laid() == [("traffic-jam/dashcam", 2)]
    table.act(0, "discard", cards=["rain"], lane=1).act(3, "discard", cards=["hail/duck"], lane=2)
    assert (table.laid(), table.view(None).known[3]) == ([], (None,))
    assert table.act(2, "discard", cards=["fog"], lane=1).laid() == [("fog", 1), ("hail/duck", 2), ("rain", 1)]


@pytest.mark.clause("SAL-R3")
def test_the_cards_of_one_discard_go_onto_one_lane_in_the_order_named():
    table = trip("rain hail/duck fog", "", "").pit(0, "fog rain", lane=1, fuel_lane=2)
    assert table.laid() == [("fog", 1), ("rain", 1)]


@pytest.mark.clause("SAL-3.7", "SAL-R3")
def test_a_pit_stop_names_a_lane_for_its_discards_and_one_for_the_fuel_card():
    table = trip("rain fog", "", "", pile="rain rain rain fog green-light")
    assert table.offers(0, "pit_stop") == [
        {
            "type": "pit_stop",
            "discard": {"subset_of": ("rain", "fog"), "min": 0, "max": 2},
            "lane": {"one_of": (0, 1, 2)},
            "fuel_lane": {"one_of": (0, 1, 2)},
            "no_effect": False,
        }
    ]
    table.pit(0, "rain", lane=0, fuel_lane=2)
    assert table.state.lanes == (("rain", "rain"), ("rain",), ("rain", "green-light"))


@pytest.mark.clause("SAL-R3")
def test_a_lane_named_by_default_is_the_leftmost_open_one():
    closed, lanes = (1, None, None), ("police-escort", "rain", "rain")
    table = trip("rain fog", "", "", flat_tire=(0,), closed=closed, lanes=lanes)
    assert [decision.action for decision in table.time_out()] == [
        {"type": "pit_stop", "discard": [], "lane": 1, "fuel_lane": 1}
    ]
    jammed = trip("traffic-jam/dashcam", "", "rain fog", closed=closed, lanes=lanes)
    jammed.play(0, "traffic-jam/dashcam", "traffic-jam", lane=1)
    assert RULES.prompt(jammed.state, 2).default == {"type": "discard", "cards": ["rain"], "lane": 1}


@pytest.mark.clause("SAL-R3")
def test_rush_hours_discard_names_a_lane():
    table = trip("rain fog hail/duck speed-trap green-light", "", "", condition="rush-hour").act(0, "end_turn")
    assert table.offers(0, "discard")[0]["lane"] == {"one_of": (0, 1, 2)}
    assert table.act(0, "discard", cards=["fog"], lane=2).laid() == [("fog", 2)]


@pytest.mark.clause("SAL-R6")
def test_an_escort_that_is_turned_up_is_only_wild():
    table = trip("hail/duck", "", "", pile="rain rain rain rain police-escort").pit(0, fuel_lane=1)
    assert (table.state.lanes[1][-1], table.view(None).closed) == ("police-escort", (None, None, None))
