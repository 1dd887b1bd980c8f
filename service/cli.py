"""The `hubcaps` command."""

import argparse
import json
import logging
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from random import Random

import msgspec

from engine.shapes import fault
from service import demo, doctor
from service.errors import HubcapsError
from service.jobs import clock as clock_process
from service.jobs import worker as worker_process
from service.settings import PREFIX, Settings, SettingsError
from service.supervisor import environment, serve, web_words
from service.verify import VerifyError, verify


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; the exit code: 0 if all went well, 1 if not, 2 if it was not understood."""
    parser = _parser()
    given = parser.parse_args(words)
    if given.command is None:
        parser.print_help()
        return 2
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    try:
        settings = _with_options(Settings.from_environment(), given)
        return COMMANDS[given.command](settings, given)
    except (SettingsError, HubcapsError) as error:
        print(f"hubcaps: {error}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="hubcaps", description="A game service: five card games over plain HTTP.")
    commands = parser.add_subparsers(dest="command", metavar="command")
    everything = commands.add_parser("serve", help="run everything, over an embedded Valkey")
    web = commands.add_parser("web", help="run the web processes")
    for listening in (everything, web):
        listening.add_argument("--host", help="address to listen on")
        listening.add_argument("--port", type=int, help="port to listen on")
        listening.add_argument("--workers", type=int, dest="web_workers", metavar="N", help="web worker processes")
    everything.add_argument("--data", metavar="DIR", help="folder of the embedded Valkey")
    commands.add_parser("worker", help="run a worker of the job queue, with a clock in it")
    commands.add_parser("clock", help="run a clock")
    commands.add_parser("settings", help="show every setting")
    commands.add_parser("doctor", help="check this installation")
    commands.add_parser("openapi", help="print the OpenAPI document")
    story = commands.add_parser("demo", help="play a whole game of situational-awareness over HTTP, told as a story")
    story.add_argument("--url", help="a server that runs already; without it the demo starts one of its own")
    check = commands.add_parser("verify", help="check a saved replay: commitment, seed, decks, every event")
    check.add_argument("file", help="the body of GET /v1/games/{id}/replay")
    return parser


def _with_options(settings: Settings, given: argparse.Namespace) -> Settings:
    """The settings with what the command line says instead. Raises SettingsError."""
    said = {
        name: value
        for name in ("host", "port", "data", "web_workers")
        if (value := getattr(given, name, None)) is not None
    }
    try:
        return msgspec.convert(msgspec.to_builtins(settings) | said, Settings)
    except msgspec.ValidationError as error:
        pointer, detail = fault(error)
        raise SettingsError(f"--{pointer[1:].replace('web_workers', 'workers')}: {detail}") from None


def _serve(settings: Settings, _given: argparse.Namespace) -> int:
    _warn_of_unknown()
    serve(settings, lambda address: print(f"Hubcaps is ready at {address}", flush=True))
    return 0


def _web(settings: Settings, _given: argparse.Namespace) -> int:
    _check_named(settings)
    words = web_words()
    # In place of this process, which has imported what must not be there before gevent has patched.
    os.execve(words[0], words, environment(settings))


def _worker(settings: Settings, _given: argparse.Namespace) -> int:
    _check(settings)
    worker_process.run()
    return 0


def _clock(settings: Settings, _given: argparse.Namespace) -> int:
    _check(settings)
    clock_process.run()
    return 0


def _demo(_: Settings, given: argparse.Namespace) -> int:
    with nullcontext(given.url.rstrip("/")) if given.url else demo.own_server() as base:
        for line in demo.play(base, Random()):
            print(line, flush=True)
    return 0


def _settings(settings: Settings, _given: argparse.Namespace) -> int:
    for setting in settings.listed():
        print(f"{setting.variable}={setting.value}\n    {setting.help}")
    return 0


def _openapi(_: Settings, _given: argparse.Namespace) -> int:
    # In place of this process: what answers HTTP is heavy, and no other part of the command needs it.
    os.execv(sys.executable, [sys.executable, "-m", "service.openapi"])


def _doctor(settings: Settings, _: argparse.Namespace) -> int:
    """Say what was looked at and what was found; 1 if anything is wrong."""
    findings = list(doctor.findings(settings))
    for name, problem in findings:
        print(f"{'WRONG' if problem else 'ok   '} {name}{': ' + problem if problem else ''}")
    return 1 if any(problem for _, problem in findings) else 0


def _verify(_: Settings, given: argparse.Namespace) -> int:
    try:
        replay = json.loads(Path(given.file).read_text(encoding="utf-8"))
    except OSError as error:
        raise VerifyError(f"{given.file} can't be read: {error.strerror}") from None
    except ValueError as error:
        raise VerifyError(f"{given.file} is not JSON: {error}") from None
    for line in verify(replay):
        print(line)
    return 0


def _check_named(settings: Settings) -> None:
    """Raises SettingsError where no store is named."""
    if not settings.redis_url:
        raise SettingsError(f"{PREFIX}REDIS_URL is not set; only `hubcaps serve` brings a store of its own")


def _check(settings: Settings) -> None:
    """Raises SettingsError where no store is named, HubcapsError where it can't be used."""
    _check_named(settings)
    problem = doctor.store_problem(settings)
    if problem:
        raise HubcapsError(f"the store can't be used: {problem}")


def _warn_of_unknown() -> None:
    problem = doctor.variables_problem(Settings())
    if problem:
        print(f"hubcaps: warning: {problem}", file=sys.stderr)


COMMANDS: dict[str, Callable[[Settings, argparse.Namespace], int]] = {
    "serve": _serve,
    "web": _web,
    "worker": _worker,
    "clock": _clock,
    "settings": _settings,
    "openapi": _openapi,
    "doctor": _doctor,
    "demo": _demo,
    "verify": _verify,
}

if __name__ == "__main__":
    sys.exit(main())
