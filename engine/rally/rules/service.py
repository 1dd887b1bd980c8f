"""The service at the end of Days 1 and 2 (RA-10, RA-R31, RA-R32)."""

import msgspec

from engine.flow import Flow, Window, alter, follow, top
from engine.offers import Action, Offer, SubsetOf
from engine.rally.actions import Keep
from engine.rally.rules import piles, road
from engine.rally.state import Service, State, Turn, at, hand_limit, replace


def opened(state: State) -> Service:
    """A service before anybody has answered."""
    return Service(discards=((),) * state.seats)


def with_cards(state: State) -> tuple[int, ...]:
    """Everybody who holds a card; an empty hand has nothing to say."""
    return tuple(seat for seat, hand in enumerate(state.hands) if hand)


def excess(state: State, seat: int) -> int:
    """How many cards this hand is over the limit (RA-10.2)."""
    return max(0, len(state.hands[seat]) - hand_limit(state))


def offers(state: State, seat: int) -> list[Offer]:
    """Any cards may go, those over the limit must."""
    hand = state.hands[seat]
    return [Offer("keep", {"discard": SubsetOf(hand, excess(state, seat), len(hand))}, "Keep your hand but for these")]


def note(state: State, seat: int, action: Action) -> State:
    """An answer is final, and hidden until all are in (RA-R32)."""
    discard = tuple(msgspec.convert(action, Keep).discard)
    return alter(state, Service, discards=at(top(state, Service).discards, seat, discard))


def default(state: State, seat: int) -> Action:
    """Only the newest excess cards go."""
    hand = state.hands[seat]
    return {"type": "keep", "discard": list(hand[len(hand) - excess(state, seat) :])}


def next_day(state: State) -> State:
    """All discards, then all draws, clockwise from the marker; then a new day (RA-10.2 to RA-10.6)."""
    order = [(state.marker + step) % state.seats for step in range(state.seats)]
    discards = top(state, Service).discards
    for seat in order:
        state = piles.discard_from_hand(state, seat, discards[seat])
    for seat in order:
        state = piles.draw(state, seat, hand_limit(state) - len(state.hands[seat]))
    state = piles.discard_hit_stack(state)
    unclaimed = (stage.card for stage in state.row if not stage.recovery and stage.claimed_by is None)
    marker = (state.marker + 1) % state.seats
    state = replace(state, cleared=(*state.cleared, *unclaimed), day=state.day + 1, marker=marker)
    return follow(road.deal_day(state), Turn(seat=marker))


SERVICE = Window(
    asked=with_cards,
    offers=offers,
    answer=note,
    text=lambda state, seat: f"Service: discard what you don't want. The limit is {hand_limit(state)}.",
    default=default,
    must=lambda state, seat: excess(state, seat) > 0,
    once=True,
)
FLOW: Flow[State] = {"service": SERVICE, "next_day": next_day}
