"""What `hubcaps doctor` looks at: each check gives the problem in one line, or nothing."""

import os
import platform
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from service.errors import HubcapsError
from service.settings import Settings, SettingsError, unknown_variables
from service.store import Store


def findings(settings: Settings) -> Iterator[tuple[str, str]]:
    """Every check's name, and what is wrong ('' if nothing is)."""
    for name, look in CHECKS.items():
        yield name, look(settings)


def _python_problem(_: Settings) -> str:
    return "" if sys.version_info >= (3, 11) else f"3.11 or newer is needed, this is {platform.python_version()}"


def variables_problem(_: Settings) -> str:
    """Variables that look like ours and are not, if there are any."""
    unknown = unknown_variables(os.environ)
    return f"nothing is set by {', '.join(unknown)}" if unknown else ""


def _data_problem(settings: Settings) -> str:
    if settings.redis_url:
        return ""  # nothing of ours is on this disk
    folder = Path(settings.data)
    there = next(place for place in (folder.absolute(), *folder.absolute().parents) if place.exists())
    return "" if os.access(there, os.W_OK | os.X_OK) and there.is_dir() else f"{there} is not writable"


def store_problem(settings: Settings) -> str:
    """Why the store can't be used, if it can't; nothing where none is named."""
    if not settings.redis_url:
        return ""
    store = Store.open(settings)
    try:
        problem = store.ready().problem
        if not problem:
            store.queue.check()
    except (HubcapsError, SettingsError) as error:
        problem = str(error)
    finally:
        store.close()
    return problem


CHECKS: dict[str, Callable[[Settings], str]] = {
    "Python": _python_problem,
    "variables": variables_problem,
    "data folder": _data_problem,
    "store": store_problem,
}
