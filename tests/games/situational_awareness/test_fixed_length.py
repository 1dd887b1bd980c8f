"""Section 14: the trip of fixed length."""

import pytest

from engine.rng import Rng, shuffle
from engine.situational_awareness import GAME
from engine.situational_awareness import actions as told
from tests.games.situational_awareness.table import table


@pytest.mark.clause("SA-14.1", "SA-R41")
@pytest.mark.parametrize(("seats", "rounds"), [(3, 10), (4, 8), (5, 6), (6, 5)])
def test_the_trip_ends_after_the_last_driver_of_the_last_round(seats: int, rounds: int) -> None:
    trip = table(*[""] * seats, driver=1, fixed=True)
    for _ in range(seats * rounds - 1):
        trip.time_out()
    assert trip.asked() == ("turn", (0,))
    trip.time_out()
    assert (trip.asked(), trip.state.result.reason) == (None, "rounds")


@pytest.mark.clause("SA-14.1")
def test_the_option_chooses_the_length() -> None:
    assert [GAME.begin(3, {"length": length}, bytes(32))[0].fixed for length in ("pile", "fixed")] == [False, True]
    assert GAME.begin(3, {}, bytes(32))[0].fixed is False


@pytest.mark.clause("SA-14.2")
def test_a_card_to_draw_from_an_empty_pile_has_the_lanes_shuffled_into_a_new_one() -> None:
    lanes = ("rain hail duck", "fog pothole swerve", "texting carjack")
    road = [card for lane in lanes for card in lane.split()]
    trip = table("duck swerve", "", "", fixed=True, pile="impound", lanes=lanes).pit(0)
    rng, deck = shuffle(Rng(bytes(32)), road)
    assert trip.state.rng == rng
    assert trip.told(0)[1:6] == [
        told.Drew(0, 1, ("impound",)),
        told.Shuffled("pile", None),
        told.Turned(deck[:3], (0, 1, 2)),
        told.Drew(0, 2, deck[3:5]),
        told.Turned(deck[5:6], (0,)),
    ]
    assert (trip.state.lanes, trip.state.pile) == (((deck[0], deck[5]), (deck[1],), (deck[2],)), deck[6:])


@pytest.mark.clause("SA-14.2")
def test_a_card_to_turn_reshuffles_too() -> None:
    hand = "duck duck swerve swerve hail"
    trip = table(hand, "", "", fixed=True, pile="", lanes=("rain hail", "fog duck", "texting")).pit(0)
    assert (len(trip.state.pile), [len(lane) for lane in trip.state.lanes]) == (1, [2, 1, 1])


@pytest.mark.clause("SA-14.2")
def test_the_pile_is_not_made_anew_before_a_card_is_needed() -> None:
    trip = table("duck duck swerve", "", "", fixed=True, pile="rain fog hail", lanes=("duck duck", "duck", "duck")).pit(
        0
    )
    assert (trip.state.pile, sum(map(len, trip.state.lanes))) == ((), 5)


@pytest.mark.clause("SA-14.2")
def test_a_green_light_goes_on_with_the_new_pile() -> None:
    trip = table("green-light", "", "", fixed=True, pile="rain", lanes=("duck duck", "duck duck", "duck")).play(
        0, "green-light"
    )
    assert (trip.view(None).hand_sizes, trip.state.pile, trip.asked()) == ((1, 1, 1), (), ("turn", (0,)))


@pytest.mark.clause("SA-R38")
@pytest.mark.parametrize(("lanes", "size"), [(("rain", "fog", "hail"), 1), (("rain hail", "fog", "duck"), 2)])
def test_three_cards_on_the_lanes_are_too_few_to_shuffle(lanes: tuple[str, ...], size: int) -> None:
    trip = table("swerve", "", "", fixed=True, pile="", lanes=lanes).pit(0)
    assert (len(trip.state.hands[0]), trip.state.pile, trip.asked()) == (size, (), ("turn", (1,)))
    assert any(isinstance(event, told.Shuffled) for event in trip.told(None)) is (size == 2)


@pytest.mark.clause("SA-R38")
def test_a_skipped_turn_counts_as_that_drivers_turn_of_the_round() -> None:
    trip = table("", "", "", fixed=True, detour=(1,))
    for _ in range(29):
        trip.time_out()
    assert trip.asked() is None
