"""nginx in front of two web processes, as deploy/ has it; and all of the service behind it as plain processes."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic, sleep

from service.embedded import Embedded
from tests.served.service import await_ready, free_port

ROOT = Path(__file__).parents[2]
SERVICE = {
    "web1": "web", "web2": "web", "worker": "worker", "clock1": "clock", "clock2": "clock",
}  # fmt: skip


@contextmanager
def in_front(nginx: str, folder: Path, web1: int, web2: int) -> Iterator[int]:
    """Runs nginx in front of two ports until the end of the block; its own port."""
    port = free_port()
    words = [nginx, "-c", str(configured(folder, port, web1, web2)), "-g", "daemon off;"]
    with (folder / "error.log").open("w") as log, subprocess.Popen(words, stderr=log) as process:
        _await_port(port, process)
        yield port
        process.terminate()


def configured(folder: Path, port: int, web1: int, web2: int) -> Path:
    """The project's configuration, with paths and ports of ours."""
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    ours = {
        "/tmp/": f"{folder}/",
        "/dev/stdout": f"{folder}/access.log",
        "listen 8080": f"listen 127.0.0.1:{port}",
        "web1:8000": f"127.0.0.1:{web1}",
        "web2:8000": f"127.0.0.1:{web2}",
    }
    for theirs, our in ours.items():
        assert theirs in text, f"{theirs} is not in nginx.conf"
        text = text.replace(theirs, our)
    path = folder / "nginx.conf"
    path.write_text(text, encoding="utf-8")
    return path


class Front:
    """The service behind nginx."""

    def __init__(
        self, port: int, home: Path, metrics: dict[str, int], processes: "dict[str, subprocess.Popen[bytes]]"
    ) -> None:
        self.address = f"http://127.0.0.1:{port}"
        self.home = home
        """The home folder of the user that all of it runs as."""
        self.metrics = metrics
        """The port of each web process's figures."""
        self.processes = processes

    def kill(self, name: str) -> None:
        """Ends a process and all that it has started, as a crash of its machine does."""
        os.killpg(self.processes[name].pid, signal.SIGKILL)
        self.processes[name].wait()


@contextmanager
def behind_nginx(nginx: str, folder: Path, **settings: str) -> Iterator[Front]:
    """Runs the whole service until the end of the block."""
    with ExitStack() as ending:
        valkey = Embedded.start(folder / "valkey", fsync="no")
        ending.callback(valkey.stop)
        home = folder / "home"
        home.mkdir()
        ports = {name: free_port() for name in ("web1", "web2")}
        metrics = {name: free_port() for name in ports}
        processes: dict[str, subprocess.Popen[bytes]] = {}
        for name, command in SERVICE.items():
            own = {"port": str(ports[name]), "metrics_address": f"127.0.0.1:{metrics[name]}"} if name in ports else {}
            given = {"redis_url": valkey.url, "public_proxies": "1", "bot_time_scale": "0", **own, **settings}
            processes[name] = _started(command, home, given)
            ending.callback(_ended, processes[name])
        for port in ports.values():
            await_ready(f"http://127.0.0.1:{port}/readyz", processes.values())
        yield Front(ending.enter_context(in_front(nginx, folder, *ports.values())), home, metrics, processes)


def _started(command: str, home: Path, settings: dict[str, str]) -> "subprocess.Popen[bytes]":
    around = {**os.environ, "HOME": str(home), "PYTHONPATH": str(ROOT)}
    around |= {f"HUBCAPS_{name.upper()}": value for name, value in settings.items()}
    return subprocess.Popen([sys.executable, "-m", "service.cli", command], env=around, start_new_session=True)


def _ended(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    process.wait(30)


def _await_port(port: int, process: "subprocess.Popen[bytes]") -> None:
    end = monotonic() + 10
    while monotonic() < end and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        sleep(0.02)
    raise AssertionError("nginx does not start")
