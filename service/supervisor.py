"""`hubcaps serve`: everything on one machine, started in order, watched, and stopped in order."""

import errno
import logging
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Event
from time import monotonic, sleep

import msgspec

from service import children
from service.embedded import Embedded, EmbeddedError
from service.errors import HubcapsError
from service.settings import PREFIX, Settings
from service.store import Store

log = logging.getLogger(__name__)

START_S = 60.0
STOP_S = 20.0
LOOK_S = 0.1
AGAIN_S = 1.0
LEFT_BEHIND_S = 3.0
APP = "service.wsgi:app"


class ServeError(HubcapsError):
    """The service can't be run here; the message is one line for the operator."""


class Child:
    """One process of the service; started again when it ends by itself."""

    def __init__(self, name: str, words: list[str], environment: Mapping[str, str], files: Sequence[int] = ()) -> None:
        self.name = name
        self._words = words
        self._environment = environment
        self._files = files
        self._process: subprocess.Popen[bytes] | None = None
        self._started = 0.0

    def start(self) -> None:
        """Start it."""
        self._started = monotonic()
        self._process = children.start(self._words, environment=self._environment, files=self._files)

    def running(self) -> bool:
        """Whether it lives."""
        return self._process is not None and self._process.poll() is None

    def revive(self) -> None:
        """Start it again if it has ended, not more often than once a second."""
        if not self.running() and monotonic() - self._started >= AGAIN_S:
            log.warning("The %s process has ended and is started again.", self.name)
            self.start()

    def stop(self) -> None:
        """Ask it to end, and wait; end it by force after 20 s."""
        if self._process is None:
            return
        if self.running():
            self._process.terminate()
        try:
            self._process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def serve(settings: Settings, ready: Callable[[str], None], app: str = APP) -> None:
    """Run everything until SIGINT or SIGTERM; `ready` is told the address once it answers. Raises ServeError,
    EmbeddedError or SettingsError, with nothing left running.
    """
    stopping = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopping.set())
    with _listening(settings.host, settings.port) as listening:
        settings = msgspec.structs.replace(settings, port=listening.getsockname()[1])
        embedded = None if settings.redis_url else Embedded.start(settings.data, settings.fsync)
        try:
            if embedded is not None:
                settings = msgspec.structs.replace(settings, redis_url=embedded.url)
            _check_store(settings)
            _run(settings, ready, app, embedded, listening, stopping)
        finally:
            if embedded is not None:
                embedded.stop()


def web_words(app: str = APP) -> list[str]:
    """The command of the web process."""
    configuration = Path(__file__).with_name("gunicorn.conf.py")
    return [sys.executable, "-m", "gunicorn", "--config", str(configuration), app]


def environment(settings: Settings) -> dict[str, str]:
    """The environment in which a process of ours finds these settings."""
    ours = {
        "REDIS_URL": settings.redis_url,
        "HOST": settings.host,
        "PORT": str(settings.port),
        "WEB_WORKERS": str(settings.web_workers),
        "DATA": settings.data,
    }
    return {**os.environ, **{PREFIX + name: value for name, value in ours.items()}}


def _run(
    settings: Settings,
    ready: Callable[[str], None],
    app: str,
    embedded: Embedded | None,
    listening: socket.socket,
    stopping: Event,
) -> None:
    around = environment(settings)
    ours = [sys.executable, "-m", "service.cli"]
    at = [f"fd://{listening.fileno()}", *([settings.metrics_address] if settings.metrics_address else [])]
    words = [*web_words(app), *(word for each in at for word in ("--bind", each))]
    web = Child("web", words, around, [listening.fileno()])
    behind = [Child(name, [*ours, name], around) for name in ("clock", "worker")]
    try:
        for child in (*behind, web):
            child.start()
        _await_ready(settings, (*behind, web), stopping)
        if not stopping.is_set():
            ready(_url(settings.host, settings.port))
        while not stopping.wait(LOOK_S):
            if embedded is not None and not embedded.running():
                _launch_again(embedded, stopping)
            for child in (*behind, web):
                child.revive()
        log.info("Stopping: whoever waits is answered.")
    finally:
        listening.close()
        for child in (web, *behind):
            child.stop()


def _launch_again(embedded: Embedded, stopping: Event) -> None:
    log.warning("Valkey has ended and is started again.")
    try:
        embedded.launch()
    except EmbeddedError as error:
        log.error("%s; it is tried again.", error)
        stopping.wait(AGAIN_S)


def _await_ready(settings: Settings, children: tuple[Child, ...], stopping: Event) -> None:
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::", "") else settings.host  # noqa: S104 - compared, not bound
    url = f"{_url(host, settings.port)}/readyz"
    end = monotonic() + START_S
    while not _answers(url):
        if stopping.wait(LOOK_S):
            return
        ended = next((child.name for child in children if not child.running()), None)
        if ended is not None:
            raise ServeError(f"the {ended} process does not start; its last words stand above")
        if monotonic() > end:
            raise ServeError(f"{url} did not say that it is ready within {START_S:.0f} s")


def _url(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def _listening(host: str, port: int) -> socket.socket:
    """The socket that all web processes take their clients from, one after the other (port 0: any that is free).
    What an earlier serve has left behind may still be ending there. Raises ServeError.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    end = monotonic() + LEFT_BEHIND_S
    while True:
        try:
            return socket.create_server((host, port), family=family, dualstack_ipv6=host == "::")
        except OSError as error:
            if error.errno != errno.EADDRINUSE or monotonic() > end:
                raise ServeError(f"can't listen on {host}:{port} ({_reason(error)})") from None
            sleep(LOOK_S)


def _reason(error: OSError) -> str:
    return str(error) if error.errno is None or error.errno < 0 else os.strerror(error.errno)


def _check_store(settings: Settings) -> None:
    """Raises ServeError if the store can't be used, SettingsError if the queue's server is part of a cluster."""
    store = Store.open(settings)
    try:
        readiness = store.ready()
        if not readiness.ready:
            raise ServeError(f"the store can't be used: {readiness.problem}")
        store.queue.check()
    finally:
        store.close()
