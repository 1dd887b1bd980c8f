"""Section 7: Moving Violations."""

import pytest

from engine.rng import Rng, below
from engine.situational_awareness import actions as told
from tests.games.situational_awareness.table import Table, table

SEEDS = [number.to_bytes(32, "big") for number in range(24)]
AIMED = ["carjack", "lane-change", "hit-and-run", "impound", "flat-tire", "detour"]


def aim(card: str, *hands: str, **given: object) -> Table:
    """The card, with rain to give, played at driver 1."""
    trip = table(f"{card} rain", *hands, **given)
    return trip.play(0, card, 1, **({"give": "rain"} if card == "lane-change" else {}))


@pytest.mark.clause("SA-7.2", "SA-15.2")
def test_carjack_takes_a_card_and_only_the_two_learn_which() -> None:
    trip = aim("carjack", "duck", "").passing(1)
    assert (trip.state.hands[0], trip.state.hands[1]) == (("duck", "rain"), ())
    taken = [next(event for event in trip.told(seat) if isinstance(event, told.CardTaken)) for seat in (0, 1, 2, None)]
    known, hidden = told.CardTaken(0, 1, "duck"), told.CardTaken(0, 1, None)
    assert taken == [known, known, hidden, hidden]


@pytest.mark.clause("SA-7.2")
def test_carjack_takes_any_card_of_the_hand() -> None:
    hands = [aim("carjack", "hail duck fog", "", seed=seed).passing(1).state.hands[0] for seed in SEEDS]
    assert set(hands) == {("hail", "rain"), ("duck", "rain"), ("rain", "fog")}


@pytest.mark.clause("SA-7.3", "SA-15.2")
def test_lane_change_gives_a_card_and_takes_one_and_only_the_two_learn_which() -> None:
    trips = [aim("lane-change", "duck hail", "", seed=seed).passing(1) for seed in SEEDS]
    trip = next(trip for trip in trips if trip.state.hands[0] == ("duck",))
    assert trip.state.hands[1] == ("hail", "rain")
    moves = [trip.told(seat)[1:3] for seat in (0, 1, 2, None)]
    known = [told.CardGiven(0, 1, "rain"), told.CardTaken(0, 1, "duck")]
    hidden = [told.CardGiven(0, 1, None), told.CardTaken(0, 1, None)]
    assert moves == [known, known, hidden, hidden]


@pytest.mark.clause("SA-7.3")
def test_lane_change_names_its_gift_among_the_other_cards_of_the_hand() -> None:
    trip = table("lane-change lane-change hail hail", "duck", "")
    offer = {"type": "play", "card": "lane-change", "target": 1, "give": {"one_of": ("hail", "lane-change")}}
    assert trip.offers(0)[1] == offer
    assert trip.refusal(0, "play", card="lane-change", target=1) == "SA-7.3"
    assert trip.refusal(0, "play", card="lane-change", target=1, give="duck") == "SA-7.3"


@pytest.mark.clause("SA-7.3")
def test_lane_change_does_not_give_itself() -> None:
    trip = table("lane-change rain", "duck", "")
    assert trip.offers(0)[0] == {"type": "play", "card": "lane-change", "target": 1, "give": "rain"}
    assert trip.refusal(0, "play", card="lane-change", target=1, give="lane-change") == "SA-7.3"


@pytest.mark.clause("SA-R19")
def test_the_gift_is_shown_to_nobody_when_a_save_stops_the_lane_change() -> None:
    trip = aim("lane-change", "duck", "")
    assert {tuple(trip.told(seat)) for seat in (0, 1, 2, None)} == {(told.ViolationPlayed(0, "lane-change", 1),)}
    trip.save(1, "duck", "violation")
    expected = [
        told.SavePlayed(1, "duck", "violation"),
        told.Stopped(1, "violation", "duck"),
        told.Laid(("lane-change", "duck"), (0, 1)),
    ]
    assert [trip.told(seat) for seat in (0, 1, 2, None)] == [expected] * 4
    assert trip.state.hands == (("rain",), (), ())


@pytest.mark.clause("SA-R19")
def test_the_card_taken_may_be_the_one_just_given() -> None:
    hands = {aim("lane-change", "duck", "", seed=seed).passing(1).state.hands[0] for seed in SEEDS}
    assert hands == {("duck",), ("rain",)}


@pytest.mark.clause("SA-7.4")
def test_hit_and_run_sends_a_hubcap_out_of_the_game() -> None:
    trip = aim("hit-and-run", "", "")
    assert (trip.state.hubcaps, trip.view(None).destroyed) == ((5, 4, 5), 1)
    assert trip.told(2)[1] == told.HubcapsMoved(1, 1, None, "hit-and-run")


@pytest.mark.clause("SA-7.5")
def test_impound_sends_the_targets_aftermarket_to_the_road() -> None:
    trip = aim("impound", "", "", aftermarkets={0: "turtle-wax", 1: "turtle-wax"})
    assert (trip.state.aftermarkets, trip.laid()) == (("turtle-wax", None, None), ["turtle-wax", "impound"])


@pytest.mark.clause("SA-7.6")
def test_a_flat_tire_makes_the_next_turn_a_pit_stop() -> None:
    trip = aim("flat-tire", "hail black-ice", "").passing(1).act(0, "end_turn")
    assert (trip.view(None).flat_tire, trip.types(1)) == ((False, True, False), ["pit_stop"])
    refused = [
        trip.refusal(1, "play", card="hail", target=0),
        trip.refusal(1, "set_trap", card="black-ice"),
        trip.refusal(1, "end_turn"),
    ]
    assert refused == ["SA-7.6"] * 3
    assert trip.pit(1).view(None).flat_tire == (False, False, False)


@pytest.mark.clause("SA-7.7")
def test_a_detour_skips_the_next_turn() -> None:
    trip = aim("detour", "hail", "").passing(1)
    assert trip.view(None).detour == (False, True, False)
    trip.act(0, "end_turn")
    assert (trip.asked(), trip.view(None).detour) == (("turn", (2,)), (False, False, False))
    assert told.TurnSkipped(1, 2) in trip.told(None)
    assert trip.act(2, "end_turn").act(0, "end_turn").asked() == ("turn", (1,))


@pytest.mark.clause("SA-7.8")
def test_roadside_assistance_draws_two_and_the_drive_goes_on() -> None:
    trip = table("roadside-assistance hail", "duck", "swerve", pile="fog rain duck").play(0, "roadside-assistance")
    assert (trip.state.hands[0], trip.asked()) == (("hail", "rain", "fog"), ("turn", (0,)))


@pytest.mark.clause("SA-7.10")
@pytest.mark.parametrize("card", AIMED)
@pytest.mark.parametrize("save", ["duck", "good-suspension", "evasive-maneuvers", "snow-chains"])
def test_any_one_save_stops_an_aimed_violation(card: str, save: str) -> None:
    trip = aim(card, f"{save} hail", "", aftermarkets={1: "turtle-wax"})
    assert trip.offers(1)[0] == {"type": "save", "card": save, "against": "violation"}
    trip.save(1, save, "violation")
    after = (trip.state.hands[1], trip.state.hubcaps, trip.state.aftermarkets[1], trip.view(None).flat_tire[1])
    assert (after, trip.view(None).detour[1]) == ((("hail",), (5, 5, 5), "turtle-wax", False), False)
    assert trip.told(2)[1] == told.Stopped(1, "violation", save)


@pytest.mark.clause("SA-7.10")
@pytest.mark.parametrize("fitted", ["turtle-wax", "advanced-driving-school"])
def test_an_aftermarket_never_stops_a_violation(fitted: str) -> None:
    assert aim("detour", "", "", aftermarkets={1: fitted}).view(None).detour == (False, True, False)


@pytest.mark.clause("SA-R21")
def test_the_skip_comes_first_and_the_flat_tire_waits_for_a_turn_that_is_taken() -> None:
    trip = table("", "hail", "", flat_tire=(1,), detour=(1,)).act(0, "end_turn")
    assert (trip.asked(), trip.view(None).flat_tire) == (("turn", (2,)), (False, True, False))
    assert trip.act(2, "end_turn").act(0, "end_turn").types(1) == ["pit_stop"]


@pytest.mark.clause("SA-R21")
@pytest.mark.parametrize("card", ["flat-tire", "detour"])
def test_neither_stacks_with_itself(card: str) -> None:
    trip = aim(card, "", "", flat_tire=(1,), detour=(1,)).act(0, "end_turn").act(2, "end_turn").act(0, "end_turn")
    assert (trip.asked(), trip.types(1)) == (("turn", (1,)), ["pit_stop"])
    trip.pit(1).act(2, "end_turn").act(0, "end_turn")
    assert "end_turn" in trip.types(1)


@pytest.mark.clause("SA-R21")
def test_a_turn_that_an_escort_ended_was_the_one_of_the_flat_tire() -> None:
    trip = table("hail", "police-escort", "", flat_tire=(0,)).act(1, "police_escort")
    assert (trip.asked(), trip.view(None).flat_tire) == (("turn", (1,)), (False, False, False))


@pytest.mark.clause("SA-R22")
@pytest.mark.parametrize(("card", "given"), [("carjack", {}), ("hit-and-run", {"hubcaps": (5, 0, 5)}), ("impound", {})])
def test_a_violation_without_its_object_does_nothing(card: str, given: dict[str, object]) -> None:
    trip = aim(card, "", "", **given)
    assert trip.told(None) == [told.ViolationPlayed(0, card, 1), told.Laid((card,), (0,))]
    assert (trip.state.hands, trip.state.rng, trip.state.destroyed) == ((("rain",), (), ()), Rng(bytes(32)), 0)


@pytest.mark.clause("SA-R22")
def test_a_hand_emptied_by_a_wrecked_save_leaves_a_carjack_nothing() -> None:
    trip = aim("carjack", "duck", "hail hail hail", traps=[(2, "falling-rock")])
    trip.save(1, "duck", "violation").act(2, "spring")
    assert trip.state.hands == (("rain",), (), ("hail", "hail", "hail"))


@pytest.mark.clause("SA-R22")
def test_a_lane_change_at_an_empty_hand_brings_the_same_card_back() -> None:
    trip = aim("lane-change", "", "")
    assert (trip.state.hands, trip.state.rng) == ((("rain",), (), ()), below(Rng(bytes(32)), 1)[0])
