"""Components, setting up and chance (sections 1 and 2)."""

import json
from collections import Counter
from importlib.resources import files

import pytest

from engine.errors import InvalidOptions
from engine.rng import Rng, below, shuffle
from engine.thousand_miles import GAME
from engine.thousand_miles.cards import CARDS, DECK
from engine.thousand_miles.state import Car
from tests.games.thousand_miles.table import acting, discard, race, use

SEED = bytes(range(32))


@pytest.mark.clause("TM-1.1")
def test_the_box_holds_the_214_buttons_that_its_totals_say():
    totals = json.loads(files("engine.thousand_miles").joinpath("cards.json").read_text())["totals"]
    by_group = Counter(button.group.value for button in CARDS for _ in range(button.count))
    assert {"buttons": len(DECK), "by_group": dict(by_group)} == totals


@pytest.mark.clause("TM-1.1")
def test_every_seat_is_dealt_six_and_the_rest_is_the_deck():
    state, _ = GAME.begin(6, {}, SEED)
    assert ([len(hand) for hand in state.hands], len(state.deck)) == ([6] * 6, 178)


@pytest.mark.clause("TM-1.2")
def test_the_first_seat_is_random():
    firsts = {acting(GAME.begin(6, {}, bytes([n] * 32))[0]) for n in range(60)}
    assert firsts == set(range(6))


@pytest.mark.clause("TM-1.2")
def test_the_option_names_the_first_seat():
    assert acting(GAME.begin(4, {"first_seat": 3}, SEED)[0]) == 3


@pytest.mark.clause("TM-1.2")
def test_turns_go_to_the_next_seat_and_from_the_last_to_the_first():
    state = race(seats=3, seat=1)
    seats = []
    for _ in range(4):
        seats.append(acting(state))
        state = discard(state, "miles-25")
    assert seats == [1, 2, 0, 1]


@pytest.mark.clause("TM-1.3")
def test_everybody_starts_at_nothing_with_the_engine_off():
    state, _ = GAME.begin(3, {}, SEED)
    assert state.cars == (Car(miles=0, engine=False, flags=(), steal_by=None, protections=()),) * 3


@pytest.mark.clause("TM-R31")
def test_chance_is_drawn_first_for_the_seat_then_for_the_deck():
    rng, first = below(Rng(SEED), 3)
    listed = [button.id for button in CARDS for _ in range(button.count)]
    rng, deck = shuffle(rng, listed)
    state, _ = GAME.begin(3, {}, SEED)
    dealt = (deck[0:6], deck[6:12], deck[12:18])
    assert (acting(state), state.hands, state.deck, state.rng) == (first, dealt, deck[18:], rng)


@pytest.mark.clause("TM-R31")
def test_a_first_seat_by_option_draws_no_number():
    _, deck = shuffle(Rng(SEED), DECK)
    assert GAME.begin(2, {"first_seat": 1}, SEED)[0].deck == deck[12:]


@pytest.mark.clause("TM-R31", "TM-R29")
def test_a_reshuffle_takes_the_discard_pile_from_its_oldest_button():
    pile = ("limit", "refuel", "crash")
    state = race(("miles-25",) * 6, deck=(), discard=pile)
    _, deck = shuffle(state.rng, (*pile, "miles-25"))
    after = discard(state, "miles-25")
    assert (after.hands[0][-1], after.deck) == (deck[0], deck[1:])


@pytest.mark.clause("TM-R29")
def test_the_discard_pile_keeps_the_order_in_which_buttons_came():
    state = race(("limit", *("miles-25",) * 5), ("refuel", *("miles-25",) * 5), discard=("crash",))
    assert discard(use(state, "limit", 1), "refuel").discard == ("crash", "limit", "refuel")


@pytest.mark.parametrize("goal", [200, 700, 2000])
def test_the_goal_is_an_option(goal):
    assert GAME.begin(2, {"goal": goal}, SEED)[0].goal == goal


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"goal": 175}, "options/goal"),
        ({"goal": 2025}, "options/goal"),
        ({"goal": 990}, "options/goal"),
        ({"first_seat": 2}, "options/first_seat"),
        ({"laps": 3}, "options/laps"),
    ],
)
def test_other_options_are_refused(options, field):
    with pytest.raises(InvalidOptions) as refused:
        GAME.begin(2, options, SEED)
    assert refused.value.field == field


@pytest.mark.parametrize("seats", [1, 7])
def test_two_to_six_play(seats):
    with pytest.raises(InvalidOptions):
        GAME.begin(seats, {}, SEED)
