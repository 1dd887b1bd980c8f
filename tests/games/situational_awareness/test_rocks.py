"""Section 8: kicking rocks."""

import pytest

from engine.situational_awareness import actions as told
from engine.situational_awareness.state import replace
from tests.games.situational_awareness.table import table


@pytest.mark.clause("SA-8.1")
def test_a_driver_without_hubcaps_still_takes_turns() -> None:
    trip = table("", "rain hail", "", hubcaps=(5, 0, 5)).act(0, "end_turn")
    assert (trip.asked(), trip.types(1)) == (("turn", (1,)), ["play", "pit_stop", "end_turn"])


@pytest.mark.clause("SA-8.1")
@pytest.mark.parametrize(
    ("card", "target", "response", "back"),
    [
        ("cut-off", 2, None, (5, 1, 3, 6)),
        ("pothole", 3, "dashcam", (5, 1, 5, 4)),
        ("pothole", 3, "pile_up", (6, 1, 5, 3)),
    ],
)
def test_a_hubcap_however_it_came_brings_a_driver_back(
    card: str, target: int, response: str | None, back: tuple[int, ...]
) -> None:
    trip = table(card, "dashcam pile-up hail", "", "", hubcaps=(5, 0, 5, 5)).play(0, card, target)
    if response:
        trip.act(1, response)
    trip.passing(1).act(0, "end_turn").play(1, "hail", 0)
    assert trip.told(None)[0] == told.HazardPlayed(1, "hail", 0, rock=False)
    assert trip.state.hubcaps == (back[0] - 2, back[1] + 1, back[2], back[3] + 1)


@pytest.mark.clause("SA-8.2")
@pytest.mark.parametrize("save", ["duck", "good-suspension", "evasive-maneuvers", "snow-chains"])
def test_any_save_stops_a_rock(save: str) -> None:
    trip = table("pothole", save, "", hubcaps=(0, 5, 5)).play(0, "pothole", 1).save(1, save)
    assert trip.state.hubcaps == (0, 5, 5)


@pytest.mark.clause("SA-8.2")
@pytest.mark.parametrize(
    "fitted", ["turtle-wax", "monster-truck-tires", "advanced-driving-school", "all-weather-package"]
)
def test_any_aftermarket_stops_a_rock(fitted: str) -> None:
    trip = table("pothole", "duck", "", hubcaps=(0, 5, 5), aftermarkets={1: fitted}).play(0, "pothole", 1)
    assert (trip.state.hubcaps, trip.asked()) == ((0, 5, 5), ("turn", (0,)))


@pytest.mark.clause("SA-8.3")
@pytest.mark.parametrize("condition", [None, "rain", "speed-trap"])
@pytest.mark.parametrize("card", ["fog-bank", "deer-in-headlights", "hail"])
def test_a_rock_that_lands_takes_exactly_one(card: str, condition: str | None) -> None:
    trip = table(card, "", "", "", hubcaps=(0, 5, 5, 5), condition=condition).play(0, card, 2)
    assert trip.state.hubcaps == (1, 5, 4, 5)


@pytest.mark.clause("SA-8.4")
def test_kicking_rocks_there_is_no_limit_on_cards_aimed_at_one_driver() -> None:
    trip = table("pothole hail hail detour rain", "", "duck", hubcaps=(0, 5, 5), aftermarkets={1: "turtle-wax"})
    trip.play(0, "pothole", 1).play(0, "hail", 1).play(0, "hail", 1).play(0, "detour", 1)
    assert trip.view(None).turn.aimed == (0, 4, 0)


@pytest.mark.clause("SA-8.4", "SA-3.4")
def test_kicking_rocks_one_violation_in_a_drive_still_holds() -> None:
    trip = table("flat-tire detour", "", "", hubcaps=(0, 5, 5)).play(0, "detour", 1)
    assert trip.refusal(0, "play", card="flat-tire", target=1) == "SA-3.4"


@pytest.mark.clause("SA-8.5")
def test_back_on_the_road_the_next_hazard_of_the_drive_is_normal() -> None:
    trip = table("dive-bomb dive-bomb hail", "", "", "", hubcaps=(0, 5, 5, 5))
    trip.play(0, "dive-bomb", 1).play(0, "dive-bomb", 2)
    assert trip.state.hubcaps == (3, 4, 3, 5)


@pytest.mark.clause("SA-8.5", "SA-R24")
def test_back_on_the_road_the_limit_applies_again_and_counts_the_rocks() -> None:
    trip = table("pothole hail hail", "duck", "", hubcaps=(0, 5, 5)).play(0, "pothole", 1).save(1, "duck")
    assert trip.play(0, "hail", 1).targets(0, "hail") == [2]
    assert trip.refusal(0, "play", card="hail", target=1) == "SA-3.3"


@pytest.mark.clause("SA-8.6")
@pytest.mark.parametrize("card", ["pothole", "dive-bomb", "hail", "hit-and-run"])
def test_nobody_takes_or_destroys_a_hubcap_of_a_driver_who_is_kicking_rocks(card: str) -> None:
    trip = table(card, "", "pile-up", "", hubcaps=(5, 0, 5, 5)).play(0, card, 1)
    if card != "hit-and-run":
        trip.act(2, "pile_up")
    assert (trip.state.hubcaps, trip.state.destroyed, trip.asked()) == ((5, 0, 5, 5), 0, ("turn", (0,)))
    assert not [event for event in trip.told(None) if isinstance(event, told.HubcapsMoved)]


@pytest.mark.clause("SA-8.6")
def test_violations_still_work_on_their_hand() -> None:
    trip = table("carjack", "duck", "", hubcaps=(5, 0, 5)).play(0, "carjack", 1).passing(1)
    assert trip.state.hands[:2] == (("duck",), ())


@pytest.mark.clause("SA-8.7")
def test_a_rock_can_be_dashcammed_and_the_dashcam_driver_gets_the_one() -> None:
    trip = table("dive-bomb", "", "dashcam", hubcaps=(0, 5, 5)).play(0, "dive-bomb", 1).act(2, "dashcam")
    assert trip.state.hubcaps == (0, 4, 6)


@pytest.mark.clause("SA-8.7")
def test_a_pile_up_on_a_rock_is_still_orange() -> None:
    trip = table("dive-bomb", "swerve defensive-driving", "pile-up", hubcaps=(0, 5, 5)).play(0, "dive-bomb", 1)
    trip.act(2, "pile_up")
    assert trip.offers(1) == [
        {"type": "save", "card": "swerve", "against": "hazard"},
        {"type": "save", "card": "defensive-driving", "against": {"one_of": ("hazard", "pile_up")}},
        {"type": "pass"},
    ]
    assert trip.passing(1).state.hubcaps == (1, 3, 6)


@pytest.mark.clause("SA-R23")
@pytest.mark.parametrize(("held", "then", "takes"), [(0, 1, 1), (1, 0, 2)])
def test_whether_a_hazard_is_a_rock_is_decided_when_it_is_declared(held: int, then: int, takes: int) -> None:
    trip = table("dive-bomb", "swerve", "", hubcaps=(held, 5, 5 - held)).play(0, "dive-bomb", 1)
    assert trip.view(None).attack.rock is (held == 0)
    trip.state = replace(trip.state, hubcaps=(then, 5, 5 - then))
    assert trip.passing(1).state.hubcaps == (then + takes, 5 - takes, 5 - then)


@pytest.mark.clause("SA-R24")
def test_violations_and_hazards_aimed_while_kicking_rocks_count_when_the_limit_is_back() -> None:
    trip = table("detour pothole hail", "", "", hubcaps=(0, 5, 5)).play(0, "detour", 1).play(0, "pothole", 1)
    assert trip.targets(0, "hail") == [2]


@pytest.mark.clause("SA-R26")
def test_a_construction_zone_forbids_a_lime_rock_too() -> None:
    trip = table("pothole hail", "", "", hubcaps=(0, 5, 5), condition="construction-zone")
    assert [offer["card"] for offer in trip.offers(0) if offer["type"] == "play"] == ["hail"]
    assert trip.refusal(0, "play", card="pothole", target=1) == "SA-R26"
