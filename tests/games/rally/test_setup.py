"""Setting up (section 1, RA-2, RA-R41)."""

from collections import Counter

import pytest

from engine.errors import InvalidOptions
from engine.rally import GAME
from engine.rally.actions import Shuffled
from engine.rally.cards import BOX, CREW_DECK, FAULT_PILE, STAGE, STAGE_DECK
from engine.rally.state import Mark, State
from engine.rng import Rng, below, shuffle
from tests.games.rally.table import asked, kind, shown

SEED = bytes(range(32))


def begun(seats: int, **options: object) -> State:
    return GAME.begin(seats, options, SEED)[0]


def test_the_box_holds_what_the_ledger_lists() -> None:
    crew, calls = Counter(), Counter()
    for card in BOX.crew:
        crew[card.type.value] += card.count
    for card in BOX.stages:
        calls.update(call.stat.value for call in card.calls)
    assert crew == {"speed": 16, "grip": 16, "control": 16, "skill": 12}
    assert calls == {"speed": 31, "grip": 31, "control": 31, "any": 5}
    assert (len(CREW_DECK), len(STAGE_DECK), len(FAULT_PILE)) == (60, 18, 12)


@pytest.mark.clause("RA-2.1", "RA-R41")
def test_the_decks_are_shuffled_separately_in_a_fixed_order_of_chance() -> None:
    rng, first = below(Rng(SEED), 3)
    rng, crew = shuffle(rng, CREW_DECK)
    rng, stages = shuffle(rng, STAGE_DECK)
    rng, faults = shuffle(rng, FAULT_PILE)
    state, tellings = GAME.begin(3, {}, SEED)
    told = [telling for telling in tellings if isinstance(telling.full, Shuffled)]
    assert [(telling.full.deck, telling.full.cards) for telling in told] == [
        ("crew", crew),
        ("stage", stages),
        ("fault", faults),
    ]
    assert state.marker == first
    assert state.hands == (crew[:7], crew[7:14], crew[14:21])
    assert (state.deck, state.stage_deck, state.fault_pile) == (crew[21:], stages[4:], faults)
    assert state.rng == rng


@pytest.mark.clause("RA-R41")
def test_a_named_first_seat_draws_no_number_and_a_single_seat_does() -> None:
    assert begun(3, first_seat=1).deck == shuffle(Rng(SEED), CREW_DECK)[1][21:]
    assert begun(1).deck == shuffle(Rng(SEED, 1), CREW_DECK)[1][10:]


@pytest.mark.clause("RA-2.2")
def test_four_stages_lie_open_from_top_to_bottom() -> None:
    state, tellings = GAME.begin(2, {}, SEED)
    shuffled = next(telling.full.cards for telling in tellings if getattr(telling.full, "deck", None) == "stage")
    assert [stage.card for stage in state.row] == list(shuffled[:4])
    asks = [[call.asks for call in stage.calls] for stage in GAME.view(state, None).row]
    assert asks == [[call.stat for call in STAGE[card].calls] for card in shuffled[:4]]
    assert {call.mark for stage in state.row for call in stage.calls} == {Mark.OPEN}


@pytest.mark.clause("RA-2.3")
@pytest.mark.parametrize(("seats", "cards"), [(2, 8), (3, 7), (4, 6)])
def test_hands_are_dealt_by_the_number_of_players(seats: int, cards: int) -> None:
    assert [len(hand) for hand in begun(seats).hands] == [cards] * seats


@pytest.mark.clause("RA-2.4")
def test_the_shared_reserve_starts_empty_and_is_public() -> None:
    assert GAME.view(begun(2), None).reserve == ()


@pytest.mark.clause("RA-2.5")
def test_a_random_seat_holds_the_marker_and_starts() -> None:
    firsts = set()
    for number in range(40):
        state, _ = GAME.begin(4, {}, bytes([number]) * 32)
        firsts.add(state.marker)
        assert (asked(state), kind(state)) == ((state.marker,), "play")
    assert firsts == {0, 1, 2, 3}


def test_the_option_first_seat_names_who_starts() -> None:
    assert begun(4, first_seat=3).marker == 3


@pytest.mark.parametrize(
    ("seats", "options", "field"),
    [
        (5, {}, "players"),
        (0, {}, "players"),
        (1, {"mode": "crew"}, "options/mode"),
        (1, {"mode": "versus"}, "options/mode"),
        (2, {"mode": "solo"}, "options/mode"),
        (2, {"first_seat": 2}, "options/first_seat"),
        (2, {"challenges": ["shed", "shed"]}, "options/challenges"),
        (2, {"challenges": ["fog"]}, "options/challenges/0"),
        (2, {"mode": "race"}, "options/mode"),
        (2, {"speed": 1}, "options/speed"),
    ],
)
def test_a_rally_that_cannot_be_is_refused(seats: int, options: dict[str, object], field: str) -> None:
    with pytest.raises(InvalidOptions) as refused:
        GAME.begin(seats, options, SEED)
    assert refused.value.field == field


def test_a_mode_for_another_number_of_players_says_for_how_many_it_is() -> None:
    with pytest.raises(InvalidOptions, match="The mode solo is for 1 player, not 2"):
        GAME.begin(2, {"mode": "solo"}, SEED)


def test_without_a_mode_one_player_drives_solo_and_more_are_a_crew() -> None:
    assert [begun(seats).mode.value for seats in (1, 2, 3, 4)] == ["solo", "crew", "crew", "crew"]


@pytest.mark.clause("RA-11.1", "RA-R34")
def test_two_faults_are_on_the_car_from_the_start_and_are_no_misses() -> None:
    usual, state = begun(3, challenges=["double_first_miss"]), begun(3, challenges=["two_faults", "double_first_miss"])
    assert state.car == usual.fault_pile[:2]
    assert state.fault_pile == usual.fault_pile[2:]
    assert [stage.card for stage in state.row] == [*(stage.card for stage in usual.row), *state.car]
    assert shown(state)[:4] == shown(usual)
    assert not state.missed_today


@pytest.mark.clause("RA-11.2")
def test_long_days_have_one_stage_more() -> None:
    assert [len(begun(seats, challenges=["long_days"]).row) for seats in (1, 2, 3, 4)] == [4, 5, 5, 5]


@pytest.mark.clause("RA-11.3")
def test_short_hands_are_dealt_one_card_less() -> None:
    assert [len(begun(seats, challenges=["short_hands"]).hands[0]) for seats in (2, 3, 4)] == [7, 6, 5]


@pytest.mark.clause("RA-11.4")
def test_without_any_a_printed_any_is_speed() -> None:
    for number in range(6):
        seed = bytes([number]) * 32
        usual, state = GAME.begin(4, {}, seed)[0], GAME.begin(4, {"challenges": ["no_any"]}, seed)[0]
        assert shown(state) == [stage.replace("A", "S") for stage in shown(usual)]


@pytest.mark.clause("RA-R36")
def test_challenges_and_solo_go_together() -> None:
    state = begun(1, challenges=["long_days", "short_hands"])
    assert (len(state.row), len(state.hands[0])) == (4, 9)


@pytest.mark.clause("RA-12.1")
def test_solo_is_one_seat_with_ten_cards_and_three_stages() -> None:
    state = begun(1, mode="solo")
    assert (state.seats, len(state.hands[0]), len(state.row)) == (1, 10, 3)
