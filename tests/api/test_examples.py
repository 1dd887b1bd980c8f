"""Every operation has an example that is a real answer: `make examples` takes them anew from tests/api/session.py."""

import json
import os

import pytest
from flask import Flask

from service.api.openapi.examples import FILE
from tests.api import contract
from tests.api.session import examples
from tests.api.test_auth import operations

CASES = [
    pytest.param(operation, status, id=f"{operation['operationId']}-{status}")
    for _, _, operation in operations()
    for status, answer in operation["responses"].items()
    if (status < "300" and "content" in answer) or any("example" in each for each in answer.get("content", {}).values())
]


def test_the_examples_are_what_is_answered(app: Flask) -> None:
    taken = examples(app)
    if os.environ.get("WRITE_EXAMPLES") == "1":
        FILE.write_text(json.dumps(taken, indent=1) + "\n")

    assert json.loads(FILE.read_text()) == taken


@pytest.mark.parametrize(("operation", "status"), CASES)
def test_every_success_with_a_body_has_an_example_and_every_example_fits(operation: contract.Node, status: str) -> None:
    ((kind, content),) = operation["responses"][status]["content"].items()

    if kind == "text/event-stream":
        assert content["example"].startswith(":\n\nevent: commit\n")
    else:
        contract.check_component(content["schema"]["$ref"].rpartition("/")[2], json.dumps(content["example"]).encode())


@pytest.mark.parametrize("name", [o["operationId"] for _, _, o in operations() if "requestBody" in o])
def test_every_body_has_an_example_that_fits(name: str) -> None:
    (operation,) = (each for _, _, each in operations() if each["operationId"] == name)
    content = operation["requestBody"]["content"]["application/json"]
    shown = [each["value"] for each in content["examples"].values()] if "examples" in content else [content["example"]]

    for example in shown:
        contract.check_component(content["schema"]["$ref"].rpartition("/")[2], json.dumps(example).encode())
