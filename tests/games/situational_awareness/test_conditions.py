"""Section 9: Road Conditions."""

import pytest

from engine.situational_awareness.state import replace
from tests.games.situational_awareness.table import table

HAZARDS = ["fog-bank", "deer-in-headlights", "hail"]


@pytest.mark.clause("SA-9.1")
@pytest.mark.parametrize("card", ["construction-zone", "rain", "fog", "speed-trap", "rush-hour"])
def test_a_condition_stays_in_force_until_the_next_one_sends_it_to_the_road(card: str) -> None:
    trip = table(card, "fog", "").play(0, card)
    assert (trip.view(2).condition, trip.laid()) == (card, [])
    trip.act(0, "end_turn").play(1, "fog")
    assert (trip.view(2).condition, trip.laid()) == ("fog", [card])


@pytest.mark.clause("SA-9.2")
@pytest.mark.parametrize("card", ["pothole", "speed-bump-at-speed", "oil-slick"])
def test_in_a_construction_zone_no_lime_hazard_is_played_by_anybody(card: str) -> None:
    trip = table("construction-zone tailgater", f"{card} hail", "").play(0, "construction-zone").act(0, "end_turn")
    assert [offer["card"] for offer in trip.offers(1) if offer["type"] == "play"] == ["hail"]
    assert trip.refusal(1, "play", card=card, target=0) == "SA-9.2"


@pytest.mark.clause("SA-9.3")
@pytest.mark.parametrize(
    ("card", "hubcaps"), [("fog-bank", (7, 5, 3, 5)), ("deer-in-headlights", (8, 5, 2, 5)), ("hail", (5, 6, 3, 6))]
)
def test_in_rain_a_hazard_takes_one_more_and_a_splash_does_not(card: str, hubcaps: tuple[int, ...]) -> None:
    assert table(card, "", "", "", condition="rain").play(0, card, 2).state.hubcaps == hubcaps


@pytest.mark.clause("SA-9.3")
def test_rain_adds_nothing_to_a_pile_up() -> None:
    trip = table("pothole", "", "pile-up", condition="rain").play(0, "pothole", 1).act(2, "pile_up")
    assert trip.state.hubcaps == (7, 2, 6)


@pytest.mark.clause("SA-9.4")
def test_in_fog_no_dashcam_is_played() -> None:
    trip = table("pothole", "", "dashcam pile-up", condition="fog").play(0, "pothole", 1)
    assert trip.types(2) == ["pile_up", "pass"]
    assert trip.refusal(2, "dashcam") == "SA-9.4"


@pytest.mark.clause("SA-9.5")
@pytest.mark.parametrize("card", HAZARDS)
def test_under_a_speed_trap_every_hazard_takes_one(card: str) -> None:
    trip = table(card, "", "", "", condition="speed-trap").play(0, card, 2)
    assert trip.state.hubcaps == (6, 5, 4, 5)


@pytest.mark.clause("SA-9.5")
@pytest.mark.parametrize("card", HAZARDS)
def test_under_a_speed_trap_the_one_goes_to_the_dashcam_driver(card: str) -> None:
    trip = table(card, "dashcam", "", "", condition="speed-trap").play(0, card, 2).act(1, "dashcam")
    assert trip.state.hubcaps == (5, 6, 4, 5)


@pytest.mark.clause("SA-9.6")
@pytest.mark.parametrize("hubcaps", [(5, 5, 5), (0, 5, 5)])
def test_under_rush_hour_more_than_four_cards_are_discarded_at_the_end_of_ones_own_turn(
    hubcaps: tuple[int, ...],
) -> None:
    hand = "hail duck duck swerve rain fog"
    trip = table(hand, hand, "", condition="rush-hour", hubcaps=hubcaps).act(0, "end_turn")
    offer = {
        "type": "discard",
        "cards": {"subset_of": ("hail", "duck", "duck", "swerve", "rain", "fog"), "min": 2, "max": 2},
    }
    assert (trip.asked(), trip.offers(0)) == (("rush_hour", (0,)), [offer])
    assert trip.refusal(0, "discard", cards=["rain"]) == "SA-9.6"
    trip.discard(0, "rain hail")
    assert (trip.state.hands[0], trip.laid(), trip.asked()) == (
        ("duck", "duck", "swerve", "fog"), ["rain", "hail"], ("turn", (1,)),
    )  # fmt: skip


@pytest.mark.clause("SA-9.6")
def test_four_cards_are_not_too_many_and_a_pit_stop_has_its_end_too() -> None:
    trip = table("hail hail duck duck", "hail hail duck duck fog", "", condition="rush-hour").act(0, "end_turn")
    assert trip.asked() == ("turn", (1,))
    assert trip.pit(1).asked() == ("rush_hour", (1,))


@pytest.mark.clause("SA-9.6")
def test_a_rush_hour_played_this_turn_binds_its_player_at_the_end_of_it() -> None:
    trip = table("rush-hour hail hail duck duck fog", "", "").play(0, "rush-hour").act(0, "end_turn")
    assert trip.asked() == ("rush_hour", (0,))


@pytest.mark.clause("SA-9.6")
def test_a_skipped_turn_has_no_discard() -> None:
    trip = table("", "hail hail duck duck fog", "", condition="rush-hour", detour=(1,)).act(0, "end_turn")
    assert trip.asked() == ("turn", (2,))


@pytest.mark.clause("SA-9.7")
def test_a_factory_reset_clears_every_aftermarket_and_the_condition() -> None:
    fitted = {0: "turtle-wax", 2: "advanced-driving-school"}
    trip = table("factory-reset", "", "", condition="rain", aftermarkets=fitted).play(0, "factory-reset")
    assert (trip.state.aftermarkets, trip.state.condition) == ((None, None, None), None)
    assert trip.laid()[-1] == "factory-reset"


@pytest.mark.clause("SA-9.8")
def test_at_a_green_light_every_driver_draws_one_from_the_active_driver_to_the_left() -> None:
    trip = table("", "green-light", "", "", driver=1, condition="fog", pile="duck swerve hail rain pothole")
    trip.play(1, "green-light")
    assert trip.state.hands == (("rain",), ("duck",), ("swerve",), ("hail",))
    assert (trip.state.condition, trip.laid(), trip.asked()) == (None, ["fog", "green-light"], ("turn", (1,)))


@pytest.mark.clause("SA-R27")
@pytest.mark.parametrize(("condition", "hubcaps"), [("rain", (8, 2, 5)), ("speed-trap", (6, 4, 5)), (None, (7, 3, 5))])
def test_the_condition_is_read_when_the_hazard_resolves(condition: str | None, hubcaps: tuple[int, ...]) -> None:
    trip = table("dive-bomb rain speed-trap", "swerve", "").play(0, "dive-bomb", 1)
    trip.state = replace(trip.state, condition=condition)
    trip.deck += (condition,) if condition else ()
    assert trip.passing(1).state.hubcaps == hubcaps


@pytest.mark.clause("SA-R27")
def test_fog_is_read_when_a_dashcam_is_offered() -> None:
    trip = table("dive-bomb", "swerve", "dashcam").play(0, "dive-bomb", 1)
    trip.state = replace(trip.state, condition="fog")
    assert trip.types(2) == ["pass"]


@pytest.mark.clause("SA-R28")
def test_a_factory_reset_lays_the_condition_then_the_aftermarkets_from_the_active_driver_then_itself() -> None:
    fitted = {0: "turtle-wax", 1: "all-weather-package", 2: "advanced-driving-school"}
    trip = table("", "", "factory-reset", driver=2, condition="rain", aftermarkets=fitted).play(2, "factory-reset")
    expected = ["rain", "advanced-driving-school", "turtle-wax", "all-weather-package", "factory-reset"]
    assert trip.laid() == expected
