"""SA-R15 to SA-R17 and the ids of prompts: who is asked, for how long, and what an interruption leaves."""

import pytest

from engine.flow import Prompt
from engine.situational_awareness.rules import RULES
from tests.games.situational_awareness.table import Table, table


def open_ids(trip: Table, seat: int) -> tuple[int, ...]:
    """The ids of the prompts that the seat may answer."""
    return RULES.open_to(trip.state, seat)


# Who is asked


@pytest.mark.clause("SA-R15")
@pytest.mark.parametrize("held", ["dashcam", "duck", "texting"])
def test_who_is_asked_to_respond_depends_on_holding_a_card_and_not_on_which(held: str) -> None:
    trip = table("pothole", "", held, "", "rain", driver=0).play(0, "pothole", 1)
    assert trip.asked() == ("respond", (2, 4))
    assert "pass" in trip.types(2)


@pytest.mark.clause("SA-R15")
@pytest.mark.parametrize(
    ("held", "asked"), [("swerve", ("defend", (1,))), ("rain", ("defend", (1,))), ("", ("turn", (0,)))]
)
def test_the_target_is_asked_while_it_holds_a_card_whichever(held: str, asked: tuple[str, tuple[int, ...]]) -> None:
    assert table("pothole", held, "").play(0, "pothole", 1).asked() == asked


@pytest.mark.clause("SA-R15")
def test_a_window_with_nobody_to_ask_does_not_open_and_takes_no_id() -> None:
    trip = table("pothole pothole", "", "")
    before = trip.prompt()
    assert trip.play(0, "pothole", 1).prompt() == before + 1


@pytest.mark.clause("SA-R15")
def test_the_window_waits_only_for_those_who_meet_its_condition_now() -> None:
    trip = table("pothole", "", "pile-up", "duck", "police-escort").play(0, "pothole", 1)
    assert trip.asked() == ("respond", (2, 3, 4))
    assert trip.act(2, "pile_up").asked() == ("respond", (3, 4))
    assert trip.act(4, "police_escort").asked() == ("respond", (3,))


@pytest.mark.clause("SA-R15")
def test_an_escort_that_leaves_nobody_to_ask_ends_the_window_at_once() -> None:
    trip = table("pothole", "", "police-escort").play(0, "pothole", 1).act(2, "police_escort")
    assert (trip.state.hubcaps, trip.asked()) == ((6, 4, 5), ("turn", (1,)))


@pytest.mark.clause("SA-R15")
def test_an_escort_of_the_targets_last_card_ends_its_defence() -> None:
    trip = table("pothole", "police-escort", "").play(0, "pothole", 1).act(1, "police_escort")
    assert (trip.state.hubcaps, trip.asked()) == ((6, 4, 5), ("turn", (1,)))


# When a window ends


@pytest.mark.clause("SA-R16")
def test_when_everybody_asked_has_passed_the_defence_opens() -> None:
    trip = table("pothole", "duck", "duck", "duck").play(0, "pothole", 1).passing(3)
    assert trip.asked() == ("respond", (2,))
    assert trip.passing(2).asked() == ("defend", (1,))


@pytest.mark.clause("SA-R16")
@pytest.mark.parametrize(
    ("condition", "types", "asked"),
    [
        (None, ["dashcam", "pile_up"], ("defend", (1,))),
        ("fog", ["pile_up"], ("defend", (1,))),
        (None, ["pile_up"], ("respond", (2, 3))),
        (None, ["dashcam"], ("respond", (2, 3))),
    ],
)
def test_the_responses_end_when_nothing_more_could_be_played(
    condition: str | None, types: list[str], asked: tuple[str, tuple[int, ...]]
) -> None:
    trip = table("pothole", "duck", "dashcam pile-up hail", "dashcam", condition=condition).play(0, "pothole", 1)
    for kind in types:
        trip.act(2, kind)
    assert trip.asked() == asked


@pytest.mark.clause("SA-R16")
def test_the_time_of_the_responses_running_out_opens_the_defence() -> None:
    trip = table("pothole", "duck", "dashcam", "pile-up").play(0, "pothole", 1).passing(2)
    assert [(made.seat, made.action) for made in trip.time_out()] == [(3, {"type": "pass"})]
    assert trip.asked() == ("defend", (1,))


@pytest.mark.clause("SA-R16")
def test_the_defence_ends_with_one_pass_for_all_threats() -> None:
    trip = (
        table("pothole", "swerve defensive-driving", "pile-up", "").play(0, "pothole", 1).act(2, "pile_up").passing(1)
    )
    assert (trip.state.hubcaps, trip.asked()) == ((6, 3, 6, 5), ("turn", (0,)))


@pytest.mark.clause("SA-R16")
def test_the_defence_goes_on_while_the_hazard_is_open() -> None:
    trip = table("pothole", "defensive-driving duck", "pile-up", "").play(0, "pothole", 1).act(2, "pile_up")
    assert trip.save(1, "defensive-driving", "pile_up").asked() == ("defend", (1,))


@pytest.mark.clause("SA-R16")
@pytest.mark.parametrize("held", ["defensive-driving rain", "rain rain"])
def test_texting_that_is_no_rock_is_not_open(held: str) -> None:
    assert table("texting", held, "").play(0, "texting", 1).asked() == ("turn", (0,))


@pytest.mark.clause("SA-R16")
def test_a_pile_up_that_a_driving_school_stops_is_not_open() -> None:
    trip = table("texting", "defensive-driving", "pile-up", "", aftermarkets={1: "advanced-driving-school"})
    assert trip.play(0, "texting", 1).act(2, "pile_up").asked() == ("turn", (0,))


@pytest.mark.clause("SA-R16")
def test_an_early_save_is_invited_and_never_waited_for() -> None:
    trip = table("pothole", "swerve duck", "duck", "").play(0, "pothole", 1)
    early = RULES.prompt(trip.state, 1)
    assert early == Prompt(trip.prompt(), "respond", must=False, text="Save already?", default=None)
    assert trip.types(1) == ["save"]
    assert trip.refusal(1, "pass") == "SA-R16"
    assert [made.seat for made in trip.time_out()] == [2]


@pytest.mark.clause("SA-R16")
def test_a_target_without_a_card_has_no_early_prompt() -> None:
    trip = table("pothole", "", "duck").play(0, "pothole", 1)
    assert RULES.prompt(trip.state, 1) is None


# What closes a window, and what only interrupts it


@pytest.mark.clause("SA-R17")
def test_an_early_save_that_stops_the_hazard_closes_the_responses_and_opens_no_defence() -> None:
    trip = table("pothole", "swerve defensive-driving", "pile-up duck", "duck").play(0, "pothole", 1)
    trip.act(2, "pile_up").save(1, "swerve")
    assert (trip.asked(), trip.laid()) == (("turn", (0,)), ["pothole", "pile-up", "swerve"])


@pytest.mark.clause("SA-R17")
def test_an_early_save_that_nobody_wrecks_closes_the_responses_after_the_trap_window() -> None:
    trip = table("pothole", "swerve duck", "duck duck duck", "duck", traps=[(0, "black-ice")])
    trip.play(0, "pothole", 1).save(1, "swerve")
    assert trip.asked() == ("spring", (2,))
    assert trip.passing(2).asked() == ("turn", (0,))


@pytest.mark.clause("SA-R17")
def test_the_window_that_a_trap_interrupts_takes_no_action_meanwhile() -> None:
    trip = table("pothole", "swerve duck", "duck dashcam duck", "pile-up", traps=[(0, "black-ice")])
    trip.play(0, "pothole", 1).save(1, "swerve")
    assert [trip.types(seat) for seat in range(4)] == [[], [], ["spring", "pass"], []]
    assert [trip.refusal(2, "dashcam"), trip.refusal(3, "pile_up")] == ["SA-11.2", "SA-11.2"]


@pytest.mark.clause("SA-R17")
def test_a_wrong_trap_keeps_the_interrupted_window_waiting_until_it_is_paid() -> None:
    trip = table("pothole", "defensive-driving swerve", "duck duck duck", "pile-up dashcam", traps=[(0, "black-ice")])
    trip.play(0, "pothole", 1).act(3, "pile_up").save(1, "defensive-driving", "pile_up").act(2, "spring")
    assert (trip.asked(), trip.offers(3), trip.offers(1)) == (("pay_trap", (2,)), [], [])
    assert trip.discard(2, "duck duck duck").asked() == ("respond", (3,))


@pytest.mark.clause("SA-R17")
def test_afterwards_it_opens_again_with_a_new_id_where_passes_stand_and_the_time_goes_on() -> None:
    trip = table("pothole", "swerve duck", "duck duck dashcam", "pile-up", traps=[(0, "black-ice")])
    trip.play(0, "pothole", 1).passing(3)
    first = RULES.question(trip.state)
    trip.save(1, "swerve").act(2, "spring")
    again = RULES.question(trip.state)
    assert first is not None
    assert again is not None
    assert (again.kind, again.seats, again.id, again.follows) == ("respond", (2,), first.id + 2, first.id)
    assert (again.resumes, again.short) == (True, True)


@pytest.mark.clause("SA-R17")
def test_a_defence_that_a_trap_interrupts_opens_again_in_the_same_way() -> None:
    hand = "defensive-driving swerve duck"
    trip = table("pothole duck duck duck", hand, "pile-up", "", traps=[(2, "black-ice")])
    trip.play(0, "pothole", 1).act(2, "pile_up")
    first = trip.prompt()
    trip.save(1, "defensive-driving", "pile_up").passing(0)
    again = RULES.question(trip.state)
    assert again is not None
    assert (again.kind, again.seats, again.id, again.follows, again.resumes) == ("defend", (1,), first + 2, first, True)


# Prompt ids


def test_all_who_are_asked_share_one_id_and_keep_it_through_answers() -> None:
    trip = table("pothole", "duck", "dashcam duck", "pile-up duck").play(0, "pothole", 1)
    first = trip.prompt()
    assert [open_ids(trip, seat)[0] for seat in (1, 2, 3)] == [first] * 3
    assert (trip.act(2, "dashcam").prompt(), trip.types(2)) == (first, ["pass"])


def test_an_early_save_that_nothing_interrupts_keeps_the_windows_id() -> None:
    trip = table("pothole", "defensive-driving duck", "pile-up duck", "").play(0, "pothole", 1).act(2, "pile_up")
    first = trip.prompt()
    assert trip.save(1, "defensive-driving", "pile_up").prompt() == first


def test_every_card_of_a_drive_answers_a_turn_prompt_of_its_own() -> None:
    trip = table("rain fog pothole black-ice", "", "")
    ids = [trip.prompt()]
    ids += [trip.play(0, "rain").prompt(), trip.play(0, "pothole", 1).prompt()]
    ids += [trip.act(0, "set_trap", card="black-ice").prompt(), trip.play(0, "fog").prompt()]
    assert ids == [2, 3, 4, 5, 6]


def test_the_ids_of_a_turn_are_the_aside_first_and_then_the_question() -> None:
    trip = table("", "", "")
    assert [open_ids(trip, seat) for seat in range(3)] == [(2,), (1,), (1,)]
    trip.act(0, "end_turn")
    assert [open_ids(trip, seat) for seat in range(3)] == [(3,), (4,), (3,)]


def test_an_escort_in_a_window_leaves_the_windows_id() -> None:
    trip = table("pothole", "", "police-escort duck", "duck").play(0, "pothole", 1)
    first = trip.prompt()
    assert trip.act(2, "police_escort").prompt() == first


@pytest.mark.parametrize("secret", ["dashcam pile-up swerve", "rain fog hail"])
def test_ids_move_by_public_facts_alone(secret: str) -> None:
    trip = table("pothole hail", secret, secret).play(0, "pothole", 1).passing(2).passing(1)
    assert trip.prompt() == 5


@pytest.mark.clause("SA-R11")
def test_a_second_pass_is_refused_since_the_first_stands() -> None:
    trip = table("pothole", "duck", "duck", "duck").play(0, "pothole", 1).passing(2)
    assert trip.refusal(2, "pass") == "SA-R11"


@pytest.mark.clause("SA-R15")
def test_a_pass_of_a_driver_who_is_not_asked_is_refused_as_that() -> None:
    trip = table("pothole", "duck", "duck", "duck").play(0, "pothole", 1).passing(2, 3)
    assert (trip.asked(), trip.refusal(2, "pass")) == (("defend", (1,)), "SA-R15")


@pytest.mark.clause("SA-R32")
def test_a_pass_on_a_trap_by_a_driver_with_too_few_cards_is_refused_as_that() -> None:
    trip = table("pothole", "swerve", "duck duck", "duck duck duck", traps=[(0, "black-ice")])
    trip.play(0, "pothole", 1).save(1, "swerve")
    assert (trip.asked(), trip.refusal(2, "pass")) == (("spring", (3,)), "SA-R32")
