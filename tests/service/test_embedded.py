import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from service.embedded import Embedded, EmbeddedError
from service.settings import Settings
from service.store import Store
from service.store.commands import command


def said(server: Embedded, *words: str) -> object:
    store = Store.open(Settings(redis_url=server.url))
    try:
        return store.links.replies([command("s00", *words)])[0]
    finally:
        store.close()


def test_it_keeps_everything_on_disk_and_evicts_nothing(tmp_path: Path) -> None:
    server = Embedded.start(tmp_path)
    try:
        names = ("appendonly", "appendfsync", "aof-load-truncated", "maxmemory-policy", "save", "port")
        found = [said(server, "CONFIG", "GET", name) for name in names]
    finally:
        server.stop()
    assert found == [
        [name.encode(), value]
        for name, value in zip(names, (b"yes", b"always", b"yes", b"noeviction", b"", b"0"), strict=True)
    ]


def test_a_folder_is_one_serves_at_a_time(tmp_path: Path) -> None:
    server = Embedded.start(tmp_path)
    with pytest.raises(EmbeddedError, match=r"in use by another `hubcaps serve`\Z"):
        Embedded.start(tmp_path)
    server.stop()
    Embedded.start(tmp_path).stop()


def test_a_valkey_that_was_left_behind_is_stopped_in_order(tmp_path: Path) -> None:
    orphan = Embedded.start(tmp_path)
    said(orphan, "SET", "{s00}:kept", "yes")
    orphan._lock.close()
    server = Embedded.start(tmp_path)
    try:
        assert orphan._process.wait(5) == 0
        assert said(server, "GET", "{s00}:kept") == b"yes"
    finally:
        server.stop()


def test_a_folder_that_cannot_be_written_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(EmbeddedError, match=r"^the data folder [^\n]+ is no folder, or one above it is none\Z"):
        Embedded.start(tmp_path / "file" / "data")


def test_a_server_that_does_not_start_is_told_in_one_line_and_frees_the_folder(tmp_path: Path) -> None:
    with pytest.raises(EmbeddedError, match=r"^Valkey did not start: [^\n]+\Z"):
        Embedded.start(tmp_path, more={"maxmemory-policy": "nonsense"})
    Embedded.start(tmp_path).stop()


def test_a_long_folder_name_gets_its_socket_elsewhere(tmp_path: Path) -> None:
    folder = tmp_path / ("long" * 30)
    server = Embedded.start(folder)
    try:
        assert said(server, "PING") == b"PONG"
    finally:
        server.stop()


@pytest.mark.skipif(sys.platform != "linux", reason="the parent-death signal is Linux's")
def test_it_ends_with_a_serve_that_is_killed(tmp_path: Path, eventually: Callable[..., None]) -> None:
    program = (
        f"from service.embedded import Embedded; print(Embedded.start({str(tmp_path)!r}).pid, flush=True); input()"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as serve:
        assert serve.stdout is not None
        pid = int(serve.stdout.readline())
        os.kill(serve.pid, signal.SIGKILL)

    def ended() -> bool:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return True
        return state == "Z"

    eventually(ended)
