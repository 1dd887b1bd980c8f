"""Section 4: the Pit Stop."""

import pytest

from tests.games.situational_awareness.table import table


@pytest.mark.clause("SA-4.1")
@pytest.mark.parametrize(
    ("discard", "hand"),
    [
        ("", ("pothole", "hail", "duck", "rain", "fog")),
        ("duck", ("pothole", "hail", "rain", "fog", "turtle-wax")),
        ("rain duck hail", ("pothole", "pothole", "fog", "turtle-wax", "black-ice")),
    ],
)
def test_any_cards_are_discarded_and_the_hand_is_drawn_to_five(discard: str, hand: tuple[str, ...]) -> None:
    trip = table("hail duck rain", "", "", pile="pothole fog turtle-wax black-ice pothole swerve swerve")
    assert trip.pit(0, discard).state.hands[0] == hand


@pytest.mark.clause("SA-4.1")
def test_a_discard_names_cards_of_the_hand_each_as_often_as_it_is_held() -> None:
    trip = table("duck duck", "", "")
    assert trip.offers(0)[0] == {"type": "pit_stop", "discard": {"subset_of": ("duck", "duck"), "min": 0, "max": 2}}
    refused = [trip.refusal(0, "pit_stop", discard=cards) for cards in (["duck"] * 3, ["rain"])]
    assert refused == ["SA-4.1", "SA-4.1"]


@pytest.mark.clause("SA-4.2")
def test_then_the_top_card_of_the_pile_is_turned_onto_the_road() -> None:
    trip = table("duck duck duck", "", "", pile="pothole fog rain hail", lanes=("swerve", "", ""))
    trip.pit(0, "duck")
    assert (trip.state.pile, trip.state.lanes) == ((), (("swerve",), ("duck",), ("hail",)))


@pytest.mark.clause("SA-4.3")
def test_no_attack_is_made_on_a_pit_stop() -> None:
    trip = table("pothole police-escort", "duck", "").pit(0)
    assert (trip.state.hubcaps, trip.offers(0)[1:], trip.asked()) == ((5, 5, 5), [], ("turn", (1,)))
    assert trip.refusal(0, "play", card="pothole", target=1) == "SA-3.1"


@pytest.mark.clause("SA-4.4")
@pytest.mark.parametrize(
    ("hubcaps", "condition", "size"),
    [((0, 5, 5), None, 3), ((5, 5, 5), "rush-hour", 4), ((0, 5, 5), "rush-hour", 3), ((1, 5, 5), "rain", 5)],
)
def test_kicking_rocks_draws_to_three_and_rush_hour_to_four(
    hubcaps: tuple[int, ...], condition: str | None, size: int
) -> None:
    trip = table("duck", "", "", hubcaps=hubcaps, condition=condition)
    assert trip.pit(0).view(None).hand_sizes == (size, 0, 0)


@pytest.mark.clause("SA-4.5")
@pytest.mark.parametrize("hand", ["duck duck swerve swerve hail", "duck duck swerve swerve hail hail"])
def test_a_driver_at_or_above_the_number_draws_nothing_and_turns_the_fuel_card(hand: str) -> None:
    trip = table(hand, "", "", pile="rain fog").pit(0)
    assert (len(trip.state.hands[0]), trip.state.pile, trip.state.lanes[0]) == (len(hand.split()), ("fog",), ("rain",))


@pytest.mark.clause("SA-R6")
def test_with_an_empty_pile_no_fuel_card_is_turned_and_the_trip_goes_on() -> None:
    trip = table("duck duck swerve swerve hail", "", "", pile="").pit(0)
    assert (trip.state.lanes, trip.asked()) == (((), (), ()), ("turn", (1,)))


@pytest.mark.clause("SA-R6")
def test_nothing_falls_between_the_draw_and_the_fuel_card() -> None:
    trip = table("", "police-escort", "", pile="duck duck duck duck duck rain").pit(0)
    assert [event.__class__.__name__ for event in trip.told(None)] == [
        "PitStopped", "Drew", "Turned", "TurnEnded", "TurnStarted",
    ]  # fmt: skip


@pytest.mark.clause("SA-R7")
def test_the_number_is_that_of_the_moment_when_the_drawing_starts() -> None:
    trip = table("rush-hour pothole", "", "duck", hubcaps=(5, 1, 5))
    trip.play(0, "rush-hour").play(0, "pothole", 1).passing(2).act(0, "end_turn").pit(1).pit(2, "duck")
    assert trip.view(None).hand_sizes == (0, 3, 4)
