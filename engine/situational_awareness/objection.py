"""Why an action is refused: the clause that forbids it, from what its seat can see."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from engine.errors import Taken
from engine.flow import top
from engine.offers import find
from engine.rules import Rules
from engine.situational_awareness.cards import CARD, Kind
from engine.situational_awareness.rules import RULES, defence, drive, escort, traps
from engine.situational_awareness.state import Accident, Rescue, State, attack, turn

Objection: TypeAlias = tuple[str, str]
Fields: TypeAlias = Mapping[str, object]
Types: TypeAlias = Mapping[str, tuple[tuple[str, ...], Callable[[Any, int, Fields], Objection]]]
"""Each type of action: the prompts that take it, and the objections to it there."""
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
    """The clause against an action that no offer of its prompt accepts, and why.

    Raises Taken where another seat was first.
    """
    return objection_of(RULES, TYPES, state, seat, action)


def objection_of(rules: Rules[Any], types: Types, state: State, seat: int, action: Fields) -> Objection:
    """The same, for the rules and the types of action of an edition."""
    if offer := find(rules.offers(state, seat), action):
        return "SA-12.1", f"That answers prompt {offer.prompt}: a Police Escort has a prompt of its own."
    kind = state.stack[-1].at
    prompts, object_to = types.get(str(action.get("type")), ((), None))
    if object_to is None:
        return PURPOSE[kind]
    if prompts == ON_A_TURN and (barred := _not_now(state, seat, kind)):
        return barred
    return object_to(state, seat, action) if kind in prompts else PURPOSE[kind]


def _not_now(state: State, seat: int, kind: str) -> Objection | None:
    """Why this is no moment for a driver's own turn, or None."""
    if seat != turn(state).seat:
        return "SA-3.1", f"It is the turn of driver {turn(state).seat}."
    if kind not in ("turn", "rush_hour"):
        return "SA-3.5", "A card is resolved completely before the next is played."
    return None


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
    if seat in (crash.seat, crash.target):
        return "SA-R10", "A Dashcam or Pile-Up is played on somebody else's Hazard, not by its target."
    name, first = ("Dashcam", crash.dashcam) if action["type"] == "dashcam" else ("Pile-Up", crash.pile_up)
    if first is not None and first != seat:
        raise Taken("SA-6.2", f"Another driver was first: one {name} on each Hazard.")
    if first == seat:
        return "SA-6.2", f"One {name} on each Hazard, and yours is out."
    if name == "Dashcam" and not state.dashcams_work():
        return "SA-9.4", "In Fog no Dashcam can be played."
    if seat in state.stack[-1].answered:
        return "SA-R11", "You have passed on this Hazard."
    return "SA-6.2", f"You do not hold a {name}, or the action has more fields than its type."


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
    frame = state.stack[-1]
    if seat in frame.answered:
        return "SA-R11", "You have passed already."
    if frame.at == "respond" and seat == attack(state).target:
        return "SA-R16", "While others respond the target has nothing to pass."
    return "SA-R32" if frame.at == "spring" else "SA-R15", "This question does not wait for you."


def _spring(state: State, seat: int, _action: Fields) -> Objection:
    if seat == top(state, Rescue).seat:
        return "SA-R29", "Who played the Save does not spring a trap on it."
    if seat not in traps.rivals(state, top(state, Rescue).seat):
        return "SA-11.2", f"Springing a trap takes {traps.PRICE} cards in hand."
    return "SA-11.2", "A trap is sprung by a driver who has not passed, with nothing else named."


def _discard(state: State, seat: int, _action: Fields) -> Objection:
    if seat in state.stack[-1].answered:
        return "SA-R20", "You have named your card; the choice stands."
    return PURPOSE[state.stack[-1].at]


def _escort(state: State, seat: int, _action: Fields) -> Objection:
    if seat == turn(state).seat:
        return "SA-12.1", "An Escort is played in another driver's turn."
    if turn(state).escorted:
        raise Taken("SA-R34", "This turn is marked by an Escort already.")
    if not escort.prompt(state):
        return "SA-R34", "The turn is over but for the discard at its end."
    if "police-escort" not in state.hands[seat]:
        return "SA-12.1", "You do not hold a Police Escort."
    if not escort.spare(state, seat):
        return "SA-R20", "You have named your Police Escort to discard."
    return "SA-R39", "You owe a discard that you could not pay afterwards."


ANY_TIME = tuple(PURPOSE)
ON_A_TURN = ("turn",)
TYPES: Types = {
    "play": (ON_A_TURN, _play),
    "set_trap": (ON_A_TURN, _play),
    "pit_stop": (ON_A_TURN, _pit_stop),
    "end_turn": (ON_A_TURN, _end_turn),
    "dashcam": (("respond",), _respond),
    "pile_up": (("respond",), _respond),
    "save": (("respond", "defend"), _save),
    "pass": (("respond", "defend", "spring"), _pass),
    "spring": (("spring",), _spring),
    "discard": (("pay_trap", "traffic_jam", "rush_hour"), _discard),
    "police_escort": (ANY_TIME, _escort),
}
