"""Whole games of every ruleset by random play: the tellings, actions, offers and views of every form that comes up are
what the document says, for whomever they are; and every type of telling and action comes up.
"""

import json
from collections import Counter
from collections.abc import Iterator

import msgspec

from engine.catalogue import find
from engine.flow import Telling
from engine.game import Game
from service.api.openapi.names import prefix
from tests.api import contract
from tests.games.random_play import Step, seed, setups, steps

GAMES = 24
OF_A_FORM = 2
"""How many of one form are compared: to compare all takes minutes and shows nothing more."""
RARE = {"take_fault"}
"""What random play sees once in hundreds of games."""
Said = tuple[str, bytes]


def test_whole_games_are_like_the_document_and_show_every_type_of_telling_and_action(ruleset: str) -> None:
    game, tables = find(ruleset), setups(ruleset).SETUPS
    missing = {str(kind.__struct_config__.tag) for kind in (*game.actions, *game.events)} - RARE
    seen: Counter[tuple[str, str]] = Counter()
    for number in range(GAMES):
        seats, options = tables[number % len(tables)]
        for name, text in said(game, seats, options, seed("document", ruleset, number)):
            body = json.loads(text)
            missing.discard(body.get("type"))
            form = (name, shape(body))
            seen[form] += 1
            if seen[form] <= OF_A_FORM:
                contract.check_component(prefix(ruleset) + name, text)

    assert missing == set()


def said(game: Game, seats: int, options: dict[str, object], start: bytes) -> Iterator[Said]:
    """All that a whole game says to anybody, and the component that it is of."""
    yield from told(game.begin(seats, options, start)[1])
    for step in steps(game, seats, options, start):
        yield "Action", msgspec.json.encode(step.action)
        yield from told(step.tellings)
        yield from shown(game, step)


def told(tellings: tuple[Telling, ...]) -> Iterator[Said]:
    for telling in tellings:
        yield "Telling", msgspec.json.encode(telling.full)
        if telling.others is not None:
            yield "Telling", msgspec.json.encode(telling.others)


def shown(game: Game, step: Step) -> Iterator[Said]:
    """What the seat that has just played, and a spectator, have before them."""
    for seat in (None, step.seat):
        yield game.view_type.__name__, msgspec.json.encode(game.view(step.after, seat))
    for offer in game.rules.offers(step.after, step.seat):
        yield "Offer", msgspec.json.encode(offer.document())


def shape(value: object) -> str:
    """A value's form: its names, what is null, and of a list which forms are in it."""
    match value:
        case {"type": kind, **fields}:
            return f"{kind}{shape(fields)}"
        case dict():
            return ",".join(f"{name}:{shape(entry)}" for name, entry in value.items()).join("{}")
        case list():
            return ",".join(sorted({shape(entry) for entry in value})).join("[]")
    return type(value).__name__
