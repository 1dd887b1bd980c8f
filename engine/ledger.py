"""A ruleset's clauses, read from the ledger that lies in its folder."""

import re
from importlib.resources import files

CLAUSE = re.compile(r"-\s+\**([A-Z]{2,3}-(?:R|I)?\d+(?:\.\d+)*)\**\s+(.*)")


def clauses(package: str) -> dict[str, str]:
    """The ledger of this package: the text of each clause by its id, in the ledger's order."""
    found: dict[str, str] = {}
    for line in files(package).joinpath("clauses.md").read_text(encoding="utf-8").splitlines():
        if match := CLAUSE.match(line):
            found[match[1]] = match[2]
    return found
