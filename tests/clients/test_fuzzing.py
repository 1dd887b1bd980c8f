"""Schemathesis, which writes its requests by the document alone, finds no answer that it does not know."""

import os
from pathlib import Path

from tests.clients.conftest import DOCUMENT, Tool
from tests.served.service import Served

HERE = Path(__file__).parent
SECONDS = os.environ.get("FUZZ_SECONDS", "60")
SEED = os.environ.get("FUZZ_SEED", "1")


def test_the_service_answers_made_up_requests_as_the_document_says(tool: Tool, service: Served, tmp_path: Path) -> None:
    said = tool("schemathesis", "--no-color", "--config-file", DOCUMENT.with_name("schemathesis.toml"), "run", DOCUMENT,
                "--url", service.address, "--seed", SEED, "--max-examples", "10", "--max-time", SECONDS,
                "--request-timeout", "30", "--continue-on-failure",
                folder=tmp_path, seconds=int(SECONDS) + 110, HUBCAPS_URL=service.address,
                PYTHONPATH=str(HERE), SCHEMATHESIS_HOOKS="fuzzing")  # fmt: skip

    assert "Stateful (in" in said, said
