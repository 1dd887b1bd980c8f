"""How a game moves through its flows: what is asked, what is offered, and what an answer does."""

from collections.abc import Mapping
from typing import Generic

from msgspec.structs import replace

from engine.flow import (
    PASS,
    Answered,
    Aside,
    Decision,
    Flow,
    Frame,
    Passed,
    Prompt,
    Question,
    S,
    Telling,
    Window,
    go,
    tell,
)
from engine.offers import Action, Offer


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
        seats = _left(frame, window.asked(state))
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
            offers = [replace(offer, prompt=prompt) for offer in window.offers(state, seat)]
            if waited and window.passes:
                offers.append(Offer("pass", text="Pass", prompt=prompt))
        for aside in self.asides.values():
            prompt = aside.prompt(state)
            if prompt and aside.allowed(state, seat):
                offers += [replace(offer, prompt=prompt) for offer in aside.offers(state, seat)]
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
            state = _put(state, replace(state.stack[-1], prompt=0))
        return self._advance(state)

    def _advance(self, state: S) -> S:
        while state.result is None and state.stack:
            frame = state.stack[-1]
            if not frame.at:
                state = replace(state, stack=state.stack[:-1])
                continue
            flow = type(frame)
            step, following = self.flows[flow][frame.at], self._next[flow][frame.at]
            if isinstance(step, Window):
                if _left(frame, step.asked(state)):
                    return state if frame.prompt else _open(state, frame)
                state = go(state, following)
            else:
                state = step(_put(state, replace(frame, at=following)))
        return state

    def _waits_for(self, state: S, window: Window[S], seat: int) -> bool:
        return seat not in state.stack[-1].answered and seat in window.asked(state)

    def _invites(self, state: S, window: Window[S], seat: int) -> bool:
        return seat not in state.stack[-1].answered and seat in window.invited(state)

    def _default(self, state: S, window: Window[S], seat: int) -> Action:
        return window.default(state, seat) if window.default else PASS

    def _strike(self, state: S, seat: int) -> S:
        frame = state.stack[-1]
        return _put(state, replace(frame, answered=(*frame.answered, seat)))


def _followers(table: Mapping[str, object]) -> dict[str, str]:
    names = list(table)
    return dict(zip(names, [*names[1:], ""], strict=True))


def _left(frame: Frame, asked: tuple[int, ...]) -> tuple[int, ...]:
    """Those of the asked who are not out of the window yet; mostly nobody is out."""
    return tuple(seat for seat in asked if seat not in frame.answered) if frame.answered else asked


def _put(state: S, frame: Frame) -> S:
    return replace(state, stack=(*state.stack[:-1], frame))


def _open(state: S, frame: Frame) -> S:
    opened = replace(frame, prompt=state.prompts + 1)
    return replace(state, prompts=state.prompts + 1, stack=(*state.stack[:-1], opened))


def _drain(state: S) -> tuple[S, tuple[Telling, ...]]:
    return replace(state, told=()), state.told
