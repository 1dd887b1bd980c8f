"""Misses (RA-7, RA-R15)."""

import pytest

from engine.offers import SubsetOf
from engine.rally.actions import CallResolved, CardPlayed, Discarded, FaultTaken, StageCleared, TurnEnded, TurnStarted
from engine.rally.rules import RULES
from engine.rally.state import Mark, Mode
from tests.games.rally.table import act, asked, events, kind, play, shown, table


@pytest.mark.clause("RA-7.1")
def test_a_missed_card_is_discarded_and_its_effect_ignored() -> None:
    state = play(table("control-look-ahead", "speed-straight", row=("S S",)), "control-look-ahead")
    assert (state.discard, state.hands[0]) == (("control-look-ahead",), ())


@pytest.mark.clause("RA-7.2", "RA-R15")
def test_the_order_of_a_miss() -> None:
    more = {"fault_pile": ("fault-misfire", "fault-puncture"), "challenges": ["double_first_miss", "shed"]}
    state = table("grip-dig-in speed-straight", "speed-straight", row=("S", "S"), streak=2, **more)
    told = events(state, "play", zone="hand", card="grip-dig-in")
    assert told == [
        CardPlayed(0, "hand", "grip-dig-in"),
        Discarded(0, ("grip-dig-in",)),
        Discarded(None, ("control-clean-line",)),
        FaultTaken("fault-misfire", 2),
        FaultTaken("fault-puncture", 3),
        CallResolved(0, 0, Mark.MISS),
        StageCleared(0, "stage-01", None),
    ]
    state = play(state, "grip-dig-in")
    assert kind(state) == "choose.shed"
    assert events(state, "choose_cards", cards=["speed-straight"]) == [
        Discarded(0, ("speed-straight",)),
        TurnEnded(0),
        TurnStarted(1),
    ]


@pytest.mark.clause("RA-7.3")
def test_a_miss_gives_no_draw_and_no_extra_play() -> None:
    state = table("speed-full-chat grip-dig-in", "speed-straight", row=("G S S",), streak=3)
    state = play(state, "speed-full-chat")
    assert (state.hands[0], asked(state)) == (("grip-dig-in",), (1,))


@pytest.mark.clause("RA-R15")
def test_a_fifth_fault_stops_the_miss_on_its_way() -> None:
    car = "fault-misfire fault-misfire fault-puncture fault-puncture"
    row = ("S", "fault-misfire: S C")
    state = table("grip-dig-in", "speed-straight", row=row, car=car, streak=2, mode=Mode.VERSUS)
    state = play(state, "grip-dig-in")
    assert (len(state.car), shown(state), state.hit_stack) == (5, ["S", "fault-misfire: S C"], ())
    assert (state.claimed, state.result.reason) == (((), ()), "wrecked")


@pytest.mark.clause("RA-R22")
def test_a_miss_on_a_recovery_call_is_a_miss() -> None:
    more = {"car": "fault-puncture", "fault_pile": ("fault-misfire", "fault-misfire")}
    state = table("speed-straight", "speed-straight", row=("S+", "fault-puncture: G S"), **more)
    state = play(state, "speed-straight")
    assert shown(state) == ["S+", "fault-puncture: G- S", "fault-misfire: S C"]


@pytest.mark.clause("RA-R21")
def test_a_miss_on_the_last_call_makes_the_day_go_on() -> None:
    more = {"fault_pile": ("fault-misfire",)}
    for day in (1, 3):
        state = play(table("speed-straight", "speed-straight", row=("G",), day=day, **more), "speed-straight")
        assert (shown(state), kind(state)) == (["G-", "fault-misfire: S C"], "play")


@pytest.mark.clause("RA-11.5")
def test_the_first_miss_of_a_day_takes_one_more_fault() -> None:
    state = table(*["speed-straight speed-straight"] * 2, row=("G G S",), challenges=["double_first_miss"])
    state = play(state, "speed-straight")
    assert len(state.car) == 2
    assert len(play(state, "speed-straight").car) == 3


@pytest.mark.clause("RA-11.6")
def test_after_a_miss_one_more_card_of_choice_is_discarded() -> None:
    state = table("speed-straight grip-dig-in skill-cover", "speed-straight", row=("G S",), challenges=["shed"])
    state = play(state, "speed-straight")
    assert (asked(state), kind(state)) == ((0,), "choose.shed")
    assert [offer.fields for offer in RULES.offers(state, 0)] == [
        {"cards": SubsetOf(("grip-dig-in", "skill-cover"), 1, 1)}
    ]
    state = act(state, "choose_cards", cards=["grip-dig-in"])
    assert (state.hands[0], state.discard, asked(state)) == (("skill-cover",), ("speed-straight", "grip-dig-in"), (1,))


@pytest.mark.clause("RA-11.6")
def test_an_empty_hand_has_nothing_to_shed() -> None:
    state = play(table("speed-straight", "speed-straight", row=("G S",), challenges=["shed"]), "speed-straight")
    assert (asked(state), kind(state)) == ((1,), "play")


@pytest.mark.clause("RA-R34")
def test_a_miss_for_not_being_able_to_play_counts_for_both_challenges() -> None:
    more = {"challenges": ["double_first_miss", "shed"]}
    state = table("speed-straight", "skill-full-send", row=("S S S",), **more)
    state = play(state, "speed-straight")
    assert (asked(state), kind(state), len(state.car)) == ((1,), "choose.shed", 2)
