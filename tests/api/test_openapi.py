"""The document is valid, whole, and like reality: tests/api/client.py checks every answer of this folder against it."""

import json
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from engine.catalogue import games
from service.api.application import routes
from service.api.auth import template
from service.api.errors import STATUS
from service.api.openapi.names import prefix
from tests.api import contract
from tests.api.client import Client
from tests.api.test_auth import operations
from tests.served.service import ROOT

UNDOCUMENTED = {"/", "/docs", "/docs/", "/docs/page.js", "/docs/page.css", "/docs/{file}", "/openapi.json", "/metrics"}
SCHEMAS: dict[str, Any] = contract.document()["components"]["schemas"]
UNIONS = sorted(name for name, schema in SCHEMAS.items() if "discriminator" in schema)


@pytest.mark.lesson(29)
def test_the_document_is_valid_openapi_3_1() -> None:
    assert contract.document()["openapi"] == "3.1.0"
    validate(contract.document())


@pytest.mark.lesson(29)
def test_every_route_is_in_it() -> None:
    rules = {template(rule.rule) for rule in routes().url_map.iter_rules()}

    assert rules - UNDOCUMENTED == set(contract.document()["paths"])


def test_every_operation_has_a_name_of_its_own_and_words() -> None:
    names = Counter(operation["operationId"] for _, _, operation in operations())

    assert set(names.values()) == {1}
    assert all(operation["summary"] and operation["description"] for _, _, operation in operations())


def test_operation_names_are_part_of_the_contract() -> None:
    assert sorted(operation["operationId"] for _, _, operation in operations()) == [
        "act", "createGame", "eraseMe", "getFairness", "getGame", "getHealth", "getMe", "getReadiness", "getReplay",
        "getRuleset", "joinByCode", "leaveGame", "listMyGames", "listOpenGames", "listRulesets", "putSeedAside",
        "readEvents", "readMyEvents", "registerPlayer", "rematch", "renameMe", "returnToSeat", "rotateToken", "seatBot",
        "streamEvents", "takeSeat",
    ]  # fmt: skip


@pytest.mark.lesson(29)
@pytest.mark.parametrize("name", UNIONS)
def test_no_two_members_of_a_union_share_a_value(name: str) -> None:
    by, mapping = SCHEMAS[name]["discriminator"]["propertyName"], SCHEMAS[name]["discriminator"]["mapping"]
    members = [member["$ref"] for member in SCHEMAS[name]["oneOf"]]

    assert sorted(members) == sorted(mapping.values())
    assert len(set(members)) == len(members)
    for value, where in mapping.items():
        member = SCHEMAS[where.rpartition("/")[2]]
        assert (member["properties"][by]["enum"], by in member["required"]) == ([value], True)


def test_every_action_and_event_of_a_ruleset_is_in_its_unions(ruleset: str) -> None:
    game, own = games()[ruleset], prefix(ruleset)
    tags = [str(action.__struct_config__.tag) for action in game.actions]

    assert sorted(SCHEMAS[f"{own}Action"]["discriminator"]["mapping"]) == sorted(tags)
    assert sorted(SCHEMAS[f"{own}Offer"]["discriminator"]["mapping"]) == sorted(tags)
    assert {str(event.__struct_config__.tag) for event in game.events} <= set(
        SCHEMAS[f"{own}Telling"]["discriminator"]["mapping"]
    )


@pytest.mark.parametrize("name", ["Game", "ActionAnswer", "Feed", "Replay", "Refusal"])
def test_what_depends_on_the_game_is_told_apart_by_the_ruleset(name: str) -> None:
    assert list(SCHEMAS[name]["discriminator"]["mapping"]) == list(games())


def test_the_codes_are_closed() -> None:
    assert SCHEMAS["Problem"]["properties"]["code"]["enum"] == list(STATUS)


@pytest.mark.lesson(29)
def test_every_reference_leads_somewhere_and_every_component_is_used() -> None:
    text = json.dumps(contract.document())
    used = {part.partition('"')[0] for part in text.split("#/components/schemas/")[1:]}

    assert used == set(SCHEMAS)


def test_every_answer_with_a_body_has_a_named_component() -> None:
    for method, path, operation in operations():
        for status, answer in operation["responses"].items():
            for content in answer.get("content", {}).values():
                assert list(content["schema"]) == ["$ref"], (method, path, status)


def test_the_examples_of_actions_are_actions() -> None:
    body = contract.document()["paths"]["/v1/games/{id}/actions"]["post"]["requestBody"]
    examples = body["content"]["application/json"]["examples"]

    assert list(examples) == list(games())
    for ruleset, example in examples.items():
        schema = {
            "$ref": f"#/components/schemas/{prefix(ruleset)}Action",
            "components": contract.document()["components"],
        }
        Draft202012Validator(schema).validate(example["value"])


def test_the_document_is_served_and_may_be_kept(stranger: Client) -> None:
    served = stranger.http.get("/openapi.json")

    assert (served.status_code, served.content_type, served.get_json()) == (
        200,
        "application/json",
        contract.document(),
    )
    assert stranger.http.get("/openapi.json", headers={"If-None-Match": served.headers["ETag"]}).status_code == 304


def test_the_repository_keeps_the_document_as_the_command_prints_it() -> None:
    said = subprocess.run([sys.executable, "-m", "service.cli", "openapi"], check=True, capture_output=True, timeout=30)

    assert json.loads(said.stdout) == contract.document()
    assert said.stdout == (ROOT / "openapi/openapi.json").read_bytes(), "make openapi writes it anew"
