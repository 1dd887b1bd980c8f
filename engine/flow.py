"""Rules as flows: tables of named steps and windows over frozen frames on a stack.

A *flow* is one table, in the order of the rulebook. A *step* changes the state by itself; a *window* asks some seats.
A *frame* is one flow in progress. What a step starts lies on top of a frame that already points past that step, so a
game can be stored, copied, searched and resumed in the middle of any window.
"""

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

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
    """What every ruleset's state has. `stack` and `told` are read by this module alone."""

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
    return msgspec.structs.replace(state, told=(*state.told, Telling(full, seats, others)))


def top(state: State, flow: type[F]) -> F:
    """The frame on top, which is of this flow."""
    frame = state.stack[-1]
    assert isinstance(frame, flow)
    return frame


def latest(state: State, flow: type[F]) -> F:
    """The uppermost frame of this flow."""
    return next(frame for frame in reversed(state.stack) if isinstance(frame, flow))


def push(state: S, frame: Frame) -> S:
    """Start a flow on top of the present one, whose open question it interrupts."""
    below = state.stack
    if below and below[-1].prompt:
        below = (*below[:-1], msgspec.structs.replace(below[-1], prompt=0, follows=below[-1].prompt))
    return msgspec.structs.replace(state, stack=(*below, frame))


def follow(state: S, frame: Frame) -> S:
    """Start a flow in place of the one on top, which is over."""
    return msgspec.structs.replace(state, stack=(*state.stack[:-1], frame))


def alter(state: S, flow: type[Frame], **changes: object) -> S:
    """Change fields of the uppermost frame of this flow."""
    stack = list(state.stack)
    for place in range(len(stack) - 1, -1, -1):
        if isinstance(stack[place], flow):
            stack[place] = msgspec.structs.replace(stack[place], **changes)
            return msgspec.structs.replace(state, stack=tuple(stack))
    raise LookupError(flow.__name__)


def go(state: S, step: str) -> S:
    """Move the pointer of the top frame to this step, closing the window that was open there."""
    frame = msgspec.structs.replace(state.stack[-1], at=step, prompt=0, follows=0, answered=())
    return msgspec.structs.replace(state, stack=(*state.stack[:-1], frame))


def number(state: S) -> tuple[S, int]:
    """A fresh prompt id, for a turn's asides."""
    return msgspec.structs.replace(state, prompts=state.prompts + 1), state.prompts + 1


class Rules(Generic[S]):
    """The table of a ruleset's flows, and how a game moves through them."""

    def __init__(self, flows: Mapping[type[Frame], Flow[S]], asides: Mapping[str, Aside[S]] | None = None) -> None:
        self.flows = flows
        self.asides = asides or {}
        self._next = {flow: _followers(table) for flow, table in flows.items()}

    # Asking

    def window(self, state: S) -> Window[S] | None:
        """The window that is open; None when the game is over."""
        if state.result is not None or not state.stack:
            return None
        frame = state.stack[-1]
        step = self.flows[type(frame)][frame.at]
        assert isinstance(step, Window)
        return step

    def question(self, state: S) -> Question | None:
        """The open question, as everybody may see it; None when the game is over."""
        window = self.window(state)
        if window is None:
            return None
        frame = state.stack[-1]
        seats = tuple(seat for seat in window.asked(state) if seat not in frame.answered)
        return Question(frame.prompt, frame.at, seats, frame.follows, window.short, window.resumes)

    def prompt(self, state: S, seat: int) -> Prompt | None:
        """The open question to this seat, or None."""
        window = self.window(state)
        if window is None:
            return None
        frame = state.stack[-1]
        waited = self._waits_for(state, window, seat)
        if not waited and not self._invites(state, window, seat):
            return None
        default = self._default(state, window, seat) if waited else None
        return Prompt(frame.prompt, frame.at, window.must(state, seat), window.text(state, seat), default)

    def offers(self, state: S, seat: int) -> list[Offer]:
        """What this seat may do now, in the order of the ledger's table of types."""
        window = self.window(state)
        if window is None:
            return []
        offers: list[Offer] = []
        waited = self._waits_for(state, window, seat)
        if waited or self._invites(state, window, seat):
            prompt = state.stack[-1].prompt
            offers = [msgspec.structs.replace(offer, prompt=prompt) for offer in window.offers(state, seat)]
            if waited and window.passes:
                offers.append(Offer("pass", text="Pass", prompt=prompt))
        for aside in self.asides.values():
            prompt = aside.prompt(state)
            if prompt and aside.allowed(state, seat):
                offers += [msgspec.structs.replace(offer, prompt=prompt) for offer in aside.offers(state, seat)]
        return offers

    def open_to(self, state: S, seat: int) -> tuple[int, ...]:
        """The ids of the prompts that this seat may answer now, by public facts alone."""
        window = self.window(state)
        if window is None:
            return ()
        asked = self._waits_for(state, window, seat) or self._invites(state, window, seat)
        asides = (aside.prompt(state) for aside in self.asides.values() if aside.allowed(state, seat))
        return (*((state.stack[-1].prompt,) if asked else ()), *(prompt for prompt in asides if prompt))

    # Moving

    def begin(self, state: S) -> tuple[S, tuple[Telling, ...]]:
        """Run a fresh state to its first question."""
        return _drain(self._advance(state))

    def apply(self, state: S, seat: int, action: Action) -> tuple[S, tuple[Telling, ...]]:
        """Play an action that one of the seat's offers accepts (the caller has looked)."""
        return _drain(self._perform(state, seat, action))

    def time_out(self, state: S) -> tuple[S, tuple[Telling, ...], tuple[Decision, ...]]:
        """Apply the defaults of everybody whom the open question still waits for."""
        decisions: list[Decision] = []
        question = self.question(state)
        for seat in question.seats if question else ():
            state = self._time_out_seat(state, seat, question, decisions)
        return *_drain(state), tuple(decisions)

    def _time_out_seat(self, state: S, seat: int, question: Question | None, decisions: list[Decision]) -> S:
        while question is not None:
            window = self.window(state)
            now = self.question(state)
            if window is None or now is None or now.id != question.id or seat not in now.seats:
                return state
            action = self._default(state, window, seat)
            decisions.append(Decision(seat, now.id, action))
            state = self._perform(state, seat, action)
            question = self.question(state) if window.rushed else None
        return state

    def _perform(self, state: S, seat: int, action: Action) -> S:
        kind = action["type"]
        if kind in self.asides:
            return self._advance(self.asides[str(kind)].answer(state, seat, action))
        window = self.window(state)
        assert window is not None
        before = state.stack[-1]
        if kind == "pass" and window.passes:
            state = self._strike(tell(state, Passed(seat)), seat)
        elif window.once:
            state = self._strike(tell(window.answer(state, seat, action), Answered(seat)), seat)
        else:
            state = window.answer(state, seat, action)
        if window.renews and state.stack and state.stack[-1].prompt == before.prompt:
            state = _put(state, msgspec.structs.replace(state.stack[-1], prompt=0))
        return self._advance(state)

    def _advance(self, state: S) -> S:
        while state.result is None and state.stack:
            frame = state.stack[-1]
            if not frame.at:
                state = msgspec.structs.replace(state, stack=state.stack[:-1])
                continue
            flow = type(frame)
            step = self.flows[flow][frame.at]
            if isinstance(step, Window):
                if any(seat not in frame.answered for seat in step.asked(state)):
                    return state if frame.prompt else _open(state, frame)
                state = go(state, self._next[flow][frame.at])
            else:
                state = step(_put(state, msgspec.structs.replace(frame, at=self._next[flow][frame.at])))
        return state

    def _waits_for(self, state: S, window: Window[S], seat: int) -> bool:
        return seat not in state.stack[-1].answered and seat in window.asked(state)

    def _invites(self, state: S, window: Window[S], seat: int) -> bool:
        return seat not in state.stack[-1].answered and seat in window.invited(state)

    def _default(self, state: S, window: Window[S], seat: int) -> Action:
        return window.default(state, seat) if window.default else PASS

    def _strike(self, state: S, seat: int) -> S:
        frame = state.stack[-1]
        return _put(state, msgspec.structs.replace(frame, answered=(*frame.answered, seat)))


def _followers(table: Mapping[str, object]) -> dict[str, str]:
    names = list(table)
    return dict(zip(names, [*names[1:], ""], strict=True))


def _put(state: S, frame: Frame) -> S:
    return msgspec.structs.replace(state, stack=(*state.stack[:-1], frame))


def _open(state: S, frame: Frame) -> S:
    opened = msgspec.structs.replace(frame, prompt=state.prompts + 1)
    return msgspec.structs.replace(state, prompts=state.prompts + 1, stack=(*state.stack[:-1], opened))


def _drain(state: S) -> tuple[S, tuple[Telling, ...]]:
    return msgspec.structs.replace(state, told=()), state.told
