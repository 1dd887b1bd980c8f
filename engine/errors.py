"""What the engine refuses.

GameError
  IllegalAction       the action is against a clause
    Taken             ... because another seat was first, where that is public
  InvalidOptions      a game can't be started like this
  UnknownRuleset      no such game in the catalogue
  UnreadableState     stored bytes that are no state of this ruleset
"""


class GameError(Exception):
    """Whatever the rules refuse."""


class IllegalAction(GameError):
    """An action against the rules; `clause` is the id of one clause that forbids it."""

    def __init__(self, clause: str, detail: str) -> None:
        super().__init__(f"{detail} ({clause})")
        self.clause = clause
        self.detail = detail


class Taken(IllegalAction):
    """The action was there for the first to take, and another seat was first."""


class InvalidOptions(GameError):
    """A game can't be started with this number of seats or these options; `field` is the one at fault: `players`, or a
    path like `options/first_seat`.
    """

    def __init__(self, field: str, detail: str) -> None:
        super().__init__(detail)
        self.field = field
        self.detail = detail


class UnknownRuleset(GameError):
    """The catalogue holds no ruleset of this id."""


class UnreadableState(GameError):
    """Stored bytes that this ruleset can't read."""
