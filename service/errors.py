"""Errors of the service. Each refusal has the contract's `code`; which HTTP status that is, only service/api knows.

HubcapsError
  StoreError              the store answered something that nobody asked for
    StoreUnavailable      ... or did not answer in time
      StoreCrowded        ... for no connection to it was free
  TooManyWaits            the process holds as many waiting polls as it can
  Refused                 the service's answer is no: `code`, `detail`
    Unauthenticated, NotFound, Busy, RateLimited
    Invalid, IdempotencyMismatch, TooManyGames, CommitmentUsed
    GameRefused           ... below a game: carries the caller's own fresh document
      NotSeated, NotHost, Removed, GameFull, GameStarted, GameOver, AlreadySeated, NotStarted, NotFinished
      StalePrompt, NotYourTurn, Taken, Illegal, VersionConflict, PreconditionFailed, PreconditionRequired
      CursorExpired, CursorReset
"""

from typing import Any, ClassVar


class HubcapsError(Exception):
    """Every error that this service raises on purpose, apart from the rules' own."""


class StoreError(HubcapsError):
    """The store answered something that nobody asked for: a fault of ours or of its configuration."""


class StoreUnavailable(StoreError):
    """The store gave no answer in time (1.8 s in all), or cannot write now. Whether a commit counts is not known."""

    code: ClassVar[str] = "store-unavailable"


class StoreCrowded(StoreUnavailable):
    """Every connection of this process to the store is in use, and was for half a second."""


class TooManyWaits(HubcapsError):
    """The process holds as many waiting polls as it can."""

    code: ClassVar[str] = "busy"


class Refused(HubcapsError):
    """The service's answer is no. `detail` is one English sentence for people; programs use `code`."""

    code: ClassVar[str]

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


class Unauthenticated(Refused):
    """The token is wrong, dead or missing."""

    code = "unauthenticated"


class NotFound(Refused):
    """There is nothing here, or nothing that the caller may know of."""

    code = "not-found"


class Busy(Refused):
    """Too many wanted the same game at once; `retry_after` is in seconds."""

    code = "busy"
    retry_after: ClassVar[int] = 1


class RateLimited(Refused):
    """Too much from this caller: more than `most` in `seconds` of what `quota` names; `retry_after` is in whole
    seconds.
    """

    code = "rate-limited"

    def __init__(self, detail: str, retry_after: int, quota: str, most: int, seconds: int) -> None:
        super().__init__(detail)
        self.retry_after = retry_after
        self.quota = quota
        self.most = most
        self.seconds = seconds


class Invalid(Refused):
    """A well-formed request that makes no sense; `errors` are (JSON pointer into the body, detail)."""

    code = "invalid"

    def __init__(self, *errors: tuple[str, str]) -> None:
        super().__init__(errors[0][1] if errors else "The request is not valid.")
        self.errors = errors


class IdempotencyMismatch(Refused):
    """The Idempotency-Key was used for another request."""

    code = "idempotency-mismatch"


class TooManyGames(Refused):
    """The player has as many open or unfinished games as are allowed."""

    code = "too-many-games"


class CommitmentUsed(Refused):
    """The commitment was used for another game, or its hour is over."""

    code = "commitment-used"


class GameRefused(Refused):
    """A refusal below a game. `game` is the caller's own fresh document (service.play.document.Document) or None."""

    def __init__(self, detail: str, game: Any = None) -> None:
        super().__init__(detail)
        self.game = game


class NotSeated(GameRefused):
    """The caller has no seat here."""

    code = "not-seated"


class NotHost(GameRefused):
    """Only the host may do this."""

    code = "not-host"


class Removed(GameRefused):
    """The host has removed the caller from this game."""

    code = "removed"


class GameFull(GameRefused):
    """No seat is free."""

    code = "game-full"


class GameStarted(GameRefused):
    """The game is under way: seats are no longer given or taken."""

    code = "game-started"


class GameOver(GameRefused):
    """The game is finished or cancelled."""

    code = "game-over"


class AlreadySeated(GameRefused):
    """The caller has a seat here."""

    code = "already-seated"


class NotStarted(GameRefused):
    """The game is still open."""

    code = "not-started"


class NotFinished(GameRefused):
    """Only a finished game shows this."""

    code = "not-finished"


class StalePrompt(GameRefused):
    """The question that was answered is over."""

    code = "stale-prompt"


class NotYourTurn(GameRefused):
    """The question is open, but not to this seat."""

    code = "not-your-turn"


class Taken(GameRefused):
    """Another seat was first."""

    code = "taken"

    def __init__(self, detail: str, clause: str, clause_text: str, game: Any = None) -> None:
        super().__init__(detail, game)
        self.clause = clause
        self.clause_text = clause_text


class Illegal(GameRefused):
    """The rules forbid the action: `clause` is the id of one clause that does, `clause_text` its text."""

    code = "illegal-action"

    def __init__(self, detail: str, clause: str, clause_text: str, game: Any = None) -> None:
        super().__init__(detail, game)
        self.clause = clause
        self.clause_text = clause_text


class VersionConflict(GameRefused):
    """The body's `version` is not the game's."""

    code = "version-conflict"


class PreconditionFailed(GameRefused):
    """If-Match does not match."""

    code = "precondition-failed"


class PreconditionRequired(GameRefused):
    """The action names neither a prompt nor a version."""

    code = "precondition-required"


class CursorExpired(GameRefused):
    """The commit that the cursor names is not kept any more; go on from `game`'s cursor."""

    code = "cursor-expired"


class CursorReset(GameRefused):
    """The commit that the cursor names is not there, or another one stands in its place; go on from `game`'s cursor."""

    code = "cursor-reset"
