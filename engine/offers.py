"""Offers: actions with domains in place of some values, ready to be filled in and sent back."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations, product
from random import Random
from typing import TypeAlias, TypeVar

import msgspec

Value: TypeAlias = int | str | list[str]
Action: TypeAlias = dict[str, Value]
"""What a seat says: `type` and that type's fields. The prompt that it answers stands beside it, not in it."""

V = TypeVar("V", int, str)


class OneOf(msgspec.Struct, frozen=True):
    """One of two or more distinct values."""

    one_of: tuple[int | str, ...]


class Span(msgspec.Struct, frozen=True, rename={"low": "from", "high": "to"}):
    """A whole number from `low` to `high`, both included; low < high."""

    low: int
    high: int


class SubsetOf(msgspec.Struct, frozen=True, rename={"least": "min", "most": "max"}):
    """`least` to `most` of these entries, each used at most once, in an order that the player chooses."""

    subset_of: tuple[str, ...]
    least: int
    most: int


Domain: TypeAlias = OneOf | Span | SubsetOf


class Offer(msgspec.Struct, frozen=True):
    """One shape of legal action: every combination of values from its domains is legal."""

    type: str
    fields: Mapping[str, int | str | Domain] = {}
    text: str = ""
    no_effect: bool = False
    prompt: int = 0

    def document(self) -> dict[str, object]:
        """The offer as clients see it (JSON values): prompt, type, the fields, then the annotations."""
        fields = {name: _plain(value) for name, value in self.fields.items()}
        return {"prompt": self.prompt, "type": self.type, **fields, "text": self.text, "no_effect": self.no_effect}


def choice(values: Sequence[V]) -> V | OneOf:
    """One value as itself, several as a domain."""
    return values[0] if len(values) == 1 else OneOf(tuple(values))


def span(low: int, high: int) -> int | Span:
    """The numbers from `low` to `high` as a domain, or the only one as itself."""
    return low if low == high else Span(low, high)


def accepts(offer: Offer, action: Mapping[str, object]) -> bool:
    """Whether the action has exactly the fields of the offer, each with a value of its domain."""
    if action.get("type") != offer.type or len(action) != len(offer.fields) + 1:
        return False
    return all(name in action and _within(domain, action[name]) for name, domain in offer.fields.items())


def find(offers: Iterable[Offer], action: Mapping[str, object]) -> Offer | None:
    """The one offer that the action fits."""
    return next((offer for offer in offers if accepts(offer, action)), None)


def pick(offer: Offer, random: Random) -> Action:
    """The offer filled in by chance."""
    action: Action = {"type": offer.type}
    for name, domain in offer.fields.items():
        action[name] = _sample(domain, random)
    return action


def expand(offer: Offer) -> Iterator[Action]:
    """Every action that the offer stands for; a list in each of its orders (equal lists once)."""
    names = list(offer.fields)
    for values in product(*(_values(offer.fields[name]) for name in names)):
        yield {"type": offer.type, **dict(zip(names, values, strict=True))}


def _plain(value: int | str | Domain) -> object:
    return msgspec.to_builtins(value) if isinstance(value, OneOf | Span | SubsetOf) else value


def _within(domain: int | str | Domain, value: object) -> bool:
    match domain:
        case OneOf(options):
            return type(value) in (int, str) and value in options
        case Span(low, high):
            return type(value) is int and low <= value <= high
        case SubsetOf(entries, least, most):
            if not isinstance(value, list) or not least <= len(value) <= most:
                return False
            return all(isinstance(entry, str) for entry in value) and Counter(value) <= Counter(entries)
        case _:
            return type(value) is type(domain) and value == domain


def _sample(domain: int | str | Domain, random: Random) -> Value:
    match domain:
        case OneOf(options):
            return random.choice(options)
        case Span(low, high):
            return random.randint(low, high)
        case SubsetOf(entries, least, most):
            return random.sample(entries, random.randint(least, most))
        case _:
            return domain


def _values(domain: int | str | Domain) -> list[Value]:
    match domain:
        case OneOf(options):
            return list(options)
        case Span(low, high):
            return list(range(low, high + 1))
        case SubsetOf(entries, least, most):
            sizes = range(least, most + 1)
            return [list(kept) for size in sizes for kept in dict.fromkeys(permutations(entries, size))]
        case _:
            return [domain]
