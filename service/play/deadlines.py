"""What a commit makes due, and when: the open question's deadline, the bots' answers, the game's own end.

All of it follows from public facts: which question is open, who is asked, what was due before, and chance that is not
the game's.
"""

from random import Random

from engine.flow import Question
from service.play.bots import pause_ms
from service.play.position import EXPIRY, Position, bot_key
from service.play.record import Record
from service.settings import Settings
from service.store import Moment

RESUMED_LEAST_MS = 5_000
KEPT_LEFTOVERS = 8
"""Interruptions do not nest deeper than this; older leftovers belong to questions that never came back."""


def whole_ms(record: Record, question: Question) -> int:
    """The time that an opening of this question has; 0: without end."""
    return record.window_ms if question.short else record.turn_ms


def opening_ms(record: Record, question: Question) -> int:
    """The time of this opening: the whole, or what was left of it but at least a fair rest. 0: without end."""
    whole = whole_ms(record, question)
    if not question.resumes or question.follows not in record.left_ms:
        return whole
    return max(record.left_ms[question.follows], min(RESUMED_LEAST_MS, whole))


def leftovers(before: Position, opened: int) -> dict[int, int]:
    """What is left of interrupted questions once the question `opened` is open."""
    left = before.record.left_ms
    was = before.question
    if was is None or was.id == opened:
        return left
    deadline = before.deadlines.get(was.id)
    if was.resumes and deadline is not None:
        left = {**left, was.id: max(0, deadline - before.now)}
    return dict(list(left.items())[-KEPT_LEFTOVERS:])


def question_moment(before: Position | None, record: Record, question: Question) -> Moment | None:
    """When the open question's time is over: as before while it is the same question, else a new opening's time."""
    was = before.question if before else None
    if before and was and was.id == question.id:
        deadline = before.deadlines.get(question.id)
        return None if deadline is None else Moment.at(deadline)
    whole = opening_ms(record, question)
    return Moment.after(whole) if whole else None


def bot_moments(
    before: Position | None, record: Record, question: Question, acted: int | None, settings: Settings, chance: Random
) -> dict[int, Moment]:
    """When the bots that are asked answer. A moment is fixed when the question opens to a bot, and then stands;
    `acted` is the seat that has just answered, and if it is still asked takes its time anew.
    """
    was = before.question if before else None
    standing = before.deadlines if before and was and was.id == question.id else {}
    moments = {}
    for seat in question.seats:
        level = record.level(seat)
        if level is None:
            continue
        if seat != acted and bot_key(seat) in standing:
            moments[bot_key(seat)] = Moment.at(standing[bot_key(seat)])
        else:
            left = time_left_ms(before, record, question)
            moments[bot_key(seat)] = Moment.after(pause_ms(level, question, left, settings.bot_time_scale, chance))
    return moments


def time_left_ms(before: Position | None, record: Record, question: Question) -> int:
    """How long the question can still be answered after the commit; 0: without end."""
    moment = question_moment(before, record, question)
    if moment is None:
        return 0
    return max(1, moment.ms - before.now) if before and moment.absolute else moment.ms


def open_expiry(before: Position | None, record: Record, joined: bool, settings: Settings) -> Moment:
    """When an open game is given up: some time after the last join, or a longer one after its creation."""
    if before is None:
        return Moment.after(min(settings.open_idle_ms, settings.open_life_ms))
    if not joined:
        return Moment.at(before.deadlines.get(EXPIRY, before.now + settings.open_idle_ms))
    left = record.created_at + settings.open_life_ms - before.now
    return Moment.after(max(0, min(settings.open_idle_ms, left)))
