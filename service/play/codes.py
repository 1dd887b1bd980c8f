"""Join codes: what lets a player into a game that is not shown to all."""

import re
import secrets

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 8
CODE = re.compile(f"[{ALPHABET}]{{{LENGTH}}}")


def new_code() -> str:
    """A fresh code from the system's generator."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def read_code(text: str) -> str | None:
    """A code as typed: case, spaces and hyphens don't count; None: it is none."""
    code = text.upper().replace(" ", "").replace("-", "")
    return code if CODE.fullmatch(code) else None
