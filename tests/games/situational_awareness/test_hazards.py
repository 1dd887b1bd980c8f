"""Section 6: declare, respond, defend, resolve."""

import pytest

from engine.errors import Taken
from engine.situational_awareness import GAME
from engine.situational_awareness import actions as told
from tests.games.situational_awareness.table import table


@pytest.mark.clause("SA-6.1")
def test_the_active_driver_names_one_other_driver_and_plays_the_hazard() -> None:
    trip = table("pothole", "duck", "", "")
    assert trip.offers(0)[0] == {"type": "play", "card": "pothole", "target": {"one_of": (1, 2, 3)}}
    assert [trip.refusal(0, "play", card="pothole"), trip.refusal(0, "play", card="pothole", target=4)] == [
        "SA-6.1"
    ] * 2
    trip.play(0, "pothole", 1)
    assert trip.told(None) == [told.HazardPlayed(0, "pothole", 1, rock=False)]
    assert (trip.view(None).attack.seat, trip.view(None).attack.target) == (0, 1)


@pytest.mark.clause("SA-6.2", "SA-R10")
def test_every_driver_but_attacker_and_target_may_respond() -> None:
    hand = "pile-up dashcam"
    trip = table(f"pothole {hand}", hand, hand, hand).play(0, "pothole", 1)
    assert trip.asked() == ("respond", (2, 3))
    assert [trip.types(seat) for seat in range(4)] == [
        [],
        [],
        ["dashcam", "pile_up", "pass"],
        ["dashcam", "pile_up", "pass"],
    ]
    assert [trip.refusal(seat, kind) for seat in (0, 1) for kind in ("dashcam", "pile_up")] == ["SA-R10"] * 4


@pytest.mark.clause("SA-6.2")
@pytest.mark.parametrize("kind", ["dashcam", "pile_up"])
def test_the_first_of_each_is_the_only_one_on_a_hazard(kind: str) -> None:
    hand = "pile-up dashcam"
    trip = table("pothole", "", hand, hand).play(0, "pothole", 1).act(3, kind)
    other = {"dashcam": "pile_up", "pile_up": "dashcam"}[kind]
    assert (trip.types(2), trip.types(3)) == ([other, "pass"], [other, "pass"])
    with pytest.raises(Taken) as refused:
        GAME.objection(trip.state, 2, {"type": kind})
    assert refused.value.clause == "SA-6.2"


@pytest.mark.clause("SA-6.2")
@pytest.mark.parametrize(("kind", "name"), [("dashcam", "Dashcam"), ("pile_up", "Pile-Up")])
def test_a_second_one_of_ones_own_is_not_taken_by_another(kind: str, name: str) -> None:
    trip = table("pothole", "", "dashcam dashcam pile-up pile-up", "duck").play(0, "pothole", 1).act(2, kind)
    assert GAME.objection(trip.state, 2, {"type": kind}) == ("SA-6.2", f"One {name} on each Hazard, and yours is out.")


@pytest.mark.clause("SA-6.2")
def test_the_next_hazard_takes_responses_of_its_own() -> None:
    trip = table("pothole pothole", "", "dashcam dashcam").play(0, "pothole", 1).act(2, "dashcam").passing(2)
    assert trip.play(0, "pothole", 1).types(2) == ["dashcam", "pass"]


@pytest.mark.clause("SA-6.2")
def test_a_response_needs_its_card() -> None:
    trip = table("pothole", "", "duck").play(0, "pothole", 1)
    assert [trip.refusal(2, "dashcam"), trip.refusal(2, "pile_up")] == ["SA-6.2", "SA-6.2"]


@pytest.mark.clause("SA-6.3")
def test_each_threat_is_stopped_by_a_save_of_its_own_colour() -> None:
    trip = table("pothole", "duck swerve good-suspension defensive-driving high-beams", "pile-up", "")
    trip.play(0, "pothole", 1).act(2, "pile_up")
    assert trip.offers(1) == [
        {"type": "save", "card": "swerve", "against": "hazard"},
        {"type": "save", "card": "good-suspension", "against": "hazard"},
        {"type": "save", "card": "defensive-driving", "against": "pile_up"},
        {"type": "pass"},
    ]


@pytest.mark.clause("SA-6.3")
def test_an_orange_save_stops_an_orange_hazard_or_the_pile_up_on_it() -> None:
    trip = table("tailgater", "evasive-maneuvers", "pile-up", "").play(0, "tailgater", 1).act(2, "pile_up")
    offer = {"type": "save", "card": "evasive-maneuvers", "against": {"one_of": ("hazard", "pile_up")}}
    assert trip.offers(1) == [offer, {"type": "pass"}]


@pytest.mark.clause("SA-6.3")
def test_both_threats_may_be_stopped_the_pile_up_first() -> None:
    trip = table("pothole", "swerve defensive-driving", "pile-up", "").play(0, "pothole", 1).act(2, "pile_up")
    trip.save(1, "defensive-driving", "pile_up").save(1, "swerve")
    assert (trip.state.hubcaps, trip.laid()) == ((5, 5, 5, 5), ["pothole", "pile-up", "defensive-driving", "swerve"])


@pytest.mark.clause("SA-6.3")
@pytest.mark.parametrize(
    ("card", "against", "clause"),
    [
        ("duck", "hazard", "SA-6.3"),
        ("high-beams", "hazard", "SA-6.3"),
        ("rain", "hazard", "SA-6.3"),
        ("swerve", "pile_up", "SA-R16"),
        ("swerve", "violation", "SA-R16"),
    ],
)
def test_another_save_does_not_stop_it(card: str, against: str, clause: str) -> None:
    trip = table("pothole", "duck swerve rain", "").play(0, "pothole", 1)
    assert trip.refusal(1, "save", card=card, against=against) == clause


@pytest.mark.clause("SA-6.4")
def test_the_target_may_save_while_others_are_still_responding() -> None:
    trip = table("pothole", "swerve", "duck", "duck").play(0, "pothole", 1).passing(2)
    assert (trip.asked(), trip.types(1)) == (("respond", (3,)), ["save"])
    assert trip.save(1, "swerve").asked() == ("turn", (0,))
    assert trip.state.hubcaps == (5, 5, 5, 5)


@pytest.mark.clause("SA-6.4")
def test_the_target_may_stop_a_pile_up_early_and_the_hazard_later() -> None:
    trip = table("pothole", "swerve defensive-driving", "pile-up", "duck").play(0, "pothole", 1).act(2, "pile_up")
    trip.save(1, "defensive-driving", "pile_up")
    assert (trip.asked(), trip.types(1)) == (("respond", (3,)), ["save"])
    assert trip.passing(3).save(1, "swerve").state.hubcaps == (5, 5, 5, 5)


@pytest.mark.clause("SA-6.5")
@pytest.mark.parametrize(
    ("card", "fitted"),
    [
        ("dive-bomb", "turtle-wax"),
        ("pothole", "monster-truck-tires"),
        ("cut-off", "advanced-driving-school"),
        ("hail", "all-weather-package"),
    ],
)
def test_an_aftermarket_of_the_colour_stops_a_hazard_by_itself(card: str, fitted: str) -> None:
    trip = table(card, "", "", "", aftermarkets={1: fitted}).play(0, card, 1)
    assert (trip.state.hubcaps, trip.told(None)[1]) == ((5, 5, 5, 5), told.Stopped(1, "hazard", fitted))
    assert table(card, "", "", "", aftermarkets={2: fitted}).play(0, card, 1).state.hubcaps != (5, 5, 5, 5)


@pytest.mark.clause("SA-6.5")
def test_an_advanced_driving_school_stops_a_pile_up_by_itself() -> None:
    trip = table("pothole", "duck", "pile-up", "", aftermarkets={1: "advanced-driving-school"})
    trip.play(0, "pothole", 1).act(2, "pile_up").passing(1)
    assert trip.state.hubcaps == (6, 4, 5, 5)


@pytest.mark.clause("SA-6.6")
@pytest.mark.parametrize("card", ["speed-bump-at-speed", "oil-slick"])
def test_a_stopped_hazard_fizzles_with_its_dashcam_and_pile_up(card: str) -> None:
    trip = table(card, "swerve defensive-driving", "pile-up", "dashcam").play(0, card, 1).act(2, "pile_up")
    trip.act(3, "dashcam").save(1, "swerve")
    assert (trip.state.hubcaps, trip.asked()) == ((5, 5, 5, 5), ("turn", (0,)))


@pytest.mark.clause("SA-6.7")
@pytest.mark.parametrize(
    ("card", "hubcaps"), [("hail", (5, 6, 3, 6)), ("fog-bank", (6, 5, 4, 5)), ("dive-bomb", (7, 5, 3, 5))]
)
def test_a_hazard_that_lands_takes_what_its_badge_says(card: str, hubcaps: tuple[int, ...]) -> None:
    assert table(card, "", "duck swerve", "").play(0, card, 2).passing(2).state.hubcaps == hubcaps


@pytest.mark.clause("SA-6.8")
@pytest.mark.parametrize(("target", "hubcaps"), [(1, (6, 3, 6, 5)), (2, (5, 6, 3, 6)), (3, (6, 5, 6, 3))])
def test_a_splash_goes_to_the_neighbours_of_the_target(target: int, hubcaps: tuple[int, ...]) -> None:
    trip = table("hail", "", "", "").play(0, "hail", target)
    left, right = (target + 1) % 4, (target - 1) % 4
    assert trip.state.hubcaps == hubcaps
    assert trip.told(None)[1:3] == [told.HubcapsMoved(1, target, to, "hail") for to in (left, right)]


@pytest.mark.clause("SA-6.9")
@pytest.mark.parametrize(
    ("card", "condition", "hubcaps"),
    [
        ("fog-bank", None, (5, 4, 5, 6)),
        ("deer-in-headlights", None, (5, 3, 5, 7)),
        ("deer-in-headlights", "rain", (5, 2, 5, 8)),
        ("hail", None, (5, 3, 5, 7)),
        ("hail", "speed-trap", (5, 4, 5, 6)),
    ],
)
def test_a_dashcam_takes_everything(card: str, condition: str | None, hubcaps: tuple[int, ...]) -> None:
    trip = table(card, "", "", "dashcam", condition=condition).play(0, card, 1).act(3, "dashcam")
    assert trip.state.hubcaps == hubcaps


@pytest.mark.clause("SA-6.10")
def test_a_pile_up_takes_one_more_to_its_player() -> None:
    trip = table("dive-bomb", "", "pile-up", "").play(0, "dive-bomb", 1).act(2, "pile_up")
    assert trip.state.hubcaps == (7, 2, 6, 5)


@pytest.mark.clause("SA-6.10")
def test_a_stopped_pile_up_takes_nothing() -> None:
    trip = table("dive-bomb", "defensive-driving", "pile-up", "").play(0, "dive-bomb", 1).act(2, "pile_up")
    trip.save(1, "defensive-driving", "pile_up")
    assert trip.state.hubcaps == (7, 3, 5, 5)


@pytest.mark.clause("SA-6.11")
def test_a_dashcam_is_no_threat_that_a_save_stops() -> None:
    hand = "duck swerve defensive-driving high-beams"
    trip = table("hail", hand, "dashcam pile-up", "").play(0, "hail", 1).act(2, "dashcam").act(2, "pile_up")
    saves = [offer for offer in trip.offers(1) if offer["type"] == "save"]
    assert {str(offer["against"]) for offer in saves} == {"hazard", "pile_up"}
    assert trip.refusal(1, "save", card="duck", against="dashcam") == "SA-R16"


@pytest.mark.clause("SA-6.12")
def test_every_card_played_on_a_hazard_goes_to_the_road() -> None:
    trip = table("hail", "high-beams defensive-driving", "dashcam pile-up", "", lanes=("", "", ""))
    trip.play(0, "hail", 1).act(2, "dashcam").act(2, "pile_up").save(1, "defensive-driving", "pile_up").passing(1)
    assert (trip.state.table, trip.state.lanes) == ((), (("hail", "defensive-driving"), ("dashcam",), ("pile-up",)))


@pytest.mark.clause("SA-R11")
def test_one_driver_may_play_both_responses_on_a_hazard() -> None:
    trip = table("dive-bomb", "", "dashcam pile-up duck", "duck").play(0, "dive-bomb", 1).act(2, "dashcam")
    assert trip.types(2) == ["pile_up", "pass"]
    assert trip.act(2, "pile_up").state.hubcaps == (5, 2, 8, 5)


@pytest.mark.clause("SA-R11")
def test_a_driver_who_has_passed_is_out_of_the_window() -> None:
    trip = table("pothole", "", "dashcam", "pile-up duck").play(0, "pothole", 1).passing(2).act(3, "pile_up")
    assert (trip.asked(), trip.offers(2)) == (("respond", (3,)), [])
    assert trip.refusal(2, "dashcam") == "SA-R11"


@pytest.mark.clause("SA-R12")
def test_of_the_white_attacks_only_a_pile_up_is_stopped_by_an_orange_save() -> None:
    hand = "duck swerve defensive-driving high-beams"
    trip = table("texting", hand, "pile-up dashcam", "").play(0, "texting", 1).act(2, "pile_up").act(2, "dashcam")
    assert trip.offers(1) == [{"type": "save", "card": "defensive-driving", "against": "pile_up"}, {"type": "pass"}]


@pytest.mark.clause("SA-R13")
def test_a_hazard_that_an_aftermarket_stops_is_over_at_once_and_counts_as_aimed() -> None:
    trip = table("hail", "high-beams", "dashcam pile-up police-escort", aftermarkets={1: "all-weather-package"})
    before = trip.prompt()
    trip.play(0, "hail", 1)
    assert (trip.asked(), trip.prompt(), trip.laid()) == (("turn", (0,)), before + 1, ["hail"])
    assert trip.view(None).turn.aimed == (0, 1, 0)
    assert trip.types(2) == ["police_escort"]


@pytest.mark.clause("SA-R14")
@pytest.mark.parametrize(
    ("card", "held", "hubcaps"),
    [
        ("speed-bump-at-speed", 3, (7, 0, 5, 6)),
        ("speed-bump-at-speed", 2, (7, 0, 5, 5)),
        ("speed-bump-at-speed", 1, (6, 0, 5, 5)),
        ("speed-bump-at-speed", 0, (5, 0, 5, 5)),
        ("oil-slick", 2, (6, 0, 6, 5)),
        ("oil-slick", 1, (5, 0, 6, 5)),
    ],
)
def test_the_hazard_takes_first_and_then_the_pile_up_of_what_is_there(
    card: str, held: int, hubcaps: tuple[int, ...]
) -> None:
    trip = table(card, "", "", "pile-up", hubcaps=(5, held, 5, 5)).play(0, card, 1).act(3, "pile_up").passing()
    while trip.asked() != ("turn", (0,)):
        trip.time_out()
    assert trip.state.hubcaps == hubcaps
