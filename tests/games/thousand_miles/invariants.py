"""What holds after every action (section 5 of the ledger)."""

from collections import Counter

from engine.thousand_miles.cards import BUTTON, DECK, Hazard
from engine.thousand_miles.rules.setup import HAND
from engine.thousand_miles.rules.usability import MIN_HAND, STALLS
from engine.thousand_miles.state import State

PROTECTION = {button.protects: button.id for button in BUTTON.values() if button.protects}


def check(state: State) -> None:
    """TM-I1 to TM-I6, between actions."""
    laid = [PROTECTION[hazard] for car in state.cars for hazard in car.protections]
    held = [button for hand in state.hands for button in hand]
    assert Counter([*state.deck, *state.discard, *held, *laid]) == Counter(DECK), "TM-I1"
    won = state.result is not None and state.result.reason == "finish"
    assert len(held) == HAND * state.seats - won, "TM-I2"
    assert won or all(len(hand) >= MIN_HAND for hand in state.hands), "TM-I3"
    for car in state.cars:
        assert not (car.engine and set(STALLS) & set(car.flags)), "TM-I4"
        assert not set(car.protections) & set(car.flags), "TM-I5"
        assert car.steal_by is None or Hazard.STEAL not in car.protections, "TM-I5"
        assert 0 <= car.miles <= state.goal, "TM-I6"
        assert car.miles % 25 == 0, "TM-I6"
        assert len(set(car.flags)) == len(car.flags), "TM-5.1"
    assert won == any(car.miles == state.goal for car in state.cars), "TM-1.4"
