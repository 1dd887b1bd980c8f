"""What a game needs by itself at one moment: its end, a default, or a bot's answer."""

from enum import Enum

from engine.offers import Action
from service.play.bots import PATIENCE_MS, SEARCHING, prompt_of, quick_choice, search_ms
from service.play.change import Change, played
from service.play.position import EXPIRY, Position, bot_key
from service.play.seats import cancelled
from service.play.timeouts import time_out
from service.play.transcript import Choice


class Needs(Enum):
    """What is not done by a change."""

    NOTHING = "nothing"
    THOUGHT = "thought"
    """A bot that searches has to be called."""


def next_change(position: Position, scale: float) -> Change | Needs:
    """The one thing that comes first: a question whose time is over, then the bot whose moment came first."""
    if position.over:
        return Needs.NOTHING
    if position.deadlines.get(EXPIRY, position.now + 1) <= position.now:
        return cancelled(position)
    if position.expired:
        return time_out(position)
    for seat in bots_asked(position):
        level = str(position.record.level(seat))
        patience = PATIENCE_MS if level == SEARCHING else 0
        if position.deadlines[bot_key(seat)] + patience <= position.now:
            return answered(position, seat, *quick_choice(position, seat, level))
    return Needs.NOTHING if called(position, scale) is None else Needs.THOUGHT


def bots_asked(position: Position) -> list[int]:
    """The seats that are waited for and played by a bot, in the order of their moments."""
    question = position.question
    waiting = [seat for seat in question.seats if bot_key(seat) in position.deadlines] if question else []
    return sorted(waiting, key=lambda seat: position.deadlines[bot_key(seat)])


def called(position: Position, scale: float) -> int | None:
    """The seat whose bot is to search now: late enough to end at its moment, and that has not long passed."""
    for seat in bots_asked(position):
        moment = position.deadlines[bot_key(seat)]
        if (
            position.record.level(seat) == SEARCHING
            and moment - search_ms(scale) <= position.now < moment + PATIENCE_MS
        ):
            return seat
    return None


def answered(position: Position, seat: int, action: Action, hurried: bool) -> Change:
    """The game after a bot's answer; `hurried`: another bot spoke for it."""
    state, tellings = position.game.rules.apply(position.state, seat, action)
    choice = Choice(seat, prompt_of(position, seat, action), action, "bot", hurried)
    return played(position.record, position.now, state, tellings, (choice,), seat)


def due_times(position: Position, scale: float) -> dict[str, int]:
    """When the game needs something after this moment, by the kind of the due entry. A search that is due is taken to
    be under way.
    """
    times = {}
    if EXPIRY in position.deadlines:
        times["expire"] = position.deadlines[EXPIRY]
    if position.deadline is not None:
        times["deadline"] = position.deadline
    bots = [_due_time(position, seat, scale) for seat in bots_asked(position)]
    if bots:
        times["bot"] = min(bots)
    return times


def _due_time(position: Position, seat: int, scale: float) -> int:
    moment = position.deadlines[bot_key(seat)]
    if position.record.level(seat) != SEARCHING:
        return moment
    call = moment - search_ms(scale)
    return call if call > position.now else moment + PATIENCE_MS
