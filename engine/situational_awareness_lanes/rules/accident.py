"""Answering an attack with a half of a card, which lands on the attack's lane (SAL-1.2, SAL-3.5)."""

from typing import Any

import msgspec

from engine.flow import Window
from engine.offers import Action, Offer, choice
from engine.situational_awareness.cards import Kind
from engine.situational_awareness.rules import accident as later
from engine.situational_awareness.rules import defence, forecast
from engine.situational_awareness.state import attack, replace
from engine.situational_awareness_lanes import actions
from engine.situational_awareness_lanes.cards import FACE, half
from engine.situational_awareness_lanes.state import State


def insults(state: State, seat: int, insult: str) -> list[str]:
    """The cards of the hand that are this Insult on one half."""
    return [card for card in dict.fromkeys(state.hands[seat]) if half(card, Kind.INSULT) == insult]


def responses(state: State, seat: int) -> list[Offer]:
    """A Dashcam and a Pile-Up, while nobody has played one; to the target its Saves."""
    crash = later.accident(state)
    if seat == crash.target:
        return saves(state, seat)
    offers: list[Offer] = []
    if crash.dashcam is None and (cards := insults(state, seat, "dashcam")):
        offers.append(Offer("dashcam", {"card": choice(cards)}, "Dashcam: take everything that it produces"))
    if crash.pile_up is None and (cards := insults(state, seat, "pile-up")):
        text, no_effect = forecast.pile_up(state, crash.target)
        offers.append(Offer("pile_up", {"card": choice(cards)}, text, no_effect))
    return offers


def saves(state: State, seat: int) -> list[Offer]:
    """Every Save half of the hand against every open threat that it stops."""
    aim, threats = attack(state), defence.threats(state)
    offers: list[Offer] = []
    for card in dict.fromkeys(state.hands[seat]):
        face = half(card, Kind.SAVE)
        against = [threat for threat in threats if face and defence.fits(aim, face, threat)]
        if face and against:
            text = f"Save yourself with {FACE[face].name}"
            offers.append(Offer("save", {"card": card, "against": choice(against)}, text))
    return offers


def answer(state: State, seat: int, action: Action) -> State:
    """A bystander claims or piles up, or the target saves."""
    state = state.put_down(seat, str(action["card"]))
    match action["type"]:
        case "dashcam":
            return later.claim(state, seat)
        case "pile_up":
            return later.pile_on(state, seat)
        case _:
            return save(state, seat, msgspec.convert(action, actions.SaveAction))


def save(state: State, seat: int, chosen: actions.SaveAction) -> State:
    """The Save half of a card stands against a threat."""
    face = half(chosen.card, Kind.SAVE)
    assert face is not None
    return defence.stand(state, seat, face, chosen.against)


RESPOND: Window[Any] = replace(later.RESPOND, offers=responses, answer=answer)
DEFEND: Window[Any] = replace(defence.WINDOW, offers=saves, answer=answer)
