"""What does not fit its shape, in words of JSON instead of msgspec's."""

import re

import msgspec

NAMES = {
    "int": "a whole number", "float": "a number", "str": "a text", "bool": "true or false", "null": "null",
    "array": "a list", "object": "an object",
}  # fmt: skip
MESSAGE = re.compile(r"(.*?)(?: - at `\$(.*)`)?", re.DOTALL)
FIELD = re.compile(r"Object (missing required|contains unknown) field `(.*)`", re.DOTALL)
KIND = re.compile(r"Expected `([a-z |]+)`(?:, got `([a-z]+)`| (.+))")


def step(name: str | int) -> str:
    """One step of a JSON pointer (RFC 6901)."""
    return f"/{str(name).replace('~', '~0').replace('/', '~1')}"


def fault(error: msgspec.ValidationError) -> tuple[str, str]:
    """Where the fault is, as a JSON pointer (RFC 6901) into what was converted, and what is wrong there."""
    found = MESSAGE.fullmatch(str(error))
    message, path = (found[1], found[2] or "") if found else (str(error), "")
    place = re.sub(r"\[(\d+)\]", r"/\1", path).replace(".", "/")
    if field := FIELD.fullmatch(message):
        return place + step(field[2]), "is missing" if field[1].startswith("missing") else "is unknown"
    if kind := KIND.fullmatch(message):
        wanted = " or ".join(NAMES.get(name, name) for name in kind[1].split(" | "))
        return place, f"must be {wanted}" + (f", not {NAMES.get(kind[2], kind[2])}" if kind[2] else f" {kind[3]}")
    return place, message
