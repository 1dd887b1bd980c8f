"""Texting: the Hazard that shows a hand (SA-7.1, SA-R18, SA-R25)."""

import pytest

from engine.situational_awareness import actions as told
from engine.situational_awareness.view import PeekView
from tests.games.situational_awareness.table import table


@pytest.mark.clause("SA-7.1", "SA-15.2")
def test_texting_shows_the_targets_hand_to_its_player_alone() -> None:
    trip = table("texting", "", "rain duck", "").play(0, "texting", 2)
    assert [trip.view(seat).peeks for seat in (0, 1, 2, 3, None)] == [(PeekView(2, ("duck", "rain")),), (), (), (), ()]
    seen = [trip.told(seat)[1] for seat in (0, 2, None)]
    assert seen == [told.HandSeen(0, 2, ("duck", "rain")), told.HandSeen(0, 2, None), told.HandSeen(0, 2, None)]
    assert trip.state.hubcaps == (5, 5, 5, 5)


@pytest.mark.clause("SA-7.1")
def test_the_hand_is_seen_as_it_changes_until_its_owners_next_turn() -> None:
    trip = table("texting", "carjack", "rain", "", driver=0).play(0, "texting", 2).passing(1)
    trip.act(0, "end_turn").play(1, "carjack", 2).passing(2)
    assert trip.view(0).peeks == (PeekView(2, ()),)
    assert trip.act(1, "end_turn").view(0).peeks == ()


@pytest.mark.clause("SA-7.1")
def test_a_skipped_turn_ends_the_look_too() -> None:
    trip = table("texting", "rain", "", detour=(1,)).play(0, "texting", 1)
    assert trip.view(0).peeks == (PeekView(1, ("rain",)),)
    assert trip.act(0, "end_turn").view(0).peeks == ()


@pytest.mark.clause("SA-7.1")
def test_the_look_lasts_through_the_turns_of_others() -> None:
    trip = table("texting", "", "", "rain").play(0, "texting", 3).act(0, "end_turn").act(1, "end_turn")
    assert trip.view(0).peeks == (PeekView(3, ("rain",)),)


@pytest.mark.clause("SA-7.1")
def test_no_save_and_no_aftermarket_stops_texting() -> None:
    hand = "duck swerve defensive-driving high-beams"
    trip = table("texting", hand, "", aftermarkets={1: "turtle-wax"}).play(0, "texting", 1)
    assert (trip.asked(), len(trip.view(0).peeks)) == (("turn", (0,)), 1)


@pytest.mark.clause("SA-R18")
def test_a_dashcam_takes_the_look() -> None:
    trip = table("texting", "rain", "dashcam", "").play(0, "texting", 1).act(2, "dashcam")
    assert [trip.view(seat).peeks for seat in (0, 2)] == [(), (PeekView(1, ("rain",)),)]


@pytest.mark.clause("SA-R18")
@pytest.mark.parametrize("condition", [None, "rain", "speed-trap"])
def test_a_pile_up_on_texting_takes_one_and_the_conditions_do_not_touch_it(condition: str | None) -> None:
    trip = table("texting", "", "pile-up", "", condition=condition).play(0, "texting", 1).act(2, "pile_up")
    assert (trip.state.hubcaps, len(trip.view(0).peeks)) == ((5, 4, 6, 5), 1)


@pytest.mark.clause("SA-R18")
def test_a_pile_up_on_texting_is_stopped_while_the_look_goes_on() -> None:
    trip = table("texting", "defensive-driving rain", "pile-up", "").play(0, "texting", 1).act(2, "pile_up")
    trip.save(1, "defensive-driving", "pile_up")
    assert (trip.state.hubcaps, trip.view(0).peeks) == ((5, 5, 5, 5), (PeekView(1, ("rain",)),))


@pytest.mark.clause("SA-R25")
def test_texting_of_a_driver_who_kicks_rocks_takes_one_and_shows_nothing() -> None:
    trip = table("texting", "rain", "", hubcaps=(0, 5, 5)).play(0, "texting", 1).passing(1)
    assert (trip.state.hubcaps, trip.state.peeks) == ((1, 4, 5), ())


@pytest.mark.clause("SA-R25")
def test_a_rock_of_texting_is_stopped_by_any_save_and_any_aftermarket() -> None:
    trip = table("texting texting", "snow-chains", "", hubcaps=(0, 5, 5), aftermarkets={2: "turtle-wax"})
    trip.play(0, "texting", 1).save(1, "snow-chains").play(0, "texting", 2)
    assert (trip.state.hubcaps, trip.state.peeks) == ((0, 5, 5), ())
