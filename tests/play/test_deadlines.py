"""Which clock a question has: by a tiny ruleset with a window that is interrupted and goes on with what was left."""

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from engine.flow import Frame, State, Window, push
from engine.rng import Rng
from engine.rules import Rules
from service.play.change import Change, played, schedule
from service.play.deadlines import leftovers
from service.play.position import EXPIRY, Position, bot_key
from service.play.record import Record, Seat, Status
from service.settings import Settings
from service.store import Moment


class Vote(Frame, frozen=True, tag="vote"):
    """Two seats are asked; the first knocks."""

    at: str = "vote"


class Knock(Frame, frozen=True, tag="knock"):
    """A third is asked in between."""

    at: str = "knock"


def window(*seats: int, resumes: bool = False, short: bool = True) -> Window[Any]:
    return Window(
        asked=lambda _: seats,
        offers=lambda _state, _seat: [],
        answer=lambda state, _seat, _action: push(state, Knock()),
        text=lambda _state, _seat: "?",
        passes=True,
        resumes=resumes,
        short=short,
    )


RULES: Rules[Any] = Rules({Vote: {"vote": window(0, 1, resumes=True)}, Knock: {"knock": window(2)}})
GAME: Any = SimpleNamespace(rules=RULES)
SETTINGS = Settings()
WHOLE = 10_000


def record(**changes: Any) -> Record:
    usual = {
        "ruleset": "", "ruleset_version": 1, "options": {}, "seats": tuple(Seat(player=str(n)) for n in range(3)),
        "host": "0", "public": True, "stand_in": False, "turn_ms": 90_000, "window_ms": WHOLE, "commitment": None,
        "server_seed": b"", "seed": b"", "created_at": 0,
    }  # fmt: skip
    return Record(**(usual | changes))


def begun(now: int, **changes: Any) -> Position:
    state, _ = RULES.begin(State(seats=3, rng=Rng(b""), stack=(Vote(),)))
    table = record(**changes)
    return committed(None, Change(record=table, status=Status.RUNNING, state=state, tellings=()), now)


def committed(before: Position | None, change: Change, now: int, chance: int = 0) -> Position:
    moments = schedule(before, change, GAME, SETTINGS, Random(chance))
    left = leftovers(before, RULES.question(change.state).id) if before else {}  # type: ignore[union-attr]
    return Position(
        id="", version=1, mark="", now=now, status=change.status, game=GAME, state=change.state,
        deadlines={key: moment.ms + (0 if moment.absolute else now) for key, moment in moments.items()},
        record=Record(**{**{f: getattr(change.record, f) for f in Record.__struct_fields__}, "left_ms": left}),
    )  # fmt: skip


def at(position: Position, now: int) -> Position:
    return Position(**{**{f: getattr(position, f) for f in Position.__struct_fields__}, "now": now})


def answered(position: Position, seat: int, kind: str, now: int, **more: Any) -> Position:
    position = at(position, now)
    state, tellings = RULES.apply(position.state, seat, {"type": kind})
    return committed(position, played(position.record, now, state, tellings, (), seat), now, **more)


@pytest.mark.lesson(20)
def test_an_opening_has_its_whole_time_from_the_commit_on() -> None:
    assert begun(1_000).deadline == 1_000 + WHOLE


def test_a_question_that_stays_open_keeps_its_deadline() -> None:
    opened = begun(1_000)
    assert answered(opened, 0, "pass", 4_000).deadline == opened.deadline


@pytest.mark.parametrize(("interrupted", "left"), [(2_000, 9_000), (8_000, 5_000), (10_999, 5_000)])
def test_a_resumed_question_has_what_was_left_but_five_seconds_at_least(interrupted: int, left: int) -> None:
    knocked = answered(begun(1_000), 0, "knock", interrupted)
    assert (knocked.question.kind, knocked.deadline) == ("knock", interrupted + WHOLE)
    resumed = answered(knocked, 2, "pass", 15_000)
    assert (resumed.question.kind, resumed.question.id) == ("vote", 3)
    assert resumed.deadline == 15_000 + left


def test_a_second_interruption_goes_on_from_what_the_first_left() -> None:
    resumed = answered(answered(begun(0), 0, "knock", 2_000), 2, "pass", 3_000)
    again = answered(answered(resumed, 1, "knock", 4_500), 2, "pass", 20_000)
    assert again.deadline == 20_000 + WHOLE - 2_000 - 1_500


def test_a_short_whole_is_never_exceeded_by_the_fair_rest() -> None:
    resumed = answered(answered(begun(0, window_ms=3_000), 0, "knock", 2_500), 2, "pass", 6_000)
    assert resumed.deadline == 6_000 + 3_000


def test_without_a_clock_nothing_is_due_but_the_games_own_end() -> None:
    assert list(begun(0, window_ms=0).deadlines) == [EXPIRY]


def test_a_bots_moment_is_fixed_when_its_question_opens_and_then_stands() -> None:
    seats = (Seat(bot="random"), Seat(player="1"), Seat(player="2"))
    opened = begun(1_000, seats=seats)
    moment = opened.deadlines[bot_key(0)]
    assert 1_500 <= moment <= 2_500
    assert answered(opened, 1, "pass", 1_400, chance=7).deadlines[bot_key(0)] == moment


def test_a_bot_answers_within_half_of_a_short_time() -> None:
    seats = (Seat(bot="random"), Seat(player="1"), Seat(player="2"))
    assert begun(0, seats=seats, window_ms=600).deadlines[bot_key(0)] == 300


@pytest.mark.parametrize("left", [10_000, 400, 1])
def test_who_plays_for_a_player_who_went_away_late_answers_in_what_is_left(left: int) -> None:
    opened = begun(0)
    away = record(seats=(Seat(player="0", absent=True), *opened.record.seats[1:]))
    now = WHOLE - left
    gone = committed(at(opened, now), Change(record=away, status=Status.RUNNING, state=opened.state, tellings=()), now)
    assert now <= gone.deadlines[bot_key(0)] <= now + left // 2


def test_a_player_who_goes_away_is_played_from_then_on_and_one_who_returns_is_not() -> None:
    opened = begun(0)
    away = record(seats=(Seat(player="0", absent=True), *opened.record.seats[1:]))
    left = committed(at(opened, 500), Change(record=away, status=Status.RUNNING, state=opened.state, tellings=()), 500)
    assert (bot_key(0) in left.deadlines, left.deadline) == (True, opened.deadline)
    back = committed(left, Change(record=record(), status=Status.RUNNING, state=left.state, tellings=()), 600)
    assert bot_key(0) not in back.deadlines
    assert Moment.after(5) != Moment.at(5)
