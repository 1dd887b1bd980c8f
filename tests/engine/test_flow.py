"""Flows, windows and prompt ids, on a game of two flows that exists for this test."""

import msgspec
import pytest

from engine.flow import (
    PASS,
    Answered,
    Aside,
    Event,
    Frame,
    Passed,
    Result,
    State,
    Window,
    alter,
    go,
    latest,
    number,
    push,
    tell,
    top,
)
from engine.offers import Action, Offer
from engine.rng import Rng
from engine.rules import Rules


class Round(Frame, frozen=True, kw_only=True, tag="round"):
    at: str = "begin"
    aside: int = 0
    ended: bool = False


class Challenge(Frame, frozen=True, kw_only=True, tag="challenge"):
    at: str = "respond"
    by: int
    answers: tuple[int, ...] = ()


class Secret(Frame, frozen=True, kw_only=True, tag="secret"):
    at: str = "choose"


class Said(Event, frozen=True, tag="said"):
    what: str


class Table(State, frozen=True, kw_only=True):
    stack: tuple[Round | Challenge | Secret, ...] = ()
    chips: tuple[int, ...] = (2, 2, 2)


def begin(state: Table) -> Table:
    state, aside = number(state)
    return alter(tell(state, Said("begin")), Round, aside=aside)


def turn(state: Table, seat: int, action: Action) -> Table:
    match action["type"]:
        case "challenge":
            return push(state, Challenge(by=seat))
        case "secret":
            return push(state, Secret())
        case "wait":
            return state
        case _:
            return go(state, "end")


def others(state: Table) -> tuple[int, ...]:
    return tuple(seat for seat in range(1, state.seats) if state.chips[seat])


def respond(state: Table, seat: int, action: Action) -> Table:
    if action["type"] == "again":
        return push(state, Challenge(by=seat))
    chips = tuple(count - (place == seat) for place, count in enumerate(state.chips))
    return tell(msgspec.structs.replace(state, chips=chips), Said("paid"), (seat,), Said("something"))


def end(state: Table) -> Table:
    return msgspec.structs.replace(state, result=Result((0,), ((0,), (1,), (2,)), None, "done"))


def ring(state: Table, seat: int, action: Action) -> Table:
    return alter(state, Round, ended=True)


RULES: Rules[Table] = Rules(
    {
        Round: {
            "begin": begin,
            "turn": Window(
                asked=lambda state: () if latest(state, Round).ended else (0,),
                offers=lambda state, seat: [Offer(kind) for kind in ("challenge", "secret", "wait", "stop")],
                answer=turn,
                text=lambda state, seat: "Your turn.",
                default=lambda state, seat: {"type": "stop"},
                renews=True,
            ),
            "end": end,
        },
        Challenge: {
            "respond": Window(
                asked=others,
                invited=lambda state: (0,),
                offers=lambda state, seat: [Offer("pay"), *([Offer("again")] if seat else [])],
                answer=respond,
                text=lambda state, seat: "Challenged.",
                passes=True,
                resumes=True,
                short=True,
            )
        },
        Secret: {
            "choose": Window(
                asked=lambda state: (1, 2),
                offers=lambda state, seat: [Offer("yes")],
                answer=lambda state, seat, action: state,
                text=lambda state, seat: "Choose.",
                default=lambda state, seat: {"type": "yes"},
                once=True,
                must=lambda state, seat: True,
            )
        },
    },
    asides={
        "bell": Aside(
            prompt=lambda state: latest(state, Round).aside,
            allowed=lambda state, seat: seat != 0,
            offers=lambda state, seat: [Offer("bell")],
            answer=ring,
        )
    },
)


def started() -> Table:
    return RULES.begin(Table(seats=3, rng=Rng(b""), stack=(Round(),)))[0]


def played(state: Table, *moves: tuple[int, str]) -> Table:
    for seat, kind in moves:
        assert kind in [offer.type for offer in RULES.offers(state, seat)]
        state, _ = RULES.apply(state, seat, {"type": kind})
    return state


def question(state: Table) -> tuple[int, str, tuple[int, ...]]:
    asked = RULES.question(state)
    assert asked is not None
    return asked.id, asked.kind, asked.seats


def test_a_game_runs_to_its_first_question() -> None:
    assert question(started()) == (2, "turn", (0,))


def test_two_seats_that_pass_at_once_answer_the_same_prompt() -> None:
    state = played(started(), (0, "challenge"))
    assert question(state) == (3, "respond", (1, 2))
    assert question(played(state, (2, "pass"))) == (3, "respond", (1,))
    assert question(played(state, (2, "pass"), (1, "pass"))) == (4, "turn", (0,))


def test_a_seat_still_asked_after_its_answer_keeps_the_prompt() -> None:
    assert question(played(started(), (0, "challenge"), (1, "pay"))) == (3, "respond", (1, 2))


def test_who_is_asked_is_worked_out_anew_after_every_answer() -> None:
    state = played(started(), (0, "challenge"), (1, "pay"), (1, "pay"))
    assert question(state) == (3, "respond", (2,))
    assert RULES.offers(state, 1) == [Offer("bell", prompt=1)]


def test_a_window_with_nobody_to_ask_does_not_open() -> None:
    state = msgspec.structs.replace(started(), chips=(2, 0, 0))
    assert question(played(state, (0, "challenge"))) == (3, "turn", (0,))


def test_an_invited_seat_may_answer_without_being_waited_for() -> None:
    state = played(started(), (0, "challenge"))
    prompt = RULES.prompt(state, 0)
    assert prompt is not None
    assert (prompt.id, prompt.default) == (3, None)
    assert [offer.type for offer in RULES.offers(state, 0)] == ["pay"]


def test_a_renewed_question_has_an_id_of_its_own() -> None:
    state = started()
    assert question(played(state, (0, "wait"))) == (3, "turn", (0,))
    assert RULES.open_to(played(state, (0, "wait")), 0) == (3,)


def test_an_interrupted_window_opens_again_with_a_new_id_and_keeps_its_passes() -> None:
    state = played(started(), (0, "challenge"), (2, "pass"), (1, "again"))
    assert question(state) == (4, "respond", (1, 2))
    state = played(state, (1, "pass"), (2, "pass"))
    asked = RULES.question(state)
    assert asked is not None
    assert (asked.id, asked.follows, asked.resumes, asked.seats) == (5, 3, True, (1,))


def test_an_aside_carries_the_prompt_of_its_turn_over_any_window() -> None:
    state = started()
    assert RULES.offers(state, 1) == [Offer("bell", prompt=1)]
    state = played(state, (0, "challenge"))
    assert RULES.offers(state, 1)[-1] == Offer("bell", prompt=1)
    assert RULES.open_to(state, 1) == (3, 1)
    assert RULES.open_to(state, 0) == (3,)


def test_an_aside_only_notes_something_and_the_window_goes_on() -> None:
    state = played(started(), (0, "challenge"), (2, "bell"))
    assert question(state) == (3, "respond", (1, 2))
    state = played(state, (1, "pass"), (2, "pass"))
    assert state.result is not None
    assert RULES.question(state) is None
    assert (RULES.offers(state, 1), RULES.open_to(state, 1), RULES.prompt(state, 1)) == ([], (), None)


def test_answers_that_stay_hidden_are_told_as_given() -> None:
    state = played(started(), (0, "secret"))
    state, tellings = RULES.apply(state, 2, {"type": "yes"})
    assert [telling.full for telling in tellings] == [Answered(2)]
    assert question(state) == (3, "choose", (1,))
    assert RULES.offers(state, 2) == [Offer("bell", prompt=1)]


def test_a_pass_is_told_to_everybody() -> None:
    _, tellings = RULES.apply(played(started(), (0, "challenge")), 1, PASS)
    assert [(telling.full, telling.seats) for telling in tellings] == [(Passed(1), None)]


def test_a_telling_is_a_choice_between_two_finished_texts() -> None:
    _, (paid,) = RULES.apply(played(started(), (0, "challenge")), 1, {"type": "pay"})
    assert (paid.full, paid.seats, paid.others) == (Said("paid"), (1,), Said("something"))


def test_defaults_are_applied_for_everybody_who_is_waited_for() -> None:
    state = played(started(), (0, "challenge"), (1, "pass"))
    state, _, decisions = RULES.time_out(state)
    assert [(decision.seat, decision.prompt, decision.action) for decision in decisions] == [(2, 3, PASS)]
    state, _, decisions = RULES.time_out(state)
    assert [(decision.seat, decision.action) for decision in decisions] == [(0, {"type": "stop"})]
    assert RULES.time_out(state)[1:] == ((), ())


def test_a_frame_of_another_flow_is_not_taken_for_the_one_on_top() -> None:
    state = played(started(), (0, "challenge"))
    assert top(state, Challenge).by == 0
    with pytest.raises(AssertionError):
        top(state, Round)
    with pytest.raises(LookupError):
        latest(state, Secret)
    with pytest.raises(LookupError):
        alter(state, Secret, at="")
