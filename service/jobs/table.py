"""The table that the jobs of this process work at."""

from functools import cache

from service.hub import Hub
from service.play.table import Table
from service.settings import Settings
from service.store import Store


@cache
def table() -> Table:
    """A table over the store that the environment names, opened once; nobody waits at it, so its hub is not started.
    Raises SettingsError.
    """
    settings = Settings.from_environment()
    store = Store.open(settings)
    return Table(store, Hub(store.channel), settings)
