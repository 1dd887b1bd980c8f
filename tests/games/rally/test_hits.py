"""Hits, the Hit stack and the streak (RA-5, RA-6)."""

import pytest

from engine.rally.actions import CallResolved, CardPlayed, CardStacked, Drew, PlaysAdded
from engine.rally.state import Mark, Stacked, streak
from tests.games.rally.table import act, asked, drive, events, is_offered, kind, play, shown, stacked, table


@pytest.mark.clause("RA-5.1")
def test_a_hit_marks_the_call_and_stacks_the_card_with_what_it_resolved() -> None:
    told = events(table("grip-dig-in", "grip-dig-in", row=("G S",), streak=2), "play", zone="hand", card="grip-dig-in")
    assert told[:3] == [
        CardPlayed(0, "hand", "grip-dig-in"),
        CallResolved(0, 0, Mark.HIT),
        CardStacked("grip-dig-in", 1, 3),
    ]


@pytest.mark.clause("RA-5.2")
@pytest.mark.parametrize(
    ("asks", "streak", "drawn"), [("C", 2, 2), ("C", 1, 0), ("G", 2, 0)], ids=["both", "no streak", "a Miss"]
)
def test_an_effect_needs_the_hit_and_its_condition(asks: str, streak: int, drawn: int) -> None:
    state = table("control-feather", "speed-straight", row=(f"{asks} S S",), streak=streak)
    assert len(play(state, "control-feather").hands[0]) == drawn


@pytest.mark.clause("RA-5.3")
def test_without_its_condition_a_card_hits_and_its_effect_is_skipped_whole() -> None:
    state = play(table("speed-full-chat speed-straight", "speed-straight", row=("S S S",), streak=2), "speed-full-chat")
    assert (shown(state)[0], state.hands[0], asked(state)) == ("S+ S S", ("speed-straight",), (1,))


@pytest.mark.clause("RA-5.4")
def test_effects_resolve_in_printed_order() -> None:
    state = table("speed-full-chat", "speed-straight", row=("S S S",), streak=3)
    told = events(state, "play", zone="hand", card="speed-full-chat")
    assert [type(event) for event in told[-2:]] == [Drew, PlaysAdded]
    rubber = play(
        table("grip-new-rubber", "speed-straight", row=("G S",), deck="skill-cover grip-dig-in"), "grip-new-rubber"
    )
    assert (kind(rubber), rubber.hands[0]) == ("choose.discard", ("skill-cover", "grip-dig-in"))


@pytest.mark.clause("RA-5.4")
def test_an_effect_that_says_may_can_be_declined() -> None:
    state = play(table("grip-gravel-line", "speed-straight", row=("G S S",)), "grip-gravel-line")
    state = act(state, "decline")
    assert (shown(state)[0], asked(state)) == ("G+ S S", (1,))


@pytest.mark.clause("RA-5.5")
def test_grants_of_extra_plays_add_up() -> None:
    hand = "speed-full-chat speed-flat-out speed-straight"
    state = play(table(hand, "speed-straight", row=("S S S S",), streak=3), "speed-full-chat", "speed-flat-out")
    assert (state.stack[0].plays, kind(state)) == (2, "extra")


@pytest.mark.clause("RA-5.6")
def test_effects_are_complete_before_the_next_play_and_before_the_turn_ends() -> None:
    state = play(table("control-pace-note", "speed-straight", row=("C S S",)), "control-pace-note")
    assert (kind(state), asked(state)) == ("choose.change", (0,))
    assert not is_offered(state, "play", zone="hand", card="speed-straight")
    assert asked(act(state, "decline")) == (1,)


@pytest.mark.clause("RA-6.1")
def test_the_streak_is_the_sum_of_hits_before_the_card_is_added() -> None:
    stack = (Stacked("skill-full-send", 3), Stacked("skill-regroup", 0), Stacked("speed-streak", 2))
    state = table("control-feather", "speed-straight", row=("C S S",), hit_stack=stack)
    assert streak(state) == 5
    own = play(table("control-feather", "speed-straight", row=("C S S",), streak=1), "control-feather")
    assert own.hands[0] == (), "its own Hit, the second, does not count"


@pytest.mark.clause("RA-6.2")
@pytest.mark.parametrize(("streak", "holds"), [(2, False), (3, True), (4, True)])
def test_streak_n_holds_from_n_on(streak: int, holds: bool) -> None:
    state = play(table("speed-full-chat", "speed-straight", row=("S S S",), streak=streak), "speed-full-chat")
    assert bool(state.hands[0]) is holds


@pytest.mark.clause("RA-6.3")
@pytest.mark.parametrize(
    ("card", "row", "streak", "hits"),
    [
        ("speed-straight", "S S S S", 0, 1),
        ("speed-streak", "S G S S", 1, 2),
        ("skill-cover", "S S S S", 0, 1),
        ("skill-full-send", "S+ S G C", 4, 3),
        ("skill-handover", "S S S S", 0, 0),
    ],
)
def test_hit_counts(card: str, row: str, streak: int, hits: int) -> None:
    state = play(table(card, "speed-straight", row=(row, "S"), streak=streak), card)
    assert stacked(state)[-1] == (card, hits)


@pytest.mark.clause("RA-6.4")
def test_the_stack_survives_stages_and_turns() -> None:
    state = play(table("speed-straight speed-straight", "grip-dig-in", row=("S", "G S")), "speed-straight")
    assert stacked(state) == [("speed-straight", 1)]
    assert stacked(play(state, "grip-dig-in")) == [("speed-straight", 1), ("grip-dig-in", 1)]


@pytest.mark.clause("RA-6.5")
def test_the_stack_is_discarded_after_a_miss_and_at_the_end_of_the_day() -> None:
    missed = play(table("grip-dig-in", "speed-straight", row=("S S",), streak=2), "grip-dig-in")
    assert (stacked(missed), missed.discard) == ([], ("grip-dig-in", "control-clean-line"))
    state = drive(
        play(table("speed-straight", "speed-straight", row=("S",), streak=2), "speed-straight"), stop_at="play"
    )
    assert (state.day, stacked(state), state.discard) == (2, [], ("control-clean-line", "speed-straight"))


@pytest.mark.clause("RA-R3")
@pytest.mark.parametrize("skill", ["skill-handover", "skill-regroup"])
def test_a_support_skill_leaves_the_live_call_open_and_uses_the_play(skill: str) -> None:
    state = play(table(skill, "speed-straight", row=("S G",)), skill)
    assert (shown(state), asked(state)) == (["S G"], (1,))


@pytest.mark.clause("RA-R4")
def test_a_support_skill_goes_to_the_stack_without_a_hit() -> None:
    state = play(table("skill-regroup", "speed-straight", row=("S G",), streak=2), "skill-regroup")
    assert (stacked(state)[-1], streak(state), state.discard) == (("skill-regroup", 0), 2, ())


@pytest.mark.clause("RA-R9")
def test_a_returned_hit_counts_for_no_streak_but_the_call_stays_a_hit() -> None:
    state = table("speed-boomerang speed-straight", "speed-straight", row=("S S S",), streak=2)
    state = play(state, "speed-boomerang", "speed-straight")
    assert (shown(state)[0], streak(state)) == ("S+ S+ S", 3)


@pytest.mark.clause("RA-R10")
def test_a_streak_card_on_the_last_call_of_the_day_counts_one() -> None:
    state = play(table("speed-streak", "grip-dig-in", row=("G+ S",), streak=1), "speed-streak")
    assert (kind(state), stacked(state)[-1]) == ("service", ("speed-streak", 1))
    two = play(table("speed-streak", "grip-dig-in", row=("S G G",), streak=1), "speed-streak")
    assert stacked(two)[-1] == ("speed-streak", 2)


@pytest.mark.clause("RA-R11")
def test_the_second_hit_reaches_the_next_stage_a_recovery_too_and_has_no_effect() -> None:
    state = table("speed-streak", "grip-dig-in", row=("S", "fault-puncture: G S"), streak=1, car="fault-puncture")
    state = play(state, "speed-streak")
    assert (shown(state), state.hands[0]) == (["S+", "fault-puncture: G+ S"], ())


@pytest.mark.clause("RA-R12")
def test_also_hit_is_marked_before_the_card_is_placed_and_keeps_what_the_call_asks() -> None:
    state = table("speed-streak", "grip-dig-in", row=("S G G",), streak=1)
    told = events(state, "play", zone="hand", card="speed-streak")
    assert told[1:4] == [
        CallResolved(0, 0, Mark.HIT),
        CallResolved(0, 1, Mark.HIT),
        CardStacked("speed-streak", 2, 3),
    ]
    assert shown(play(state, "speed-streak")) == ["S+ G+ G"]


@pytest.mark.clause("RA-R12")
def test_a_returned_card_is_in_the_hand_when_its_own_effects_resolve() -> None:
    hand = "speed-boomerang skill-second-wind"
    state = play(table(hand, "speed-straight", row=("S S S",), streak=2), "speed-boomerang", "skill-second-wind")
    assert state.hands[0] == ("skill-second-wind", "grip-dig-in", "grip-dig-in", "grip-dig-in")
    rubber = table("speed-boomerang grip-new-rubber", "speed-straight", row=("S G S",), streak=2)
    rubber = play(rubber, "speed-boomerang", "grip-new-rubber")
    assert is_offered(rubber, "choose_cards", cards=["grip-new-rubber"])
