"""What happens when time is over (section 4)."""

import pytest

from engine.rally.rules import RULES
from tests.games.rally.table import asked, play, table

SPARE = "speed-straight speed-straight"


def default(state) -> dict:
    return RULES.prompt(state, asked(state)[0]).default


@pytest.mark.parametrize(
    ("hand", "reserve", "played"),
    [
        ("skill-handover grip-dig-in speed-slipstream speed-straight", "speed-straight", ("hand", "speed-slipstream")),
        ("skill-cover grip-dig-in", "grip-dig-in speed-straight", ("reserve", "speed-straight")),
        ("grip-dig-in skill-handover skill-full-send skill-cover", "", ("hand", "skill-full-send")),
        ("grip-dig-in skill-regroup skill-handover", "grip-dig-in", ("hand", "skill-regroup")),
        ("control-baton grip-dig-in", "grip-streak", ("hand", "control-baton")),
        ("", "grip-streak skill-cover", ("reserve", "grip-streak")),
    ],
)
def test_the_first_play_goes_by_a_fixed_order(hand: str, reserve: str, played: tuple[str, str]) -> None:
    state = table(hand, SPARE, row=("S G",), reserve=reserve, streak=4)
    assert default(state) == {"type": "play", "zone": played[0], "card": played[1]}


def test_an_extra_play_is_left() -> None:
    assert default(play(table("speed-flat-out speed-straight", SPARE), "speed-flat-out")) == {"type": "stop"}


def test_who_cannot_play_uses_the_solo_draw() -> None:
    assert default(table("skill-full-send")) == {"type": "solo_draw"}


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        ("control-pace-note", {"type": "decline"}),
        ("grip-new-rubber skill-cover", {"type": "choose_cards", "cards": ["control-baton"]}),
        ("grip-tow-rope", {"type": "choose_cards", "cards": []}),
        ("grip-field-fix", {"type": "choose_fault", "fault": "fault-misfire"}),
        ("skill-handover", {"type": "choose_seat", "seat": 2}),
        ("skill-regroup", {"type": "choose_seat", "seat": 2}),
    ],
)
def test_effects(hand: str, answer: dict) -> None:
    more = {"streak": 5, "car": "fault-misfire fault-puncture", "deck": "speed-flat-out control-baton"}
    state = table(SPARE, hand, SPARE, row=("A S S",), turn=1, **more)
    assert default(play(state, hand.split(maxsplit=1)[0])) == answer


def test_the_newest_card_is_shed() -> None:
    state = table("grip-dig-in skill-cover speed-straight", SPARE, challenges=["shed"])
    assert default(play(state, "grip-dig-in")) == {"type": "choose_cards", "cards": ["speed-straight"]}


def test_at_service_only_the_newest_excess_cards_go() -> None:
    hand = "grip-dig-in " * 7 + "skill-cover skill-regroup"
    state = play(table("speed-straight", hand, "grip-dig-in", row=("S",)), "speed-straight")
    assert RULES.prompt(state, 1).default == {"type": "keep", "discard": ["skill-cover", "skill-regroup"]}
    assert RULES.prompt(state, 2).default == {"type": "keep", "discard": []}
