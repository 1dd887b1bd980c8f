"""Section 10: Aftermarket."""

import pytest

from tests.games.situational_awareness.table import table


@pytest.mark.clause("SA-10.1")
def test_an_aftermarket_lies_in_front_of_its_driver_and_guards_while_it_lies_there() -> None:
    trip = table("turtle-wax impound", "dive-bomb dive-bomb impound", "").play(0, "turtle-wax")
    assert (trip.view(2).aftermarkets, trip.laid(), trip.asked()) == (("turtle-wax", None, None), [], ("turn", (0,)))
    trip.act(0, "end_turn").play(1, "dive-bomb", 0)
    assert trip.state.hubcaps == (5, 5, 5)
    trip.play(1, "impound", 0).passing(0).act(1, "end_turn")
    assert trip.state.aftermarkets == (None, None, None)
    trip.act(2, "end_turn").act(0, "end_turn").play(1, "dive-bomb", 0).passing(0)
    assert trip.state.hubcaps == (3, 7, 5)


@pytest.mark.clause("SA-10.1")
def test_an_aftermarket_guards_against_its_own_colour_alone() -> None:
    trip = table("fog-bank", "", "", aftermarkets={1: "turtle-wax"}).play(0, "fog-bank", 1)
    assert trip.state.hubcaps == (6, 4, 5)


@pytest.mark.clause("SA-10.2")
def test_another_aftermarket_replaces_it_and_the_old_one_goes_to_the_road() -> None:
    trip = table("turtle-wax all-weather-package", "", "").play(0, "turtle-wax").play(0, "all-weather-package")
    assert (trip.state.aftermarkets, trip.laid()) == (("all-weather-package", None, None), ["turtle-wax"])
