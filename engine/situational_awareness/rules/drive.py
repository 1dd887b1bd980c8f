"""A Drive: which cards may be played at whom, and where each leads (section 3)."""

from typing import TypeAlias

import msgspec

from engine.flow import alter, tell
from engine.offers import Action, Offer, choice
from engine.situational_awareness import actions
from engine.situational_awareness.cards import CARD, UNAIMED, Colour, Kind
from engine.situational_awareness.rules import accident, conditions, forecast, violation
from engine.situational_awareness.rules.road import lay
from engine.situational_awareness.state import S, State, Trap, Turn, at, kicking_rocks, others, replace, turn

AIMED_LIMIT = 2
Bar: TypeAlias = tuple[str, str]
"""What forbids something: a clause's id, and why."""
NOT_ON_A_DRIVE = {
    Kind.SAVE: ("SA-6.3", "A Save is played when something hits you."),
    Kind.INSULT: ("SA-6.2", "A Dashcam or Pile-Up is played on somebody else's Hazard."),
    Kind.POLICE_ESCORT: ("SA-12.1", "A Police Escort is played in another driver's turn."),
}


def offers(state: State, seat: int) -> list[Offer]:
    """Every card of the hand that may be played now; traps last."""
    plays: list[Offer] = []
    traps: list[Offer] = []
    for card in dict.fromkeys(state.hands[seat]):
        if bar(state, seat, card) is not None:
            continue
        if CARD[card].kind is Kind.TRAP:
            traps.append(Offer("set_trap", {"card": card}, f"Set {CARD[card].name} face down"))
        elif is_aimed(card):
            plays += _aimed(state, seat, card)
        else:
            text, no_effect = forecast.unaimed(state, seat, card)
            plays.append(Offer("play", {"card": card}, text, no_effect))
    return plays + traps


def bar(state: State, seat: int, card: str) -> Bar | None:
    """Why this card of the hand can't be played on this Drive at all, or None."""
    kind, colour = CARD[card].kind, CARD[card].colour
    if kind in NOT_ON_A_DRIVE:
        return NOT_ON_A_DRIVE[kind]
    if kind is Kind.HAZARD and colour is Colour.LIME and state.condition == "construction-zone":
        clause = "SA-R26" if kicking_rocks(state, seat) else "SA-9.2"
        return clause, "In a Construction Zone no Road Itself Hazard can be played."
    if kind is Kind.MOVING_VIOLATION and turn(state).violation_spent:
        return "SA-3.4", "One Moving Violation in a Drive, and it is spent."
    if card == "lane-change" and len(state.hands[seat]) < 2:
        return "SA-R4", "A Lane Change needs another card to give."
    return None


def aim_bar(state: State, seat: int, target: int) -> Bar | None:
    """Why nothing more can be aimed at this driver, or None."""
    if target == seat:
        return "SA-3.7", "Nobody aims a card at themselves."
    if not 0 <= target < state.seats:
        return "SA-6.1", f"There is no driver {target}."
    if turn(state).aimed[target] >= AIMED_LIMIT and not kicking_rocks(state, seat):
        return "SA-3.3", f"Two cards were aimed at driver {target} in this Drive."
    return None


def is_aimed(card: str) -> bool:
    """Whether the card is played at a driver."""
    return CARD[card].kind in (Kind.HAZARD, Kind.MOVING_VIOLATION) and card not in UNAIMED


def gifts(state: State, seat: int) -> list[str]:
    """The cards that a Lane Change could give: any but itself."""
    hand = list(state.hands[seat])
    hand.remove("lane-change")
    return list(dict.fromkeys(hand))


def play(state: State, seat: int, action: Action) -> State:
    """A card is played on the Drive; it is resolved completely before the next (SA-3.5)."""
    if action["type"] == "set_trap":
        return set_trap(state, seat, msgspec.convert(action, actions.SetTrap).card)
    chosen = msgspec.convert(action, actions.Play)
    card, target = chosen.card, chosen.target
    if not isinstance(target, int):
        return _unaimed(state, seat, card)
    state = aim(state.put_down(seat, card), target)
    if CARD[card].kind is Kind.HAZARD:
        return accident.declare(state, seat, card, target)
    give = chosen.give if isinstance(chosen.give, str) else None
    return violation.declare(alter(state, Turn, violation_spent=True), seat, card, target, give)


def aim(state: S, target: int) -> S:
    """One more card is aimed at this driver (SA-3.3)."""
    aimed = turn(state).aimed
    return alter(state, Turn, aimed=at(aimed, target, aimed[target] + 1))


def set_trap(state: State, seat: int, card: str) -> State:
    """A Trap goes face down on top of the stack (SA-11.1)."""
    state = replace(state.spend(seat, card), traps=(*state.traps, Trap(seat, card)))
    return tell(state, actions.TrapSet(seat, card), (seat,), actions.TrapSet(seat, None))


def fit(state: S, seat: int, card: str) -> S:
    """An Aftermarket goes in front of its driver; the old one to the road (SA-10.1, SA-10.2)."""
    old = state.aftermarkets[seat]
    state = replace(state.spend(seat, card), aftermarkets=at(state.aftermarkets, seat, card))
    state = tell(state, actions.AftermarketPlayed(seat, card))
    return lay(state, [old] if old else [])


def _unaimed(state: State, seat: int, card: str) -> State:
    kind = CARD[card].kind
    if kind is Kind.AFTERMARKET:
        return fit(state, seat, card)
    if kind is Kind.ROAD_CONDITION:
        return conditions.play(state, seat, card)
    return violation.play_unaimed(alter(state.put_down(seat, card), Turn, violation_spent=True), seat, card)


def _aimed(state: State, seat: int, card: str) -> list[Offer]:
    """One offer for all targets at which the card would do the same."""
    groups: dict[tuple[str, bool], list[int]] = {}
    for target in sorted(others(state, seat)):
        if aim_bar(state, seat, target) is None:
            groups.setdefault(forecast.aimed(state, seat, card, target), []).append(target)
    give = {"give": choice(gifts(state, seat))} if card == "lane-change" else {}
    return [
        Offer("play", {"card": card, "target": choice(targets), **give}, text, no_effect)
        for (text, no_effect), targets in groups.items()
    ]
