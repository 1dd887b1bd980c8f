"""Fairness: where a game's chance comes from, and what anyone needs to check it afterwards."""

import msgspec

from service.play.table import Caller, Table


class Deck(msgspec.Struct, frozen=True):
    """A deck in the order in which a shuffle left it, the top first."""

    version: int
    """The commit in which it was shuffled."""
    deck: str
    cards: tuple[str, ...]


class FairnessDocument(msgspec.Struct, frozen=True, kw_only=True):
    """The body of `GET /v1/games/{id}/fairness`; secrets are None before the end, and for ever if cancelled."""

    id: str
    ruleset: str
    seeded: bool
    commitment: str | None
    salts: tuple[str, ...] | None
    server_seed: str | None
    seed: str | None
    decks: tuple[Deck, ...] | None


def fairness(table: Table, caller: Caller | None, game: str) -> FairnessDocument:
    """What can be checked of this game now. Raises NotFound."""
    raise NotImplementedError
