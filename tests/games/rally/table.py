"""Rallies in the middle: tables set up by hand, and what happens at them.

A Stage is written as its calls: `S G+ C- A`, where + is a Hit and - a Miss; a Recovery Stage as `fault-puncture: G S`.
"""

from typing import Any

from engine.flow import Event, Telling
from engine.offers import find
from engine.rally.cards import FAULT_PILE, STAGE_DECK, Stat
from engine.rally.rules import RULES
from engine.rally.state import Call, Challenge, Mark, Mode, Stacked, Stage, State, Turn, live_call
from engine.rng import Rng

ASKS = {"S": Stat.SPEED, "G": Stat.GRIP, "C": Stat.CONTROL, "A": Stat.ANY}
MARKS = {"": Mark.OPEN, "+": Mark.HIT, "-": Mark.MISS}
PLENTY = "grip-dig-in " * 30


def stage(text: str, number: int = 0) -> Stage:
    """A Stage of the row; ordinary ones are numbered from stage-01."""
    fault, _, calls = text.rpartition(": ")
    made = tuple(Call(ASKS[call[0]], MARKS[call[1:]]) for call in calls.split())
    return Stage(fault or f"stage-{number + 1:02}", bool(fault), made)


def table(*hands: str, row: tuple[str, ...] = ("S G C S G",), streak: int = 0, turn: int = 0, **more: Any) -> State:
    """A rally with these hands (card ids), in the turn of a seat, at its first question."""
    cards = {name: tuple(more.pop(name, "").split()) for name in ("discard", "reserve", "car")}
    stages = tuple(stage(text, number) for number, text in enumerate(row))
    made: dict[str, Any] = {
        "mode": Mode.SOLO if len(hands) == 1 else Mode.CREW,
        "marker": 0,
        "deck": tuple(more.pop("deck", PLENTY).split()),
        "stage_deck": STAGE_DECK,
        "fault_pile": FAULT_PILE,
        "claimed": ((),) * len(hands),
        "hit_stack": (Stacked("control-clean-line", streak),) if streak else (),
        "stack": (Turn(seat=turn),),
        **cards,
        **more,
    }
    made["challenges"] = tuple(Challenge(name) for name in more.get("challenges", ()))
    held = tuple(tuple(hand.split()) for hand in hands)
    return RULES.begin(State(seats=len(hands), rng=Rng(bytes(32)), hands=held, row=stages, **made))[0]


def act(state: State, what: str, by: int | None = None, **fields: Any) -> State:
    """Whoever is asked does this; it must be on offer."""
    return tell(state, what, by, **fields)[0]


def tell(state: State, what: str, by: int | None = None, **fields: Any) -> tuple[State, tuple[Telling, ...]]:
    """The same, with all that is told of it."""
    by = asked(state)[0] if by is None else by
    action = {"type": what, **fields}
    offers = RULES.offers(state, by)
    assert find(offers, action), (action, offers)
    return RULES.apply(state, by, action)


def events(state: State, what: str, by: int | None = None, **fields: Any) -> list[Event]:
    """What happens, in full."""
    return [telling.full for telling in tell(state, what, by, **fields)[1]]


def play(state: State, *cards: str, **fields: Any) -> State:
    """Cards of the hand are played one after another."""
    for card in cards:
        state = act(state, "play", zone="hand", card=card, **fields)
    return state


def is_offered(state: State, what: str, **fields: Any) -> bool:
    """Whether whoever is asked may do this."""
    return find(RULES.offers(state, asked(state)[0]), {"type": what, **fields}) is not None


def kind(state: State) -> str | None:
    question = RULES.question(state)
    return question and question.kind


def asked(state: State) -> tuple[int, ...]:
    question = RULES.question(state)
    return question.seats if question else ()


def shown(state: State) -> list[str]:
    """The row as it is written above."""
    letters = {stat: letter for letter, stat in ASKS.items()}
    signs = {mark: sign for sign, mark in MARKS.items()}
    return [
        (f"{stage.card}: " if stage.recovery else "")
        + " ".join(letters[call.asks] + signs[call.mark] for call in stage.calls)
        for stage in state.row
    ]


def live(state: State) -> str:
    """What the live call asks for."""
    return live_call(state).asks.value


def stacked(state: State) -> list[tuple[str, int]]:
    return [(hit.card, hit.hits) for hit in state.hit_stack]


def drive(state: State, *, stop_at: str | None = None) -> State:
    """Everybody lets the time run out, until this question or the end."""
    while (question := RULES.question(state)) is not None and question.kind != stop_at:
        state = RULES.time_out(state)[0]
    return state
