"""Section 13: out of gas, the stall and the winners."""

import pytest

from engine.flow import Result
from engine.offers import Value
from engine.situational_awareness import actions as told
from tests.games.situational_awareness.table import Table, table

FULL = "duck duck swerve swerve hail"


def out_of_gas(*hands: str, hubcaps: tuple[int, ...]) -> Result:
    """The result when driver 0 must draw from an empty pile."""
    result = table(*hands, hubcaps=hubcaps, pile="").pit(0).state.result
    assert result is not None
    return result


def idle(trip: Table, turns: int) -> Table:
    """Let this many turns end without an action."""
    for _ in range(turns):
        trip.time_out()
    return trip


@pytest.mark.clause("SA-13.1")
def test_the_trip_ends_when_a_driver_has_to_draw_and_the_pile_is_empty_and_the_drawn_cards_stay() -> None:
    trip = table("hail", "", "", pile="rain fog").pit(0)
    assert trip.state.hands[0] == ("hail", "rain", "fog")
    assert (trip.asked(), trip.told(None)[-1]) == (None, told.TripEnded("out-of-gas"))
    assert [trip.offers(seat) for seat in range(3)] == [[], [], []]


@pytest.mark.clause("SA-13.1")
def test_the_last_card_taken_does_not_end_the_trip() -> None:
    assert table("hail rain fog", "", "", pile="rain fog").pit(0).asked() == ("turn", (1,))


@pytest.mark.clause("SA-13.1")
def test_nothing_else_resolves_in_the_middle_of_a_drive() -> None:
    trip = table("roadside-assistance hail", "", "police-escort", pile="rain", condition="rush-hour")
    trip.play(0, "roadside-assistance")
    assert (trip.state.hands[0], trip.asked(), trip.types(2)) == (("hail", "rain"), None, [])


@pytest.mark.clause("SA-13.2")
@pytest.mark.parametrize(
    ("hands", "hubcaps", "winners", "ranking"),
    [
        (("", FULL, ""), (6, 5, 4), (0,), ((0,), (1,), (2,))),
        (("", "hail", "hail rain"), (4, 5, 5), (2,), ((2,), (1,), (0,))),
        (("", "hail rain", "hail fog"), (4, 5, 5), (1, 2), ((1, 2), (0,))),
        (("", "", ""), (5, 5, 5), (0, 1, 2), ((0, 1, 2),)),
        (("", "hail", "", "rain"), (2, 9, 0, 9), (1, 3), ((1, 3), (0,), (2,))),
    ],
)
def test_most_hubcaps_win_then_most_cards_in_hand_then_the_win_is_shared(
    hands: tuple[str, ...], hubcaps: tuple[int, ...], winners: tuple[int, ...], ranking: tuple[tuple[int, ...], ...]
) -> None:
    assert out_of_gas(*hands, hubcaps=hubcaps) == Result(winners, ranking, hubcaps, "out-of-gas")


@pytest.mark.clause("SA-R36")
@pytest.mark.parametrize("card", ["green-light", "roadside-assistance"])
def test_a_card_that_is_being_resolved_goes_to_the_road_as_usual(card: str) -> None:
    trip = table(card, "", "", pile="rain").play(0, card)
    assert (trip.asked(), trip.laid(), trip.state.table) == (None, [card], ())
    assert trip.told(None).count(told.TripEnded("out-of-gas")) == 1


@pytest.mark.clause("SA-R37", "SA-R41")
def test_the_trip_ends_when_twice_around_no_card_has_changed_its_place() -> None:
    trip = idle(table("hail", "rain", "fog"), 5)
    assert trip.asked() == ("turn", (2,))
    trip.act(2, "end_turn")
    assert trip.state.result == Result((0, 1, 2), ((0, 1, 2),), (5, 5, 5), "stall")


@pytest.mark.clause("SA-R37")
def test_a_skipped_turn_is_one_of_them_and_so_is_a_pit_stop_that_moves_nothing() -> None:
    trip = table(FULL, "rain", "fog", pile="", detour=(1,)).pit(0).act(2, "end_turn")
    assert idle(trip.pit(0), 2).state.result.reason == "stall"


@pytest.mark.clause("SA-R37")
@pytest.mark.parametrize(
    ("hand", "kind", "fields"),
    [
        ("rain", "play", {"card": "rain"}),
        ("turtle-wax", "play", {"card": "turtle-wax"}),
        ("black-ice", "set_trap", {"card": "black-ice"}),
        ("hail", "play", {"card": "hail", "target": 1}),
        (FULL, "pit_stop", {"discard": []}),
        ("hail", "pit_stop", {"discard": ["hail"]}),
        ("green-light", "play", {"card": "green-light"}),
        ("roadside-assistance", "play", {"card": "roadside-assistance"}),
    ],
)
def test_any_card_that_moves_begins_the_count_anew(hand: str, kind: str, fields: dict[str, Value]) -> None:
    trip = idle(table(hand, "", "", driver=1), 2).act(0, kind, **fields)
    if kind != "pit_stop":
        trip.act(0, "end_turn")
    assert trip.state.idle == 0
    assert idle(trip, 5).asked() == ("turn", (0,))


@pytest.mark.clause("SA-R37")
def test_an_escort_moves_a_card_too() -> None:
    trip = idle(table("", "", "police-escort"), 3).act(2, "police_escort")
    assert trip.state.idle == 0


@pytest.mark.clause("SA-R41")
def test_the_scores_are_hubcaps() -> None:
    assert out_of_gas("", "", "", hubcaps=(3, 7, 5)).scores == (3, 7, 5)


@pytest.mark.clause("SA-R41")
@pytest.mark.parametrize(("fixed", "before", "reason"), [(False, 5, "stall"), (True, 29, "rounds")])
def test_the_last_turn_keeps_its_number_when_the_trip_is_over(fixed: bool, before: int, reason: str) -> None:
    trip = idle(table("", "", "", fixed=fixed), before)
    number = trip.view(None).turn.number
    assert number == before + 1
    trip.act((before % 3), "end_turn")
    assert (trip.state.result.reason, trip.view(None).turn.number) == (reason, number)


def test_the_stall_is_no_end_of_a_trip_of_fixed_length() -> None:
    assert idle(table("", "", "", fixed=True), 12).asked() == ("turn", (0,))


def test_a_finished_trip_can_be_read_by_everybody() -> None:
    trip = table("hail", "rain", "", pile="").pit(0)
    assert [trip.view(seat).hand for seat in (0, 1, 2, None)] == [("hail",), ("rain",), (), None]
