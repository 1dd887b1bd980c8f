"""A saved replay, checked from its seed on: the commitment, the seed, every deck, decision and event, the result.

Needs nothing of a server: the rules run here.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, TypeAlias

import msgspec

from engine.catalogue import find
from engine.errors import GameError
from engine.flow import Telling
from engine.game import Game
from engine.offers import accepts
from engine.shapes import fault
from service.errors import HubcapsError
from service.play.announcements import EVENTS, end
from service.play.fairness import commitment, derived_seed

Json: TypeAlias = dict[str, Any]
TABLE = {str(event.__struct_config__.tag) for event in EVENTS}
"""Tellings of the table itself: they don't come from the rules."""


class VerifyError(HubcapsError):
    """The replay is not what it says; the message names the first thing that is wrong."""


def verify(replay: Json) -> Iterator[str]:
    """Check a replay, the body of `GET /v1/games/{id}/replay`; yields a line for each thing that holds. Who made a
    decision (`by`) and when (`at`), and who came and left, is the server's word. Raises VerifyError.
    """
    _check_shape(replay)
    try:
        yield from _verify(replay)
    except (LookupError, TypeError, ValueError, AttributeError, GameError) as error:
        raise VerifyError("this is no replay of a game: something in it has not its shape") from error


def _verify(replay: Json) -> Iterator[str]:
    game = find(replay["ruleset"])
    if game.version != replay["ruleset_version"]:
        raise VerifyError(f"the game was played by version {replay['ruleset_version']}, here is {game.version}")
    yield from _chance(replay["fairness"])
    played = list(_played(game, replay))
    yield f"decisions: {len(replay['decisions'])}, every one of them legal"
    yield f"events: as told to {_reader(replay, played)}"
    _same("the decks", _decks(played), _deck_lists(replay["fairness"]["decks"]))
    yield f"decks: {len(replay['fairness']['decks'])}, each as the seed shuffles it"
    result = played[-1].state.result
    _same("the result", _plain(result), replay["result"])
    told = [each for batch in replay["events"] for each in batch["tellings"] if each["type"] == "finished"]
    _same("the end as it is told", [_plain(end(result).full)], told)
    yield f"result: {', '.join(map(str, replay['result']['winners'])) or 'nobody'} won ({replay['result']['reason']})"


class Saved(msgspec.Struct, frozen=True):
    """The outer shape of a replay."""

    ruleset: str
    ruleset_version: int
    players: int
    options: Json
    fairness: Json
    decisions: list[Json]
    events: list[Json]
    result: Json


def _check_shape(replay: object) -> None:
    if isinstance(replay, dict) and {"code", "status", "title"} <= replay.keys():
        raise VerifyError(f"this is no replay but a refusal of the service: {replay['code']}")
    try:
        msgspec.convert(replay, Saved)
    except msgspec.ValidationError as error:
        place, what = fault(error)
        raise VerifyError(f"this is no replay of a game: {place or 'it'} {what}") from None


class Played(msgspec.Struct, frozen=True):
    """One commit as the rules play it here."""

    version: int
    state: Any
    tellings: tuple[Telling, ...]


def _chance(fairness: Json) -> Iterator[str]:
    if fairness["seeded"]:
        yield "seed: given by the host, nothing was promised"
        return
    server_seed = bytes.fromhex(fairness["server_seed"])
    if commitment(server_seed) != fairness["commitment"]:
        raise VerifyError("the commitment is not that of the server's seed")
    yield "commitment: kept"
    if derived_seed(server_seed, fairness["salts"]).hex() != fairness["seed"]:
        raise VerifyError("the seed does not follow from the server's seed and the salts")
    yield "seed: made of the server's seed and the salts"


def _played(game: Game, replay: Json) -> Iterator[Played]:
    """The game, commit by commit, from its seed and decisions."""
    seed = bytes.fromhex(replay["fairness"]["seed"])
    state, tellings = game.begin(replay["players"], replay["options"], seed)
    began = [batch["version"] for batch in replay["events"] if _has_started(batch)]
    if not began:
        raise VerifyError("no event tells that the game has started")
    yield Played(began[0], state, tellings)
    for version, decisions in groupby(replay["decisions"], key=lambda decision: decision["version"]):
        told: list[Telling] = []
        for decision in decisions:
            state, tellings = _decided(game, state, decision)
            told += tellings
        yield Played(version, state, tuple(told))


def _decided(game: Game, state: Any, decision: Json) -> tuple[Any, tuple[Telling, ...]]:
    seat, action = decision["seat"], decision["action"]
    offers = game.rules.offers(state, seat)
    if not any(offer.prompt == decision["prompt"] and accepts(offer, action) for offer in offers):
        raise VerifyError(f"the decision of seat {seat} in version {decision['version']} was not legal")
    return game.rules.apply(state, seat, action)


def _reader(replay: Json, played: Sequence[Played]) -> str:
    """To whom the events are told as they are written here."""
    written = [(batch["version"], told) for batch in replay["events"] if (told := _of_rules(batch["tellings"]))]
    readers: list[int | None] = [None, *range(replay["players"])]
    for reader in readers:
        here = [(each.version, told) for each in played if (told := _told(each.tellings, reader))]
        if here == written:
            return "all" if reader is None else f"seat {reader}"
    raise VerifyError("the events are not those of the decisions")


def _told(tellings: Iterable[Telling], reader: int | None) -> list[Json]:
    texts = (
        telling.full if reader is None or telling.seats is None or reader in telling.seats else telling.others
        for telling in tellings
    )
    return [_plain(text) for text in texts if text is not None]


def _of_rules(tellings: Iterable[Json]) -> list[Json]:
    return [telling for telling in tellings if telling["type"] not in TABLE]


def _decks(played: Iterable[Played]) -> list[tuple[int, str, list[str]]]:
    events = ((each.version, _plain(telling.full)) for each in played for telling in each.tellings)
    return [(version, event["deck"], event["cards"]) for version, event in events if event["type"] == "shuffled"]


def _deck_lists(decks: Iterable[Json]) -> list[tuple[int, str, list[str]]]:
    return [(deck["version"], deck["deck"], deck["cards"]) for deck in decks]


def _has_started(batch: Json) -> bool:
    return any(telling["type"] == "started" for telling in batch["tellings"])


def _plain(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def _same(name: str, here: object, there: object) -> None:
    if here != there:
        raise VerifyError(f"{name} is not what the seed and the decisions give" if there else f"{name} is missing")
