"""Rules as flows: tables of named steps and windows over frozen frames on a stack.

A *flow* is one table, in the order of the rulebook. A *step* changes the state by itself; a *window* asks some seats.
A *frame* is one flow in progress. What a step starts lies on top of a frame that already points past that step, so a
game can be stored, copied, searched and resumed in the middle of any window.
"""

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from engine.offers import Action, Offer
from engine.rng import Rng


class Event(msgspec.Struct, frozen=True, tag_field="type"):
    """Something that happened at the table. Each ruleset tags its own."""


class Passed(Event, frozen=True, tag="passed"):
    """A seat let a window go by."""

    seat: int


class Answered(Event, frozen=True, tag="answered"):
    """A seat gave an answer that stays hidden until everybody has."""

    seat: int


class Telling(msgspec.Struct, frozen=True):
    """What happened: the named seats read `full`, everyone else reads `others` (or nothing)."""

    full: Event
    seats: tuple[int, ...] | None
    """None: everybody reads `full`."""
    others: Event | None = None


class Result(msgspec.Struct, frozen=True):
    """How a game ended: the winners' seats, the groups of equals from first to last, and the reason's id."""

    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...] | None
    reason: str


class Frame(msgspec.Struct, frozen=True, kw_only=True, tag_field="flow"):
    """One flow in progress. A ruleset's frames add what they must remember and give `at` their first step."""

    at: str
    """The step that comes next, or the window that is open; empty past the end."""
    prompt: int = 0
    """The id of the open question; 0 while none is."""
    follows: int = 0
    """The id of the interrupted opening that this one goes on from, or 0."""
    answered: tuple[int, ...] = ()
    """The seats that are out of the open window: they passed, or gave their one answer."""


class State(msgspec.Struct, frozen=True, kw_only=True):
    """What every ruleset's state has. `stack` and `told` are written by this module
    and `rules` alone.
    """

    seats: int
    rng: Rng
    stack: tuple[Any, ...] = ()
    prompts: int = 0
    """The counter of prompt ids: the last one given."""
    result: Result | None = None
    told: tuple[Any, ...] = ()
    """Tellings of the action in progress; empty between actions."""


S = TypeVar("S", bound=State)
F = TypeVar("F", bound=Frame)
Step: TypeAlias = Callable[[S], S]
Seats: TypeAlias = Callable[[S], tuple[int, ...]]
PASS: Action = {"type": "pass"}


def nobody(_: State) -> tuple[int, ...]:
    """No seat."""
    return ()


class Window(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """A question to some seats. It is over when nobody that it asks is left.

    Who is asked must follow from public facts alone; what a seat may answer, from what that seat may see.
    """

    asked: Seats[S]
    """The seats that are waited for, worked out anew after every action."""
    offers: Callable[[S, int], list[Offer]]
    """What this seat may answer, besides passing."""
    answer: Callable[[S, int, Action], S]
    """What happens then."""
    text: Callable[[S, int], str]
    """The question in English, for people."""
    default: Callable[[S, int], Action] | None = None
    """What the seat does when its time is over; none: it passes."""
    passes: bool = False
    """A seat that is waited for may pass, and is then out of the window."""
    must: Callable[[S, int], bool] = lambda _state, _seat: False
    """No answer declines."""
    invited: Seats[S] = nobody
    """Seats that may answer without being waited for."""
    once: bool = False
    """Each seat answers once; answers stay hidden until all are in."""
    renews: bool = False
    """Every answer opens a new question, with an id of its own."""
    resumes: bool = False
    """Interrupted and opened again it keeps the time that was left."""
    short: bool = False
    """A quick interrupt, on the window's clock instead of the turn's."""
    rushed: bool = False
    """After its default, what this opens for the same seat times out at once."""


class Aside(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """An action that is offered over any window, on a prompt id that lives as long as the turn."""

    prompt: Callable[[S], int]
    """Its prompt id; 0 while it is closed."""
    allowed: Callable[[S, int], bool]
    """Whether this seat could ever use it now: public facts only."""
    offers: Callable[[S, int], list[Offer]]
    answer: Callable[[S, int, Action], S]


Flow: TypeAlias = Mapping[str, Step[S] | Window[S]]


class Question(msgspec.Struct, frozen=True):
    """The open question as everybody may see it."""

    id: int
    kind: str
    seats: tuple[int, ...]
    """Who is waited for, in the order of asking."""
    follows: int
    short: bool
    resumes: bool


class Prompt(msgspec.Struct, frozen=True):
    """The open question as one seat sees it."""

    id: int
    kind: str
    must: bool
    text: str
    default: Action | None
    """What happens at the deadline; None: nothing happens to this seat."""


class Decision(msgspec.Struct, frozen=True):
    """An answer that was taken."""

    seat: int
    prompt: int
    action: Action


# Changes that steps and windows make


def tell(state: S, full: Event, seats: tuple[int, ...] | None = None, others: Event | None = None) -> S:
    """Tell what happened: `full` to the named seats (None: to everybody), `others` to everyone else."""
    return replace(state, told=(*state.told, Telling(full, seats, others)))


def top(state: State, flow: type[F]) -> F:
    """The frame on top, which is of this flow."""
    frame = state.stack[-1]
    assert isinstance(frame, flow)
    return frame


def latest(state: State, flow: type[F]) -> F:
    """The uppermost frame of this flow."""
    for frame in reversed(state.stack):
        if isinstance(frame, flow):
            return frame
    raise LookupError(flow.__name__)


def push(state: S, frame: Frame) -> S:
    """Start a flow on top of the present one, whose open question it interrupts."""
    below = state.stack
    if below and below[-1].prompt:
        below = (*below[:-1], replace(below[-1], prompt=0, follows=below[-1].prompt))
    return replace(state, stack=(*below, frame))


def follow(state: S, frame: Frame) -> S:
    """Start a flow in place of the one on top, which is over."""
    return replace(state, stack=(*state.stack[:-1], frame))


def alter(state: S, flow: type[Frame], **changes: object) -> S:
    """Change fields of the uppermost frame of this flow."""
    stack = list(state.stack)
    for place in range(len(stack) - 1, -1, -1):
        if isinstance(stack[place], flow):
            stack[place] = replace(stack[place], **changes)
            return replace(state, stack=tuple(stack))
    raise LookupError(flow.__name__)


def go(state: S, step: str) -> S:
    """Move the pointer of the top frame to this step, closing the window that was open there."""
    frame = replace(state.stack[-1], at=step, prompt=0, follows=0, answered=())
    return replace(state, stack=(*state.stack[:-1], frame))


def number(state: S) -> tuple[S, int]:
    """A fresh prompt id, for a turn's asides."""
    return replace(state, prompts=state.prompts + 1), state.prompts + 1
