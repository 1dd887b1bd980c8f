"""Why an action is refused: the clause that forbids it, from what its seat can see."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from engine.rally.cards import CREW, CrewType, Stat
from engine.rally.rules import choices, playing, service, turn
from engine.rally.state import Effects, Mode, Next, State, hand_limit
from engine.rally.state import turn as turn_of

Objection: TypeAlias = tuple[str, str]
Fields: TypeAlias = Mapping[str, object]
PURPOSE: dict[str, Objection] = {
    "play": ("RA-4.1", "Your turn begins with a play: a card of your hand or of the Shared Reserve."),
    "no_play": ("RA-R35", "You can't play a card: use the solo draw or take the Fault."),
    "extra": ("RA-4.8", "Play again, or stop."),
    "choose.change": ("RA-8.3", "Change an upcoming call, or decline where the card says so."),
    "choose.discard": ("RA-8.2", "Choose the cards to discard."),
    "choose.reserve": ("RA-5.6", "Choose what goes to the Shared Reserve; the effect comes first."),
    "choose.repair": ("RA-R18", "Choose a Fault on the car."),
    "choose.handover": ("RA-8.6", "Name the teammate who takes the next turn."),
    "choose.teammate": ("RA-5.6", "Name the teammate who draws; the effect comes first."),
    "choose.shed": ("RA-11.6", "After a Miss you discard 1 card of your hand."),
    "service": ("RA-10.2", "At service you say which cards you discard."),
}
"""What each prompt is for: the objection to any other type of action."""


def objection(state: State, seat: int, action: Fields) -> Objection:
    """The clause against an action that no offer accepts, and why."""
    kind = state.stack[-1].at
    types = TYPES.get(str(action.get("type")))
    if types is None or kind not in types[0]:
        return PURPOSE[kind]
    return types[1](state, seat, action)


def _play(state: State, seat: int, action: Fields) -> Objection:
    zone, card = action.get("zone"), action.get("card")
    if zone == "hand":
        cards, where = state.hands[seat], "in your hand"
    elif zone == "reserve":
        cards, where = state.reserve, "in the Shared Reserve"
    else:
        return "RA-4.2", "A card is played from the zone `hand` or `reserve`."
    if not isinstance(card, str) or card not in cards:
        return "RA-4.2", f"There is no {card!r} {where}."
    if CREW[card].type is CrewType.SKILL and not playing.is_playable(state, seat, card, zone):
        return "RA-4.5", f"{CREW[card].name} can't be played now. {CREW[card].text}"
    if turn_of(state).next_card is Next.GIVE and state.seats > 2:
        return "RA-R28", "The card will be given: name a teammate in `give_to`."
    return "RA-R28", "Nothing is to be given, or there is no choice to whom: a play takes a zone and a card."


def _stop(state: State, _seat: int, _action: Fields) -> Objection:
    match state.stack[-1].at:
        case "extra":
            return "RA-4.8", "Stopping takes nothing else."
        case "play":
            return "RA-R1", "The first play of a turn must be made."
        case _:
            return PURPOSE["no_play"]


def _solo_draw(state: State, seat: int, _action: Fields) -> Objection:
    if state.mode is not Mode.SOLO:
        return "RA-12.2", "The solo draw is for the mode solo."
    if isinstance(state.stack[-1], Effects):
        return "RA-12.2", "The solo draw waits until the effect is finished."
    if state.solo_draw_used:
        return "RA-12.3", "The solo draw was used today."
    if not turn.can_solo_draw(state, seat):
        return "RA-12.2", f"The solo draw is for {turn.SOLO_DRAW_HAND} or fewer hand cards."
    return "RA-12.2", "The solo draw takes nothing else."


def _take_fault(state: State, _seat: int, _action: Fields) -> Objection:
    match state.stack[-1].at:
        case "play":
            return "RA-R1", "You can play a card, so you must."
        case "extra":
            return "RA-R6", "An extra play is optional and costs no Fault: stop instead."
        case _:
            return "RA-R35", "Taking the Fault takes nothing else."


def _change(state: State, _seat: int, action: Fields) -> Objection:
    place, to = (action.get("row"), action.get("index")), action.get("to")
    reachable = dict(choices.changes(state))
    if not all(type(number) is int for number in place) or place not in reachable:
        return "RA-R13", "That is no upcoming call that this card can change."
    if to not in list(Stat):
        return "RA-8.3", f"A call can't ask for {to!r}."
    if to not in reachable[place]:
        return "RA-R14", f"The call asks for that already, or the card can't make it {to!r}."
    return "RA-8.3", "A change takes a row, an index and what to ask for."


def _decline(state: State, _seat: int, _action: Fields) -> Objection:
    if state.stack[-1].at == "choose.reserve" and choices.may(state):
        return "RA-5.4", "To place nothing, choose no cards."
    return "RA-5.4", "Only an effect that says `may` can be declined, and that takes nothing else."


def _choose_cards(state: State, seat: int, _action: Fields) -> Objection:
    match state.stack[-1].at:
        case "choose.discard":
            return "RA-8.2", f"Choose exactly {choices.discards_due(state, seat)} cards of your hand."
        case "choose.reserve":
            least, most = choices.reservable(state, seat)
            return "RA-5.4", f"Choose {least} to {most} cards of your hand."
        case _:
            return PURPOSE["choose.shed"]


def _choose_fault(state: State, _seat: int, _action: Fields) -> Objection:
    return "RA-R18", "That Fault is not on the car."


def _choose_seat(state: State, _seat: int, _action: Fields) -> Objection:
    return PURPOSE[state.stack[-1].at][0], "Name the seat of a teammate, not your own."


def _keep(state: State, seat: int, _action: Fields) -> Objection:
    excess, limit = service.excess(state, seat), hand_limit(state)
    return (
        "RA-10.2",
        f"Discard {excess} or more cards of your hand, each as often as you hold it: the limit is {limit}.",
    )


PLAYS = ("play", "no_play", "extra")
EFFECTS = tuple(kind for kind in PURPOSE if kind.startswith("choose.") and kind != "choose.shed")
TYPES: dict[str, tuple[tuple[str, ...], Callable[[State, int, Fields], Objection]]] = {
    "play": (PLAYS, _play),
    "stop": (PLAYS, _stop),
    "solo_draw": ((*PLAYS, *EFFECTS), _solo_draw),
    "take_fault": (PLAYS, _take_fault),
    "change": (("choose.change",), _change),
    "decline": (EFFECTS, _decline),
    "choose_cards": (("choose.discard", "choose.reserve", "choose.shed"), _choose_cards),
    "choose_fault": (("choose.repair",), _choose_fault),
    "choose_seat": (("choose.handover", "choose.teammate"), _choose_seat),
    "keep": (("service",), _keep),
}
"""Each type of action: the prompts that take it, and the objections to it there."""
