"""The application for a WSGI server, opened when a worker imports this: after gevent has patched, never before."""

from service.api.application import Application
from service.app import create_app
from service.hub import Caps, Hub
from service.settings import Settings
from service.store import Store


def opened(settings: Settings) -> Application:
    """The application over the store that the settings name, with a hub that runs. Raises SettingsError."""
    store = Store.open(settings)
    caps = Caps(
        game=settings.waits_per_game,
        inbox=settings.waits_per_inbox,
        token=settings.waits_per_token,
        address=settings.waits_per_address,
    )
    hub = Hub(store.channel, caps, settings.hub_interval_ms)
    hub.start()
    return create_app(settings, store, hub)


app = opened(Settings.from_environment())
