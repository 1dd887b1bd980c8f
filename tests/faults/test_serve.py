"""`hubcaps serve`: starts all, stops all, and leaves nothing behind."""

import os
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

import psutil
import pytest
from gunicorn.util import parse_address

from service import supervisor
from service.settings import Settings
from service.store import Store
from service.store.keys import new_player_id

HERE = Path(__file__).parent
Run = Callable[..., "subprocess.Popen[str]"]
Eventually = Callable[..., None]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    """Runs serve in a folder of its own."""
    found: list[subprocess.Popen[str]] = []

    def start(**settings: object) -> "subprocess.Popen[str]":
        around = dict(os.environ, PYTHONPATH=os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")]))
        given = {"data": tmp_path / "data", "port": free_port(), "fsync": "no", **settings}
        around |= {f"HUBCAPS_{name.upper()}": str(value) for name, value in given.items()}
        words = [sys.executable, str(HERE / "run_serve.py")]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        found.append(subprocess.Popen(words, env=around, start_new_session=True, **pipes))  # type: ignore[call-overload]
        return found[-1]

    yield start
    for process in found:
        for each in [*family(process), psutil.Process(process.pid)] if process.poll() is None else []:
            each.kill()
        process.communicate()


def family(process: "subprocess.Popen[str]") -> list[psutil.Process]:
    return psutil.Process(process.pid).children(recursive=True)


def workers(process: "subprocess.Popen[str]") -> list[psutil.Process]:
    return [each for each in family(process) if words(each)[-1:] == ["worker"]]


def valkeys(process: "subprocess.Popen[str]") -> list[psutil.Process]:
    return [each for each in family(process) if "valkey" in "".join(words(each)[:1])]


def held(url: str) -> bool:
    """Waits for an answer; whether a good one came."""
    with suppress(OSError), urllib.request.urlopen(url) as answer:
        answer.read()
        return bool(answer.status == 200)
    return False


def words(process: psutil.Process) -> list[str]:
    """The command of a process that lives."""
    try:
        return list(process.cmdline())
    except (psutil.NoSuchProcess, psutil.ZombieProcess):
        return []


def address(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line.startswith("ready http://"), line
    return line.split()[1]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_says_when_it_is_ready_and_a_signal_stops_everything(
    run: Run, eventually: Eventually, number: signal.Signals
) -> None:
    process = run()
    with urllib.request.urlopen(address(process) + "/readyz") as answer:
        assert answer.status == 200
    started = family(process)
    assert len(started) >= 5  # Valkey, clock, worker, gunicorn and its worker
    process.send_signal(number)
    assert process.wait(15) == 0
    assert not [each for each in started if words(each)]


def has_ipv6() -> bool:
    """Whether this machine has a loopback of IPv6."""
    with suppress(OSError), socket.create_server(("::1", 0), family=socket.AF_INET6):
        return True
    return False


@pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6")
def test_an_ipv6_address_is_listened_on_and_told_so_that_it_can_be_opened(run: Run) -> None:
    url = address(run(host="::1"))
    assert url.startswith("http://[::1]:")
    with urllib.request.urlopen(url + "/readyz") as answer:
        assert answer.status == 200


@pytest.mark.parametrize(("host", "place"), [("::1", ("::1", 8000)), ("0.0.0.0", ("0.0.0.0", 8000))])
def test_a_web_process_listens_where_it_is_told(host: str, place: tuple[str, int]) -> None:
    reading = "import runpy, sys; print(*runpy.run_path(sys.argv[1])['bind'])"
    words = [sys.executable, "-c", reading, str(Path(supervisor.__file__).with_name("gunicorn.conf.py"))]
    said = subprocess.run(words, check=True, env={**os.environ, "HUBCAPS_HOST": host}, capture_output=True, text=True)
    assert parse_address(said.stdout.strip()) == place


@pytest.mark.lesson(26)
def test_waiting_polls_are_answered_at_once_when_it_stops(run: Run) -> None:
    process = run()
    url = address(process) + "/wait"
    told: list[bytes] = []

    def poll() -> None:
        with urllib.request.urlopen(url) as answer:
            told.append(answer.read())

    polls = [threading.Thread(target=poll) for _ in range(20)]
    for each in polls:
        each.start()
    sleep(0.5)
    began = monotonic()
    process.send_signal(signal.SIGINT)
    for each in polls:
        each.join()
    assert monotonic() - began < 1
    assert told == [b"drain"] * 20
    assert process.wait(15) == 0


def test_a_killed_child_is_started_again(run: Run, eventually: Eventually) -> None:
    process = run()
    address(process)
    (victim,) = workers(process)
    victim.kill()
    eventually(lambda: [each for each in workers(process) if each.pid != victim.pid], 5)


def test_a_killed_valkey_is_started_again_and_nothing_is_lost(run: Run, eventually: Eventually) -> None:
    process = run(fsync="always")
    url = address(process)
    (victim,) = valkeys(process)
    store = Store.open(Settings(redis_url=f"unix://{victim.net_connections('unix')[0].laddr}"))
    store.players.create(player := new_player_id(), "Ada", "hash")
    victim.kill()
    eventually(lambda: [each for each in valkeys(process) if each.pid != victim.pid], 5)
    for each in valkeys(process):  # once more, while it starts
        each.kill()
    eventually(lambda: held(f"{url}/readyz"), 10)
    assert (store.players.name(player), process.poll()) == ("Ada", None)
    store.close()


def test_of_two_that_are_started_on_one_port_at_once_one_runs_and_one_says_why_not(run: Run, tmp_path: Path) -> None:
    port = free_port()
    both = [run(port=port, data=tmp_path / name) for name in ("one", "two")]
    end = monotonic() + 30
    while all(process.poll() is None for process in both) and monotonic() < end:
        sleep(0.05)
    (loser,) = (process for process in both if process.poll() is not None)
    (winner,) = (process for process in both if process is not loser)
    _, said = loser.communicate(timeout=20)
    assert (loser.returncode, said.strip()) == (1, f"can't listen on 127.0.0.1:{port} (Address already in use)")
    assert address(winner) == f"http://127.0.0.1:{port}"


@pytest.mark.skipif(sys.platform != "linux", reason="the parent-death signal is Linux's")
def test_when_serve_itself_is_killed_nothing_is_left_and_it_starts_again_on_the_same_folder(
    run: Run, eventually: Eventually
) -> None:
    port = free_port()
    process = run(port=port)
    url = address(process)
    poll = threading.Thread(target=held, args=(url + "/wait",))
    poll.start()
    sleep(0.3)
    started = family(process)
    process.kill()
    process.wait()
    assert address(run(port=port)) == url  # at once, while what was left behind still answers
    poll.join()
    eventually(lambda: not [each for each in started if words(each)], 15)


def test_a_busy_port_is_one_clear_line_and_nothing_is_left(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        process = run(port=port)
        _, said = process.communicate(timeout=20)
    assert process.returncode == 1
    assert said.strip() == f"can't listen on 127.0.0.1:{port} (Address already in use)"


def test_a_redis_that_cannot_be_reached_is_one_clear_line(run: Run) -> None:
    process = run(redis_url=f"redis://127.0.0.1:{free_port()}")
    _, said = process.communicate(timeout=20)
    assert process.returncode == 1
    assert said.startswith("the store can't be used: ")
    assert len(said.strip().splitlines()) == 1


def test_a_data_folder_that_cannot_be_written_is_one_clear_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    process = run(data=tmp_path / "file" / "data")
    _, said = process.communicate(timeout=20)
    assert process.returncode == 1
    assert said.startswith("the data folder ")
    assert len(said.strip().splitlines()) == 1


def test_a_second_serve_on_the_same_folder_is_refused(run: Run) -> None:
    first = run()
    address(first)
    second = run()
    _, said = second.communicate(timeout=20)
    assert (second.returncode, "in use by another" in said) == (1, True)
