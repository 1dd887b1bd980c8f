"""Gunicorn's settings. Read by its master, so nothing of ours may be imported here: gevent patches in the worker."""
# ruff: noqa: N999 - the name by which gunicorn's users know such a file

import json
import logging
import os
import re
import resource
import shutil
import tempfile
import traceback
from http import HTTPStatus

import gevent
import gunicorn.util

CONNECTIONS = 18_000
SPARE_FILES = 200
"""What a worker opens besides its clients: the store's connections, the hub's, logs, libraries."""
NO_WAITS = 1_000
"""How many clients of a worker are no waits, or a quarter where there are few: a full pool answers nobody's health."""
LOOK_S = 0.05
SHARED_FIGURES = "PROMETHEUS_MULTIPROC_DIR"
"""The variable by which prometheus_client finds the folder where several workers add up their figures."""


class Discreet(logging.Filter):
    """What a client has sent may hold a token, and what an error says may hold cards: neither is logged."""

    def filter(self, record):  # type: ignore[no-untyped-def]
        """Leave of such a message what sort of fault it was, and where."""
        message = record.getMessage()
        if found := re.match(r"Invalid request from ip=\S*: [A-Za-z ]*", message):
            record.msg, record.args = found[0].strip(), ()
        elif message.startswith("Error handling request") and record.exc_info:
            kind, _, frames = record.exc_info
            trail = "".join([*traceback.format_tb(frames), kind.__name__])
            record.msg, record.args, record.exc_info = f"{message.partition('?')[0]}:\n{trail}", (), None
        return True


logging.getLogger("gunicorn.error").addFilter(Discreet())


def _connections() -> int:
    """How many clients a worker may have, with the limit of open files raised as far as it goes."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + SPARE_FILES
    allowed = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= allowed:
        return allowed - SPARE_FILES
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return allowed - SPARE_FILES


_host = os.environ.get("HUBCAPS_HOST", "127.0.0.1")
bind = [f"{f'[{_host}]' if ':' in _host else _host}:{os.environ.get('HUBCAPS_PORT', '8000')}"]
if os.environ.get("HUBCAPS_METRICS_ADDRESS"):
    bind.append(os.environ["HUBCAPS_METRICS_ADDRESS"])
workers = int(os.environ.get("HUBCAPS_WEB_WORKERS", "1"))
_figures = None
if workers > 1 and SHARED_FIGURES not in os.environ:
    # Else a counter would jump between what the one and what the other has counted. Fresh: a start begins at nought.
    _figures = os.environ[SHARED_FIGURES] = tempfile.mkdtemp(prefix="hubcaps-figures-")
worker_class = "gevent"
worker_connections = _connections()
keepalive = 5
graceful_timeout = 10
timeout = 60
preload_app = False
max_requests = 0
loglevel = "warning"
# A body that a handler has not read is no reason to hang up, and a header of another length is.
limit_request_line = 8_190
# By default every gunicorn of a user takes ~/.gunicorn/gunicorn.ctl for its own; we have no use for it.
control_socket_disable = True
# Only the address of the socket is believed; what stands before us is a setting of ours.
forwarded_allow_ips = ""


def on_exit(server):  # type: ignore[no-untyped-def]
    """The folder of the figures goes with the last of those who wrote there."""
    if _figures is not None:
        shutil.rmtree(_figures, ignore_errors=True)


def post_worker_init(worker):  # type: ignore[no-untyped-def]
    """Leave room for those who do not wait; and watch for the end, so that whoever waits is answered at once and not
    when the time is over.
    """
    gunicorn.util.write_error = _refuse  # there is no other way to give its own refusals another shape
    clients = worker.worker_connections
    worker.wsgi.extensions["hubcaps"].hub.hold_at_most(clients - min(NO_WAITS, clients // 4))
    gevent.spawn(_drain, worker)


def _refuse(client, status, reason, message):  # type: ignore[no-untyped-def]
    """What is no request of HTTP is refused in the service's one shape; the message may quote what was sent."""
    ours = status >= 500 and status != HTTPStatus.NOT_IMPLEMENTED
    answered = HTTPStatus.INTERNAL_SERVER_ERROR if ours else HTTPStatus.BAD_REQUEST
    problem = {
        "type": "about:blank",
        "title": answered.phrase,
        "status": answered,
        "detail": "Something went wrong here." if ours else f"This is not a request of HTTP/1.1 ({reason}).",
        "code": "internal-error" if ours else "malformed",
    }
    body = json.dumps(problem).encode()
    head = (
        f"HTTP/1.1 {answered} {answered.phrase}\r\nConnection: close\r\nContent-Type: application/problem+json\r\n"
        f"Cache-Control: private, no-store\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    gunicorn.util.write_nonblock(client, head.encode() + body)


def _drain(worker):  # type: ignore[no-untyped-def]
    while worker.alive:
        gevent.sleep(LOOK_S)
    worker.wsgi.extensions["hubcaps"].hub.drain()
