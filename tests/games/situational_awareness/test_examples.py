"""Section 18: the worked examples."""

import pytest

from engine.errors import Taken
from engine.situational_awareness import GAME
from engine.situational_awareness.view import PeekView
from tests.games.situational_awareness.table import table

PRESENTS = "presents-from-above"
FULL = "duck duck swerve swerve hail"


@pytest.mark.clause("SA-E1")
def test_example_1_the_pile_up_is_stopped_and_the_presents_land() -> None:
    trip = table(PRESENTS, "evasive-maneuvers", "pile-up").play(0, PRESENTS, 1).act(2, "pile_up")
    assert trip.save(1, "evasive-maneuvers", "pile_up").state.hubcaps == (6, 4, 5)


@pytest.mark.clause("SA-E2")
def test_example_2_the_presents_are_stopped_and_the_pile_up_is_spent() -> None:
    trip = table(PRESENTS, "duck", "pile-up").play(0, PRESENTS, 1).act(2, "pile_up").save(1, "duck")
    assert (trip.state.hubcaps, trip.laid()) == ((5, 5, 5), [PRESENTS, "pile-up", "duck"])


@pytest.mark.clause("SA-E3")
def test_example_3_one_hubcap_goes_to_the_attacker_and_the_target_kicks_rocks() -> None:
    trip = table("dive-bomb", "", "pile-up", hubcaps=(5, 1, 5)).play(0, "dive-bomb", 1).act(2, "pile_up")
    assert trip.state.hubcaps == (6, 0, 5)
    assert trip.act(0, "end_turn").pit(1).view(None).hand_sizes == (0, 3, 0)


@pytest.mark.clause("SA-E4")
def test_example_4_a_splash_on_one_hubcap_goes_to_the_left() -> None:
    trip = table("goose-crossing", "", "", "", hubcaps=(5, 5, 1, 5)).play(0, "goose-crossing", 2)
    assert trip.state.hubcaps == (5, 5, 0, 6)


@pytest.mark.clause("SA-E5")
def test_example_5_a_dashcam_takes_both_sides_of_a_splash() -> None:
    trip = table("goose-crossing", "", "", "", "dashcam").play(0, "goose-crossing", 2).act(4, "dashcam")
    assert trip.state.hubcaps == (5, 5, 3, 5, 7)


@pytest.mark.clause("SA-E6")
@pytest.mark.parametrize(
    ("card", "hubcaps"), [("pothole", (7, 2, 5, 6)), ("dive-bomb", (8, 1, 5, 6)), ("oil-slick", (6, 2, 6, 6))]
)
def test_example_6_rain(card: str, hubcaps: tuple[int, ...]) -> None:
    trip = table(card, "", "", "pile-up", condition="rain").play(0, card, 1).act(3, "pile_up")
    assert trip.state.hubcaps == hubcaps


@pytest.mark.clause("SA-E7")
@pytest.mark.parametrize("card", ["brake-check", "cut-off"])
def test_example_7_speed_trap(card: str) -> None:
    trip = table(card, "", "", "", condition="speed-trap").play(0, card, 2)
    assert trip.state.hubcaps == (6, 5, 4, 5)


@pytest.mark.clause("SA-E8")
def test_example_8_hail_of_a_driver_kicking_rocks_in_rain_and_the_hazard_after_it() -> None:
    trip = table("hail fog-bank", "", "", "", hubcaps=(0, 5, 5, 5), condition="rain").play(0, "hail", 2)
    assert trip.state.hubcaps == (1, 5, 4, 5)
    assert trip.play(0, "fog-bank", 2).state.hubcaps == (3, 5, 2, 5)


@pytest.mark.clause("SA-E9")
def test_example_9_the_third_rock_is_refused_when_the_second_has_landed() -> None:
    trip = table("hail hail hail", "duck", "", hubcaps=(0, 5, 5)).play(0, "hail", 1).save(1, "duck").play(0, "hail", 1)
    assert trip.state.hubcaps == (1, 4, 5)
    assert trip.refusal(0, "play", card="hail", target=1) == "SA-3.3"


@pytest.mark.clause("SA-E10")
def test_example_10_a_lime_rock_at_turtle_wax_is_stopped_and_no_window_opens() -> None:
    trip = table("pothole", "swerve", "pile-up", hubcaps=(0, 5, 5), aftermarkets={1: "turtle-wax"}).play(
        0, "pothole", 1
    )
    assert (trip.state.hubcaps, trip.asked(), trip.laid()) == ((0, 5, 5), ("turn", (0,)), ["pothole"])


@pytest.mark.clause("SA-E11")
def test_example_11_the_right_trap_wrecks_duck_and_no_second_save_is_offered() -> None:
    trip = table("dive-bomb rain rain rain", "duck topping-off-fluids", "", traps=[(2, "falling-rock")])
    trip.play(0, "dive-bomb", 1).save(1, "duck").act(0, "spring")
    assert (trip.state.hubcaps, trip.asked(), trip.state.hands[1]) == (
        (7, 3, 5),
        ("turn", (0,)),
        ("topping-off-fluids",),
    )


@pytest.mark.clause("SA-E12")
def test_example_12_the_wrong_trap_takes_the_springers_last_three_cards() -> None:
    trip = table("dive-bomb", "duck", "rain rain fog", traps=[(0, "black-ice")]).play(0, "dive-bomb", 1)
    trip.save(1, "duck").act(2, "spring").discard(2, "rain fog rain")
    assert (trip.state.hands[2], trip.state.hubcaps) == ((), (5, 5, 5))


@pytest.mark.clause("SA-E13")
def test_example_13_a_wrecked_save_lets_the_carjack_take_of_the_hand_that_is_left() -> None:
    trip = table("carjack", "high-beams hail", "rain rain fog", traps=[(0, "flash-flood")]).play(0, "carjack", 1)
    trip.save(1, "high-beams", "violation").act(2, "spring")
    assert trip.state.hands[:2] == (("hail",), ())


@pytest.mark.clause("SA-E14")
def test_example_14_an_escort_lets_the_hazard_resolve_and_then_ends_the_turn() -> None:
    trip = table("pothole hail", "swerve", "police-escort").play(0, "pothole", 1).act(2, "police_escort")
    assert trip.asked() == ("defend", (1,))
    trip.passing(1)
    assert (trip.state.hubcaps, trip.asked(), trip.state.hands[0]) == ((6, 4, 5), ("turn", (1,)), ("hail",))


@pytest.mark.clause("SA-E14")
def test_example_14_an_escort_before_any_card_ends_the_turn_at_once() -> None:
    assert table("hail", "", "police-escort").act(2, "police_escort").asked() == ("turn", (1,))


@pytest.mark.clause("SA-E15")
def test_example_15_the_pile_runs_out_in_the_middle_of_a_draw() -> None:
    trip = table("hail", "", "", pile="rain fog").pit(0)
    assert (trip.state.hands[0], trip.state.lanes, trip.state.result.reason) == (
        ("hail", "rain", "fog"), ((), (), ()), "out-of-gas",
    )  # fmt: skip


@pytest.mark.clause("SA-E16")
def test_example_16_the_last_card_is_drawn_exactly() -> None:
    trip = table("hail duck swerve", "", "", pile="rain fog").pit(0)
    assert (trip.state.lanes, trip.asked()) == (((), (), ()), ("turn", (1,)))


@pytest.mark.clause("SA-E17")
def test_example_17_a_green_light_ends_the_trip_at_the_fourth_driver() -> None:
    trip = table("green-light", "", "", "", "", pile="rain fog hail").play(0, "green-light")
    assert (trip.view(None).hand_sizes, trip.state.result.reason) == ((1, 1, 1, 0, 0), "out-of-gas")


@pytest.mark.clause("SA-E18")
def test_example_18_in_fog_only_a_pile_up_and_a_pass_are_offered() -> None:
    trip = table("hail", "", "dashcam pile-up", "dashcam", condition="fog").play(0, "hail", 1)
    assert (trip.asked(), trip.types(2), trip.types(3)) == (("respond", (2, 3)), ["pile_up", "pass"], ["pass"])


@pytest.mark.clause("SA-E19")
def test_example_19_the_dashcam_driver_sees_the_hand_until_the_targets_next_turn() -> None:
    trip = table("texting", "", "rain", "dashcam").play(0, "texting", 2).act(3, "dashcam")
    looks = [trip.view(3).peeks, trip.act(0, "end_turn").view(3).peeks, trip.act(1, "end_turn").view(3).peeks]
    assert looks == [(PeekView(2, ("rain",)),), (PeekView(2, ("rain",)),), ()]


@pytest.mark.clause("SA-E20")
@pytest.mark.parametrize(("second", "winners"), [("rain fog", (1,)), ("rain fog hail", (1, 2))])
def test_example_20_most_cards_break_a_tie_and_equal_hands_share(second: str, winners: tuple[int, ...]) -> None:
    trip = table("", "duck duck hail", second, hubcaps=(3, 6, 6), pile="").pit(0)
    assert trip.state.result.winners == winners


@pytest.mark.clause("SA-E21")
def test_example_21_of_two_dashcams_at_once_the_second_is_told_that_it_is_taken() -> None:
    trip = table("hail", "", "dashcam pile-up", "dashcam duck").play(0, "hail", 1).act(3, "dashcam")
    with pytest.raises(Taken):
        GAME.objection(trip.state, 2, {"type": "dashcam"})
    assert trip.types(2) == ["pile_up", "pass"]


@pytest.mark.clause("SA-E22")
def test_example_22_a_detour_and_then_a_flat_tire() -> None:
    trip = (
        table("detour", "", "flat-tire", "hail").play(0, "detour", 3).passing(3).act(0, "end_turn").act(1, "end_turn")
    )
    trip.play(2, "flat-tire", 3).passing(3).act(2, "end_turn")
    assert trip.asked() == ("turn", (0,))
    for seat in (0, 1, 2):
        trip.act(seat, "end_turn")
    assert (trip.asked(), trip.types(3)) == (("turn", (3,)), ["pit_stop"])
