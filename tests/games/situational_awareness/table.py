"""A table to play at: a trip built by hand, whose actions are taken only where an offer accepts them."""

from collections.abc import Iterable, Mapping
from typing import Self

from engine.errors import IllegalAction
from engine.flow import Decision, Event, Telling
from engine.offers import Action, OneOf, Value, find
from engine.rng import Rng
from engine.situational_awareness import GAME
from engine.situational_awareness.actions import Laid
from engine.situational_awareness.cards import DECK
from engine.situational_awareness.rules.turn import turn_of
from engine.situational_awareness.state import State, Trap, replace, with_hand
from engine.situational_awareness.view import View
from tests.games.situational_awareness.invariants import cards, check

RULES = GAME.rules
PILE = " ".join(DECK[:20])


class Table:
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

    def play(self, seat: int, card: str, target: int | None = None, **give: str) -> Self:
        return self.act(seat, "play", card=card, **({} if target is None else {"target": target}), **give)

    def save(self, seat: int, card: str, against: str = "hazard") -> Self:
        return self.act(seat, "save", card=card, against=against)

    def pit(self, seat: int, discard: str = "") -> Self:
        return self.act(seat, "pit_stop", discard=discard.split())

    def discard(self, seat: int, named: str) -> Self:
        return self.act(seat, "discard", cards=named.split())

    def passing(self, *seats: int) -> Self:
        for seat in seats:
            self.act(seat, "pass")
        return self

    def time_out(self) -> tuple[Decision, ...]:
        """Let the time of the open question run out."""
        state, tellings, decisions = RULES.time_out(self.state)
        self._take(state, tellings)
        return decisions

    def refusal(self, seat: int, kind: str, **fields: Value) -> str:
        """The clause cited against an action that the seat is not offered."""
        action: Action = {"type": kind, **fields}
        assert find(RULES.offers(self.state, seat), action) is None, f"seat {seat} is offered {action}"
        try:
            return GAME.objection(self.state, seat, action)[0]
        except IllegalAction as refused:
            return refused.clause

    def asked(self) -> tuple[str, tuple[int, ...]] | None:
        """The open question and who is waited for; None when the trip is over."""
        question = RULES.question(self.state)
        return question and (question.kind, question.seats)

    def prompt(self) -> int:
        """The id of the open question."""
        question = RULES.question(self.state)
        assert question is not None
        return question.id

    def offers(self, seat: int) -> list[dict[str, object]]:
        """What the seat is offered, without prompt ids and annotations."""
        extra = ("prompt", "text", "no_effect")
        documents = [offer.document() for offer in RULES.offers(self.state, seat)]
        return [{name: value for name, value in document.items() if name not in extra} for document in documents]

    def types(self, seat: int) -> list[str]:
        """The types of action that the seat is offered, each once."""
        return list(dict.fromkeys(offer.type for offer in RULES.offers(self.state, seat)))

    def targets(self, seat: int, card: str) -> list[object]:
        """The drivers at whom the seat may play the card."""
        found: list[object] = []
        for offer in RULES.offers(self.state, seat):
            if offer.fields.get("card") == card:
                target = offer.fields["target"]
                found += target.one_of if isinstance(target, OneOf) else (target,)
        return sorted(found, key=str)

    def view(self, seat: int | None) -> View:
        """The table as this seat sees it, or a spectator."""
        return GAME.view(self.state, seat)

    def told(self, seat: int | None) -> list[Event]:
        """What this seat, or a spectator, reads of the latest action."""
        return [event for telling in self.tellings if (event := _read(telling, seat)) is not None]

    def laid(self) -> list[str]:
        """The cards that the latest action put onto the road, in order."""
        return [card for event in self.told(None) if isinstance(event, Laid) for card in event.cards]

    def _take(self, state: State, tellings: tuple[Telling, ...]) -> Self:
        check(state, self.deck, self.total)
        self.state, self.tellings = state, tellings
        return self


def table(
    *hands: str,
    driver: int = 0,
    hubcaps: Iterable[int] | None = None,
    pile: str = PILE,
    lanes: Iterable[str] = ("", "", ""),
    condition: str | None = None,
    aftermarkets: Mapping[int, str] | None = None,
    traps: Iterable[tuple[int, str]] = (),
    flat_tire: Iterable[int] = (),
    detour: Iterable[int] = (),
    fixed: bool = False,
    seed: bytes = bytes(32),
) -> Table:
    """A trip at the beginning of the driver's turn; cards are named in one text, the pile from its top."""
    seats = len(hands)
    state = State(
        seats=seats,
        rng=Rng(seed),
        fixed=fixed,
        hubcaps=(5,) * seats if hubcaps is None else tuple(hubcaps),
        hands=((),) * seats,
        pile=tuple(pile.split()),
        lanes=tuple(tuple(lane.split()) for lane in lanes),
        condition=condition,
        aftermarkets=tuple((aftermarkets or {}).get(seat) for seat in range(seats)),
        flat_tire=tuple(seat in flat_tire for seat in range(seats)),
        detour=tuple(seat in detour for seat in range(seats)),
        traps=tuple(Trap(seat, card) for seat, card in traps),
    )
    for seat, hand in enumerate(hands):
        state = with_hand(state, seat, hand.split())
    return Table(replace(state, stack=(turn_of(state, driver),)))


def _read(telling: Telling, seat: int | None) -> Event | None:
    return telling.full if telling.seats is None or seat in telling.seats else telling.others
