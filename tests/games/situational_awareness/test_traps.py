"""Section 11: Traps."""

import pytest

from engine.situational_awareness import actions as told
from engine.situational_awareness.view import TrapView
from tests.games.situational_awareness.table import Table, table

KINDS = [
    ("falling-rock", "duck", "topping-off-fluids"),
    ("black-ice", "swerve", "good-suspension"),
    ("blind-spot", "defensive-driving", "evasive-maneuvers"),
    ("flash-flood", "high-beams", "snow-chains"),
]
SAVES = [save for _, *saves in KINDS for save in saves]


def saved(*hands: str, trap: str = "black-ice", setter: int = 0) -> Table:
    """A Pothole at driver 1, who has played Swerve while a trap lay on the field."""
    return table(*hands, traps=[(setter, trap)]).play(0, "pothole", 1).save(1, "swerve")


@pytest.mark.clause("SA-11.1", "SA-15.2")
def test_a_trap_is_set_face_down_and_only_its_setter_knows_it() -> None:
    trip = table("black-ice", "", "", traps=[(2, "flash-flood")]).act(0, "set_trap", card="black-ice")
    assert [trip.view(seat).traps for seat in (0, 1, 2)] == [
        (TrapView(2, None), TrapView(0, "black-ice")),
        (TrapView(2, None), TrapView(0, None)),
        (TrapView(2, "flash-flood"), TrapView(0, None)),
    ]
    assert [trip.told(seat) for seat in (0, 1, None)] == [
        [told.TrapSet(0, "black-ice")], [told.TrapSet(0, None)], [told.TrapSet(0, None)],
    ]  # fmt: skip


@pytest.mark.clause("SA-11.1")
def test_a_trap_is_set_and_never_played_and_nothing_else_is_set() -> None:
    trip = table("black-ice hail", "", "")
    assert trip.types(0) == ["play", "set_trap", "pit_stop", "end_turn"]
    refused = [trip.refusal(0, "play", card="black-ice"), trip.refusal(0, "set_trap", card="hail")]
    assert refused == ["SA-11.1", "SA-11.1"]


@pytest.mark.clause("SA-11.2", "SA-R29")
def test_attacker_bystanders_and_setter_with_three_cards_may_spring_and_the_saver_may_not() -> None:
    three = "hail hail hail"
    trip = saved(f"pothole {three}", f"swerve {three}", three, "hail hail", three, setter=2)
    assert trip.asked() == ("spring", (2, 4, 0))
    assert [trip.types(seat) for seat in range(5)] == [
        ["spring", "pass"],
        [],
        ["spring", "pass"],
        [],
        ["spring", "pass"],
    ]
    assert [trip.refusal(seat, "spring") for seat in (1, 3)] == ["SA-R29", "SA-11.2"]


@pytest.mark.clause("SA-11.2")
@pytest.mark.parametrize(
    ("card", "against", "hubcaps"),
    [("pothole", "hazard", (5, 5, 5)), ("detour", "violation", (5, 5, 5)), ("hail", "hazard", (0, 5, 5))],
)
def test_a_save_on_hazard_rock_or_violation_may_be_sprung(card: str, against: str, hubcaps: tuple[int, ...]) -> None:
    trip = table(card, "swerve", "duck duck duck", traps=[(0, "black-ice")], hubcaps=hubcaps).play(0, card, 1)
    assert trip.save(1, "swerve", against).asked() == ("spring", (2,))


@pytest.mark.clause("SA-11.2")
def test_a_save_on_a_pile_up_may_be_sprung() -> None:
    trip = table("pothole", "defensive-driving", "pile-up duck duck duck", traps=[(0, "blind-spot")])
    trip.play(0, "pothole", 1).act(2, "pile_up").passing(2).save(1, "defensive-driving", "pile_up").act(2, "spring")
    assert trip.state.hubcaps == (6, 3, 6)


@pytest.mark.clause("SA-11.3", "SA-11.4")
@pytest.mark.parametrize("trap", KINDS)
@pytest.mark.parametrize("save", SAVES)
def test_a_trap_of_the_saves_own_colour_wrecks_it_and_another_costs_three(trap: tuple[str, ...], save: str) -> None:
    trip = table("hit-and-run", save, "hail hail hail", traps=[(0, trap[0])]).play(0, "hit-and-run", 1)
    trip.save(1, save, "violation").act(2, "spring")
    wrecks = save in trap[1:]
    assert trip.told(None)[0] == told.TrapSprung(2, 0, trap[0], wrecked=wrecks)
    assert (trip.state.destroyed, trip.asked()) == ((1, ("turn", (0,))) if wrecks else (0, ("pay_trap", (2,))))


@pytest.mark.clause("SA-11.3")
def test_the_right_trap_costs_its_springer_nothing_and_what_was_answered_goes_through() -> None:
    trip = saved("pothole", "swerve", "hail hail hail").act(2, "spring").passing(2)
    assert (trip.state.hubcaps, trip.state.hands[2]) == ((6, 4, 5), ("hail", "hail", "hail"))


@pytest.mark.clause("SA-11.4")
def test_the_wrong_trap_costs_its_springer_three_cards_of_their_choice_and_the_save_stands() -> None:
    trip = saved("pothole", "swerve", "hail hail duck fog", trap="blind-spot").act(2, "spring")
    offer = {"type": "discard", "cards": {"subset_of": ("hail", "hail", "duck", "fog"), "min": 3, "max": 3}}
    assert trip.offers(2) == [offer]
    assert [trip.refusal(2, "discard", cards=["hail"]), trip.refusal(2, "pass")] == ["SA-11.4", "SA-11.4"]
    trip.discard(2, "fog hail duck")
    assert (trip.state.hands[2], trip.state.hubcaps, trip.asked()) == (("hail",), (5, 5, 5), ("turn", (0,)))


@pytest.mark.clause("SA-11.5")
@pytest.mark.parametrize("trap", ["black-ice", "flash-flood"])
def test_a_sprung_trap_goes_to_the_road_and_the_next_one_is_on_top(trap: str) -> None:
    trip = table("pothole", "swerve", "hail hail hail", traps=[(1, "blind-spot"), (0, trap)])
    trip.play(0, "pothole", 1).passing(2).save(1, "swerve").act(2, "spring")
    if trap != "black-ice":
        trip.discard(2, "hail hail hail")
    assert [set_by.card for set_by in trip.state.traps] == ["blind-spot"]
    assert trip.laid()[-3:] == ["pothole", "swerve", trap]


@pytest.mark.clause("SA-11.5")
def test_one_trap_for_each_save() -> None:
    trip = table("pothole", "swerve", "hail hail hail", "hail hail hail", traps=[(0, "black-ice"), (0, "black-ice")])
    trip.play(0, "pothole", 1).passing(2, 3).save(1, "swerve").act(3, "spring")
    assert (trip.asked(), len(trip.state.traps)) == (("turn", (0,)), 1)


@pytest.mark.clause("SA-11.5")
def test_another_save_may_be_sprung_by_the_next_trap() -> None:
    hand = "swerve defensive-driving"
    trip = table("pothole", hand, "pile-up hail hail hail", traps=[(0, "black-ice"), (0, "blind-spot")])
    trip.play(0, "pothole", 1).act(2, "pile_up").passing(2).save(1, "defensive-driving", "pile_up").act(2, "spring")
    assert trip.save(1, "swerve").act(2, "spring").state.hubcaps == (6, 3, 6)


@pytest.mark.clause("SA-11.5")
def test_nobody_has_to_spring() -> None:
    trip = saved("pothole", "swerve", "hail hail hail").passing(2)
    assert (trip.state.hubcaps, len(trip.state.traps), trip.asked()) == ((5, 5, 5), 1, ("turn", (0,)))


@pytest.mark.clause("SA-R29")
def test_the_first_to_spring_ends_the_window() -> None:
    trip = saved("pothole hail hail hail", "swerve duck", "hail hail hail", trap="flash-flood").act(0, "spring")
    assert (trip.asked(), trip.offers(2)) == (("pay_trap", (0,)), [])


@pytest.mark.clause("SA-R30")
def test_the_threat_of_a_wrecked_save_is_not_answered_by_another() -> None:
    trip = saved("pothole", "swerve swerve good-suspension", "hail hail hail").act(2, "spring")
    assert (trip.asked(), trip.types(1)) == (("respond", (2,)), [])
    assert trip.refusal(1, "save", card="swerve", against="hazard") == "SA-R30"
    assert trip.passing(2).asked() == ("turn", (0,))
    assert trip.state.hubcaps == (6, 4, 5)


@pytest.mark.clause("SA-R31")
@pytest.mark.parametrize(("hand", "asked"), [("hail hail hail", ("spring", (0,))), ("hail hail", ("turn", (0,)))])
def test_the_card_being_resolved_is_not_among_the_attackers_three(
    hand: str, asked: tuple[str, tuple[int, ...]]
) -> None:
    assert saved(f"pothole {hand}", "swerve", "").asked() == asked


@pytest.mark.clause("SA-R31", "SA-R32")
def test_who_falls_below_three_cards_is_not_asked_any_more() -> None:
    trip = saved("pothole", "swerve duck", "police-escort hail hail", "hail hail hail")
    assert trip.asked() == ("spring", (2, 3))
    assert trip.act(2, "police_escort").asked() == ("spring", (3,))


@pytest.mark.clause("SA-R32")
def test_without_a_trap_on_the_stack_nobody_is_asked() -> None:
    trip = table("pothole hail hail hail", "swerve", "duck").play(0, "pothole", 1).passing(2).save(1, "swerve")
    assert trip.asked() == ("turn", (0,))
