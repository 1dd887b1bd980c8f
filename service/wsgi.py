"""The application for a WSGI server, opened when a worker imports this: after gevent has patched, never before."""

from threading import Event, Thread

from service.api.application import Application
from service.app import create_app
from service.hub import Hub
from service.play import clock
from service.settings import Settings
from service.store import Store
from service.waits import Caps


def opened(settings: Settings) -> Application:
    """The application over the store that the settings name, with a hub and a clock that run. Raises SettingsError."""
    store = Store.open(settings)
    hub = Hub(store.channel, Caps.of(settings), settings.hub_interval_ms)
    hub.start()
    app = create_app(settings, store, hub)
    looking = (app.extensions["hubcaps"], Event(), clock.IN_A_WEB_PROCESS_S)
    Thread(target=clock.run, args=looking, name="clock", daemon=True).start()
    return app


app = opened(Settings.from_environment())
