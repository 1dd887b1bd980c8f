"""Section 3: the turn."""

import pytest

from engine.offers import OneOf
from engine.situational_awareness.rules import RULES
from tests.games.situational_awareness.table import table


def no_effect(*hands: str, card: str, **given: object) -> bool:
    """The mark on playing the card at driver 1, or at nobody."""
    trip = table(*hands, **given)
    return next(offer.no_effect for offer in RULES.offers(trip.state, 0) if offer.fields.get("card") == card)


@pytest.mark.clause("SA-3.1")
def test_turns_go_left() -> None:
    trip = table("", "", "", driver=1)
    seats = [trip.act(seat, "end_turn").view(None).turn.seat for seat in (1, 2, 0, 1)]
    assert seats == [2, 0, 1, 2]


@pytest.mark.clause("SA-3.1", "SA-4.3")
def test_a_pit_stop_is_the_whole_turn() -> None:
    trip = table("pothole", "", "").pit(0)
    assert (trip.asked(), trip.offers(0)) == (("turn", (1,)), [])


@pytest.mark.clause("SA-3.2")
def test_a_drive_plays_any_number_of_cards_of_five_kinds_in_any_order() -> None:
    trip = table("pothole detour rain turtle-wax black-ice hail", "", "", "")
    trip.act(0, "set_trap", card="black-ice").play(0, "hail", 2).play(0, "rain").play(0, "detour", 1)
    trip.play(0, "turtle-wax").play(0, "pothole", 1)
    assert (trip.state.hands[0], trip.asked()) == ((), ("turn", (0,)))


@pytest.mark.clause("SA-3.2")
@pytest.mark.parametrize(
    ("card", "clause"),
    [
        ("duck", "SA-6.3"),
        ("dashcam", "SA-6.2"),
        ("pile-up", "SA-6.2"),
        ("police-escort", "SA-12.1"),
        ("hail", "SA-3.2"),
    ],
)
def test_other_kinds_and_cards_not_held_are_not_played_on_a_drive(card: str, clause: str) -> None:
    trip = table("duck dashcam pile-up police-escort", "", "")
    assert trip.types(0) == ["pit_stop", "end_turn"]
    assert trip.refusal(0, "play", card=card) == clause


@pytest.mark.clause("SA-3.3")
def test_the_third_card_aimed_at_a_driver_in_a_drive_is_refused() -> None:
    trip = table("pothole detour hail texting", "", "", "", aftermarkets={1: "monster-truck-tires"})
    trip.play(0, "pothole", 1).play(0, "detour", 1)
    assert [trip.targets(0, card) for card in ("hail", "texting")] == [[2, 3], [2, 3]]
    assert trip.refusal(0, "play", card="hail", target=1) == "SA-3.3"


@pytest.mark.clause("SA-3.3")
def test_texting_counts_and_so_does_a_hazard_that_a_save_stopped() -> None:
    trip = table("texting pothole hail", "swerve", "").play(0, "texting", 1).play(0, "pothole", 1).save(1, "swerve")
    assert trip.targets(0, "hail") == [2]


@pytest.mark.clause("SA-3.3")
def test_the_count_begins_anew_with_the_next_drive() -> None:
    trip = table("pothole pothole", "fog-bank fog-bank fog-bank", "")
    trip.play(0, "pothole", 2).passing(1).play(0, "pothole", 2).passing(1).act(0, "end_turn")
    trip.play(1, "fog-bank", 2).play(1, "fog-bank", 0)
    assert trip.targets(1, "fog-bank") == [0, 2]


@pytest.mark.clause("SA-3.4")
@pytest.mark.parametrize(("first", "target"), [("roadside-assistance", None), ("traffic-jam", None), ("detour", 1)])
def test_one_moving_violation_in_a_drive_the_unaimed_ones_included(first: str, target: int | None) -> None:
    trip = table(f"{first} impound traffic-jam roadside-assistance", "", "", pile="rain fog duck")
    trip.play(0, first, target)
    refused = [trip.refusal(0, "play", card="impound", target=2), trip.refusal(0, "play", card="impound", target=1)]
    assert refused == ["SA-3.4", "SA-3.4"]
    left = {"traffic-jam", "roadside-assistance"} & set(trip.state.hands[0])
    assert left
    assert {trip.refusal(0, "play", card=card) for card in left} == {"SA-3.4"}


@pytest.mark.clause("SA-3.4")
def test_the_next_drive_has_a_violation_of_its_own() -> None:
    trip = table("detour", "impound", "").play(0, "detour", 2).act(0, "end_turn")
    assert trip.targets(1, "impound") == [0, 2]


@pytest.mark.clause("SA-3.5")
def test_nothing_else_is_played_until_a_card_is_resolved() -> None:
    trip = table("pothole hail", "duck", "").play(0, "pothole", 1)
    assert (trip.asked(), trip.offers(0)) == (("defend", (1,)), [])
    assert trip.refusal(0, "play", card="hail", target=2) == "SA-3.5"
    assert trip.passing(1).targets(0, "hail") == [1, 2]


@pytest.mark.clause("SA-3.6")
def test_a_drive_draws_nothing() -> None:
    trip = table("rain hail duck", "", "").play(0, "rain").play(0, "hail", 1).act(0, "end_turn")
    assert (trip.state.hands[0], len(trip.state.pile)) == (("duck",), 20)


@pytest.mark.clause("SA-3.7")
@pytest.mark.parametrize("card", ["pothole", "texting", "carjack"])
def test_nobody_aims_a_card_at_themselves(card: str) -> None:
    trip = table(card, "", "", "", driver=0)
    assert trip.targets(0, card) == [1, 2, 3]
    assert trip.refusal(0, "play", card=card, target=0) == "SA-3.7"


@pytest.mark.clause("SA-R2")
def test_a_drive_may_play_no_card_at_all() -> None:
    trip = table("pothole", "", "")
    assert "end_turn" in trip.types(0)
    assert trip.act(0, "end_turn").asked() == ("turn", (1,))


@pytest.mark.clause("SA-R3")
@pytest.mark.parametrize("kind", ["play", "set_trap"])
def test_the_first_card_makes_the_turn_a_drive(kind: str) -> None:
    trip = table("rain black-ice", "", "")
    assert trip.types(0) == ["play", "set_trap", "pit_stop", "end_turn"]
    trip.act(0, kind, card="rain" if kind == "play" else "black-ice")
    assert "pit_stop" not in trip.types(0)
    assert trip.refusal(0, "pit_stop", discard=[]) == "SA-R3"


@pytest.mark.clause("SA-R4")
@pytest.mark.parametrize(
    ("card", "given"),
    [
        ("pothole", {"aftermarkets": {1: "monster-truck-tires", 2: "monster-truck-tires"}}),
        ("pothole", {"hubcaps": (5, 0, 0)}),
        ("texting", {"hubcaps": (0, 0, 0)}),
        ("texting", {"hubcaps": (0, 5, 5), "aftermarkets": {1: "turtle-wax", 2: "turtle-wax"}}),
        ("carjack", {}),
        ("lane-change", {}),
        ("hit-and-run", {"hubcaps": (5, 0, 0)}),
        ("impound", {}),
        ("flat-tire", {"flat_tire": (1, 2)}),
        ("detour", {"detour": (1, 2)}),
        ("traffic-jam", {}),
    ],
)
def test_a_card_that_will_change_nothing_may_be_played_and_is_marked(card: str, given: dict[str, object]) -> None:
    assert no_effect(f"{card} rain", "", "", card=card, **given) is True


@pytest.mark.clause("SA-R4")
@pytest.mark.parametrize(
    ("card", "given"),
    [
        ("pothole", {"aftermarkets": {1: "turtle-wax"}}),
        ("texting", {"hubcaps": (5, 0, 0), "aftermarkets": {1: "turtle-wax", 2: "turtle-wax"}}),
        ("carjack", {}),
        ("lane-change", {}),
        ("hit-and-run", {"hubcaps": (0, 1, 1)}),
        ("impound", {"aftermarkets": {1: "turtle-wax", 2: "turtle-wax"}}),
        ("flat-tire", {"detour": (1, 2)}),
        ("detour", {"flat_tire": (1, 2)}),
        ("traffic-jam", {}),
        ("rain", {"condition": "rain"}),
        ("turtle-wax", {"aftermarkets": {0: "turtle-wax"}}),
    ],
)
def test_a_card_that_may_change_something_is_not_marked(card: str, given: dict[str, object]) -> None:
    assert no_effect(f"{card} fog", "duck", "duck", card=card, **given) is False


@pytest.mark.clause("SA-R4")
@pytest.mark.parametrize(
    ("given", "marked"),
    [({"hubcaps": (5, 0, 5)}, True), ({"aftermarkets": {1: "advanced-driving-school"}}, True), ({}, False)],
)
def test_a_pile_up_that_can_take_nothing_is_marked(given: dict[str, object], marked: bool) -> None:
    trip = table("pothole", "", "pile-up", **given).play(0, "pothole", 1)
    assert [offer.no_effect for offer in RULES.offers(trip.state, 2) if offer.type == "pile_up"] == [marked]


@pytest.mark.clause("SA-R4")
def test_the_mark_parts_the_targets_of_a_card_into_offers() -> None:
    trip = table("hit-and-run", "", "", "", hubcaps=(5, 5, 0, 5))
    offers = [offer for offer in RULES.offers(trip.state, 0) if offer.type == "play"]
    assert [(offer.fields["target"], offer.no_effect) for offer in offers] == [(OneOf((1, 3)), False), (2, True)]


@pytest.mark.clause("SA-R4")
def test_a_lane_change_with_no_other_card_to_give_can_not_be_played() -> None:
    trip = table("lane-change", "duck", "")
    assert trip.types(0) == ["pit_stop", "end_turn"]
    assert trip.refusal(0, "play", card="lane-change", target=1, give="lane-change") == "SA-R4"


@pytest.mark.clause("SA-R5")
def test_a_hand_may_pass_five_cards() -> None:
    trip = table("roadside-assistance duck duck swerve swerve", "", "", pile="hail hail rain")
    trip.play(0, "roadside-assistance").act(0, "end_turn")
    assert (len(trip.state.hands[0]), trip.asked()) == (6, ("turn", (1,)))
