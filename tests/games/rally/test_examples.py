"""The ledger's worked examples, in its order (section 6)."""

import pytest

from engine.rally import GAME
from engine.rally.cards import FAULT_PILE
from engine.rally.state import Mode, streak
from tests.games.rally.table import act, asked, drive, is_offered, kind, play, shown, stacked, table

SPARE = "speed-straight speed-straight"
FOUR = "fault-bent-arm fault-bent-arm fault-misfire fault-misfire"


@pytest.mark.clause("RA-E1")
def test_a_hit() -> None:
    state = play(
        table("grip-new-rubber speed-straight", SPARE, row=("G S",), deck="skill-cover grip-dig-in"), "grip-new-rubber"
    )
    assert (shown(state)[0], stacked(state)) == ("G+ S", [("grip-new-rubber", 1)])
    state = act(state, "choose_cards", cards=["speed-straight"])
    assert (state.hands[0], asked(state)) == (("skill-cover", "grip-dig-in"), (1,))


@pytest.mark.clause("RA-E2")
def test_a_miss() -> None:
    more = {"streak": 3, "fault_pile": ("fault-puncture",)}
    state = play(table("speed-flat-out grip-dig-in", SPARE, row=("G S",), **more), "speed-flat-out")
    assert state.discard == ("speed-flat-out", "control-clean-line")
    assert (state.car, shown(state)) == (("fault-puncture",), ["G- S", "fault-puncture: G S"])
    assert (streak(state), asked(state)) == (0, (1,))


@pytest.mark.clause("RA-E3")
def test_a_streak_card() -> None:
    state = play(table("speed-streak", SPARE, row=("S C S",), streak=1), "speed-streak")
    assert (shown(state)[0], stacked(state)[-1], streak(state)) == ("S+ C+ S", ("speed-streak", 2), 3)


@pytest.mark.clause("RA-E4")
def test_a_streak_card_too_early() -> None:
    state = play(table("speed-streak", SPARE, row=("S C S",)), "speed-streak")
    assert (shown(state)[0], stacked(state)) == ("S+ C S", [("speed-streak", 1)])


@pytest.mark.clause("RA-E5")
def test_a_player_who_cannot_play() -> None:
    state = play(table("speed-straight", "skill-full-send", SPARE, row=("S S S",), streak=1), "speed-straight")
    assert (shown(state)[0], len(state.car), state.hit_stack) == ("S+ S- S", 1, ())
    assert (state.hands[1], asked(state)) == (("skill-full-send",), (2,))


@pytest.mark.clause("RA-E6")
def test_full_send() -> None:
    state = table("skill-full-send", SPARE, row=("S+ G C A", "S"), streak=4, mode=Mode.VERSUS)
    state = play(state, "skill-full-send")
    assert (shown(state)[0], stacked(state)[-1], streak(state)) == ("S+ G+ C+ A+", ("skill-full-send", 3), 7)
    assert state.claimed == (("stage-01",), ())


@pytest.mark.clause("RA-E7")
def test_boomerang() -> None:
    state = table("speed-boomerang control-pace-note", SPARE, row=("S S S",), streak=2)
    state = play(state, "speed-boomerang", "control-pace-note")
    assert (shown(state)[0], state.hands[0]) == ("S+ S- S", ("control-pace-note",))
    assert (state.hit_stack, len(state.car)) == ((), 1)


@pytest.mark.clause("RA-E8")
def test_baton_and_stop() -> None:
    state = play(table("control-baton speed-straight", SPARE, row=("C S S",)), "control-baton")
    state = act(state, "stop")
    assert state.hands == (("speed-straight",), ("speed-straight", "speed-straight"))
    assert stacked(play(state, "speed-straight"))[-1] == ("speed-straight", 1)


@pytest.mark.clause("RA-E9")
def test_handover() -> None:
    state = table("skill-handover", SPARE, SPARE, row=("S S S",), deck=SPARE)
    state = act(play(state, "skill-handover"), "choose_seat", seat=2)
    assert (state.hands[0], shown(state)[0], asked(state)) == (("speed-straight", "speed-straight"), "S S S", (2,))
    assert asked(play(state, "speed-straight")) == (0,)


@pytest.mark.clause("RA-E10")
def test_a_miss_ends_the_chain() -> None:
    state = play(
        table("speed-full-chat grip-dig-in", SPARE, row=("S S S",), streak=3), "speed-full-chat", "grip-dig-in"
    )
    assert (shown(state)[0], asked(state)) == ("S+ S- S", (1,))


@pytest.mark.clause("RA-E11")
def test_the_last_call_of_day_3() -> None:
    more = {"row": ("S",), "day": 3, "fault_pile": FAULT_PILE[-1:]}
    state = play(table("grip-dig-in", SPARE, car=FOUR.split(" ", 1)[1], **more), "grip-dig-in")
    assert (shown(state)[-1], state.result) == ("fault-leaking-damper: A C", None)
    lost = play(table("grip-dig-in", SPARE, car=FOUR, **more), "grip-dig-in")
    assert lost.result.reason == "wrecked"


@pytest.mark.clause("RA-E11")
def test_clearing_that_recovery_wins() -> None:
    state = table("speed-straight control-clean-line", SPARE, row=("S-", "fault-leaking-damper: A+ C"), day=3)
    assert play(state, "control-clean-line").result.reason == "finished"


@pytest.mark.clause("RA-E12")
def test_a_repair_of_a_fault_partly_played() -> None:
    row = ("S+", "fault-puncture: G+ S")
    state = table("skill-repair-crew speed-straight", "", row=row, streak=2, car="fault-puncture", fault_pile=())
    state = play(state, "skill-repair-crew")
    assert (state.car, state.fault_pile, shown(state)) == ((), ("fault-puncture",), list(row))
    assert len(drive(play(state, "speed-straight"), stop_at="play").row) == 4


@pytest.mark.clause("RA-E13")
def test_a_repair_of_an_untouched_fault() -> None:
    row = ("S S", "fault-misfire: S C")
    state = play(table("skill-repair-crew", SPARE, row=row, streak=2, car="fault-misfire"), "skill-repair-crew")
    assert shown(state) == ["S S"]


@pytest.mark.clause("RA-E14")
def test_a_service() -> None:
    nine = "grip-dig-in " * 9
    state = play(
        table("speed-straight " * 8, nine, "grip-dig-in " * 7, row=("S",), deck="skill-cover skill-regroup"),
        "speed-straight",
    )
    assert not is_offered(act(state, "keep", 0, discard=[]), "keep", discard=["grip-dig-in"])
    for seat, cards in ((0, []), (1, ["grip-dig-in"] * 4), (2, [])):
        state = act(state, "keep", seat, discard=cards)
    assert state.hands[1] == ("grip-dig-in",) * 5 + ("skill-cover", "skill-regroup")
    assert (state.hit_stack, state.discard[-1], state.marker) == ((), "speed-straight", 1)


@pytest.mark.clause("RA-E15")
def test_solo_regroup() -> None:
    state = play(table("skill-regroup speed-straight", row=("S S",)), "skill-regroup")
    assert (state.hands[0], shown(state)[0]) == (("speed-straight", "grip-dig-in"), "S S")
    assert (kind(state), state.stack[0].plays) == ("play", 1)


@pytest.mark.clause("RA-E16")
def test_the_solo_draw() -> None:
    state = act(table("speed-straight", row=("C S",), deck=SPARE + " control-clean-line"), "solo_draw")
    assert (kind(state), len(state.hands[0])) == ("play", 4)
    assert not is_offered(state, "stop")
    state = play(state, "control-clean-line")
    assert not is_offered(state, "solo_draw")
    assert GAME.objection(state, 0, {"type": "solo_draw"})[0] == "RA-12.3"


@pytest.mark.clause("RA-E17")
def test_no_any() -> None:
    state = GAME.begin(2, {"challenges": ["no_any"]}, bytes(32))[0]
    assert not any("A" in stage for stage in shown(state))
    state = play(table("grip-gravel-line", SPARE, row=("G S S",), challenges=["no_any"]), "grip-gravel-line")
    assert shown(act(state, "change", row=0, index=1, to="any"))[0] == "G+ A S"
