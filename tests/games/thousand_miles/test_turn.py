"""The turn: one button used or discarded, the replacement, the extra action (section 2, "Turn")."""

import pytest

from engine.rng import shuffle
from engine.thousand_miles import GAME
from engine.thousand_miles.cards import Hazard
from engine.thousand_miles.rules import RULES
from tests.games.thousand_miles.table import (
    acting,
    discard,
    end_turn,
    moving,
    offered,
    race,
    refusal,
    stalled,
    use,
)


@pytest.mark.clause("TM-2.1")
def test_a_turn_offers_each_usable_button_once_then_the_discard():
    state = race(("crash", "miles-50", "miles-50", "repair", "drain", "limit"), cars={0: moving(), 2: moving()})
    assert offered(state) == [
        {"type": "use", "button": "crash", "target": 2, "no_effect": False},
        {"type": "use", "button": "miles-50", "no_effect": False},
        {"type": "use", "button": "drain", "target": {"one_of": (1, 2)}, "no_effect": False},
        {"type": "use", "button": "limit", "target": {"one_of": (1, 2)}, "no_effect": False},
        {
            "type": "discard",
            "button": {"one_of": ("crash", "miles-50", "repair", "drain", "limit")},
            "no_effect": False,
        },
    ]


@pytest.mark.clause("TM-2.1")
def test_a_button_that_is_not_held_is_refused():
    assert refusal(race(cars={0: moving()}), "miles-200") == "TM-2.1"


@pytest.mark.clause("TM-2.2")
def test_the_used_button_is_replaced_from_the_top_before_the_turn_passes():
    state = race(("miles-25", "limit", "limit"), cars={0: moving()}, deck=("steal", "crash"))
    after = use(state, "miles-25")
    assert (after.hands[0], after.deck, acting(after)) == (("limit", "limit", "steal"), ("crash",), 1)


@pytest.mark.clause("TM-2.3")
@pytest.mark.parametrize("button", ["miles-25", "end-limit", "drain"])
def test_a_movement_a_remedy_and_a_hazard_end_the_turn(button):
    state = race((button, *("miles-25",) * 5), cars={0: moving(0, "limit")})
    after = use(state, button, 1 if button == "drain" else None)
    assert (acting(after), after.stack[-1].at) == (1, "turn")


@pytest.mark.clause("TM-2.4", "TM-R12")
def test_a_first_protection_is_replaced_and_gives_one_more_action_or_the_end():
    state = use(race(("protect-crash", "limit", "limit"), deck=("refuel",)), "protect-crash")
    assert (acting(state), state.stack[-1].at, state.hands[0]) == (0, "extra", ("limit", "limit", "refuel"))
    assert offered(state) == [
        {"type": "use", "button": "limit", "target": {"one_of": (1, 2)}, "no_effect": False},
        {"type": "discard", "button": {"one_of": ("limit", "refuel")}, "no_effect": False},
        {"type": "end_turn", "no_effect": False},
    ]


@pytest.mark.clause("TM-R12")
def test_the_extra_action_may_be_another_new_protection_which_gives_another():
    state = race(("protect-crash", "protect-fuel", "limit"))
    first = use(state, "protect-crash")
    second = use(first, "protect-fuel")
    assert (acting(second), second.stack[-1].at) == (0, "extra")
    assert second.stack[-1].prompt != first.stack[-1].prompt
    assert acting(use(second, "limit", 1)) == 1


@pytest.mark.clause("TM-R12")
def test_the_extra_action_may_be_a_discard_or_nothing():
    state = use(race(("protect-crash", "limit", "limit")), "protect-crash")
    assert discard(state, "limit").discard == ("limit",)
    ended = end_turn(state)
    assert (acting(ended), ended.hands[0], ended.deck) == (1, state.hands[0], state.deck)


@pytest.mark.clause("TM-2.5", "TM-R11", "TM-E11")
def test_a_second_copy_of_a_protection_is_a_wasted_turn():
    car = stalled(0, protections=[Hazard.CRASH])
    state = race(("protect-crash", "limit"), cars={0: car}, deck=("refuel",))
    assert offered(state)[0] == {"type": "use", "button": "protect-crash", "no_effect": True}
    after = use(state, "protect-crash")
    assert (after.discard, after.hands[0], after.cars[0], acting(after)) == (
        ("protect-crash",),
        ("limit", "refuel"),
        car,
        1,
    )


@pytest.mark.clause("TM-R11")
def test_a_first_protection_counts_by_seat_and_by_kind():
    state = race(("protect-crash",) * 2, cars={0: stalled(0, protections=[Hazard.FUEL]), 1: stalled()})
    assert use(state, "protect-crash").stack[-1].at == "extra"


@pytest.mark.clause("TM-2.6")
def test_what_is_used_or_discarded_goes_to_the_discard_pile():
    state = race(("miles-25", "limit"), ("limit", "repair"), ("steal", "steal"), cars={0: moving()}, discard=("flat",))
    state = use(state, "miles-25")
    state = use(state, "limit", 2)
    assert discard(state, "steal").discard == ("flat", "miles-25", "limit", "steal")


@pytest.mark.clause("TM-2.6")
def test_a_first_protection_stays_in_front_of_its_seat():
    state = use(race(("protect-flat", "limit")), "protect-flat")
    assert (state.cars[0].protections, state.discard) == ((Hazard.FLAT,), ())


@pytest.mark.clause("TM-2.7", "TM-R23", "TM-E17")
def test_an_empty_deck_is_made_anew_from_the_discard_pile_with_the_button_just_used():
    state = race(("miles-50", "limit"), cars={0: moving()}, deck=(), discard=("crash", "drain"))
    _, deck = shuffle(state.rng, ("crash", "drain", "miles-50"))
    after = use(state, "miles-50")
    assert (after.hands[0], after.deck, after.discard) == (("limit", deck[0]), deck[1:], ())


@pytest.mark.clause("TM-2.7")
def test_the_last_button_of_the_deck_is_drawn_without_a_shuffle():
    after = use(race(("miles-50", "limit"), cars={0: moving()}, deck=("crash",), discard=("drain",)), "miles-50")
    assert (after.deck, after.discard, after.rng.drawn) == ((), ("drain", "miles-50"), 0)


@pytest.mark.clause("TM-R22")
def test_with_deck_and_discard_pile_empty_nothing_is_drawn():
    after = use(race(("protect-flat", "limit"), deck=()), "protect-flat")
    assert (after.hands[0], after.deck, after.discard) == (("limit",), (), ())


@pytest.mark.clause("TM-R1")
def test_a_discard_is_allowed_beside_a_usable_button_and_ends_the_turn():
    state = race(("miles-50", "limit"), cars={0: moving(300, "turned")}, deck=("refuel",))
    after = discard(state, "limit")
    assert (after.hands[0], after.discard, after.cars[0].miles, acting(after)) == (
        ("miles-50", "refuel"),
        ("limit",),
        300,
        1,
    )


@pytest.mark.clause("TM-R21")
def test_with_nothing_usable_there_is_only_the_discard():
    state = race(("miles-50",) * 6)
    assert offered(state) == [{"type": "discard", "button": "miles-50", "no_effect": False}]
    assert GAME.objection(state, 0, {"type": "end_turn"})[0] == "TM-R21"


@pytest.mark.clause("TM-E16")
def test_time_over_in_a_turn_discards_the_oldest_button_and_draws():
    state = race(("limit", "miles-50", "limit"), cars={0: moving()}, deck=("refuel",))
    after, _, decisions = RULES.time_out(state)
    assert [decision.action for decision in decisions] == [{"type": "discard", "button": "limit"}]
    assert (after.hands[0], after.discard, acting(after)) == (("miles-50", "limit", "refuel"), ("limit",), 1)


@pytest.mark.clause("TM-E16")
def test_time_over_in_an_extra_action_ends_the_turn_and_does_nothing_else():
    state = use(race(("protect-crash", "limit")), "protect-crash")
    after, _, decisions = RULES.time_out(state)
    assert [decision.action for decision in decisions] == [{"type": "end_turn"}]
    assert (after.hands, after.deck, after.cars, acting(after)) == (state.hands, state.deck, state.cars, 1)


def test_a_turn_must_be_answered_and_an_extra_action_may_be_declined():
    turn = race(("protect-crash", "limit"))
    extra = use(turn, "protect-crash")
    musts = [prompt.must for state in (turn, extra) if (prompt := RULES.prompt(state, 0))]
    assert musts == [True, False]


@pytest.mark.parametrize(
    ("action", "clause"),
    [
        ({"type": "discard", "button": "steal"}, "TM-2.1"),
        ({"type": "discard", "button": "limit", "target": 1}, "TM-R1"),
        ({"type": "use", "button": "limit", "target": 1, "more": 2}, "TM-2.1"),
        ({"type": "use"}, "TM-2.1"),
        ({"type": "pass"}, "TM-2.1"),
    ],
)
def test_a_malformed_answer_is_refused_with_the_clause_of_what_is_due(action, clause):
    assert GAME.objection(race(("limit",) * 6), 0, action)[0] == clause


def test_ending_the_turn_takes_nothing_else():
    state = use(race(("protect-crash", "limit")), "protect-crash")
    assert GAME.objection(state, 0, {"type": "end_turn", "button": "limit"})[0] == "TM-R12"
