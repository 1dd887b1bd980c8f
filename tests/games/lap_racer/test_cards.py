"""The box (section 1 of the ledger), and card data that the rules can't run."""

import json
import re
from collections import Counter
from importlib.resources import files

import pytest

from engine.lap_racer.cards import BOX, CARDS, BadCard, read

FILE = files("engine.lap_racer").joinpath("cards.json").read_text(encoding="utf-8")
LEDGER = files("engine.lap_racer").joinpath("clauses.md").read_text(encoding="utf-8")


def with_card(**changes: object) -> bytes:
    """The card file with these fields of Hop Wheels, or of Lead Foot, another."""
    lists = json.loads(FILE)
    part = next(card for card in lists["parts"] if card["id"] == "hop-wheels")
    playbook = next(card for card in lists["playbooks"] if card["id"] == "lead-foot")
    for name, value in changes.items():
        (playbook if name in ("mods", "triggers") else part)[name] = value
    return json.dumps(lists).encode()


def test_the_box_holds_what_the_ledger_counts() -> None:
    types = Counter(part.type for part in BOX.parts for _ in range(part.count))
    flags = Counter(flag for part in BOX.parts for flag in part.flags for _ in range(part.count))
    assert types == {"engine": 17, "frame": 15, "wheels": 16, "utility": 17, "investment": 12}
    assert flags == {"P": 9, "E": 8, "M": 5}
    assert ([part.count for part in BOX.starting], BOX.debris.count, len(BOX.playbooks)) == ([4] * 5, 25, 32)


def test_every_card_stands_in_the_ledger_as_in_the_file() -> None:
    for card in CARDS:
        row = next(line for line in LEDGER.splitlines() if line.startswith(f"| {card.id} |")) if card.count < 25 else ""
        assert card.count == 25 or (card.name in row and card.text in row)


def test_every_effect_that_a_card_names_is_in_the_ledgers_table_of_primitives() -> None:
    table = LEDGER.split("### Effect primitives")[1].split("###")[0]
    primitives = set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))
    assert set(re.findall(r'"op": "(\w+)"', FILE)) == primitives


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"effects": [{"op": "teleport", "n": 3}]}, "hop-wheels: Invalid value 'teleport'"),
        ({"effects": [{"op": "draw"}]}, "hop-wheels: Object missing required field `n`"),
        ({"effects": [{"op": "draw", "n": 0}]}, "hop-wheels: Expected `int` >= 1"),
        ({"effects": [{"op": "draw", "n": 1, "may": True}]}, "hop-wheels: Object contains unknown field `may`"),
        ({"effects": [{"op": "move", "who": "self", "n": 1, "within": 4}]}, "hop-wheels: a range is for opponents"),
        ({"effects": [{"op": "roll", "table": [{"lo": 1, "hi": 5, "effects": []}]}]}, "hop-wheels: the rows of a roll"),
        ({"effects": [{"op": "banana", "from": 3, "to": 1, "n": 1, "may": True}]}, "hop-wheels: banana offsets"),
        ({"effects": [{"op": "scrap", "from": ["self", "hand"], "n": 1, "may": True}]}, "hop-wheels: scrap is from"),
        ({"effects": [{"op": "aura", "stat": "wipe_immune", "who": "self"}]}, "hop-wheels: an (E) card has an aura"),
        ({"flags": ["E"]}, "hop-wheels: an (E) card has an aura"),
        ({"flags": ["X"]}, "hop-wheels: Invalid enum value 'X'"),
        ({"type": "gearbox"}, "hop-wheels: Invalid enum value 'gearbox'"),
        ({"effects": [{"op": "if", "cond": {}, "then": []}]}, "hop-wheels: a condition names exactly one thing"),
        ({"id": "slicks"}, "slicks: there is another card of this id"),
        ({"mods": [{"mod": "warp"}]}, "lead-foot: Invalid value 'warp'"),
        ({"triggers": [{"on": "lunch", "limit": "none", "effects": []}]}, "lead-foot: Invalid enum value 'lunch'"),
        (
            {"triggers": [{"on": "lap", "limit": "none", "effects": [], "values": [6]}]},
            "lead-foot: values belong to drive_roll",
        ),
        (
            {
                "triggers": [
                    {"on": "lap", "limit": "none", "effects": [{"op": "aura", "stat": "wipe_immune", "who": "self"}]}
                ]
            },
            "lead-foot: a playbook has no aura",
        ),
    ],
)
def test_bad_card_data_is_refused_and_the_card_is_named(changes: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadCard, match=f"^{re.escape(complaint)}"):
        read(with_card(**changes))


def test_an_aura_inside_another_effect_is_refused() -> None:
    aura = {"op": "aura", "stat": "wipe_immune", "who": "self"}
    nested = [aura, {"op": "roll", "table": [{"lo": 1, "hi": 6, "effects": [{**aura, "stat": "move_immune"}]}]}]
    with pytest.raises(BadCard, match=r"^hop-wheels: an aura is an effect of its own"):
        read(with_card(flags=["E"], effects=nested))


def test_another_list_can_be_dropped_in() -> None:
    assert read(with_card(name="Jump Wheels", drive=2)).parts[19].name == "Jump Wheels"
