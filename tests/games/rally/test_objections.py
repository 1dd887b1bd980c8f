"""The clause that a refusal cites."""

from typing import Any

import pytest

from engine.rally import GAME
from engine.rally.state import State
from tests.games.rally.table import asked, play, table

SPARE = "speed-straight speed-straight"


def first() -> State:
    return table("grip-dig-in skill-full-send", SPARE, SPARE, row=("S S",), reserve="skill-cover")


def extra() -> State:
    return play(table("control-baton speed-straight", SPARE, SPARE, row=("C S S",)), "control-baton")


def change() -> State:
    return play(table("control-pace-note", SPARE, row=("C S S",)), "control-pace-note")


def reserve() -> State:
    return play(table("grip-tow-rope speed-straight", SPARE, row=("G S",)), "grip-tow-rope")


def teammate() -> State:
    return play(table("skill-regroup", SPARE, SPARE, row=("G S",)), "skill-regroup")


def unable() -> State:
    return table("skill-full-send", row=("S S",))


def service() -> State:
    return play(table("speed-straight", "grip-dig-in " * 9, row=("S",)), "speed-straight")


def alone() -> State:
    return table(f"{SPARE} speed-straight", row=("S S",))


@pytest.mark.parametrize(
    ("state", "action", "clause"),
    [
        (first, {"type": "stop"}, "RA-R1"),
        (first, {"type": "take_fault"}, "RA-R1"),
        (first, {"type": "solo_draw"}, "RA-12.2"),
        (first, {"type": "keep", "discard": []}, "RA-4.1"),
        (first, {"type": "play", "zone": "deck", "card": "skill-cover"}, "RA-4.2"),
        (first, {"type": "play", "zone": "hand", "card": "skill-cover"}, "RA-4.2"),
        (first, {"type": "play", "zone": "reserve", "card": "grip-dig-in"}, "RA-4.2"),
        (first, {"type": "play", "zone": "hand", "card": "skill-full-send"}, "RA-4.5"),
        (first, {"type": "play", "zone": "hand", "card": "grip-dig-in", "give_to": 1}, "RA-R28"),
        (extra, {"type": "play", "zone": "hand", "card": "speed-straight"}, "RA-R28"),
        (extra, {"type": "play", "zone": "hand", "card": "speed-straight", "give_to": 0}, "RA-R28"),
        (extra, {"type": "take_fault"}, "RA-R6"),
        (extra, {"type": "stop", "now": True}, "RA-4.8"),
        (change, {"type": "play", "zone": "hand", "card": "speed-straight"}, "RA-8.3"),
        (change, {"type": "solo_draw"}, "RA-12.2"),
        (change, {"type": "change", "row": 0, "index": 0, "to": "grip"}, "RA-R13"),
        (change, {"type": "change", "row": False, "index": 1, "to": "grip"}, "RA-R13"),
        (change, {"type": "change", "row": 0, "index": 1, "to": "mud"}, "RA-8.3"),
        (change, {"type": "change", "row": 0, "index": 1, "to": "speed"}, "RA-R14"),
        (change, {"type": "decline", "loudly": True}, "RA-5.4"),
        (reserve, {"type": "decline"}, "RA-5.4"),
        (teammate, {"type": "choose_seat", "seat": 0}, "RA-5.6"),
        (unable, {"type": "stop"}, "RA-R35"),
        (service, {"type": "keep", "discard": ["grip-dig-in"]}, "RA-10.2"),
        (service, {"type": "stop"}, "RA-10.2"),
        (alone, {"type": "solo_draw"}, "RA-12.2"),
    ],
)
def test_a_refusal_cites_the_clause_that_forbids_the_action(state: Any, action: dict[str, Any], clause: str) -> None:
    table_now = state()
    cited, detail = GAME.objection(table_now, asked(table_now)[0], action)
    assert cited == clause
    assert detail.endswith(".")


@pytest.mark.clause("RA-5.4")
def test_who_declines_to_fill_the_reserve_is_told_how() -> None:
    _, detail = GAME.objection(reserve(), 0, {"type": "decline"})
    assert detail == "To place nothing, choose no cards."
