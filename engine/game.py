"""A game: one frozen record for each ruleset, all that the outside may know of it."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, TypeAlias

import msgspec

from engine.errors import InvalidOptions, UnreadableState
from engine.flow import Prompt, Telling
from engine.offers import Action, Offer
from engine.rng import Rng
from engine.rules import Rules
from engine.shapes import fault


class Sight(msgspec.Struct, frozen=True):
    """What one seat has before it: the part of its game document that a bot plays from."""

    seat: int
    players: int
    options: Mapping[str, Any]
    prompt: Prompt | None
    offers: tuple[Offer, ...]
    view: Any
    """The ruleset's own view, for this seat."""


Bot: TypeAlias = Callable[[Sight, Random], Action]
"""A level of play: chooses one filled offer. The chance is its own, never the game's."""


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A ruleset. `version` rises whenever a stored game or a client would notice the difference."""

    id: str
    name: str
    version: int
    least: int
    most: int
    modes: tuple[str, ...]
    options: type[msgspec.Struct]
    """The options of a game, every field with its default."""
    cards: tuple[msgspec.Struct, ...]
    card_lists: str
    """Where the card lists come from: "as published" or "this project's own"."""
    clauses: Mapping[str, str]
    actions: tuple[type[msgspec.Struct], ...]
    events: tuple[type[msgspec.Struct], ...]
    state: type[Any]
    view_type: type[msgspec.Struct]
    rules: Rules[Any]
    start: Callable[[int, Any, Rng], Any]
    """(seats, options, rng) -> a state before its first step; raises InvalidOptions."""
    view: Callable[[Any, int | None], msgspec.Struct]
    """What this seat, or a spectator, may see."""
    objection: Callable[[Any, int, Mapping[str, object]], tuple[str, str]]
    """(state, seat, action that no offer of its prompt accepts) -> the clause that forbids it and why, from what the
    seat sees; raises Taken where another seat was first."""
    resample: Callable[[Any, int | None, Rng], Any]
    """A state that agrees with this one on all that the seat may know, the rest drawn anew."""
    bots: Mapping[str, Bot]

    def begin(self, seats: int, options: Mapping[str, object], seed: bytes) -> tuple[Any, tuple[Telling, ...]]:
        """A new game at its first question. Raises InvalidOptions."""
        if not self.least <= seats <= self.most:
            raise InvalidOptions("players", f"{self.name} is for {self.least} to {self.most} players, not {seats}.")
        return self.rules.begin(self.start(seats, self.read_options(options), Rng(seed)))

    def read_options(self, options: Mapping[str, object]) -> Any:
        """The options as this ruleset's struct. Raises InvalidOptions."""
        try:
            return msgspec.convert(dict(options), self.options)
        except msgspec.ValidationError as error:
            pointer, detail = fault(error)
            raise InvalidOptions(f"options{pointer}", detail) from error

    def sight(self, state: Any, seat: int, options: Mapping[str, Any]) -> Sight:
        """What this seat has before it."""
        rules = self.rules
        offers = tuple(rules.offers(state, seat))
        return Sight(seat, state.seats, options, rules.prompt(state, seat), offers, self.view(state, seat))

    def encode(self, state: Any) -> bytes:
        """The state as stored (MessagePack)."""
        return msgspec.msgpack.encode(state)

    def decode(self, stored: bytes) -> Any:
        """A stored state. Raises UnreadableState."""
        try:
            return msgspec.msgpack.decode(stored, type=self.state)
        except msgspec.DecodeError as error:
            raise UnreadableState(f"{self.id}: {error}") from error
