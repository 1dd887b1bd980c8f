"""Traffic Jam: everybody else discards at once (SA-7.9, SA-R20, SA-R39)."""

import pytest

from engine.flow import Answered
from engine.situational_awareness import actions as told
from tests.games.situational_awareness.table import table


@pytest.mark.clause("SA-7.9")
def test_every_other_driver_discards_a_card_of_their_own_choice() -> None:
    trip = table("traffic-jam rain", "duck hail", "swerve swerve", "").play(0, "traffic-jam")
    assert trip.asked() == ("traffic_jam", (1, 2))
    assert trip.offers(1) == [{"type": "discard", "cards": {"subset_of": ("hail", "duck"), "min": 1, "max": 1}}]
    trip.discard(1, "duck").discard(2, "swerve")
    assert (trip.state.hands, trip.asked()) == ((("rain",), ("hail",), ("swerve",), ()), ("turn", (0,)))


@pytest.mark.clause("SA-7.9")
def test_nothing_stops_a_traffic_jam() -> None:
    trip = table("traffic-jam", "duck swerve", "", aftermarkets={1: "turtle-wax"}).play(0, "traffic-jam")
    refused = [
        trip.refusal(1, "save", card="duck", against="violation"),
        trip.refusal(1, "pass"),
        trip.refusal(1, "discard", cards=[]),
        trip.refusal(1, "discard", cards=["duck", "swerve"]),
    ]
    assert refused == ["SA-7.9"] * 4


@pytest.mark.clause("SA-R20")
def test_the_choices_are_shown_together_in_turn_order_from_the_left_of_the_driver() -> None:
    trip = table("duck", "hail", "traffic-jam", "rain", driver=2).play(2, "traffic-jam")
    assert (trip.discard(1, "hail").told(None), trip.discard(0, "duck").told(None)) == ([Answered(1)], [Answered(0)])
    shown = [event for event in trip.discard(3, "rain").told(None) if isinstance(event, told.Discarded)]
    assert shown == [told.Discarded(3, ("rain",)), told.Discarded(0, ("duck",)), told.Discarded(1, ("hail",))]
    assert trip.laid() == ["rain", "duck", "hail", "traffic-jam"]


@pytest.mark.clause("SA-R20", "SA-15.1")
def test_a_named_card_stays_in_its_hand_until_all_are_shown() -> None:
    trip = table("traffic-jam", "duck hail", "rain").play(0, "traffic-jam")
    before = [trip.view(seat) for seat in (0, 1, 2, None)]
    trip.discard(1, "duck")
    after = [trip.view(seat) for seat in (0, 1, 2, None)]
    assert [view.answered for view in after] == [(1,)] * 4
    assert [(view.hand, view.hand_sizes, view.lanes) for view in after] == [
        (view.hand, view.hand_sizes, view.lanes) for view in before
    ]


@pytest.mark.clause("SA-R20", "SA-15.4")
@pytest.mark.parametrize("named", ["duck", "hail"])
def test_what_was_named_shows_nowhere(named: str) -> None:
    trip = table("traffic-jam", "duck hail", "rain").play(0, "traffic-jam").discard(1, named)
    assert [trip.told(seat) for seat in (0, 1, 2, None)] == [[Answered(1)]] * 4
    assert (trip.asked(), trip.types(0), trip.types(2)) == (("traffic_jam", (2,)), [], ["discard"])


@pytest.mark.clause("SA-R20")
def test_an_empty_hand_discards_nothing() -> None:
    trip = table("traffic-jam", "", "").play(0, "traffic-jam")
    assert (trip.asked(), trip.laid()) == (("turn", (0,)), ["traffic-jam"])


@pytest.mark.clause("SA-R20")
def test_a_choice_can_not_be_changed() -> None:
    trip = table("traffic-jam", "duck hail", "rain").play(0, "traffic-jam").discard(1, "duck")
    assert trip.offers(1) == []
    assert trip.refusal(1, "discard", cards=["hail"]) == "SA-R20"


@pytest.mark.clause("SA-R20")
def test_a_named_escort_can_not_be_played_meanwhile() -> None:
    trip = table("traffic-jam", "police-escort hail", "rain").play(0, "traffic-jam").discard(1, "police-escort")
    assert trip.offers(1) == []
    assert trip.refusal(1, "police_escort") == "SA-R20"


@pytest.mark.clause("SA-R20")
def test_the_other_copy_of_a_named_escort_is_free() -> None:
    trip = (
        table("traffic-jam", "police-escort police-escort", "rain").play(0, "traffic-jam").discard(1, "police-escort")
    )
    trip.act(1, "police_escort").discard(2, "rain")
    assert (trip.state.hands[1], trip.laid()) == ((), ["police-escort", "rain", "traffic-jam"])


@pytest.mark.clause("SA-R39")
def test_who_owes_a_discard_keeps_a_card_for_it() -> None:
    trip = table("traffic-jam", "police-escort", "rain").play(0, "traffic-jam")
    assert trip.types(1) == ["discard"]
    assert trip.refusal(1, "police_escort") == "SA-R39"


@pytest.mark.clause("SA-R39")
def test_an_escort_may_be_played_where_the_debt_can_still_be_paid() -> None:
    trip = table("traffic-jam", "police-escort duck", "rain").play(0, "traffic-jam").act(1, "police_escort")
    assert trip.asked() == ("traffic_jam", (1, 2))
    assert trip.discard(1, "duck").discard(2, "rain").asked() == ("turn", (1,))
