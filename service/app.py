"""The application, wired to a store and a hub."""

from service.api import limiting
from service.api.application import Application, routes
from service.hub import Hub
from service.play.table import Table
from service.settings import Settings
from service.store import Store, budget


def create_app(settings: Settings, store: Store, hub: Hub) -> Application:
    """An application that answers for this store; its hub must be running."""
    app = routes(settings.public_proxies, budget, lambda app: limiting.register(app, settings, store.windows.options))
    app.extensions["hubcaps"] = Table(store, hub, settings)
    return app
