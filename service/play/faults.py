"""Faults in code that plays: where they happened, without what was played. Logs hold no hand and no seed."""

from pathlib import Path
from traceback import extract_tb


def where(error: BaseException) -> str:
    """The kind of an error and the line that raised it; its message may hold cards, so it is left out."""
    frames = extract_tb(error.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno} in {frames[-1].name}" if frames else ""
    return f"{type(error).__name__}{place}"
