"""Faults, Recovery Stages and repairs (RA-1, RA-9)."""

import pytest

from engine.rally.actions import FaultRepaired, FaultTaken, Shuffled
from engine.rally.cards import FAULT_PILE
from engine.rng import Rng, shuffle
from tests.games.rally.table import act, asked, drive, events, kind, play, shown, table, tell

CREW = "skill-repair-crew speed-straight"
PLENTY = "speed-straight speed-straight"


@pytest.mark.clause("RA-1.1")
def test_the_crew_wins_with_the_last_call_of_day_3_once_its_effect_is_done() -> None:
    state = play(table("grip-new-rubber", "", row=("S+ G",), day=3), "grip-new-rubber")
    assert (kind(state), state.result) == ("choose.discard", None)
    state = act(state, "choose_cards", cards=["grip-dig-in"])
    assert (state.result.reason, state.result.winners) == ("finished", (0, 1))


@pytest.mark.clause("RA-1.2", "RA-R42")
def test_the_fifth_fault_on_the_car_loses_at_once() -> None:
    car = "fault-misfire fault-misfire fault-puncture fault-puncture"
    state = table("grip-dig-in grip-dig-in", "", row=("S S",), car=car, challenges=["shed"], fault_pile=FAULT_PILE[4:])
    told = events(state, "play", zone="hand", card="grip-dig-in")
    assert [event.__struct_config__.tag for event in told[-2:]] == ["fault_taken", "rally_ended"]
    state = play(state, "grip-dig-in")
    assert (state.result.winners, state.result.ranking, state.result.scores) == ((), ((0, 1),), None)
    assert state.result.reason == "wrecked"


@pytest.mark.clause("RA-1.2")
def test_the_second_fault_of_a_double_miss_is_not_taken_from_a_wreck() -> None:
    car = "fault-misfire fault-misfire fault-puncture fault-puncture"
    state = table("grip-dig-in", "", row=("S S",), car=car, challenges=["double_first_miss"])
    assert len(play(state, "grip-dig-in").car) == 5


@pytest.mark.clause("RA-1.3", "RA-10.7")
def test_a_rally_has_three_days_and_no_service_after_the_third() -> None:
    days = []
    for day in (1, 2, 3):
        state = play(table("speed-straight", "speed-straight", row=("S",), day=day), "speed-straight")
        days.append((kind(state), state.result and state.result.reason))
    assert days == [("service", None), ("service", None), (None, "finished")]


@pytest.mark.clause("RA-9.1")
def test_a_fault_comes_on_the_car_and_its_recovery_to_the_bottom_of_the_row() -> None:
    more = {"fault_pile": ("fault-wrong-turn", "fault-misfire"), "car": "fault-puncture"}
    state = play(table("grip-dig-in", PLENTY, row=("S S", "fault-puncture: G S"), **more), "grip-dig-in")
    assert (state.car, state.fault_pile) == (("fault-puncture", "fault-wrong-turn"), ("fault-misfire",))
    assert shown(state) == ["S- S", "fault-puncture: G S", "fault-wrong-turn: G A S"]


@pytest.mark.clause("RA-9.2")
def test_a_recovery_stage_must_be_cleared_before_the_day_ends() -> None:
    state = table("speed-straight", PLENTY, row=("S", "fault-puncture: G S"), car="fault-puncture")
    state = play(state, "speed-straight")
    assert (state.day, kind(state)) == (1, "play")


@pytest.mark.clause("RA-9.3", "RA-R23", "RA-R14")
def test_on_a_later_day_every_fault_of_the_car_adds_its_recovery_fresh_in_order() -> None:
    row = ("S", "fault-misfire: S+ C-", "fault-cracked-lamp: G+")
    state = table("speed-straight", "", row=row, car="fault-misfire fault-cracked-lamp")
    state = drive(play(state, "speed-straight"), stop_at="play")
    assert shown(state)[4:] == ["fault-misfire: S C", "fault-cracked-lamp: A"]


@pytest.mark.clause("RA-9.4", "RA-R20")
def test_a_repair_removes_an_untouched_recovery_stage_even_if_it_is_current() -> None:
    state = table(CREW, PLENTY, row=("S+", "fault-misfire: S C", "fault-puncture: G S"), streak=2, car="fault-misfire")
    told = events(state, "play", zone="hand", card="skill-repair-crew")
    assert FaultRepaired("fault-misfire", 1) in told
    state = play(state, "skill-repair-crew")
    assert (state.car, shown(state)) == ((), ["S+", "fault-puncture: G S"])


@pytest.mark.clause("RA-R20")
def test_a_repair_that_leaves_no_road_ends_the_day() -> None:
    state = table(CREW, PLENTY, row=("S+", "fault-misfire: S C"), streak=2, car="fault-misfire")
    assert kind(play(state, "skill-repair-crew")) == "service"


@pytest.mark.clause("RA-R20")
def test_a_recovery_stage_that_the_repairing_card_has_just_hit_stays() -> None:
    row = ("S+", "fault-puncture: G S")
    state = play(table("grip-field-fix", PLENTY, row=row, streak=5, car="fault-puncture"), "grip-field-fix")
    assert (state.car, shown(state)) == ((), ["S+", "fault-puncture: G+ S"])


@pytest.mark.clause("RA-R16")
def test_faults_that_were_repaired_do_not_count_to_five() -> None:
    car = "fault-misfire fault-misfire fault-puncture fault-puncture"
    hand = "skill-repair-crew grip-dig-in"
    state = table(hand, PLENTY, row=("S S",), streak=2, car=car)
    state = act(play(state, "skill-repair-crew"), "choose_fault", fault="fault-misfire")
    state = play(state, "grip-dig-in")
    assert (len(state.car), state.result) == (4, None)


@pytest.mark.clause("RA-R17", "RA-R41")
def test_a_repaired_fault_is_appended_to_its_pile_and_the_pile_is_shuffled() -> None:
    pile = ("fault-puncture", "fault-puncture", "fault-wrong-turn", "fault-bent-arm")
    state = table(CREW, PLENTY, row=("S S",), streak=2, car="fault-misfire", fault_pile=pile)
    after, tellings = tell(state, "play", zone="hand", card="skill-repair-crew")
    rng, shuffled = shuffle(Rng(bytes(32)), (*pile, "fault-misfire"))
    assert (after.fault_pile, after.rng) == (shuffled, rng)
    told = next(telling for telling in tellings if isinstance(telling.full, Shuffled))
    assert (told.full, told.seats, told.others) == (Shuffled("fault", shuffled), (), Shuffled("fault", None))


@pytest.mark.clause("RA-R18")
def test_the_player_chooses_which_kind_of_fault_is_repaired() -> None:
    state = play(table(CREW, PLENTY, row=("S S",), streak=2, car="fault-misfire fault-puncture"), "skill-repair-crew")
    assert (kind(state), asked(state)) == ("choose.repair", (0,))
    assert act(state, "choose_fault", fault="fault-puncture").car == ("fault-misfire",)
    one = play(table(CREW, PLENTY, row=("S S",), streak=2, car="fault-misfire fault-misfire"), "skill-repair-crew")
    assert (kind(one), one.car) == ("extra", ("fault-misfire",))
    none = play(table("grip-field-fix", PLENTY, row=("G S",), streak=5), "grip-field-fix")
    assert (kind(none), asked(none)) == ("play", (1,))


@pytest.mark.clause("RA-R18")
def test_of_two_copies_the_one_with_the_untouched_stage_is_repaired() -> None:
    row = ("S+", "fault-misfire: S+ C", "fault-puncture: G S", "fault-misfire: S C")
    car = "fault-misfire fault-puncture fault-misfire"
    state = play(table(CREW, PLENTY, row=row, streak=2, car=car), "skill-repair-crew")
    state = act(state, "choose_fault", fault="fault-misfire")
    assert (state.car, shown(state)) == (("fault-misfire", "fault-puncture"), list(row[:3]))


@pytest.mark.clause("RA-R18")
@pytest.mark.parametrize(
    "row",
    [
        ("S S", "fault-misfire: S C", "fault-puncture: G S", "fault-misfire: S C"),
        ("S+", "fault-misfire: S+ C+", "fault-puncture: G+ S+", "fault-misfire: S+ C"),
    ],
    ids=["both untouched", "both touched"],
)
def test_of_two_copies_alike_the_oldest_is_repaired(row: tuple[str, ...]) -> None:
    car = "fault-misfire fault-puncture fault-misfire"
    state = play(table(CREW, PLENTY, row=row, streak=2, car=car), "skill-repair-crew")
    assert act(state, "choose_fault", fault="fault-misfire").car == ("fault-puncture", "fault-misfire")


@pytest.mark.clause("RA-R19")
def test_a_recovery_stage_partly_resolved_stays_today_and_does_not_come_back() -> None:
    row = ("S+", "fault-misfire: S+ C")
    state = table("skill-repair-crew control-clean-line", "", row=row, streak=2, car="fault-misfire")
    state = play(state, "skill-repair-crew")
    assert (state.car, shown(state)) == ((), list(row))
    state = drive(play(state, "control-clean-line"), stop_at="play")
    assert (state.day, len(state.row)) == (2, 4)


@pytest.mark.clause("RA-R33")
def test_without_any_a_recovery_stage_keeps_its_any() -> None:
    more = {"fault_pile": ("fault-wrong-turn",), "challenges": ["no_any"]}
    state = play(table("grip-dig-in", PLENTY, row=("S S",), **more), "grip-dig-in")
    assert shown(state)[1] == "fault-wrong-turn: G A S"


def test_a_taken_fault_is_told_with_the_place_of_its_stage() -> None:
    state = table("grip-dig-in", PLENTY, row=("S S", "S"), fault_pile=("fault-misfire",))
    assert FaultTaken("fault-misfire", 2) in events(state, "play", zone="hand", card="grip-dig-in")
