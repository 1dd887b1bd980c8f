"""The card file: effects are data (section 1)."""

import json
from importlib.resources import files
from typing import Any

import pytest

from engine.rally.cards import CREW, BadCards, load
from tests.games.rally.table import asked, play, shown, stacked, table

PRINTED = json.loads(files("engine.rally").joinpath("cards.json").read_bytes())
SPARE = "speed-straight speed-straight"


def changed(deck: str, **fields: Any) -> bytes:
    """The card file with one card changed; None takes a field away."""
    card = {**PRINTED[deck][0], **fields}
    card = {name: value for name, value in card.items() if value is not None}
    return json.dumps({**PRINTED, deck: [card, *PRINTED[deck][1:]]}).encode()


def test_a_new_card_of_known_primitives_needs_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    new = {
        "id": "skill-tow-truck",
        "name": "Tow Truck",
        "type": "skill",
        "count": 1,
        "requires": [{"faults_min": 1}],
        "effects": [{"op": "repair", "n": 2}, {"op": "fill"}, {"op": "teammate_draw", "n": 2}],
        "text": "Needs a Fault. Repair 2 Faults. Fill the live call. A teammate draws 2.",
    }
    box = load(json.dumps({**PRINTED, "crew": [*PRINTED["crew"], new]}).encode())
    monkeypatch.setitem(CREW, "skill-tow-truck", box.crew[-1])
    row = ("C S", "fault-misfire: S C", "fault-misfire: S C")
    state = play(table("skill-tow-truck", SPARE, row=row, car="fault-misfire fault-misfire"), "skill-tow-truck")
    assert (shown(state), state.car, len(state.hands[1])) == (["C+ S"], (), 4)
    assert (stacked(state), asked(state)) == ([("skill-tow-truck", 1)], (1,))


@pytest.mark.parametrize(
    ("deck", "fields", "why"),
    [
        ("crew", {"effects": [{"op": "teleport"}]}, "teleport"),
        ("crew", {"effects": [{"op": "draw"}]}, "missing required field `n`"),
        ("crew", {"effects": [{"op": "draw", "n": 0}]}, ">= 1"),
        ("crew", {"effects": [{"op": "draw", "n": 1, "to": "all"}]}, "unknown field `to`"),
        ("crew", {"effects": [{"op": "change", "scope": "next", "to": ["mud"]}]}, "mud"),
        ("crew", {"effects": [{"op": "change", "scope": "next", "to": []}]}, "length >= 1"),
        ("crew", {"effects": [{"op": "change", "scope": "next", "to": ["any", "any"]}]}, "only once"),
        ("crew", {"effects": [{"op": "fill"}]}, "for Skills"),
        (
            "crew",
            {"type": "skill", "when": None, "requires": [], "effects": [{"op": "also_hit", "stat": "grip"}]},
            "Skills",
        ),
        ("crew", {"type": "skill"}, "A Skill has `requires`"),
        ("crew", {"when": None}, "every other Crew card `when`"),
        ("crew", {"when": {"weather": "rain"}}, "weather"),
        ("crew", {"when": {"always": True, "streak": 1}}, "exactly one of"),
        ("crew", {"when": {"hand_max": 2}}, "always or a streak"),
        ("crew", {"type": "luck"}, "luck"),
        ("crew", {"count": 0}, ">= 1"),
        ("crew", {"colour": "red"}, "colour"),
        ("stages", {"calls": []}, "length >= 1"),
        ("faults", {"recovery": [{"stat": "mud", "corner": "ford"}]}, "mud"),
    ],
)
def test_bad_data_stops_the_start_and_names_the_card(deck: str, fields: dict[str, Any], why: str) -> None:
    with pytest.raises(BadCards) as refused:
        load(changed(deck, **fields))
    assert PRINTED[deck][0]["id"] in str(refused.value)
    assert why in str(refused.value)


def test_a_line_without_an_id_is_named_by_the_cards_name() -> None:
    with pytest.raises(BadCards, match=r"'Straight Line'.*missing required field `id`"):
        load(changed("crew", id=None))


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"{", "crew, stages and faults"),
        (b'{"crew": [], "stages": []}', "crew, stages and faults"),
        (json.dumps({**PRINTED, "crew": []}).encode(), "at least 1 Crew cards, not 0"),
        (json.dumps({**PRINTED, "stages": PRINTED["stages"][:14]}).encode(), "at least 15 Stage cards, not 14"),
        (json.dumps({**PRINTED, "faults": PRINTED["faults"][:2]}).encode(), "at least 5 Fault cards, not 4"),
        (changed("stages", id="fault-misfire"), "fault-misfire"),
    ],
)
def test_a_file_that_is_no_box_stops_the_start(content: bytes, why: str) -> None:
    with pytest.raises(BadCards, match=why):
        load(content)
