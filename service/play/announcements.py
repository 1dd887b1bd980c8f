"""What the table itself tells, in every ruleset. No telling holds a name or a player's id, only seats."""

from engine.flow import Event, Result, Telling


class Created(Event, frozen=True, tag="created"):
    """The game was set up for so many players."""

    players: int


class Joined(Event, frozen=True, tag="joined"):
    """A player took the seat."""

    seat: int


class Left(Event, frozen=True, tag="left"):
    """The player freed the seat before the start."""

    seat: int


class Removed(Event, frozen=True, tag="removed"):
    """The host took the seat from its player before the start."""

    seat: int


class BotSeated(Event, frozen=True, tag="bot_seated"):
    """A bot of this level took the seat."""

    seat: int
    bot: str


class Started(Event, frozen=True, tag="started"):
    """Every seat is taken; the game begins."""


class Absent(Event, frozen=True, tag="absent"):
    """From now on a bot plays for the seat's player."""

    seat: int


class Returned(Event, frozen=True, tag="returned"):
    """The seat's player plays again."""

    seat: int


class TimedOut(Event, frozen=True, tag="timed_out"):
    """The seat's time for this question was over; what is told next of it is the default."""

    seat: int
    prompt: int


class Finished(Event, frozen=True, tag="finished"):
    """The game is over."""

    winners: tuple[int, ...]
    reason: str


class Cancelled(Event, frozen=True, tag="cancelled"):
    """The game ended without a result."""


class Rematch(Event, frozen=True, tag="rematch"):
    """The players meet again; the document names the game."""


EVENTS: tuple[type[Event], ...] = (
    Created, Joined, Left, Removed, BotSeated, Started, Absent, Returned, TimedOut, Finished, Cancelled, Rematch,
)  # fmt: skip


def to_all(event: Event) -> Telling:
    """A telling that everybody reads."""
    return Telling(event, None)


def end(result: Result) -> Telling:
    """The game's end, told to all."""
    return to_all(Finished(result.winners, result.reason))
