"""Setup and the snake draft (LR-1, LR-R1 to LR-R4)."""

import msgspec
import pytest

from engine.errors import InvalidOptions
from engine.lap_racer import GAME, events
from engine.lap_racer.cards import BOX, STARTERS, deck
from engine.lap_racer.state import Draft
from engine.rng import Rng, shuffle
from tests.games.lap_racer.table import RULES, Table, dealt


def draft(table: Table) -> Draft:
    frame = table.state.stack[0]
    assert isinstance(frame, Draft)
    return frame


def drafted(table: Table) -> Table:
    """The draft over, every seat by its default."""
    while table.asked() and table.asked()[0] == "draft":
        table.time_out()
    return table


@pytest.mark.clause("LR-1.1")
def test_debris_is_set_aside_and_both_decks_are_shuffled() -> None:
    table = dealt(4, seed=3)
    frame = draft(table)
    chance, parts = shuffle(Rng((3).to_bytes(32, "big"), 1), deck(BOX.parts, True))
    _, playbooks = shuffle(chance, deck(BOX.playbooks, True))
    assert (table.state.debris, frame.parts + table.state.parts, frame.playbooks + table.state.playbook_deck) == (
        25,
        parts,
        playbooks,
    )


@pytest.mark.clause("LR-1.2")
@pytest.mark.parametrize(("seats", "parts", "playbooks"), [(2, 10, 3), (3, 15, 4), (4, 20, 5)])
def test_the_draft_pool_holds_five_parts_a_seat_and_one_playbook_more_than_seats(seats, parts, playbooks) -> None:
    opened = dealt(seats).told(None, events.DraftOpened)[0]
    assert (len(opened.parts), len(opened.playbooks)) == (parts, playbooks)


@pytest.mark.clause("LR-1.3", "LR-R1", "LR-E1")
def test_the_snake_begins_before_the_starting_player_and_turns_back_each_round() -> None:
    table = dealt(4, first_seat=0)
    order = []
    while table.asked()[0] == "draft":
        order += table.asked()[1]
        table.time_out()
    assert order == [3, 2, 1, 0, 0, 1, 2, 3] * 3


@pytest.mark.clause("LR-1.4", "LR-E2")
def test_a_second_playbook_is_refused() -> None:
    table = dealt(2, first_seat=0)
    one, two, _ = draft(table).playbooks
    table.act(1, "pick", card=one).time_out()
    table.time_out()
    assert (table.asked(), table.refusal(1, "pick", card=two)) == (("draft", (1,)), "LR-1.4")


@pytest.mark.clause("LR-1.4", "LR-E2")
def test_with_five_parts_only_a_playbook_is_left() -> None:
    table = dealt(2, first_seat=0)
    table.act(1, "pick", card=draft(table).playbooks[0])
    for _ in range(9):
        table.time_out()
    (part,) = draft(table).parts
    assert (table.asked(), table.refusal(0, "pick", card=part)) == (("draft", (0,)), "LR-1.4")
    assert table.values(0, "card") == list(draft(table).playbooks)


@pytest.mark.clause("LR-R3", "LR-1.5")
def test_exactly_one_playbook_is_left_and_opens_the_pool() -> None:
    table = dealt(3)
    pool = set(draft(table).playbooks)
    drafted(table)
    taken = {playbook for racer in table.state.racers for playbook in racer.playbooks}
    assert set(table.state.pool) == pool - taken
    assert len(table.state.pool) == 1


@pytest.mark.clause("LR-R4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_seat_is_ever_stuck_even_if_playbooks_go_last_or_first(seats: int) -> None:
    table = drafted(dealt(seats))
    assert [len(racer.playbooks) for racer in table.state.racers] == [1] * seats
    table = dealt(seats)
    for _ in range(seats):
        (seat,) = table.asked()[1]
        table.act(seat, "pick", card=draft(table).playbooks[0])
    assert len(drafted(table).state.pool) == 1


@pytest.mark.clause("LR-1.6")
def test_a_deck_is_five_starting_cards_and_five_drafted_of_which_five_are_drawn() -> None:
    table = dealt(2, first_seat=0)
    while draft(table).picks < 11:
        table.time_out()
    picked = draft(table).drafted
    table.time_out()
    for seat in (0, 1):
        racer = table.racer(seat)
        assert sorted(racer.hand + racer.deck) == sorted((*STARTERS, *picked[seat]))
        assert len(racer.hand) == 5


@pytest.mark.clause("LR-1.7")
def test_the_showroom_is_the_top_four_of_the_parts_deck() -> None:
    table = dealt(2)
    top = table.state.parts[:4]
    assert drafted(table).state.showroom == top


@pytest.mark.clause("LR-1.8")
def test_everybody_starts_on_space_0_of_lap_1_with_three_coins_and_the_playbook_face_up() -> None:
    table = dealt(2, first_seat=0)
    playbook = draft(table).playbooks[0]
    drafted(table.act(1, "pick", card=playbook))
    racers = table.view(None).racers
    assert [(racer.space, racer.laps, racer.coins) for racer in racers] == [(0, 0, 3)] * 2
    assert racers[1].playbooks == (playbook,)


@pytest.mark.clause("LR-1.9")
def test_the_starting_player_is_random() -> None:
    assert {draft(dealt(4, seed)).first for seed in range(20)} == {0, 1, 2, 3}


@pytest.mark.clause("LR-1.9")
def test_turns_go_clockwise_from_the_starting_player() -> None:
    table = drafted(dealt(3, first_seat=2))
    turns = []
    while len(turns) < 4:
        if table.asked()[0] == "play":
            turns += table.asked()[1]
        table.time_out()
    assert turns == [2, 0, 1, 2]


@pytest.mark.clause("LR-R2")
@pytest.mark.parametrize(
    ("seats", "options", "parts", "playbooks"),
    [(2, {}, 72, 30), (2, {"keep_m": True}, 77, 32), (3, {}, 77, 32), (4, {}, 77, 32)],
)
def test_the_multiplayer_cards_leave_a_game_of_two(seats, options, parts, playbooks) -> None:
    table = dealt(seats, **options)
    frame = draft(table)
    assert len(frame.parts + table.state.parts) == parts
    assert len(frame.playbooks + table.state.playbook_deck) == playbooks


def test_the_first_seat_must_be_at_the_table() -> None:
    with pytest.raises(InvalidOptions):
        dealt(2, first_seat=2)


@pytest.mark.clause("LR-R44")
def test_chance_is_drawn_for_the_first_seat_the_parts_the_playbooks_and_the_decks_in_turn() -> None:
    state, tellings = GAME.begin(2, {"first_seat": 1}, bytes(32))
    picked: list[list[str]] = [[], []]
    while RULES.question(state).kind == "draft":
        state, more, decisions = RULES.time_out(state)
        tellings += more
        picked[decisions[0].seat].append(str(decisions[0].action["card"]))
    chance, parts = shuffle(Rng(bytes(32)), deck(BOX.parts, False))
    chance, playbooks = shuffle(chance, deck(BOX.playbooks, False))
    chance, first = shuffle(chance, (*STARTERS, *picked[0][:5]))
    chance, second = shuffle(chance, (*STARTERS, *picked[1][:5]))
    shuffled = [told.full for told in tellings if isinstance(told.full, events.Shuffled)]
    assert shuffled == [
        events.Shuffled("parts", parts),
        events.Shuffled("playbooks", playbooks),
        events.Shuffled("seat-0", first),
        events.Shuffled("seat-1", second),
    ]
    assert state.rng == chance


def test_a_race_is_stored_and_read_again_in_the_draft() -> None:
    table = dealt(2)
    assert GAME.decode(GAME.encode(table.state)) == table.state
    assert msgspec.json.decode(msgspec.json.encode(table.state), type=GAME.state) == table.state
