"""What holds as in the later edition, and what does not (section 5)."""

import pytest

from engine.situational_awareness import GAME as LATER
from engine.situational_awareness.actions import Stopped
from engine.situational_awareness_lanes import GAME
from tests.games.situational_awareness_lanes.table import trip

NOT_HERE = {
    "SA-1.1",
    "SA-5.1",
    "SA-7.1",
    "SA-9.4",
    "SA-11.1",
    "SA-11.2",
    "SA-11.3",
    "SA-11.4",
    "SA-11.5",
    "SA-R8",
    "SA-R9",
    "SA-R18",
    "SA-R25",
    "SA-R29",
    "SA-R30",
    "SA-R31",
    "SA-R32",
}


@pytest.mark.clause("SAL-5.1")
def test_the_clauses_are_its_own_and_those_of_the_later_edition_that_hold():
    own = [clause for clause in GAME.clauses if clause.startswith("SAL-")]
    rest = [clause for clause in GAME.clauses if not clause.startswith("SAL-")]
    assert (own[0], rest) == ("SAL-1.1", [clause for clause in LATER.clauses if clause not in NOT_HERE])


@pytest.mark.clause("SAL-5.1")
def test_there_are_no_traps_and_no_texting():
    faces = {face.id for card in GAME.cards for face in card.faces}
    assert not faces & {"texting", "falling-rock", "black-ice", "blind-spot", "flash-flood"}
    table = trip("pothole/duck", "hail/swerve", "rain rain rain rain").play(
        0, "pothole/duck", "pothole", lane=0, target=1
    )
    assert table.act(1, "save", card="hail/swerve", against="hazard").asked() == ("turn", (0,))


@pytest.mark.clause("SAL-5.1")
def test_any_aftermarket_stops_a_rock():
    table = trip("hail/swerve", "fog", "", hubcaps=(0, 5, 5), aftermarkets={1: "turtle-wax"})
    table.play(0, "hail/swerve", "hail", lane=0, target=1)
    assert Stopped(1, "hazard", "turtle-wax") in table.told(None)


@pytest.mark.clause("SAL-5.1")
def test_any_save_half_stops_a_rock_or_a_violation():
    table = trip("hail/swerve detour/dashcam", "pothole/duck pothole/duck", "", hubcaps=(0, 5, 5))
    table.play(0, "hail/swerve", "hail", lane=0, target=1).act(1, "save", card="pothole/duck", against="hazard")
    table.play(0, "detour/dashcam", "detour", lane=0, target=1).act(1, "save", card="pothole/duck", against="violation")
    assert (table.state.hubcaps, table.state.detour) == ((0, 5, 5), (False, False, False))


@pytest.mark.clause("SAL-5.1")
def test_two_cards_at_one_driver_and_one_violation_in_a_drive():
    table = trip("hail/swerve hail/duck carjack/dashcam hail/swerve impound/dashcam", "", "rain")
    table.play(0, "hail/swerve", "hail", lane=0, target=1).act(2, "pass")
    table.play(0, "hail/duck", "hail", lane=0, target=1).act(2, "pass")
    assert table.refusal(0, "play", card="hail/swerve", face="hail", lane=0, target=1) == "SA-3.3"
    table.play(0, "carjack/dashcam", "carjack", lane=0, target=2, position=0).act(2, "pass")
    assert table.refusal(0, "play", card="impound/dashcam", face="impound", lane=0, target=2) == "SA-3.4"


@pytest.mark.clause("SAL-5.1")
def test_a_construction_zone_bars_lime_hazards_and_the_other_half_may_be_played():
    table = trip("pothole/flat-tire", "fog", "", condition="construction-zone")
    assert table.faces(0) == ["flat-tire"]
    assert table.refusal(0, "play", card="pothole/flat-tire", face="pothole", lane=0, target=1) == "SA-9.2"


@pytest.mark.clause("SAL-5.1")
@pytest.mark.parametrize(("condition", "hubcaps"), [("rain", (7, 3, 5)), ("speed-trap", (6, 4, 5)), (None, (6, 4, 5))])
def test_the_other_conditions_are_as_in_the_later_edition(condition, hubcaps):
    table = trip("pothole/duck", "", "", condition=condition).play(0, "pothole/duck", "pothole", lane=0, target=1)
    assert table.state.hubcaps == hubcaps


@pytest.mark.clause("SAL-5.1")
def test_the_trip_ends_when_a_card_must_be_drawn_from_an_empty_pile():
    table = trip("", "rain", "fog fog", pile="rain fog").pit(0)
    assert (table.state.result.reason, table.state.result.winners) == ("out-of-gas", (0, 2))


@pytest.mark.clause("SAL-5.1")
def test_a_trip_of_fixed_length_makes_its_pile_anew_from_the_lanes():
    table = trip("", "", "", fixed=True, pile="rain", lanes=["rain fog hail/duck"] * 3).pit(0)
    assert (len(table.state.hands[0]), [len(lane) for lane in table.state.lanes], len(table.state.pile)) == (
        5,
        [2, 1, 1],
        1,
    )


@pytest.mark.clause("SAL-5.2")
def test_an_advanced_driving_school_stops_a_pile_up():
    table = trip("hail/swerve", "rain", "detour/pile-up", aftermarkets={1: "advanced-driving-school"})
    table.play(0, "hail/swerve", "hail", lane=0, target=1)
    assert table.offers(2, "pile_up") == [{"type": "pile_up", "card": "detour/pile-up", "no_effect": True}]
    table.act(2, "pile_up", card="detour/pile-up")
    assert Stopped(1, "pile_up", "advanced-driving-school") in table.told(None)


@pytest.mark.clause("SAL-5.2")
def test_a_pile_up_is_answered_by_an_orange_save_half_alone():
    saver = "hail/defensive-driving pothole/duck"
    table = trip("presents-from-above/swerve", saver, "detour/pile-up")
    table.play(0, "presents-from-above/swerve", "presents-from-above", lane=0, target=1)
    table.act(2, "pile_up", card="detour/pile-up")
    assert table.offers(1, "save") == [
        {"type": "save", "card": "hail/defensive-driving", "against": "pile_up", "no_effect": False},
        {"type": "save", "card": "pothole/duck", "against": "hazard", "no_effect": False},
    ]
    table.act(1, "save", card="hail/defensive-driving", against="pile_up").act(1, "pass")
    assert table.state.hubcaps == (6, 4, 5)
