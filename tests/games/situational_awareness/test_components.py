"""Section 1: what is in the box."""

import pytest

from engine.situational_awareness import GAME
from engine.situational_awareness.cards import DECK
from tests.games.situational_awareness.table import table

BOX = """
hazard cyan presents-from-above ! 3
hazard cyan dive-bomb !! 3
hazard cyan goose-crossing <> 3
hazard lime pothole ! 3
hazard lime speed-bump-at-speed !! 3
hazard lime oil-slick <> 3
hazard orange tailgater ! 3
hazard orange brake-check !! 3
hazard orange cut-off <> 3
hazard magenta fog-bank ! 3
hazard magenta deer-in-headlights !! 3
hazard magenta hail <> 3
hazard None texting None 2
save cyan duck None 4
save cyan topping-off-fluids None 4
save lime swerve None 4
save lime good-suspension None 4
save orange defensive-driving None 4
save orange evasive-maneuvers None 4
save magenta high-beams None 4
save magenta snow-chains None 4
moving_violation None carjack None 2
moving_violation None lane-change None 2
moving_violation None hit-and-run None 1
moving_violation None impound None 2
moving_violation None flat-tire None 2
moving_violation None detour None 2
moving_violation None roadside-assistance None 2
moving_violation None traffic-jam None 1
insult None dashcam None 4
insult None pile-up None 4
road_condition None construction-zone None 2
road_condition None rain None 2
road_condition None fog None 2
road_condition None speed-trap None 2
road_condition None rush-hour None 2
road_condition None factory-reset None 2
road_condition None green-light None 2
aftermarket cyan turtle-wax None 2
aftermarket lime monster-truck-tires None 2
aftermarket orange advanced-driving-school None 2
aftermarket magenta all-weather-package None 2
trap cyan falling-rock None 2
trap lime black-ice None 2
trap orange blind-spot None 2
trap magenta flash-flood None 2
police_escort None police-escort None 2
"""


@pytest.mark.clause("SA-1.1")
def test_the_box_holds_the_cards_of_the_ledgers_table() -> None:
    rows = [f"{card.kind} {card.colour} {card.id} {card.badge} {card.copies}" for card in GAME.cards]
    assert rows == BOX.strip().splitlines()


@pytest.mark.clause("SA-1.1")
def test_the_deck_is_124_cards_row_by_row_with_copies_side_by_side() -> None:
    rows = [row.split() for row in BOX.strip().splitlines()]
    assert [row[2] for row in rows for _ in range(int(row[4]))] == list(DECK)
    assert len(DECK) == 124


@pytest.mark.clause("SA-1.1")
def test_a_hand_is_shown_in_the_order_of_the_table_and_not_in_the_order_drawn() -> None:
    trip = table("rain", "", "", pile="police-escort duck pothole hail fog")
    assert trip.pit(0).view(0).hand == ("pothole", "hail", "duck", "rain", "police-escort")


@pytest.mark.clause("SA-1.1")
def test_copies_of_a_card_are_one_offer() -> None:
    trip = table("fog fog", "", "")
    assert [offer for offer in trip.offers(0) if offer["type"] == "play"] == [{"type": "play", "card": "fog"}]


@pytest.mark.clause("SA-1.2")
@pytest.mark.parametrize(
    ("card", "hubcaps"),
    [("pothole", (6, 5, 4, 5)), ("speed-bump-at-speed", (7, 5, 3, 5)), ("oil-slick", (5, 6, 3, 6))],
)
def test_a_badge_takes_one_or_two_or_splashes(card: str, hubcaps: tuple[int, ...]) -> None:
    assert table(card, "", "", "").play(0, card, 2).state.hubcaps == hubcaps


def test_a_card_tells_what_it_does_in_plain_words() -> None:
    texts = {card.id: card.text for card in GAME.cards}
    assert [texts[card] for card in ("duck", "defensive-driving")] == [
        "Stops a cyan Hazard, any rock or any Violation.",
        "Stops an orange Hazard, a Pile-Up, any rock or any Violation.",
    ]
