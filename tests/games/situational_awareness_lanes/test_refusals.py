"""A refusal cites the clause that is in the way, the earlier edition's own ones too."""

import pytest

from tests.games.situational_awareness_lanes.table import trip

HAND = "pothole/flat-tire carjack/dashcam lane-change/dashcam fog hail/swerve oil-slick/roadside-assistance"


@pytest.mark.parametrize(
    ("fields", "clause"),
    [
        ({"card": "rain", "face": "rain"}, "SA-3.2"),
        ({"card": ["fog"], "face": "fog"}, "SA-3.2"),
        ({"card": "fog", "face": "rain"}, "SAL-1.2"),
        ({"card": "hail/swerve", "face": "swerve", "lane": 0}, "SA-6.3"),
        ({"card": "carjack/dashcam", "face": "dashcam", "lane": 0}, "SA-6.2"),
        ({"card": "hail/swerve", "face": "hail", "target": 1}, "SAL-R3"),
        ({"card": "hail/swerve", "face": "hail", "lane": 0}, "SA-6.1"),
        ({"card": "hail/swerve", "face": "hail", "lane": 0, "target": 0}, "SA-3.7"),
        ({"card": "hail/swerve", "face": "hail", "lane": 0, "target": 1, "position": 0}, "SA-6.1"),
        ({"card": "carjack/dashcam", "face": "carjack", "lane": 0, "target": 1}, "SAL-R2"),
        ({"card": "carjack/dashcam", "face": "carjack", "lane": 0, "target": 1, "position": 2}, "SAL-R2"),
        ({"card": "lane-change/dashcam", "face": "lane-change", "lane": 0, "target": 1, "position": 0}, "SA-7.3"),
        (
            {
                "card": "lane-change/dashcam",
                "face": "lane-change",
                "lane": 0,
                "target": 1,
                "give": "fog",
                "position": 9,
            },
            "SAL-R2",
        ),
        (
            {"card": "oil-slick/roadside-assistance", "face": "roadside-assistance", "lane": 0, "target": 1},
            "SA-3.2",
        ),
    ],
)
def test_a_play_that_is_not_offered(fields, clause):
    assert trip(HAND, "rain fog", "").refusal(0, "play", **fields) == clause


def test_a_flat_tire_leaves_only_the_pit_stop():
    table = trip("fog", "", "", flat_tire=(0,))
    assert [offer["type"] for offer in table.offers(0)] == ["pit_stop"]
    assert table.refusal(0, "play", card="fog", face="fog") == "SA-7.6"


@pytest.mark.parametrize(
    ("card", "against", "clause"),
    [
        ("pothole/duck", "pile_up", "SA-R16"),
        ("rain", "hazard", "SA-6.3"),
        ("hail/duck", "hazard", "SA-6.3"),
        ("carjack/dashcam", "hazard", "SA-6.3"),
    ],
)
def test_a_save_that_is_not_offered(card, against, clause):
    table = trip("oil-slick/duck", "pothole/duck carjack/dashcam", "")
    table.play(0, "oil-slick/duck", "oil-slick", lane=0, target=1)
    assert table.refusal(1, "save", card=card, against=against) == clause


def test_a_save_of_another_colour_and_one_by_another_driver():
    table = trip("oil-slick/duck", "pothole/duck", "hail/swerve")
    table.play(0, "oil-slick/duck", "oil-slick", lane=0, target=1)
    assert table.refusal(1, "save", card="pothole/duck", against="hazard") == "SA-6.3"
    assert table.refusal(2, "save", card="hail/swerve", against="hazard") == "SA-6.3"


def test_a_pit_stop_after_a_play_and_one_without_lanes():
    table = trip("fog rain", "", "")
    assert table.refusal(0, "pit_stop", discard=[]) == "SAL-R3"
    assert table.refusal(0, "pit_stop", discard=["hail/duck"], lane=0, fuel_lane=0) == "SA-4.1"
    table.play(0, "fog", "fog")
    assert table.refusal(0, "pit_stop", discard=[], lane=0, fuel_lane=0) == "SA-R3"


def test_a_discard_without_a_lane_and_one_of_too_many_cards():
    table = trip("traffic-jam/dashcam", "rain fog", "rain").play(0, "traffic-jam/dashcam", "traffic-jam", lane=0)
    assert table.refusal(1, "discard", cards=["rain"]) == "SAL-R3"
    assert table.refusal(1, "discard", cards=["rain", "fog"], lane=0) == "SA-7.9"
    table.act(1, "discard", cards=["rain"], lane=0)
    assert table.refusal(1, "discard", cards=["fog"], lane=0) == "SA-R20"


def test_an_answer_to_another_question():
    table = trip("oil-slick/duck fog", "rain", "carjack/dashcam").play(
        0, "oil-slick/duck", "oil-slick", lane=0, target=1
    )
    assert table.refusal(0, "play", card="fog", face="fog") == "SA-3.5"
    assert table.refusal(2, "spring") == "SA-6.2"
    assert table.refusal(2, "dashcam", card="fog") == "SA-6.2"
