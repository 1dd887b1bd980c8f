"""The Lua scripts beside this file: each does one thing atomically, all its keys have one shard's tag."""

import hashlib
from importlib import resources
from typing import NamedTuple


class Script(NamedTuple):
    """A script: its text, its SHA-1 as Redis names it, whether it only reads."""

    text: str
    sha: str
    reads: bool


def _script(name: str) -> Script:
    text = resources.files(__package__).joinpath(f"{name}.lua").read_text("utf-8")
    digest = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()
    return Script(text, digest, "no-writes" in text.partition("\n")[0])


LOAD = _script("load")
COMMIT = _script("commit")
FEED = _script("feed")
TICK = _script("tick")
CLAIM = _script("claim")
CLAIM_ONE = _script("claim_one")
SETTLE = _script("settle")
TOLD = _script("told")
INTEND = _script("intend")
DROP = _script("drop")
RENAME = _script("rename")
ROTATE = _script("rotate")
RETIRE = _script("retire")
ERASE = _script("erase")
DELIVER = _script("deliver")
INBOX = _script("inbox")
REMEMBER = _script("remember")
REGISTER = _script("register")
WINDOW = _script("window")
