"""The `hubcaps` command: what it says, and how it ends."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from service.settings import Settings


def hubcaps(*words: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    around = {**os.environ, **{f"HUBCAPS_{name.upper()}": value for name, value in variables.items()}}
    command = [sys.executable, "-m", "service.cli", *words]
    return subprocess.run(command, check=False, env=around, capture_output=True, text=True, timeout=20)


def test_it_shows_every_setting_and_hides_secrets() -> None:
    said = hubcaps("settings", id_secret="a-long-enough-secret", turn_ms="12345")
    assert (said.returncode, "HUBCAPS_TURN_MS=12345" in said.stdout) == (0, True)
    assert "a-long-enough-secret" not in said.stdout
    assert said.stdout.count("HUBCAPS_") >= len(Settings.__struct_fields__)


def test_the_doctor_finds_a_store_that_is_well(settings: Settings, tmp_path: Path) -> None:
    said = hubcaps("doctor", redis_url=settings.redis_url, data=str(tmp_path))
    assert (said.returncode, said.stdout.count("ok")) == (0, 4)


def test_the_doctor_names_what_is_wrong() -> None:
    said = hubcaps("doctor", redis_url="redis://127.0.0.1:1", trun_ms="7")
    assert (said.returncode, said.stdout.count("WRONG")) == (1, 2)
    assert "HUBCAPS_TRUN_MS" in said.stdout


def test_the_doctor_looks_at_the_data_folder_where_it_is_used(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    folder = str(tmp_path / "file" / "data")
    assert "WRONG data folder" in hubcaps("doctor", data=folder).stdout
    assert hubcaps("doctor", redis_url=settings.redis_url, data=folder).returncode == 0


@pytest.mark.parametrize("command", ["web", "worker", "clock"])
def test_a_part_without_a_store_is_one_clear_line(command: str) -> None:
    said = hubcaps(command, redis_url="")
    assert said.returncode == 1
    assert said.stderr == "hubcaps: HUBCAPS_REDIS_URL is not set; only `hubcaps serve` brings a store of its own\n"


@pytest.mark.parametrize("command", ["worker", "clock"])
def test_a_part_whose_store_does_not_answer_is_one_clear_line(command: str) -> None:
    said = hubcaps(command, redis_url="redis://127.0.0.1:1")
    assert (said.returncode, len(said.stderr.splitlines())) == (1, 1)


def test_a_bad_setting_is_one_clear_line() -> None:
    said = hubcaps("serve", port="many")
    assert (said.returncode, said.stderr.startswith("hubcaps: HUBCAPS_PORT")) == (1, True)
    assert len(said.stderr.splitlines()) == 1
    wrong = hubcaps("serve", "--port", "70000")
    assert (wrong.returncode, wrong.stderr) == (1, "hubcaps: --port: must be a whole number <= 65535\n")


def test_what_is_no_command_is_told_so() -> None:
    assert hubcaps("dance").returncode == 2
    assert (hubcaps().returncode, "usage: hubcaps" in hubcaps().stdout) == (2, True)


def test_a_file_that_is_no_replay_is_one_clear_line(tmp_path: Path) -> None:
    for name, text in (("empty.json", "{}"), ("text.json", "no JSON"), ("list.json", "[]")):
        (tmp_path / name).write_text(text)
        said = hubcaps("verify", str(tmp_path / name))
        assert (said.returncode, len(said.stderr.splitlines())) == (1, 1)
    missing = hubcaps("verify", str(tmp_path / "missing"))
    assert (missing.returncode, missing.stderr.endswith("can't be read: No such file or directory\n")) == (1, True)


@pytest.mark.parametrize("url", ["http://127.0.0.1:1", "localhost:1", "127.0.0.1:1"])
def test_a_demo_on_a_server_that_is_not_there_is_one_clear_line(url: str) -> None:
    said = hubcaps("demo", "--url", url)
    assert (said.returncode, len(said.stderr.splitlines())) == (1, 1)
    assert said.stderr.startswith(f"hubcaps: {url} does not answer")
