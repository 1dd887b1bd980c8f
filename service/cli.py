"""The `hubcaps` command."""

import argparse
import logging
import os
import platform
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from random import Random

import msgspec

from service import demo
from service.errors import HubcapsError
from service.jobs import clock as clock_process
from service.jobs import worker as worker_process
from service.settings import PREFIX, Settings, SettingsError, unknown_variables
from service.store import Store
from service.supervisor import environment, serve, web_words


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; the exit code: 0 if all went well, 1 if not, 2 if it was not understood."""
    given = _parser().parse_args(words)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    try:
        settings = _with_options(Settings.from_environment(), given)
        if given.command == "demo":
            return _demo(given.url)
        return COMMANDS[given.command](settings)
    except (SettingsError, HubcapsError) as error:
        print(f"hubcaps: {error}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="hubcaps", description="A game service: five card games over plain HTTP.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
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
    story = commands.add_parser("demo", help="play a whole game over HTTP and tell it as a story")
    story.add_argument("--url", help="a server that runs already; without it the demo starts one of its own")
    # verify stands here when it comes.
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
        raise SettingsError(f"the command line: {error}") from None


def _serve(settings: Settings) -> int:
    _warn_of_unknown()
    serve(settings, lambda address: print(f"Hubcaps is ready at {address}", flush=True))
    return 0


def _web(settings: Settings) -> int:
    _check_named(settings)
    words = web_words()
    # In place of this process, which has imported what must not be there before gevent has patched.
    os.execve(words[0], words, environment(settings))


def _worker(settings: Settings) -> int:
    _check(settings)
    worker_process.run()
    return 0


def _clock(settings: Settings) -> int:
    _check(settings)
    clock_process.run()
    return 0


def _demo(url: str | None) -> int:
    with nullcontext(url.rstrip("/")) if url else demo.own_server() as base:
        for line in demo.play(base, Random()):
            print(line, flush=True)
    return 0


def _settings(settings: Settings) -> int:
    for setting in settings.listed():
        print(f"{setting.variable}={setting.value}\n    {setting.help}")
    return 0


def _openapi(_: Settings) -> int:
    # In place of this process: what answers HTTP is heavy, and no other part of the command needs it.
    os.execv(sys.executable, [sys.executable, "-m", "service.openapi"])


def _doctor(settings: Settings) -> int:
    """Say what was looked at and what was found; 1 if anything is wrong."""
    problems = 0
    for name, look in CHECKS.items():
        problem = look(settings)
        problems += bool(problem)
        print(f"{'WRONG' if problem else 'ok   '} {name}{': ' + problem if problem else ''}")
    return 1 if problems else 0


def _python_problem(_: Settings) -> str:
    return "" if sys.version_info >= (3, 11) else f"3.11 or newer is needed, this is {platform.python_version()}"


def _variables_problem(_: Settings) -> str:
    unknown = unknown_variables(os.environ)
    return f"nothing is set by {', '.join(unknown)}" if unknown else ""


def _data_problem(settings: Settings) -> str:
    if settings.redis_url:
        return ""  # nothing of ours is on this disk
    folder = Path(settings.data)
    there = next(place for place in (folder.absolute(), *folder.absolute().parents) if place.exists())
    return "" if os.access(there, os.W_OK | os.X_OK) and there.is_dir() else f"{there} is not writable"


def _store_problem(settings: Settings) -> str:
    if not settings.redis_url:
        return ""
    store = Store.open(settings)
    try:
        problem = store.ready().problem
        if not problem:
            store.queue.check()
    except (HubcapsError, SettingsError) as error:
        problem = str(error)
    finally:
        store.close()
    return problem


def _check_named(settings: Settings) -> None:
    """Raises SettingsError where no store is named."""
    if not settings.redis_url:
        raise SettingsError(f"{PREFIX}REDIS_URL is not set; only `hubcaps serve` brings a store of its own")


def _check(settings: Settings) -> None:
    """Raises SettingsError where no store is named, HubcapsError where it can't be used."""
    _check_named(settings)
    problem = _store_problem(settings)
    if problem:
        raise HubcapsError(f"the store can't be used: {problem}")


def _warn_of_unknown() -> None:
    problem = _variables_problem(Settings())
    if problem:
        print(f"hubcaps: {problem}", file=sys.stderr)


CHECKS: dict[str, Callable[[Settings], str]] = {
    "Python": _python_problem,
    "variables": _variables_problem,
    "data folder": _data_problem,
    "store": _store_problem,
}
COMMANDS: dict[str, Callable[[Settings], int]] = {
    "serve": _serve,
    "web": _web,
    "worker": _worker,
    "clock": _clock,
    "settings": _settings,
    "openapi": _openapi,
    "doctor": _doctor,
}

if __name__ == "__main__":
    sys.exit(main())
