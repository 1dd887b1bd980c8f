"""The turn (RA-4)."""

import pytest

from engine.rally.actions import CannotPlay, CardPlayed, Drew, FaultTaken, TurnEnded, TurnStarted
from engine.rally.rules import RULES
from tests.games.rally.table import (
    act,
    asked,
    drive,
    events,
    is_offered,
    kind,
    play,
    shown,
    stacked,
    table,
)


def offered(state) -> list[tuple[str, ...]]:
    """The offers of whoever is asked: their types, with zone and card of a play."""
    offers = RULES.offers(state, asked(state)[0])
    return [(offer.type, *map(str, offer.fields.values())) for offer in offers]


@pytest.mark.clause("RA-4.1", "RA-R1")
def test_a_turn_starts_with_one_play_that_must_be_made() -> None:
    state = table("speed-straight grip-dig-in", "speed-straight", row=("S S S",))
    assert offered(state) == [("play", "hand", "speed-straight"), ("play", "hand", "grip-dig-in")]
    assert RULES.prompt(state, 0).must
    assert asked(play(state, "speed-straight")) == (1,)


@pytest.mark.clause("RA-2.6")
def test_turns_go_clockwise() -> None:
    state = table(*["speed-straight speed-straight"] * 3, row=("S S S S S",), turn=1)
    seats = []
    for _ in range(4):
        seats += asked(state)
        state = play(state, "speed-straight")
    assert seats == [1, 2, 0, 1]


@pytest.mark.clause("RA-4.2", "RA-8.9")
def test_a_card_is_played_from_the_own_hand_or_by_anybody_from_the_reserve() -> None:
    state = table("speed-straight", "speed-flat-out", row=("S S S",), reserve="grip-dig-in speed-slipstream")
    assert offered(state) == [
        ("play", "hand", "speed-straight"),
        ("play", "reserve", "grip-dig-in"),
        ("play", "reserve", "speed-slipstream"),
    ]
    state = act(state, "play", zone="reserve", card="speed-slipstream")
    assert state.reserve == ("grip-dig-in",)
    assert stacked(state) == [("speed-slipstream", 1)]
    assert ("play", "reserve", "grip-dig-in") in offered(state)


@pytest.mark.clause("RA-4.3")
def test_a_matching_card_is_a_hit() -> None:
    state = play(table("grip-dig-in grip-dig-in", "grip-dig-in", row=("G S",)), "grip-dig-in")
    assert (shown(state), state.car) == (["G+ S"], ())


@pytest.mark.clause("RA-4.4")
def test_a_card_that_does_not_match_is_a_miss_even_with_a_better_one_in_hand() -> None:
    state = play(table("speed-straight grip-dig-in", "grip-dig-in", row=("G S",)), "speed-straight")
    assert (shown(state)[0], len(state.car)) == ("G- S", 1)


@pytest.mark.clause("RA-4.5")
@pytest.mark.parametrize(
    ("skill", "short", "enough"),
    [
        ("skill-full-send", {"streak": 3}, {"streak": 4}),
        ("skill-route-board", {"streak": 0}, {"streak": 1}),
        ("skill-repair-crew", {"streak": 2}, {"streak": 2, "car": "fault-misfire"}),
        ("skill-repair-crew", {"streak": 1, "car": "fault-misfire"}, {"streak": 2, "car": "fault-misfire"}),
    ],
)
def test_a_skill_needs_all_that_it_requires(skill: str, short: dict, enough: dict) -> None:
    hand = f"speed-straight {skill}"
    assert not is_offered(table(hand, "speed-straight", **short), "play", zone="hand", card=skill)
    assert is_offered(table(hand, "speed-straight", **enough), "play", zone="hand", card=skill)


@pytest.mark.clause("RA-4.6", "RA-R2")
def test_an_unmatched_typed_card_can_be_played_and_so_must_be() -> None:
    state = table("speed-straight", "speed-straight", row=("G S S",))
    assert offered(state) == [("play", "hand", "speed-straight")]
    assert shown(play(state, "speed-straight"))[0] == "G- S S"


@pytest.mark.clause("RA-4.6")
def test_a_skill_whose_needs_are_met_can_be_played() -> None:
    assert offered(table("skill-regroup", "speed-straight")) == [("play", "hand", "skill-regroup")]


@pytest.mark.clause("RA-4.7")
def test_who_cannot_play_takes_a_fault_and_misses_without_a_draw() -> None:
    state = table("speed-straight", "skill-full-send", "speed-straight", row=("S S S",))
    told = events(state, "play", zone="hand", card="speed-straight")
    assert told[told.index(TurnStarted(1)) + 1 :][:1] == [CannotPlay(1)]
    assert not [event for event in told if isinstance(event, Drew)]
    state = play(state, "speed-straight")
    assert shown(state)[0] == "S+ S- S"
    assert (len(state.car), state.hands[1], asked(state)) == (1, ("skill-full-send",), (2,))


@pytest.mark.clause("RA-4.8")
def test_with_an_extra_play_one_may_play_again_or_stop() -> None:
    state = play(table("speed-flat-out speed-straight", "speed-straight", row=("S S S",)), "speed-flat-out")
    assert (asked(state), kind(state)) == ((0,), "extra")
    assert offered(state) == [("play", "hand", "speed-straight"), ("stop",)]
    assert asked(act(state, "stop")) == (1,)
    assert asked(play(state, "speed-straight")) == (1,)


@pytest.mark.clause("RA-4.8")
def test_each_further_play_is_a_new_question() -> None:
    state = table("speed-flat-out speed-flat-out speed-straight", "speed-straight", row=("S S S S",))
    prompts = [RULES.question(state).id]
    for card in ("speed-flat-out", "speed-flat-out"):
        state = play(state, card)
        prompts.append(RULES.question(state).id)
    assert prompts == [1, 2, 3]
    assert RULES.question(state).follows == 0


@pytest.mark.clause("RA-4.9")
def test_the_turn_ends_with_the_last_play_a_stop_a_miss_or_the_day() -> None:
    state = table("speed-straight speed-flat-out grip-dig-in", "speed-straight", row=("S S S",))
    ends = {
        "no play left": asked(play(state, "speed-straight")),
        "stop": asked(act(play(state, "speed-flat-out"), "stop")),
        "a Miss": asked(play(state, "grip-dig-in")),
        "the day": kind(play(table("speed-flat-out speed-straight", "speed-straight", row=("S",)), "speed-flat-out")),
    }
    assert ends == {"no play left": (1,), "stop": (1,), "a Miss": (1,), "the day": "service"}


@pytest.mark.clause("RA-4.10")
def test_nothing_is_drawn_by_itself() -> None:
    state = table("speed-straight speed-flat-out", "speed-straight", row=("S S G S",))
    before = len(state.deck)
    state = act(play(state, "speed-flat-out"), "stop")
    state = play(play(state, "speed-straight"), "speed-straight")
    assert len(state.deck) == before
    assert state.hands == ((), ())


@pytest.mark.clause("RA-R5", "RA-7.3")
def test_a_miss_on_an_extra_play_ends_the_turn_and_all_extra_plays() -> None:
    state = table("speed-full-chat grip-dig-in speed-straight", "speed-straight", row=("S S S",), streak=3, deck="")
    state = play(state, "speed-full-chat")
    assert state.stack[0].plays == 2
    assert TurnEnded(0) in events(state, "play", zone="hand", card="grip-dig-in")
    assert asked(play(state, "grip-dig-in")) == (1,)


@pytest.mark.clause("RA-R6")
def test_an_extra_play_that_cannot_be_made_costs_nothing_and_shows_nothing() -> None:
    state = table("speed-flat-out skill-full-send", "speed-straight", row=("S S S",))
    state = play(state, "speed-flat-out")
    assert (kind(state), offered(state), state.car) == ("extra", [("stop",)], ())
    empty = play(table("speed-flat-out", "speed-straight", row=("S S S",)), "speed-flat-out")
    assert (asked(empty), kind(empty), empty.car) == ((1,), "play", ())


@pytest.mark.clause("RA-R6")
def test_an_empty_hand_is_asked_for_an_extra_play_of_a_playable_reserve_card() -> None:
    state = table("speed-flat-out", "speed-straight", row=("S S S",), reserve="skill-full-send")
    assert asked(play(state, "speed-flat-out")) == (1,)
    state = table("speed-flat-out", "speed-straight", row=("S S S",), reserve="speed-straight")
    assert offered(play(state, "speed-flat-out")) == [("play", "reserve", "speed-straight"), ("stop",)]


@pytest.mark.clause("RA-R7")
def test_a_lone_kind_of_reserve_card_is_played_for_an_empty_hand() -> None:
    state = table("speed-straight", "", "speed-straight", row=("S G S",), reserve="speed-slipstream speed-slipstream")
    told = events(state, "play", zone="hand", card="speed-straight")
    assert CardPlayed(1, "reserve", "speed-slipstream") in told
    assert any(isinstance(event, FaultTaken) for event in told)
    state = play(state, "speed-straight")
    assert (asked(state), state.reserve) == ((2,), ("speed-slipstream",))


@pytest.mark.clause("RA-R7")
def test_two_kinds_in_the_reserve_leave_an_empty_hand_the_choice() -> None:
    state = table("speed-straight", "", row=("S G S",), reserve="speed-straight grip-dig-in")
    state = play(state, "speed-straight")
    assert (asked(state), len(offered(state))) == ((1,), 2)


@pytest.mark.clause("RA-R8")
def test_a_reserve_card_goes_where_a_hand_card_would() -> None:
    reserve = "speed-straight grip-dig-in control-clean-line"
    state = table("speed-boomerang", "speed-straight", row=("S S S",), reserve=reserve, streak=2)
    hit = act(state, "play", zone="reserve", card="speed-straight")
    assert stacked(hit)[-1] == ("speed-straight", 1)
    assert act(state, "play", zone="reserve", card="grip-dig-in").discard == ("grip-dig-in", "control-clean-line")
    returned = act(play(state, "speed-boomerang"), "play", zone="reserve", card="speed-straight")
    assert returned.hands[0] == ("speed-straight",)
    assert len(table("", "speed-straight", turn=1, reserve="speed-straight " * 20).reserve) == 20


@pytest.mark.clause("RA-R29")
def test_hands_have_no_limit_inside_a_day() -> None:
    state = table("speed-slipstream " + "grip-dig-in " * 9, "speed-straight", row=("S S S",))
    assert len(play(state, "speed-slipstream").hands[0]) == 10


@pytest.mark.clause("RA-R29")
@pytest.mark.parametrize(
    ("hand", "reserve", "playable"),
    [
        ("skill-second-wind grip-dig-in grip-dig-in", "", True),
        ("skill-second-wind grip-dig-in grip-dig-in grip-dig-in", "", False),
        ("grip-dig-in grip-dig-in", "skill-second-wind", True),
        ("grip-dig-in grip-dig-in grip-dig-in", "skill-second-wind", False),
    ],
)
def test_the_other_hand_cards_do_not_count_the_skill_itself(hand: str, reserve: str, playable: bool) -> None:
    state = table(hand, "speed-straight", reserve=reserve)
    zone = "reserve" if reserve else "hand"
    assert is_offered(state, "play", zone=zone, card="skill-second-wind") is playable


def test_a_silent_table_still_plays_until_the_end() -> None:
    hand = "speed-straight grip-dig-in control-clean-line " * 2
    assert drive(table(hand, hand, row=("S G C S G",))).result is not None


def test_an_offer_says_what_the_card_will_be() -> None:
    state = table("speed-straight grip-dig-in skill-cover", "speed-straight", row=("G S",))
    assert [offer.text for offer in RULES.offers(state, 0)] == [
        "Straight Line: a Miss",
        "Dig In: a Hit. No effect.",
        "Cover: Fill the live call as a Hit, whatever it asks.",
    ]
