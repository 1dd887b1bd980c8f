"""What a button does to a car."""

from typing import assert_never

from engine.flow import tell
from engine.thousand_miles import actions
from engine.thousand_miles.cards import Clear, Effect, Engine, Hazard, MarkSteal, Move, Protect, Set
from engine.thousand_miles.state import State, replace, with_car


def take(state: State, effect: Effect, seat: int, user: int) -> State:
    """One effect on the car of `seat`, of a button that `user` used."""
    match effect:
        case Move(n):
            return move(state, seat, n)
        case Engine(on):
            return switch(state, seat, on)
        case Set(condition):
            return strike(state, seat, condition)
        case Clear(condition):
            return cure(state, seat, condition)
        case MarkSteal():
            return mark(state, seat, user)
        case Protect(hazard):
            return protect(state, seat, hazard)
        case _:
            assert_never(effect)


def move(state: State, seat: int, count: int) -> State:
    """Forward, or backward for a turned car, which stops at the start (TM-3.3, TM-3.4, TM-R9)."""
    car = state.cars[seat]
    miles = max(0, car.miles - count) if Hazard.TURNED in car.flags else car.miles + count
    state = with_car(state, seat, replace(car, miles=miles))
    return tell(state, actions.Moved(seat, miles - car.miles, miles))


def switch(state: State, seat: int, on: bool) -> State:
    """The engine goes on or off, if it is not so already (TM-R17)."""
    car = state.cars[seat]
    if car.engine is on:
        return state
    return tell(with_car(state, seat, replace(car, engine=on)), actions.EngineSwitched(seat, on))


def strike(state: State, seat: int, flag: Hazard) -> State:
    """A flag stands from now on, beside those that stand already (TM-5.7)."""
    car = state.cars[seat]
    return tell(with_car(state, seat, replace(car, flags=(*car.flags, flag))), actions.Struck(seat, flag))


def cure(state: State, seat: int, flag: Hazard) -> State:
    """A flag is cleared, if it stands; the engine stays as it is (TM-4.2)."""
    car = state.cars[seat]
    if flag not in car.flags:
        return state
    flags = tuple(standing for standing in car.flags if standing is not flag)
    return tell(with_car(state, seat, replace(car, flags=flags)), actions.Cured(seat, flag))


def mark(state: State, seat: int, thief: int) -> State:
    """The next replacement of this seat goes to the thief (TM-5.8)."""
    state = with_car(state, seat, replace(state.cars[seat], steal_by=thief))
    return tell(state, actions.Marked(seat, thief))


def unmark(state: State, seat: int) -> State:
    """The Steal mark is cleared, if one stands."""
    car = state.cars[seat]
    return state if car.steal_by is None else with_car(state, seat, replace(car, steal_by=None))


def protect(state: State, seat: int, hazard: Hazard) -> State:
    """A first protection is laid and cures at once; a second one does nothing (TM-6.2, TM-R7, TM-R11)."""
    car = state.cars[seat]
    if hazard in car.protections:
        return state
    state = with_car(state, seat, replace(car, protections=(*car.protections, hazard)))
    state = tell(state, actions.Protected(seat, hazard))
    if hazard is not Hazard.STEAL or car.steal_by is None:
        return cure(state, seat, hazard)
    return tell(unmark(state, seat), actions.Cured(seat, Hazard.STEAL))
