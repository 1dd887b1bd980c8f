"""An Incinerator: Scrap one card, or more with a playbook (LR-6.1, LR-12.8)."""

import msgspec

from engine.flow import Flow, Window, alter, go, push, tell, top
from engine.lap_racer import actions, events
from engine.lap_racer.cards import IncineratorMod
from engine.lap_racer.rules.piles import scrap
from engine.lap_racer.rules.standing import mods
from engine.lap_racer.state import Incinerator, State
from engine.offers import Action, Offer, choice


def begin(state: State, seat: int) -> State:
    """A player has landed on an Incinerator."""
    return push(state, Incinerator(seat=seat, left=1 + sum(mod.n for mod in mods(state, seat, IncineratorMod))))


def asked(state: State) -> tuple[int, ...]:
    """The landing player, while a card may be burnt and there is one (LR-E10, LR-R32)."""
    frame = top(state, Incinerator)
    racer = state.racers[frame.seat]
    return (frame.seat,) if frame.left and (racer.hand or racer.garage) else ()


def cards(state: State, seat: int, zones: tuple[str, ...] = ("hand", "garage")) -> list[Offer]:
    """Every card of these zones that could be Scrapped."""
    held = ((zone, tuple(dict.fromkeys(getattr(state.racers[seat], zone)))) for zone in zones)
    return [
        Offer("choose_card", {"zone": zone, "card": choice(found)}, f"Scrap a card of your {zone.title()}")
        for zone, found in held
        if found
    ]


def answer(state: State, seat: int, action: Action) -> State:
    """One card burns, or the player has had enough."""
    if action["type"] == "decline":
        return go(tell(state, events.Declined(seat)), "")
    chosen = msgspec.convert(action, actions.ChooseCard)
    state = alter(state, Incinerator, left=top(state, Incinerator).left - 1)
    return scrap(state, seat, chosen.zone, chosen.card)


WINDOW = Window(
    asked=asked,
    offers=lambda state, seat: [*cards(state, seat), Offer("decline", text="Scrap nothing")],
    answer=answer,
    text=lambda _state, _seat: "The Incinerator: Scrap a card?",
    default=lambda _state, _seat: {"type": "decline"},
    renews=True,
)
FLOW: Flow[State] = {"incinerator": WINDOW}
