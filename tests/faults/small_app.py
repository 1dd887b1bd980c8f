"""The least application that serve can run: it says whether the store is ready."""

from collections.abc import Callable, Iterable
from typing import Any

from service.hub import Hub
from service.play.table import Table
from service.settings import Settings
from service.store import Store


class Application:
    """One route for all."""

    def __init__(self) -> None:
        settings = Settings.from_environment()
        store = Store.open(settings)
        hub = Hub(store.channel)
        hub.start()
        self.extensions = {"hubcaps": Table(store, hub, settings)}

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        table = self.extensions["hubcaps"]
        if environ["PATH_INFO"] == "/wait":
            with table.hub.enter("s00-" + "a" * 20) as wait:
                why = wait.until(25, "1.0123456789abcdef")
            start("200 OK", [])
            return [str(why).encode()]
        start("200 OK" if table.store.ready().ready else "503 Service Unavailable", [])
        return [b""]


app = Application()
