"""A table to play at: a race built by hand, whose actions are taken only where an offer accepts them."""

from collections.abc import Iterable
from itertools import count
from typing import Self

import msgspec

from engine.flow import Decision, Event, Telling
from engine.lap_racer import GAME
from engine.lap_racer.cards import DEBRIS
from engine.lap_racer.effects import Effect
from engine.lap_racer.state import Racer, Resolution, State, Turn, replace
from engine.lap_racer.view import View
from engine.offers import Action, OneOf, Value, find
from engine.rng import Rng, below
from tests.games.lap_racer.invariants import check_table, parts, playbooks

RULES = GAME.rules
PARTS = "slicks shunt dividend roll-cage big-block tip-jar hop-wheels tow-cable"
SHOWROOM = "big-block slicks hop-wheels shunt"


class Table:
    """A race in progress, the invariants checked after every action."""

    def __init__(self, state: State, tellings: tuple[Telling, ...] = ()) -> None:
        self.box = parts(state), playbooks(state)
        self._take(state, tellings)

    def begin(self) -> Self:
        return self._take(*RULES.begin(self.state))

    def act(self, seat: int, kind: str, /, **fields: Value) -> Self:
        """Take an action that the seat is offered."""
        action: Action = {"type": kind, **fields}
        assert find(RULES.offers(self.state, seat), action), f"seat {seat} is not offered {action}"
        return self._take(*RULES.apply(self.state, seat, action))

    def play(self, seat: int, *cards: str) -> Self:
        for card in cards:
            self.act(seat, "play", card=card)
        return self

    def drive(self, seat: int) -> Self:
        """End the Play Phase."""
        return self.act(seat, "end_play")

    def time_out(self) -> tuple[Decision, ...]:
        """Let the time of the open question run out."""
        state, tellings, decisions = RULES.time_out(self.state)
        self._take(state, tellings)
        return decisions

    def refusal(self, seat: int, kind: str, /, **fields: Value) -> str:
        """The clause cited against an action that the seat is not offered."""
        action: Action = {"type": kind, **fields}
        assert find(RULES.offers(self.state, seat), action) is None, f"seat {seat} is offered {action}"
        return GAME.objection(self.state, seat, action)[0]

    def asked(self) -> tuple[str, tuple[int, ...]] | None:
        """The open question and who is waited for; None when the race is over."""
        question = RULES.question(self.state)
        return question and (question.kind, question.seats)

    def prompt(self) -> int:
        """The id of the open question."""
        question = RULES.question(self.state)
        assert question is not None
        return question.id

    def default(self, seat: int) -> Action | None:
        prompt = RULES.prompt(self.state, seat)
        return prompt and prompt.default

    def offers(self, seat: int) -> list[dict[str, object]]:
        """What the seat is offered, without prompt ids and annotations."""
        extra = ("prompt", "text", "no_effect")
        documents = [offer.document() for offer in RULES.offers(self.state, seat)]
        kept = [{name: value for name, value in document.items() if name not in extra} for document in documents]
        return msgspec.json.decode(msgspec.json.encode(kept))

    def types(self, seat: int) -> list[str]:
        """The types of action that the seat is offered, each once."""
        return list(dict.fromkeys(offer.type for offer in RULES.offers(self.state, seat)))

    def values(self, seat: int, field: str) -> list[object]:
        """The values that this field of the seat's offers may have."""
        found: list[object] = []
        for offer in RULES.offers(self.state, seat):
            if field in offer.fields:
                value = offer.fields[field]
                found += value.one_of if isinstance(value, OneOf) else (value,)
        return found

    def racer(self, seat: int) -> Racer:
        return self.state.racers[seat]

    def each(self, field: str) -> tuple[object, ...]:
        """This field of every racer."""
        return tuple(getattr(racer, field) for racer in self.state.racers)

    def view(self, seat: int | None) -> View:
        """The table as this seat sees it, or a spectator."""
        return GAME.view(self.state, seat)

    def told(self, seat: int | None, *kinds: type[Event]) -> list[Event]:
        """What this seat, or a spectator, reads of the latest action."""
        read = (_read(telling, seat) for telling in self.tellings)
        return [event for event in read if event is not None and (not kinds or isinstance(event, kinds))]

    def _take(self, state: State, tellings: tuple[Telling, ...]) -> Self:
        assert (parts(state), playbooks(state)) == self.box
        if tellings:
            check_table(state)
        self.state, self.tellings = state, tellings
        return self


def racer(
    hand: str = "",
    at: int = 0,
    *,
    lap: int = 1,
    deck: str = "",
    garage: str = "",
    area: str = "",
    playbooks: str = "",
    coins: int = 0,
    **rest: bool,
) -> Racer:
    """A racer on a Space of the lap; cards are named in one text, the Deck from its top."""
    return Racer(
        hand=tuple(hand.split()),
        deck=tuple(deck.split()),
        garage=tuple(garage.split()),
        play_area=tuple(area.split()),
        playbooks=tuple(playbooks.split()),
        coins=coins,
        laps=lap - 1,
        space=at,
        **rest,
    )


def race(
    *racers: Racer,
    active: int = 0,
    dice: Iterable[int] = (),
    deck: str = PARTS,
    showroom: str = SHOWROOM,
    warehouse: str = "",
    playbook_deck: str = "",
    pool: str = "",
    debris: int = 25,
    bananas: Iterable[int] = (),
    turns: int = 0,
) -> Table:
    """A race at the start of a turn; `dice` are the next faces, as long as nothing else draws on chance."""
    slots = [*showroom.split(), None, None, None, None][:4]
    state = State(
        seats=len(racers),
        rng=rng(*dice),
        stack=(Turn(seat=active),),
        racers=racers,
        parts=tuple(deck.split()),
        showroom=tuple(slots),
        warehouse=tuple(warehouse.split()),
        debris=debris,
        playbook_deck=tuple(playbook_deck.split()),
        pool=tuple(pool.split()),
        bananas=tuple(sorted(bananas)),
        turns=turns,
    )
    return Table(state).begin()


def resolving(table: Table, seat: int, *effects: Effect, card: str = DEBRIS) -> Table:
    """The race with these effects run for a seat, as if a card said so."""
    resolution = Resolution(seat=seat, card=card, effects=effects)
    return Table(replace(table.state, stack=(*table.state.stack, resolution))).begin()


def dealt(seats: int, seed: int = 0, **options: object) -> Table:
    """A real race at the start of its draft."""
    return Table(*GAME.begin(seats, options, seed.to_bytes(32, "big")))


def rng(*faces: int) -> Rng:
    """Chance whose next dice show these faces."""
    return next(found for seed in count() if _faces(found := Rng(seed.to_bytes(32, "big")), len(faces)) == faces)


def _faces(chance: Rng, number: int) -> tuple[int, ...]:
    faces: list[int] = []
    for _ in range(number):
        chance, face = below(chance, 6)
        faces.append(face + 1)
    return tuple(faces)


def _read(telling: Telling, seat: int | None) -> Event | None:
    return telling.full if telling.seats is None or seat in telling.seats else telling.others
