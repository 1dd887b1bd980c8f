"""The document's examples: real answers, kept as tests/api/session.py has taken them."""

import json
from pathlib import Path

from service.api.openapi.names import Node

FILE = Path(__file__).with_name("examples.json")


def add(operation: Node, kept: Node) -> None:
    """Show an operation's examples: `kept` has them by status, and what was sent under `request`."""
    for status, answer in operation["responses"].items():
        for content in answer.get("content", {}).values():
            if status in kept:
                content["example"] = kept[status]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    if body and "examples" not in body and "request" in kept:
        body["example"] = kept["request"]


def read() -> Node:
    """All of them, by operation."""
    kept: Node = json.loads(FILE.read_text(encoding="utf-8"))
    return kept
