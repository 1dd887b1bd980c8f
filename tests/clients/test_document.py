"""A linter that knows nothing of us finds no fault with the document."""

import json

from tests.clients.conftest import DOCUMENT, Tool


def test_the_document_passes_redocly_s_recommended_rules_without_a_warning(tool: Tool) -> None:
    said = tool("redocly", "lint", DOCUMENT, "--config", DOCUMENT.with_name("redocly.yaml"), "--format", "json")

    assert json.loads(said)["totals"] == {"errors": 0, "warnings": 0, "ignored": 0}
