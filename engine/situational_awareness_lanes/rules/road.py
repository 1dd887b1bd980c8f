"""The three lanes: which Hazards match, which may be named, and how a window asks for one (section 3)."""

from typing import Any

from engine.flow import Window
from engine.offers import Action, Domain, Offer, choice
from engine.situational_awareness.cards import CARD, Colour
from engine.situational_awareness.state import replace
from engine.situational_awareness_lanes.cards import colours, is_full
from engine.situational_awareness_lanes.state import State


def open_lanes(state: State) -> list[int]:
    """The lanes that no Escort has closed: those that may be named (SAL-R7)."""
    return [lane for lane, closer in enumerate(state.closed) if closer is None]


def any_open(state: State) -> int | Domain:
    """Any open lane, as the domain of an offer."""
    return choice(open_lanes(state))


def matching(state: State, hazard: str) -> list[int]:
    """The open lanes onto which this Hazard may be played (SAL-3.1 to SAL-3.3, SAL-R5)."""
    colour = CARD[hazard].colour
    lanes = open_lanes(state)
    return lanes if state.condition == "fog" else [lane for lane in lanes if takes(state, lane, colour)]


def takes(state: State, lane: int, colour: Colour | None) -> bool:
    """Whether the lane's top card is wild or shows the colour."""
    top = state.lanes[lane][-1]
    return is_full(top) or colour in colours(top)


def named(state: State, lane: object) -> State:
    """This lane takes the cards that the action moves (SAL-R3)."""
    return replace(state, lane=lane) if isinstance(lane, int) else state


def with_lane(offers: list[Offer], state: State) -> list[Offer]:
    """The same offers, each with an open lane to name."""
    return [replace(offer, fields={**offer.fields, "lane": any_open(state)}) for offer in offers]


def asking_lane(window: Window[Any]) -> Window[Any]:
    """The same discard, onto a lane that is named with it; by default the leftmost open one (SAL-3.6)."""
    ask, say, do = window.offers, window.default, window.answer
    assert say is not None

    def default(state: State, seat: int) -> Action:
        return {**say(state, seat), "lane": open_lanes(state)[0]}

    def answer(state: State, seat: int, action: Action) -> Any:
        return do(named(state, action["lane"]), seat, {"type": action["type"], "cards": action["cards"]})

    return replace(
        window,
        offers=lambda state, seat: with_lane(ask(state, seat), state),
        default=default,
        answer=answer,
    )
