"""The turn: one button used or discarded, and one more action after each first protection (section 4)."""

import msgspec

from engine.flow import Flow, Window, follow, go, tell, top
from engine.offers import Action, Offer, choice
from engine.thousand_miles import actions
from engine.thousand_miles.cards import BUTTON, Group
from engine.thousand_miles.rules import drawing, effects, ending, forecast, usability
from engine.thousand_miles.state import State, Turn, is_first_protection, replace, spend, to_discard


def begin(state: State) -> State:
    """The turn starts."""
    state = replace(state, turns=state.turns + 1)
    return tell(state, actions.TurnStarted(top(state, Turn).seat, state.turns))


def actor(state: State) -> tuple[int, ...]:
    """The seat whose turn it is."""
    return (top(state, Turn).seat,)


def offers(state: State, seat: int) -> list[Offer]:
    """Every button of the hand that may be used, oldest first, then the discard (TM-2.1, TM-R1)."""
    held = list(dict.fromkeys(state.hands[seat]))
    uses = [offer for button in held for offer in _uses(state, seat, button)]
    return [*uses, Offer("discard", {"button": choice(held)}, "Discard a button and draw another")]


def extra_offers(state: State, seat: int) -> list[Offer]:
    """The same, and to leave it at that (TM-R12)."""
    return [*offers(state, seat), Offer("end_turn", text="End the turn")]


def answer(state: State, seat: int, action: Action) -> State:
    """The seat has chosen."""
    match action["type"]:
        case "use":
            return use(state, seat, msgspec.convert(action, actions.Use))
        case "discard":
            return discard(state, seat, msgspec.convert(action, actions.Discard).button)
        case _:
            return go(state, "over")


def use(state: State, seat: int, chosen: actions.Use) -> State:
    """A button does what it does; then one is drawn, or the race is won (TM-1.4, TM-2.2 to TM-2.6)."""
    button, target = BUTTON[chosen.button], chosen.target if isinstance(chosen.target, int) else None
    again = is_first_protection(state.cars[seat], button.id)
    state = tell(spend(state, seat, button.id), actions.Used(seat, button.id, target))
    for effect in button.effects:
        state = effects.take(state, effect, seat if target is None else target, seat)
    if not again:
        state = to_discard(state, button.id)
    if state.cars[seat].miles == state.goal:
        return ending.finish(state, (seat,), "finish")
    return go(drawing.replacement(state, seat), "extra" if again else "over")


def discard(state: State, seat: int, button: str) -> State:
    """A button goes unused; one is drawn and the turn ends (TM-R1)."""
    state = to_discard(spend(state, seat, button), button)
    return go(drawing.replacement(tell(state, actions.Discarded(seat, button)), seat), "over")


def over(state: State) -> State:
    """The next seat's turn begins, unless the race has gone on for too long (TM-1.2, TM-R26)."""
    seat = top(state, Turn).seat
    state = tell(state, actions.TurnEnded(seat))
    if state.turns == ending.MAX_TURNS:
        return ending.finish(state, (), "unfinished")
    return follow(state, Turn(seat=(seat + 1) % state.seats))


def oldest(state: State, seat: int) -> Action:
    """Time is over: the oldest button is discarded."""
    return {"type": "discard", "button": state.hands[seat][0]}


def _uses(state: State, seat: int, button: str) -> list[Offer]:
    text, no_effect = forecast.use(state.cars[seat], button, state.goal)
    if BUTTON[button].group is Group.HAZARD:
        targets = usability.targets(state, seat, button)
        return [Offer("use", {"button": button, "target": choice(targets)}, text)] if targets else []
    if usability.bar(state, seat, button, None) is None:
        return [Offer("use", {"button": button}, text, no_effect)]
    return []


TURN = Window(
    asked=actor,
    offers=offers,
    answer=answer,
    text=lambda _state, _seat: "Use a button, or discard one.",
    default=oldest,
    must=lambda _state, _seat: True,
)
EXTRA = Window(
    asked=actor,
    offers=extra_offers,
    answer=answer,
    text=lambda _state, _seat: "Protected. One more action, or end the turn?",
    default=lambda _state, _seat: {"type": "end_turn"},
)
FLOW: Flow[State] = {"begin": begin, "turn": TURN, "extra": EXTRA, "over": over}
