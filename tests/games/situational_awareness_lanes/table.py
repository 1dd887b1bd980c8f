"""A table to play at: a trip built by hand, whose actions are taken only where an offer accepts them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Self

from engine.errors import IllegalAction
from engine.flow import Decision, Event, Telling
from engine.offers import Action, Value, find
from engine.rng import Rng
from engine.situational_awareness.actions import Laid
from engine.situational_awareness.rules.turn import turn_of
from engine.situational_awareness_lanes import GAME
from engine.situational_awareness_lanes.cards import DECK
from engine.situational_awareness_lanes.state import OPEN, Seen, State, replace
from engine.situational_awareness_lanes.view import View
from tests.games.situational_awareness_lanes.invariants import cards, check

RULES = GAME.rules
PILE = " ".join(DECK[:20])
WILD = ("rain", "rain", "rain")


class Trip:
    """A trip in progress, the invariants checked after every action."""

    def __init__(self, state: State) -> None:
        self.deck = tuple(cards(state).elements())
        self.total = sum(state.hubcaps) + state.destroyed
        self._take(*RULES.begin(state))

    def act(self, seat: int, kind: str, **fields: Value) -> Self:
        """Take an action that the seat is offered."""
        action: Action = {"type": kind, **fields}
        assert find(RULES.offers(self.state, seat), action), f"seat {seat} is not offered {action}"
        return self._take(*RULES.apply(self.state, seat, action))

    def play(self, seat: int, card: str, face: str, **fields: Value) -> Self:
        return self.act(seat, "play", card=card, face=face, **fields)

    def pit(self, seat: int, discard: str = "", lane: int = 0, fuel_lane: int = 0) -> Self:
        return self.act(seat, "pit_stop", discard=discard.split(), lane=lane, fuel_lane=fuel_lane)

    def time_out(self) -> tuple[Decision, ...]:
        """Let the time of the open question run out."""
        state, tellings, decisions = RULES.time_out(self.state)
        self._take(state, tellings)
        return decisions

    def refusal(self, seat: int, kind: str, **fields: object) -> str:
        """The clause cited against an action that the seat is not offered."""
        action = {"type": kind, **fields}
        assert find(RULES.offers(self.state, seat), action) is None, f"seat {seat} is offered {action}"
        try:
            return GAME.objection(self.state, seat, action)[0]
        except IllegalAction as refused:
            return refused.clause

    def offers(self, seat: int, *kinds: str) -> list[dict[str, object]]:
        """What the seat is offered, of these types or of all, without prompt ids and texts."""
        documents = [offer.document() for offer in RULES.offers(self.state, seat)]
        wanted = [document for document in documents if not kinds or document["type"] in kinds]
        return [{name: value for name, value in doc.items() if name not in ("prompt", "text")} for doc in wanted]

    def faces(self, seat: int) -> list[str]:
        """The faces that the seat may play, each once."""
        return list(dict.fromkeys(str(offer["face"]) for offer in self.offers(seat, "play")))

    def asked(self) -> tuple[str, tuple[int, ...]] | None:
        """The open question and who is waited for; None when the trip is over."""
        question = RULES.question(self.state)
        return question and (question.kind, question.seats)

    def view(self, seat: int | None) -> View:
        """The table as this seat sees it, or a spectator."""
        return GAME.view(self.state, seat)

    def told(self, seat: int | None) -> list[Event]:
        """What this seat, or a spectator, reads of the latest action."""
        return [event for telling in self.tellings if (event := _read(telling, seat)) is not None]

    def laid(self) -> list[tuple[str, int]]:
        """The cards that the latest action put onto the road, with their lanes, in order."""
        events = [event for event in self.told(None) if isinstance(event, Laid)]
        return [pair for event in events for pair in zip(event.cards, event.lanes, strict=True)]

    def _take(self, state: State, tellings: tuple[Telling, ...]) -> Self:
        check(state, self.deck, self.total)
        self.state, self.tellings = state, tellings
        return self


def trip(
    *hands: str,
    driver: int = 0,
    lanes: Iterable[str] = WILD,
    closed: tuple[int | None, ...] = OPEN,
    hubcaps: Iterable[int] | None = None,
    pile: str = PILE,
    condition: str | None = None,
    aftermarkets: Mapping[int, str] | None = None,
    flat_tire: Iterable[int] = (),
    detour: Iterable[int] = (),
    seen: Iterable[Seen] = (),
    fixed: bool = False,
) -> Trip:
    """A trip at the beginning of the driver's turn; cards are named in one text, the pile from its top."""
    seats = len(hands)
    state = State(
        seats=seats,
        rng=Rng(bytes(32)),
        fixed=fixed,
        hubcaps=(5,) * seats if hubcaps is None else tuple(hubcaps),
        hands=tuple(tuple(hand.split()) for hand in hands),
        pile=tuple(pile.split()),
        lanes=tuple(tuple(lane.split()) for lane in lanes),
        closed=closed,
        seen=tuple(seen),
        condition=condition,
        aftermarkets=tuple((aftermarkets or {}).get(seat) for seat in range(seats)),
        flat_tire=tuple(seat in flat_tire for seat in range(seats)),
        detour=tuple(seat in detour for seat in range(seats)),
    )
    return Trip(replace(state, stack=(turn_of(state, driver),)))


def halves(deck: Iterable[str]) -> Counter[str]:
    """How often each face is in these cards."""
    return Counter(half for card in deck for half in card.split("/"))


def _read(telling: Telling, seat: int | None) -> Event | None:
    return telling.full if telling.seats is None or seat in telling.seats else telling.others
