"""Acting: one answer of one seat, judged and committed."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from engine import errors as rules
from engine.offers import Action, find
from service import errors
from service.play import answer
from service.play.answer import Sent
from service.play.change import Change, played
from service.play.clock import hurry
from service.play.document import Document, document
from service.play.position import Position, readable
from service.play.rounds import Done, play
from service.play.table import Caller, Key, Table
from service.play.times import rfc3339
from service.play.transcript import Choice, batch_text


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """An action that counted. `document` is the game as it is now, None unless wanted, and `server_time` of the same
    moment; `version`, `cursor` and `events` (finished JSON batches) are of the action's own commit; `replayed`: a
    repeat of a request that had counted before.
    """

    ruleset: str
    version: int
    cursor: str
    events: tuple[msgspec.Raw, ...]
    document: Document | None
    server_time: str
    replayed: bool = False


def act(
    table: Table,
    caller: Caller,
    game: str,
    body: Mapping[str, object],
    if_match: str | None,
    key: Key | None = None,
    *,
    brief: bool = False,
) -> Played:
    """Play a filled offer: `body` is the JSON object as sent, annotations included, `if_match` that header as received.
    `brief`: the document is not wanted.

    Raises, in the order of the contract's checks, NotFound, IdempotencyMismatch, NotSeated, Invalid,
    PreconditionRequired, PreconditionFailed, GameOver, NotStarted, VersionConflict, StalePrompt, NotYourTurn, Taken,
    Illegal; and Busy.
    """
    done = play(table, caller, game, key, lambda position: judge(position, caller, body, if_match))
    hurry(table, done.position)
    return _told(caller, done, brief)


def seated(caller: Caller, game: str) -> bool:
    """Whether the caller sits at this game, by what was loaded with the check of the token."""
    positions = (readable(each, loaded) for (each, _), loaded in caller.ahead.items() if each == game)
    return any(position is not None and position.seat_of(caller) is not None for position in positions)


def judge(position: Position, caller: Caller, body: Mapping[str, object], if_match: str | None) -> Change:
    """What the answer makes of the game. Raises as `act` does."""
    seat = position.seat_of(caller)
    if seat is None:
        raise errors.NotSeated("You have no seat at this game.")
    sent = answer.read(position.game, body)
    _check_terms(position, sent, if_match)
    prompt = _check_open(position, seat, sent)
    offers = position.game.rules.offers(position.state, seat)
    offer = find([each for each in offers if prompt in (None, each.prompt)], sent.action)
    if offer is None:
        raise _objection(position, seat, sent)
    # In the order of the ledger, however it was sent: equal decisions are equal byte for byte.
    action: Action = {"type": offer.type, **{name: sent.action[name] for name in offer.fields}}
    state, tellings = position.game.rules.apply(position.state, seat, action)
    record = position.record.with_seat(seat, replace(position.record.seats[seat], misses=0))
    choice = Choice(seat, offer.prompt, action, "player")
    return played(record, position.now, state, tellings, (choice,), acted=seat)


def _check_terms(position: Position, sent: Sent, if_match: str | None) -> None:
    """Whether the game is where the caller says that it must be."""
    if sent.prompt is None and sent.version is None and if_match is None:
        raise errors.PreconditionRequired("Name the prompt that this answers, or the version that it was made for.")
    if if_match is not None and not answer.matches(position, if_match):
        raise errors.PreconditionFailed(f"The game is at version {position.version}.")
    if position.over:
        raise errors.GameOver("The game is over.")
    if not position.running:
        raise errors.NotStarted("The game has not started.")
    if sent.version is not None and sent.version != position.version:
        raise errors.VersionConflict(f"The game is at version {position.version}, not {sent.version}.")


def _check_open(position: Position, seat: int, sent: Sent) -> int | None:
    """The prompt that is answered, if it is open to this seat; None where any that is open will do."""
    opened = position.game.rules.open_to(position.state, seat)
    if position.record.level(seat) is not None:
        raise errors.NotYourTurn("A bot plays your seat until you return.")
    if sent.prompt is None and opened:
        return None
    if sent.prompt in opened:
        return sent.prompt
    question = position.question
    if sent.prompt is not None and not (question and question.id == sent.prompt):
        raise errors.StalePrompt(f"Prompt {sent.prompt} is not open.")
    raise errors.NotYourTurn("This question does not wait for you.")


def _objection(position: Position, seat: int, sent: Sent) -> errors.GameRefused:
    """Why no offer of this prompt fits, in the rules' own words."""
    clauses = position.game.clauses
    try:
        clause, why = position.game.objection(position.state, seat, sent.action)
    except rules.Taken as taken:
        return errors.Taken(taken.detail, taken.clause, clauses.get(taken.clause, ""))
    return errors.Illegal(why, clause, clauses.get(clause, ""))


def _told(caller: Caller, done: Done, brief: bool) -> Played:
    position, entry = done.position, done.entry
    return Played(
        ruleset=position.record.ruleset,
        version=entry.version if entry else position.version,
        cursor=f"{entry.version}.{entry.mark}" if entry else position.cursor,
        events=(batch_text(entry, position.seat_of(caller)),) if entry else (),
        document=None if brief else document(position, caller),
        server_time=rfc3339(position.now),
        replayed=done.replayed,
    )
