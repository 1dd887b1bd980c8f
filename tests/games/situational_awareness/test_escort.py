"""Section 12: the Police Escort."""

import pytest

from engine.errors import Taken
from engine.situational_awareness import GAME
from engine.situational_awareness import actions as told
from engine.situational_awareness.rules import RULES
from tests.games.situational_awareness.table import Table, table

ESCORT = {"type": "police_escort"}


def in_window(kind: str, held: str = "police-escort rain rain rain") -> Table:
    """A trip in which the window is open while driver 3 holds a Police Escort."""
    trip = table("pothole traffic-jam hail", "swerve duck", "hail hail hail", held, traps=[(0, "blind-spot")])
    if kind == "traffic_jam":
        return trip.play(0, "traffic-jam")
    if kind == "turn":
        return trip
    trip.play(0, "pothole", 1)
    if kind == "respond":
        return trip
    if kind == "defend":
        return trip.passing(2, 3)
    trip.save(1, "swerve")
    return trip if kind == "spring" else trip.act(2, "spring")


@pytest.mark.clause("SA-12.1")
@pytest.mark.parametrize("kind", ["turn", "respond", "defend", "spring", "pay_trap", "traffic_jam"])
def test_any_driver_but_the_active_one_may_play_it_inside_every_window(kind: str) -> None:
    trip = in_window(kind)
    asked = trip.asked()
    assert asked is not None
    assert (asked[0], ESCORT in trip.offers(3)) == (kind, True)
    trip.act(3, "police_escort")
    assert (trip.view(None).turn.escorted, trip.told(None)[1]) == (kind != "turn", told.Escorted(3, 0))


@pytest.mark.clause("SA-12.1")
def test_the_active_driver_may_not_play_it() -> None:
    trip = table("police-escort", "", "")
    assert ESCORT not in trip.offers(0)
    assert trip.refusal(0, "police_escort") == "SA-12.1"
    assert trip.refusal(1, "police_escort") == "SA-12.1"


@pytest.mark.clause("SA-12.2")
@pytest.mark.parametrize("kind", ["respond", "defend", "spring", "pay_trap", "traffic_jam"])
def test_the_turn_ends_when_the_card_in_front_is_resolved(kind: str) -> None:
    trip = in_window(kind).act(3, "police_escort")
    while trip.view(None).turn.seat == 0:
        assert trip.asked() is not None
        assert trip.types(0) in ([], ["pass"], ["spring", "pass"])
        trip.time_out()
    left = {"traffic_jam": ("pothole", "hail")}.get(kind, ("hail", "traffic-jam"))
    assert (trip.state.hands[0], trip.asked()) == (left, ("turn", (1,)))


@pytest.mark.clause("SA-12.2")
def test_nothing_stops_an_escort() -> None:
    hand = "duck swerve defensive-driving high-beams"
    trip = table(hand, "police-escort", "", aftermarkets={0: "turtle-wax"}, traps=[(0, "black-ice")])
    assert trip.act(1, "police_escort").asked() == ("turn", (1,))


@pytest.mark.clause("SA-R33")
@pytest.mark.parametrize("first", [None, "hail"])
def test_with_no_card_in_front_the_turn_ends_at_once(first: str | None) -> None:
    trip = table("hail rain", "police-escort", "", aftermarkets={1: "all-weather-package"})
    if first:
        trip.play(0, first, 1)
    trip.act(1, "police_escort")
    assert (trip.laid(), trip.asked(), trip.types(0)) == (["police-escort"], ("turn", (1,)), [])


@pytest.mark.clause("SA-R33")
def test_a_pit_stop_can_not_be_interrupted_halfway() -> None:
    trip = table("rain", "police-escort", "", flat_tire=(0,))
    aside = RULES.open_to(trip.state, 1)
    trip.pit(0, "rain")
    assert (trip.asked(), len(trip.state.hands[0]), aside[0] in RULES.open_to(trip.state, 2)) == (
        ("turn", (1,)),
        5,
        False,
    )


@pytest.mark.clause("SA-R34")
def test_a_second_escort_can_not_be_played_on_a_marked_turn() -> None:
    trip = table("pothole", "duck", "police-escort", "police-escort").play(0, "pothole", 1).act(2, "police_escort")
    assert trip.types(3) == ["pass"]
    with pytest.raises(Taken) as refused:
        GAME.objection(trip.state, 3, ESCORT)
    assert refused.value.clause == "SA-R34"


@pytest.mark.clause("SA-R34")
def test_none_is_played_during_the_discard_at_the_end_of_a_turn() -> None:
    trip = table("hail hail duck duck fog", "police-escort rain", "", condition="rush-hour").act(0, "end_turn")
    assert (trip.offers(1), RULES.open_to(trip.state, 1)) == ([], ())
    assert trip.refusal(1, "police_escort") == "SA-R34"


@pytest.mark.clause("SA-R35")
def test_the_duties_of_a_turns_end_still_happen() -> None:
    trip = table("hail hail duck duck fog", "police-escort", "", condition="rush-hour").act(1, "police_escort")
    assert (trip.asked(), trip.types(0)) == (("rush_hour", (0,)), ["discard"])


@pytest.mark.clause("SA-R39")
@pytest.mark.parametrize(
    ("held", "offered"), [("police-escort hail duck", False), ("police-escort hail duck rain", True)]
)
def test_who_owes_three_cards_may_play_it_only_if_three_are_left(held: str, offered: bool) -> None:
    trip = table("pothole", "swerve", held, traps=[(0, "blind-spot")]).play(0, "pothole", 1)
    trip.save(1, "swerve").act(2, "spring")
    assert (ESCORT in trip.offers(2)) is offered
    if not offered:
        assert trip.refusal(2, "police_escort") == "SA-R39"


@pytest.mark.clause("SA-R39")
def test_a_bystander_owes_nothing_in_a_pay_window() -> None:
    trip = table("pothole", "swerve", "hail hail hail", "police-escort", traps=[(0, "blind-spot")]).play(
        0, "pothole", 1
    )
    assert trip.save(1, "swerve").act(2, "spring").offers(3) == [ESCORT]


def test_the_prompt_of_an_escort_lives_as_long_as_the_turn() -> None:
    trip = table("pothole rain", "duck", "police-escort")
    first = RULES.open_to(trip.state, 2)
    assert RULES.open_to(trip.play(0, "rain").state, 2) == first
    assert first[0] in RULES.open_to(trip.play(0, "pothole", 1).state, 2)
    trip.time_out()
    trip.time_out()
    trip.act(0, "end_turn")
    assert RULES.open_to(trip.state, 2) != first


@pytest.mark.clause("SA-12.1")
@pytest.mark.parametrize("kind", ["dashcam", "pass", "police_escort"])
def test_an_answer_that_names_the_other_open_prompt_is_told_so(kind: str) -> None:
    trip = table("pothole", "swerve", "dashcam police-escort", "rain").play(0, "pothole", 1)
    (offer,) = [offer for offer in RULES.offers(trip.state, 2) if offer.type == kind]
    clause, why = GAME.objection(trip.state, 2, {"type": kind})
    assert (clause, f"prompt {offer.prompt}" in why) == ("SA-12.1", True)
