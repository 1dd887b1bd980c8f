"""Why an action is refused: the clause that forbids it, from what its seat can see."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from engine.errors import Taken
from engine.situational_awareness.cards import CARD, Kind
from engine.situational_awareness.rules import defence, drive, escort
from engine.situational_awareness.state import Accident, State, attack, turn

Objection: TypeAlias = tuple[str, str]
Fields: TypeAlias = Mapping[str, object]
PURPOSE: dict[str, Objection] = {
    "turn": ("SA-3.2", "On your turn you play cards, pit or end the turn."),
    "respond": ("SA-6.2", "A Hazard is being answered: Dashcam, Pile-Up or pass; its target may save."),
    "defend": ("SA-6.3", "The target may save or pass."),
    "spring": ("SA-11.2", "A Save was played: spring the top trap or pass."),
    "pay_trap": ("SA-11.4", "The wrong trap costs exactly 3 cards of your hand."),
    "traffic_jam": ("SA-7.9", "Traffic Jam costs exactly 1 card of your hand."),
    "rush_hour": ("SA-9.6", "Rush Hour: discard down to exactly 4 cards."),
}
"""What each prompt is for: the objection to any other type of action."""


def objection(state: State, seat: int, action: Fields) -> Objection:
    """The clause against an action that no offer accepts, and why. Raises Taken where another seat was first."""
    kind = state.stack[-1].at
    types = TYPES.get(str(action.get("type")))
    if types is None or kind not in types[0]:
        return PURPOSE[kind]
    return types[1](state, seat, action)


def _play(state: State, seat: int, action: Fields) -> Objection:
    card = action.get("card")
    if state.flat_tire[seat]:
        return "SA-7.6", "A Flat Tire makes this turn a Pit Stop."
    if not isinstance(card, str) or card not in state.hands[seat]:
        return "SA-3.2", f"You do not hold {card!r}."
    if CARD[card].kind is Kind.TRAP and action["type"] == "play":
        return "SA-11.1", "A Trap is set face down: use set_trap."
    if action["type"] == "set_trap" and CARD[card].kind is not Kind.TRAP:
        return "SA-11.1", "Only a Trap is set face down."
    return drive.bar(state, seat, card) or _aim(state, seat, action, card)


def _aim(state: State, seat: int, action: Fields, card: str) -> Objection:
    target = action.get("target")
    if not drive.is_aimed(card):
        return "SA-3.2", f"{CARD[card].name} has no target and nothing else to choose."
    if type(target) is not int:
        return "SA-6.1", f"{CARD[card].name} needs a target: the number of a seat."
    if barred := drive.aim_bar(state, seat, target):
        return barred
    if card == "lane-change":
        return "SA-7.3", "Lane Change needs `give`: another card of your hand."
    return "SA-6.1", f"{CARD[card].name} takes a card and a target, nothing else."


def _pit_stop(state: State, seat: int, _action: Fields) -> Objection:
    if turn(state).driving:
        return "SA-R3", "A card was played: this turn is a Drive."
    return "SA-4.1", "Discard cards of your own hand, each as often as you hold it."


def _end_turn(state: State, seat: int, _action: Fields) -> Objection:
    if state.flat_tire[seat]:
        return "SA-7.6", "A Flat Tire makes this turn a Pit Stop."
    return "SA-R2", "Ending the turn takes nothing else."


def _respond(state: State, seat: int, action: Fields) -> Objection:
    crash = attack(state)
    assert isinstance(crash, Accident)
    if seat == crash.target:
        return "SA-R10", "The target answers with Saves."
    dashcam = action["type"] == "dashcam"
    if (crash.dashcam if dashcam else crash.pile_up) is not None:
        raise Taken("SA-6.2", f"Another driver was first: one {'Dashcam' if dashcam else 'Pile-Up'} on each Hazard.")
    if dashcam and state.condition == "fog":
        return "SA-9.4", "In Fog no Dashcam can be played."
    return (
        "SA-6.2",
        f"You do not hold a {'Dashcam' if dashcam else 'Pile-Up'}, or the action has more fields than its type.",
    )


def _save(state: State, seat: int, action: Fields) -> Objection:
    aim, card, against = attack(state), action.get("card"), action.get("against")
    if seat != aim.target:
        return "SA-6.3", "Only the target saves."
    if not isinstance(card, str) or card not in state.hands[seat]:
        return "SA-6.3", f"You do not hold {card!r}."
    if CARD[card].kind is not Kind.SAVE:
        return "SA-6.3", f"{CARD[card].name} is no Save."
    if against not in defence.threats(state):
        spent = any(save.against == against for save in aim.saves)
        return ("SA-R30", "That threat has had its Save.") if spent else ("SA-R16", f"No threat {against!r} is open.")
    return "SA-6.3", f"{CARD[card].name} does not stop that: the colours differ."


def _pass(state: State, seat: int, _action: Fields) -> Objection:
    return "SA-R16", "While others respond the target has nothing to pass."


def _spring(_state: State, _seat: int, _action: Fields) -> Objection:
    return "SA-11.2", "Springing the top trap takes nothing else."


def _discard(state: State, _seat: int, _action: Fields) -> Objection:
    return PURPOSE[state.stack[-1].at]


def _escort(state: State, seat: int, _action: Fields) -> Objection:
    if seat == turn(state).seat:
        return "SA-12.1", "An Escort is played in another driver's turn."
    if turn(state).escorted:
        raise Taken("SA-R34", "This turn is marked by an Escort already.")
    if not escort.spare(state, seat):
        return "SA-12.1", "You do not hold a Police Escort that is free to play."
    return "SA-R39", "You owe a discard that you could not pay afterwards."


ANY_TIME = tuple(PURPOSE)
TYPES: dict[str, tuple[tuple[str, ...], Callable[[State, int, Fields], Objection]]] = {
    "play": (("turn",), _play),
    "set_trap": (("turn",), _play),
    "pit_stop": (("turn",), _pit_stop),
    "end_turn": (("turn",), _end_turn),
    "dashcam": (("respond",), _respond),
    "pile_up": (("respond",), _respond),
    "save": (("respond", "defend"), _save),
    "pass": (("respond", "defend", "spring"), _pass),
    "spring": (("spring",), _spring),
    "discard": (("pay_trap", "traffic_jam", "rush_hour"), _discard),
    "police_escort": (ANY_TIME, _escort),
}
"""Each type of action: the prompts that take it, and the objections to it there."""
