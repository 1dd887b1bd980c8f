"""Police Escort: a turn ends, a lane is closed (section 4)."""

import pytest

from engine.situational_awareness.actions import Escorted, Laid
from engine.situational_awareness_lanes import GAME
from engine.situational_awareness_lanes.actions import LaneClosed, LanesOpened
from tests.games.situational_awareness_lanes.table import trip

CLOSED = (1, None, None)
LANES = ("police-escort", "rain", "rain")


@pytest.mark.clause("SAL-4.1", "SAL-R7")
def test_an_escort_ends_the_turn_and_closes_the_lane_that_its_player_names():
    table = trip("rain", "police-escort", "fog").act(1, "police_escort", lane=2)
    assert [event for event in table.told(None) if isinstance(event, Laid | LaneClosed | Escorted)] == [
        Laid(("police-escort",), (2,)),
        LaneClosed(1, 2),
        Escorted(1, 0),
    ]


@pytest.mark.clause("SAL-4.1")
def test_an_escort_waits_for_the_card_in_front_of_the_driver():
    table = trip("hail/swerve", "fog", "police-escort").play(0, "hail/swerve", "hail", lane=0, target=1)
    table.act(2, "police_escort", lane=1).act(1, "pass")
    assert (table.state.hubcaps, table.asked()) == ((6, 3, 6), ("turn", (1,)))


@pytest.mark.clause("SAL-R7", "SAL-E6")
def test_a_closed_lane_takes_no_hazard_and_cannot_be_named_until_its_closer_is_up_again():
    hand = "hail/swerve detour/dashcam"
    table = trip("fog", "rain", hand, "police-escort").act(3, "police_escort", lane=1)
    table.act(1, "end_turn")
    assert {str(offer["lane"]) for offer in table.offers(2, "play")} == {"{'one_of': (0, 2)}"}
    assert table.refusal(2, "play", card="hail/swerve", face="hail", lane=1, target=0) == "SAL-R7"
    assert table.refusal(2, "pit_stop", discard=[], lane=1, fuel_lane=0) == "SAL-R7"
    assert table.refusal(2, "pit_stop", discard=[], lane=0, fuel_lane=1) == "SAL-R7"
    table.act(2, "end_turn")
    assert (table.view(None).closed, LanesOpened((1,)) in table.told(None)) == ((None, None, None), True)
    assert table.state.lanes[1][-1] == "police-escort"


@pytest.mark.clause("SAL-R7")
def test_the_lane_opens_also_where_its_closer_skips_the_turn():
    table = trip("", "", "", detour=(1,), closed=CLOSED, lanes=LANES).act(0, "end_turn")
    assert (table.asked(), table.view(None).closed) == (("turn", (2,)), (None, None, None))


@pytest.mark.clause("SAL-R7")
def test_a_lane_closed_by_the_driver_who_is_up_next_opens_when_this_turn_ends():
    table = trip("hail/swerve", "police-escort", "fog").act(1, "police_escort", lane=0)
    assert (table.asked(), table.view(None).closed) == (("turn", (1,)), (None, None, None))


@pytest.mark.clause("SAL-R7")
def test_a_second_escort_cannot_name_a_closed_lane_and_one_lane_is_always_open():
    table = trip("rain", "", "", "police-escort", closed=(1, None, None), lanes=LANES)
    assert table.offers(3, "police_escort") == [
        {"type": "police_escort", "lane": {"one_of": (1, 2)}, "no_effect": False}
    ]
    assert table.refusal(3, "police_escort", lane=0) == "SAL-R7"
    table.act(3, "police_escort", lane=1)
    assert table.offers(1, "pit_stop")[0]["lane"] == {"one_of": (0, 2)}


@pytest.mark.clause("SAL-R7")
def test_two_lanes_may_be_closed_at_once():
    table = trip("rain", "", "fog", "police-escort", closed=(2, None, None), lanes=LANES)
    table.act(3, "police_escort", lane=1)
    assert table.view(None).closed == (2, 3, None)
    assert table.offers(1, "pit_stop")[0]["lane"] == 2


@pytest.mark.clause("SAL-R7")
def test_answers_to_a_hazard_still_go_onto_its_closed_lane_directly_under_the_escort():
    table = trip("hail/swerve", "pothole/high-beams", "carjack/dashcam", "police-escort")
    table.play(0, "hail/swerve", "hail", lane=1, target=1).act(3, "police_escort", lane=1)
    table.act(2, "dashcam", card="carjack/dashcam").act(1, "save", card="pothole/high-beams", against="hazard")
    assert table.state.lanes[1] == ("rain", "hail/swerve", "carjack/dashcam", "pothole/high-beams", "police-escort")


@pytest.mark.clause("SAL-R7")
def test_what_a_violation_moves_keeps_its_lane_though_an_escort_has_closed_it_or_another():
    for closing, lane in [
        (0, ("rain", "impound/dashcam", "turtle-wax", "police-escort")),
        (1, ("rain", "police-escort")),
    ]:
        table = trip("impound/dashcam", "fog", "police-escort", aftermarkets={1: "turtle-wax"})
        table.play(0, "impound/dashcam", "impound", lane=0, target=1)
        table.act(2, "police_escort", lane=closing).act(1, "pass")
        assert table.state.lanes[closing] == lane
        assert table.state.lanes[0][:3] == ("rain", "impound/dashcam", "turtle-wax")


@pytest.mark.clause("SAL-R7", "SAL-R3")
def test_a_jams_discard_named_before_the_closing_goes_under_the_escort_and_a_later_one_elsewhere():
    table = trip("traffic-jam/dashcam", "fog", "rain", "police-escort rain")
    table.play(0, "traffic-jam/dashcam", "traffic-jam", lane=2).act(1, "discard", cards=["fog"], lane=0)
    table.act(3, "police_escort", lane=0)
    assert table.refusal(2, "discard", cards=["rain"], lane=0) == "SAL-R7"
    table.act(2, "discard", cards=["rain"], lane=1).act(3, "discard", cards=["rain"], lane=1)
    assert table.state.lanes == (
        ("rain", "fog", "police-escort"),
        ("rain", "rain", "rain"),
        ("rain", "traffic-jam/dashcam"),
    )


@pytest.mark.clause("SAL-R7", "SAL-R6")
def test_a_reshuffle_opens_every_lane():
    table = trip(
        "fog", "", "", fixed=True, pile="", closed=(1, None, None), lanes=("rain police-escort", *["rain fog"] * 2)
    )
    table.pit(0, lane=1, fuel_lane=1)
    assert table.view(None).closed == (None, None, None)


@pytest.mark.clause("SAL-4.1")
@pytest.mark.parametrize("lane", [None, 3, -1, "1", True])
def test_an_escort_names_one_of_the_three_lanes(lane):
    table = trip("rain", "police-escort", "")
    assert table.refusal(1, "police_escort", lane=lane) == "SAL-R3"


@pytest.mark.clause("SAL-4.1")
def test_the_later_editions_limits_of_an_escort_hold():
    table = trip("police-escort hail/swerve", "police-escort fog", "police-escort")
    assert table.refusal(0, "police_escort", lane=0) == "SA-12.1"
    table.play(0, "hail/swerve", "hail", lane=0, target=1).act(1, "police_escort", lane=0)
    assert table.refusal(2, "police_escort", lane=1) == "SA-R34"


@pytest.mark.clause("SA-12.1")
@pytest.mark.parametrize(
    "action", [{"type": "police_escort", "lane": 1}, {"type": "dashcam", "card": "carjack/dashcam"}]
)
def test_an_answer_that_names_the_other_open_prompt_is_told_so(action: dict[str, object]) -> None:
    table = trip("hail/duck", "oil-slick/duck", "carjack/dashcam police-escort", "rain")
    table.play(0, "hail/duck", "hail", lane=0, target=1)
    (offer,) = [offer for offer in GAME.rules.offers(table.state, 2) if offer.type == action["type"]]
    clause, why = GAME.objection(table.state, 2, action)
    assert (clause, f"prompt {offer.prompt}" in why) == ("SA-12.1", True)
