"""The box, and what a split card is (section 1)."""

from collections import Counter

import pytest

from engine.rng import Rng, below, shuffle
from engine.situational_awareness.cards import CARDS as LATER
from engine.situational_awareness.cards import Colour, Kind
from engine.situational_awareness_lanes import GAME
from engine.situational_awareness_lanes.cards import CARD, DECK, colours, faces, is_full
from tests.games.situational_awareness_lanes.table import halves, trip

IDS = {kind: [card.id for card in LATER if card.kind is kind and card.id != "texting"] for kind in Kind}


@pytest.mark.clause("SAL-1.1")
def test_the_box_holds_the_124_cards_of_the_combinations():
    sizes = Counter("/".join(face.kind for face in CARD[card].faces) for card in DECK)
    assert dict(sizes) == {
        "hazard/save": 72,
        "hazard/moving_violation": 12,
        "moving_violation/insult": 16,
        "road_condition": 14,
        "aftermarket": 8,
        "police_escort": 2,
    }


@pytest.mark.clause("SAL-1.1")
def test_the_halves_are_as_many_as_the_ledger_counts():
    expected = Counter(dict.fromkeys(IDS[Kind.HAZARD], 7) | dict.fromkeys(IDS[Kind.SAVE], 9))
    expected |= Counter(dict.fromkeys(IDS[Kind.MOVING_VIOLATION], 4) | dict.fromkeys(IDS[Kind.INSULT], 8))
    expected |= Counter({"hit-and-run": 2, "traffic-jam": 2})
    expected["hit-and-run"] = expected["traffic-jam"] = 2
    for kind in (Kind.ROAD_CONDITION, Kind.AFTERMARKET, Kind.POLICE_ESCORT):
        expected.update(dict.fromkeys(IDS[kind], 2))
    assert halves(DECK) == expected


@pytest.mark.clause("SAL-1.1")
def test_the_set_up_list_goes_row_by_row_with_copies_side_by_side():
    assert DECK[:7] == (
        "presents-from-above/swerve",
        "presents-from-above/good-suspension",
        "presents-from-above/defensive-driving",
        "presents-from-above/evasive-maneuvers",
        "presents-from-above/high-beams",
        "presents-from-above/snow-chains",
        "dive-bomb/swerve",
    )
    assert DECK[72:80] == (
        "presents-from-above/carjack",
        "dive-bomb/lane-change",
        "goose-crossing/impound",
        "pothole/flat-tire",
        "speed-bump-at-speed/detour",
        "oil-slick/roadside-assistance",
        "tailgater/carjack",
        "brake-check/lane-change",
    )
    assert DECK[84:87] == ("carjack/dashcam", "carjack/pile-up", "lane-change/dashcam")
    assert DECK[100:103] == ("construction-zone", "construction-zone", "rain")
    assert DECK[-4:] == ("all-weather-package", "all-weather-package", "police-escort", "police-escort")


@pytest.mark.clause("SAL-1.1", "SAL-R6")
def test_chance_is_drawn_for_the_driver_and_the_deck_and_hands_keep_the_order_dealt():
    seed = bytes(range(32))
    rng, first = below(Rng(seed), 3)
    rng, deck = shuffle(rng, DECK)
    state, _ = GAME.begin(3, {}, seed)
    assert (state.stack[0].seat, state.rng) == (first, rng)
    assert state.hands == (deck[:5], deck[5:10], deck[10:15])
    assert (state.lanes, state.pile) == (((deck[15],), (deck[16],), (deck[17],)), deck[18:])


@pytest.mark.clause("SAL-1.1", "SAL-2.3")
def test_a_pick_by_position_draws_no_number():
    table = trip("carjack/dashcam", "rain fog", "").play(0, "carjack/dashcam", "carjack", lane=0, target=1, position=1)
    assert table.act(1, "pass").state.rng.drawn == 0


@pytest.mark.clause("SAL-1.2", "SAL-3.5", "SAL-E3")
def test_a_card_played_for_one_half_is_spent_whole_and_lands_on_the_lane_of_the_hazard_it_answers():
    table = trip("oil-slick/duck", "hail/swerve", "", lanes=("rain", "pothole/duck", "rain"))
    table.play(0, "oil-slick/duck", "oil-slick", lane=1, target=1).act(1, "save", card="hail/swerve", against="hazard")
    assert (table.state.hands[1], table.state.lanes[1]) == ((), ("pothole/duck", "oil-slick/duck", "hail/swerve"))


@pytest.mark.clause("SAL-1.2")
def test_a_split_card_offers_what_each_of_its_halves_may_do():
    table = trip("pothole/flat-tire hail/swerve carjack/pile-up fog", "rain", "rain")
    assert table.faces(0) == ["pothole", "flat-tire", "hail", "carjack", "fog"]


@pytest.mark.clause("SAL-1.3")
@pytest.mark.parametrize(
    ("card", "shown"),
    [
        ("pothole/duck", (Colour.LIME, Colour.CYAN)),
        ("pothole/flat-tire", (Colour.LIME,)),
        ("carjack/dashcam", ()),
    ],
)
def test_a_split_card_shows_the_colours_of_its_coloured_halves(card, shown):
    assert colours(card) == shown


@pytest.mark.clause("SAL-1.1")
def test_only_conditions_aftermarkets_and_escorts_are_full():
    kinds = {CARD[card].faces[0].kind for card in DECK if is_full(card)}
    assert kinds == {Kind.ROAD_CONDITION, Kind.AFTERMARKET, Kind.POLICE_ESCORT}
    assert all(len(faces(card)) == 2 for card in DECK if not is_full(card))


def test_the_card_list_says_that_it_is_our_own():
    assert GAME.card_lists == "this project's own"
