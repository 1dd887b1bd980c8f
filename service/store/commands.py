"""What is sent to the store: commands addressed to a shard, and how their replies are read."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from service.store.scripts import Script

Word = str | bytes | int
Reply = Any
T = TypeVar("T")


class Command(NamedTuple):
    """One command for the node of a shard; ``script`` is the one that it runs, to load it where it is missing."""

    shard: str
    words: tuple[Word, ...]
    script: Script | None = None


class Ask(NamedTuple, Generic[T]):
    """Commands, independent of each other, and how their replies are read."""

    commands: tuple[Command, ...]
    read: Callable[[list[Reply]], T]


def command(shard: str, *words: Word) -> Command:
    """A plain command for the node of a shard."""
    return Command(shard, words)


def run(script: Script, shard: str, keys: Sequence[str], *arguments: Word) -> Command:
    """A call of a script; all keys have the shard's tag."""
    verb = "EVALSHA_RO" if script.reads else "EVALSHA"
    return Command(shard, (verb, script.sha, len(keys), *keys, *arguments), script)


def ask_for(read: Callable[[Reply], T], one: Command) -> Ask[T]:
    """An Ask of a single command."""
    return Ask((one,), lambda replies: read(replies[0]))
