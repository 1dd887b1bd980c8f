"""What the clock does to a game: the defaults of a question whose time is over."""

from msgspec.structs import replace

from engine.flow import Telling
from service.play.announcements import Absent, TimedOut, to_all
from service.play.change import Change, played
from service.play.position import Position
from service.play.record import Record
from service.play.transcript import Choice

MISSES_BEFORE_A_STAND_IN = 2


def time_out(position: Position) -> Change:
    """The defaults of everybody whom the open question still waits for. The question's time must be over."""
    question = position.question
    assert question is not None
    state, tellings, decisions = position.game.rules.time_out(position.state)
    record, absent = _missed(position.record, question.seats)
    late = tuple(to_all(TimedOut(seat, question.id)) for seat in question.seats)
    choices = tuple(Choice(made.seat, made.prompt, made.action, "timeout") for made in decisions)
    return played(record, position.now, state, (*late, *tellings, *absent), choices)


def _missed(record: Record, seats: tuple[int, ...]) -> tuple[Record, tuple[Telling, ...]]:
    """One more time-out in a row for these seats' players; where the table wants it, a bot takes over."""
    absent = []
    for place in seats:
        if record.level(place) is not None:
            continue
        seat = replace(record.seats[place], misses=record.seats[place].misses + 1)
        if record.stand_in and seat.misses >= MISSES_BEFORE_A_STAND_IN:
            seat = replace(seat, absent=True)
            absent.append(to_all(Absent(place)))
        record = record.with_seat(place, seat)
    return record, tuple(absent)
