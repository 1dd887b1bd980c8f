"""Faults in code that plays: where they happened, without what was played. Logs hold no hand and no seed."""

from collections.abc import Iterator
from pathlib import Path
from traceback import extract_tb, format_tb


def where(error: BaseException) -> str:
    """The kind of an error and the line that raised it; its message may hold cards, so it is left out."""
    frames = extract_tb(error.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno} in {frames[-1].name}" if frames else ""
    return f"{type(error).__name__}{place}"


def trail(error: BaseException) -> str:
    """The same frame by frame, with the errors that led to it: a traceback without its messages."""
    parts = ["".join([*format_tb(each.__traceback__), type(each).__name__]) for each in _led_by(error)]
    return "\nwhich led to\n".join(reversed(parts))


def _led_by(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
