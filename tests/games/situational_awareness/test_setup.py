"""Section 2: setting up."""

import pytest

from engine.errors import InvalidOptions
from engine.situational_awareness import GAME
from engine.situational_awareness.cards import ORDER, Kind
from engine.situational_awareness.state import State

ROAD_CONDITIONS = {card.id for card in GAME.cards if card.kind is Kind.ROAD_CONDITION}


def trip(seats: int, seed: int = 0, **options: object) -> State:
    return GAME.begin(seats, options, seed.to_bytes(32, "big"))[0]


@pytest.mark.clause("SA-2.1")
@pytest.mark.parametrize("seats", [0, 1, 2, 7])
def test_two_drivers_are_too_few_and_seven_too_many(seats: int) -> None:
    with pytest.raises(InvalidOptions) as refused:
        trip(seats)
    assert refused.value.field == "players"


@pytest.mark.clause("SA-2.1", "SA-2.2")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_three_to_six_drivers_start_with_five_hubcaps_each(seats: int) -> None:
    assert trip(seats).hubcaps == (5,) * seats


@pytest.mark.clause("SA-2.3")
def test_the_shuffled_deck_is_dealt_five_to_each_driver_then_three_to_the_lanes() -> None:
    state, tellings = GAME.begin(4, {}, bytes(32))
    deck = tellings[0].full.cards
    dealt = tuple(tuple(sorted(deck[5 * seat : 5 * seat + 5], key=ORDER.__getitem__)) for seat in range(4))
    lanes = tuple((card,) for card in deck[20:23])
    assert (state.hands, state.lanes, state.pile) == (dealt, lanes, deck[23:])


@pytest.mark.clause("SA-2.3")
def test_another_seed_deals_another_deck() -> None:
    assert trip(4, seed=1).pile != trip(4, seed=2).pile


@pytest.mark.clause("SA-2.4")
def test_cards_turned_onto_the_lanes_at_the_start_have_no_effect() -> None:
    states = [trip(4, seed) for seed in range(60)]
    turned = {lane[0] for state in states for lane in state.lanes}
    assert len(turned & ROAD_CONDITIONS) >= 5
    assert {(state.condition, tuple(map(len, state.hands)), len(state.pile)) for state in states} == {
        (None, (5, 5, 5, 5), 101)
    }


@pytest.mark.clause("SA-R1")
def test_any_driver_may_be_the_one_who_starts() -> None:
    assert {GAME.view(trip(6, seed), None).turn.seat for seed in range(40)} == {0, 1, 2, 3, 4, 5}


@pytest.mark.clause("SA-R1")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_option_names_who_starts(seat: int) -> None:
    assert {GAME.view(trip(3, seed, first_seat=seat), None).turn.seat for seed in range(5)} == {seat}


@pytest.mark.parametrize("seat", [3, 6, -1, "0", True, 1.0])
def test_the_option_refuses_a_seat_that_is_not_there(seat: object) -> None:
    with pytest.raises(InvalidOptions):
        trip(3, first_seat=seat)
