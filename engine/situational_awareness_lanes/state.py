"""The state of a trip here: hands in an order that the table comes to know, lanes that are named and closed."""

from typing import Self

import msgspec

from engine.flow import tell
from engine.situational_awareness import state as later
from engine.situational_awareness.actions import Laid
from engine.situational_awareness.state import Accident, Turn, at, replace
from engine.situational_awareness_lanes.actions import LeftHand

OPEN: tuple[int | None, ...] = (None, None, None)


class Seen(msgspec.Struct, frozen=True):
    """The card at this place of a hand is known to others (SAL-R1, SAL-R9)."""

    seat: int
    place: int
    by: tuple[int, ...] | None
    """None: the whole table knows it."""


class Violation(later.Violation, frozen=True, kw_only=True, tag="violation"):
    """A Moving Violation aimed at a driver."""

    position: int | None = None
    """Where the picked card lies now; None: nothing was picked, or it has left and the last card counts (SAL-R2)."""


class Jam(later.Jam, frozen=True, kw_only=True, tag="jam"):
    """A Traffic Jam; each names a card and the lane for it."""

    lanes: tuple[int, ...]


class State(later.State, frozen=True, kw_only=True):
    """A trip. A hand keeps its order, left to right; nothing waits on the table between actions."""

    stack: tuple[Turn | Accident | Violation | Jam, ...] = ()
    lane: int = 0
    """The lane that takes the cards which the action in progress moves (SAL-R3)."""
    closed: tuple[int | None, ...] = OPEN
    """By lane: whose Escort has closed it (SAL-R7)."""
    seen: tuple[Seen, ...] = ()

    def gain(self, seat: int, *cards: str) -> Self:
        """Cards come to the end of a hand (SAL-2.2)."""
        return replace(self, hands=at(self.hands, seat, (*self.hands[seat], *cards)))

    def spend(self, seat: int, *cards: str) -> Self:
        """Cards leave a hand, of equal ones the leftmost (SAL-2.4)."""
        held = list(enumerate(self.hands[seat]))
        leaving: list[int] = []
        for card in cards:
            place = next(place for place, other in held if other == card)
            held.remove((place, card))
            leaving.append(place)
        return self.take_out(seat, *leaving)

    def take_out(self, seat: int, *places: int) -> Self:
        """The cards at these places leave a hand, the others close up; what is known of those stays known."""
        hand = tuple(card for place, card in enumerate(self.hands[seat]) if place not in places)
        seen = tuple(fact if fact.seat != seat else _moved(fact, places) for fact in self.seen)
        state = replace(self, hands=at(self.hands, seat, hand), seen=tuple(fact for fact in seen if fact.place >= 0))
        state = replace(state, stack=tuple(_follow_pick(frame, seat, places) for frame in state.stack))
        return tell(state, LeftHand(seat, places)) if places else state

    def put_down(self, seat: int, card: str) -> Self:
        """A card is played and goes onto its lane at once (SAL-3.4, SAL-3.5, SAL-R3)."""
        state, lane = self.spend(seat, card).onto_road(card)
        return tell(state, Laid((card,), (lane,)))

    def onto_road(self, card: str) -> tuple[Self, int]:
        """A card lies face up on the lane that was named, directly under the Escort that has closed it (SAL-R7)."""
        cards, top = self.lanes[self.lane], self.closed[self.lane] is not None
        lane = (*cards[:-1], card, cards[-1]) if top else (*cards, card)
        return replace(self, lanes=at(self.lanes, self.lane, lane)), self.lane

    def take_up_road(self) -> tuple[Self, list[str]]:
        """Every card of the road, for a new pile; every lane is open then (SAL-R7)."""
        state, cards = super().take_up_road()
        return replace(state, closed=OPEN), cards

    def pick(self, target: int) -> tuple[Self, int]:
        """The place of the card that was picked, or the last one; it draws no number (SAL-1.1, SAL-R2)."""
        aim = self.stack[-1]
        assert isinstance(aim, Violation)
        return self, len(self.hands[target]) - 1 if aim.position is None else aim.position

    def hand_over(self, loser: int, place: int, winner: int) -> tuple[Self, str, tuple[int, ...] | None]:
        """A card goes to the end of another hand; what the table knew it still knows (SAL-R8, SAL-R9)."""
        card = self.hands[loser][place]
        public = any((fact.seat, fact.place, fact.by) == (loser, place, None) for fact in self.seen)
        state = self.take_out(loser, place).gain(winner, card)
        arrived = Seen(winner, len(state.hands[winner]) - 1, None if public else (loser,))
        return replace(state, seen=(*state.seen, arrived)), card, None if public else (loser, winner)

    def dashcams_work(self) -> bool:
        """Whether a Dashcam may be played: in Fog too (SAL-R5)."""
        return True

    def show(self, seat: int) -> Self:
        """The table sees the whole hand (SAL-2.1)."""
        others = tuple(fact for fact in self.seen if fact.seat != seat)
        shown = tuple(Seen(seat, place, None) for place in range(len(self.hands[seat])))
        return replace(self, seen=others + shown)


def known(state: State, seat: int, viewer: int | None) -> tuple[str | None, ...]:
    """The hand of `seat`, each card where the table knows it, or where the viewer does."""
    places = {fact.place for fact in state.seen if fact.seat == seat and (fact.by is None or viewer in fact.by)}
    return tuple(card if place in places else None for place, card in enumerate(state.hands[seat]))


def _moved(fact: Seen, places: tuple[int, ...]) -> Seen:
    """The fact after the cards at these places have left; at place -1 if it was about one of them."""
    if fact.place in places:
        return replace(fact, place=-1)
    return replace(fact, place=fact.place - sum(place < fact.place for place in places))


def _follow_pick(
    frame: Turn | Accident | Violation | Jam, seat: int, places: tuple[int, ...]
) -> Turn | Accident | Violation | Jam:
    """A pick means its card wherever that lies now (SAL-R2)."""
    if not isinstance(frame, Violation) or frame.target != seat or frame.position is None:
        return frame
    gone = frame.position in places
    return replace(frame, position=None if gone else frame.position - sum(place < frame.position for place in places))
