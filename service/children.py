"""Child processes that end with the one that started them."""

import ctypes
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence

_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def start(
    words: Sequence[str],
    *,
    environment: Mapping[str, str] | None = None,
    output: int | None = None,
    files: Sequence[int] = (),
) -> "subprocess.Popen[bytes]":
    """A child in a session of its own, so that a terminal's Ctrl-C reaches the parent alone, which then stops it in
    order. On Linux it is asked to end (SIGTERM) also when the parent is killed. `output`: where its output goes, as in
    `subprocess`. `files`: the descriptors that it shares with us. Raises OSError.
    """
    return subprocess.Popen(
        words,
        env=None if environment is None else dict(environment),
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        start_new_session=True,
        pass_fds=files,
        preexec_fn=None if _LIBC is None else _end_with_parent,  # noqa: PLW1509 - one system call
    )


def _end_with_parent() -> None:
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
