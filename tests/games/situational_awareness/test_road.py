"""Section 5: the road."""

import pytest

from tests.games.situational_awareness.table import table


@pytest.mark.clause("SA-5.1")
@pytest.mark.parametrize(
    ("lanes", "after"),
    [
        (("rain", "fog", ""), ("rain", "fog", "hail")),
        (("rain", "", "fog"), ("rain", "hail", "fog")),
        (("", "rain", "fog"), ("hail", "rain", "fog")),
    ],
)
def test_a_card_that_leaves_play_goes_onto_the_shortest_lane(lanes: tuple[str, ...], after: tuple[str, ...]) -> None:
    trip = table("hail", "", "", lanes=lanes).play(0, "hail", 1)
    assert trip.state.lanes == tuple((card,) for card in after)


@pytest.mark.clause("SA-5.1", "SA-6.12")
def test_attack_responses_saves_and_traps_all_end_on_the_road() -> None:
    trip = table("pothole", "swerve", "dashcam duck hail fog", "pile-up", traps=[(0, "black-ice")])
    trip.play(0, "pothole", 1).act(3, "pile_up").save(1, "swerve").act(2, "spring").act(2, "dashcam")
    assert trip.laid() == ["pothole", "pile-up", "swerve", "black-ice", "dashcam"]


@pytest.mark.clause("SA-5.2", "SA-15.1")
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_everybody_sees_the_lanes_in_full_and_in_order(seat: int | None) -> None:
    trip = table("", "", "", lanes=("rain hail", "fog duck", "swerve"))
    assert trip.view(seat).lanes == (("rain", "hail"), ("fog", "duck"), ("swerve",))


@pytest.mark.clause("SA-R8")
def test_of_equally_short_lanes_the_leftmost_takes_the_card() -> None:
    trip = table("hail", "", "", lanes=("rain", "rain", "rain")).play(0, "hail", 1)
    assert trip.state.lanes == (("rain", "hail"), ("rain",), ("rain",))


@pytest.mark.clause("SA-R8")
def test_several_cards_go_one_by_one_in_the_order_in_which_the_discarder_named_them() -> None:
    trip = table("hail duck rain fog swerve", "", "", lanes=("", "swerve", ""), pile="hail hail hail hail hail hail")
    trip.pit(0, "rain hail fog duck")
    assert trip.state.lanes == (("rain", "fog"), ("swerve", "duck"), ("hail", "hail"))


@pytest.mark.clause("SA-R9")
def test_the_attack_its_responses_saves_and_traps_wait_on_the_table() -> None:
    trip = table("pothole", "swerve", "pile-up duck duck", traps=[(0, "falling-rock")])
    trip.play(0, "pothole", 1).act(2, "pile_up").passing(2)
    assert (trip.state.table, trip.laid()) == (("pothole", "pile-up"), [])


@pytest.mark.clause("SA-R9")
def test_the_three_of_a_wrong_trap_go_before_the_attack() -> None:
    trip = table("pothole", "swerve", "duck hail fog", traps=[(0, "falling-rock")])
    trip.play(0, "pothole", 1).save(1, "swerve").act(2, "spring").discard(2, "fog duck hail")
    assert trip.laid() == ["fog", "duck", "hail", "pothole", "swerve", "falling-rock"]


@pytest.mark.clause("SA-R9")
def test_the_discards_of_a_traffic_jam_go_before_it() -> None:
    trip = table("traffic-jam", "duck", "hail").play(0, "traffic-jam").discard(2, "hail").discard(1, "duck")
    assert trip.laid() == ["duck", "hail", "traffic-jam"]


@pytest.mark.clause("SA-R9")
def test_an_impounded_aftermarket_goes_before_the_impound() -> None:
    trip = table("impound", "", "", aftermarkets={1: "turtle-wax"}).play(0, "impound", 1)
    assert trip.laid() == ["turtle-wax", "impound"]


@pytest.mark.clause("SA-R9")
def test_a_replaced_aftermarket_and_a_replaced_condition_go_at_once() -> None:
    trip = table("turtle-wax rain", "", "", condition="fog", aftermarkets={0: "all-weather-package"})
    assert trip.play(0, "turtle-wax").laid() + trip.play(0, "rain").laid() == ["all-weather-package", "fog"]


@pytest.mark.clause("SA-R9")
def test_a_green_light_goes_after_the_replaced_condition_and_the_draws() -> None:
    trip = table("green-light", "", "", condition="fog").play(0, "green-light")
    assert [event.__class__.__name__ for event in trip.told(None)] == [
        "ConditionPlayed", "Laid", "Drew", "Drew", "Drew", "Laid",
    ]  # fmt: skip
    assert trip.laid() == ["fog", "green-light"]


@pytest.mark.clause("SA-R9")
def test_a_police_escort_goes_to_the_road_when_it_is_played() -> None:
    trip = table("pothole", "swerve", "police-escort").play(0, "pothole", 1).act(2, "police_escort")
    assert (trip.laid(), trip.state.table) == (["police-escort"], ("pothole",))
