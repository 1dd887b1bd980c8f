"""Effects and keywords (RA-8)."""

import pytest

from engine.rally.actions import CardFollowed, Declined, Drew, HandedOver, Shuffled, TurnEnded
from engine.rally.rules import RULES
from engine.rng import Rng, shuffle
from tests.games.rally.table import act, asked, drive, events, is_offered, kind, play, shown, stacked, table, tell

SPARE = "speed-straight speed-straight"


@pytest.mark.clause("RA-8.1")
def test_an_empty_deck_is_made_anew_from_the_discard_pile_and_drawing_goes_on() -> None:
    discard = ("skill-cover", "grip-dig-in", "speed-flat-out", "control-baton")
    more = {"deck": "control-clean-line", "discard": " ".join(discard)}
    state = table("control-feather", SPARE, row=("C S S",), streak=2, **more)
    after, tellings = tell(state, "play", zone="hand", card="control-feather")
    rng, deck = shuffle(Rng(bytes(32)), discard)
    assert after.hands[0] == ("control-clean-line", deck[0])
    assert (after.deck, after.discard, after.rng) == (deck[1:], (), rng)
    assert [telling.others for telling in tellings if telling.seats is not None] == [
        Shuffled("crew", None),
        Drew(0, 2, None),
    ]


@pytest.mark.clause("RA-8.1", "RA-R30")
def test_with_both_piles_empty_drawing_stops_and_stack_and_reserve_stay() -> None:
    more = {"deck": "skill-cover", "reserve": "grip-dig-in"}
    state = play(table("control-feather", SPARE, row=("C S S",), streak=2, **more), "control-feather")
    assert (state.hands[0], state.deck, state.discard) == (("skill-cover",), (), ())
    assert (state.reserve, len(state.hit_stack)) == (("grip-dig-in",), 2)


@pytest.mark.clause("RA-8.2")
def test_a_discard_is_of_the_players_choice_or_of_all_there_is() -> None:
    deck = "skill-cover control-baton"
    state = play(table("grip-new-rubber speed-straight", SPARE, row=("G S",), deck=deck), "grip-new-rubber")
    assert [offer.fields["cards"].subset_of for offer in RULES.offers(state, 0)] == [
        ("speed-straight", "skill-cover", "control-baton")
    ]
    state = act(state, "choose_cards", cards=["skill-cover"])
    assert (state.hands[0], state.discard) == (("speed-straight", "control-baton"), ("skill-cover",))
    dry = play(table("grip-new-rubber", SPARE, row=("G S",), deck="skill-cover"), "grip-new-rubber")
    assert act(dry, "choose_cards", cards=["skill-cover"]).hands[0] == ()
    none = play(table("grip-new-rubber", SPARE, row=("G S",), deck=""), "grip-new-rubber")
    assert asked(none) == (1,)


@pytest.mark.clause("RA-8.3", "RA-R13")
def test_a_typed_card_may_change_the_call_that_is_live_now_and_any_later_one() -> None:
    state = play(table("control-pace-note", SPARE, row=("C S A", "S G")), "control-pace-note")
    offers = [(offer.type, *offer.fields.values()) for offer in RULES.offers(state, 0)]
    assert [offer[:3] for offer in offers] == [
        ("change", 0, 1),
        ("change", 0, 2),
        ("change", 1, 0),
        ("change", 1, 1),
        ("decline",),
    ]
    assert [getattr(offer[3], "one_of", None) for offer in offers[:4]] == [
        ("grip", "control"),
        ("speed", "grip", "control"),
        ("grip", "control"),
        ("speed", "control"),
    ]
    state = act(state, "change", row=1, index=0, to="grip")
    assert shown(state) == ["C+ S A", "G G"]


@pytest.mark.clause("RA-R13")
def test_the_next_upcoming_call_is_exactly_the_one_after() -> None:
    state = play(table("grip-gravel-line", SPARE, row=("G S C",)), "grip-gravel-line")
    assert [(offer.type, *offer.fields.values()) for offer in RULES.offers(state, 0)] == [
        ("change", 0, 1, "any"),
        ("decline",),
    ]
    assert asked(play(table("grip-gravel-line", SPARE, row=("G A C",)), "grip-gravel-line")) == (1,)


@pytest.mark.clause("RA-8.3", "RA-R13")
def test_a_support_skill_never_changes_the_live_call() -> None:
    state = play(table("skill-route-board", SPARE, row=("C S",), streak=1), "skill-route-board")
    assert not is_offered(state, "change", row=0, index=0, to="any")
    assert is_offered(state, "change", row=0, index=1, to="any")
    last = play(table("skill-route-board speed-straight", SPARE, row=("C+ S",), streak=1), "skill-route-board")
    assert kind(last) == "extra"


@pytest.mark.clause("RA-R14")
def test_a_change_is_for_today_and_must_differ_and_touches_nothing() -> None:
    row = ("C G S", "fault-puncture: G S")
    state = table("control-pace-note grip-dig-in", SPARE, row=row, car="fault-puncture")
    state = play(state, "control-pace-note")
    assert not is_offered(state, "change", row=1, index=0, to="grip")
    state = act(state, "change", row=1, index=0, to="control")
    assert shown(state)[1] == "fault-puncture: C S"
    next_day = drive(
        play(table("speed-straight", "", row=("S+", "fault-puncture: A+ S"), car="fault-puncture"), "speed-straight"),
        stop_at="play",
    )
    assert shown(next_day)[4] == "fault-puncture: G S"
    hand = "control-pace-note skill-repair-crew speed-straight"
    touched = play(
        table(hand, "grip-dig-in", row=("C G", "fault-puncture: G S"), car="fault-puncture", streak=1),
        "control-pace-note",
    )
    touched = play(act(touched, "change", row=1, index=0, to="control"), "grip-dig-in")
    assert shown(play(touched, "skill-repair-crew")) == ["C+ G+"]


@pytest.mark.clause("RA-8.4")
def test_a_streak_card_also_hits_the_next_call_whatever_it_asks() -> None:
    state = play(table("grip-streak", SPARE, row=("G C S",), streak=1), "grip-streak")
    assert (shown(state), state.hands[0]) == (["G+ C+ S"], ())
    assert shown(play(table("grip-streak", SPARE, row=("G C S",)), "grip-streak")) == ["G+ C S"]


@pytest.mark.clause("RA-8.5")
def test_a_stage_is_cleared_with_every_open_call_a_hit() -> None:
    state = play(table("skill-full-send", SPARE, row=("S- G A C", "S"), streak=4), "skill-full-send")
    assert shown(state) == ["S- G+ A+ C+", "S"]


@pytest.mark.clause("RA-8.6")
def test_handover_names_who_takes_the_next_turn_and_it_goes_on_from_there() -> None:
    state = play(table("skill-handover", SPARE, SPARE, SPARE, row=("S S S",)), "skill-handover")
    assert (kind(state), len(state.hands[0])) == ("choose.handover", 2)
    state = act(state, "choose_seat", seat=2)
    seats = [asked(state)]
    seats.append(asked(play(state, "speed-straight")))
    assert seats == [(2,), (3,)]


@pytest.mark.clause("RA-8.7", "RA-8.8")
@pytest.mark.parametrize(("card", "marks"), [("speed-straight", "S+ S+ S"), ("grip-dig-in", "S+ S- S")])
def test_a_return_follows_the_next_card_hit_or_miss(card: str, marks: str) -> None:
    state = table(f"speed-boomerang {card}", SPARE, row=("S S S",), streak=2)
    state = play(state, "speed-boomerang")
    assert CardFollowed(card, 0) in events(state, "play", zone="hand", card=card)
    state = play(state, card)
    assert (shown(state)[0], state.hands[0]) == (marks, (card,))
    assert card not in (*state.discard, *(stack for stack, _ in stacked(state)))


@pytest.mark.clause("RA-8.7")
def test_a_return_is_for_this_turn_and_for_one_card() -> None:
    hand = "speed-boomerang speed-flat-out speed-straight"
    state = play(table(hand, SPARE, row=("S S S S",), streak=2), "speed-boomerang", "speed-flat-out", "speed-straight")
    assert state.hands[0] == ("speed-flat-out",)
    lapsed = act(
        play(table("speed-boomerang speed-straight", SPARE, row=("S S S S",), streak=2), "speed-boomerang"), "stop"
    )
    lapsed = play(play(lapsed, "speed-straight"), "speed-straight")
    assert lapsed.hands[0] == ()


@pytest.mark.clause("RA-8.9")
def test_the_reserve_stays_over_stages_and_days() -> None:
    state = play(table("speed-straight", "", row=("S",), reserve="grip-dig-in"), "speed-straight")
    state = drive(state, stop_at="play")
    assert (state.day, state.reserve) == (2, ("grip-dig-in",))
    assert is_offered(state, "play", zone="reserve", card="grip-dig-in")


def test_tow_rope_places_a_card_in_the_reserve_or_none() -> None:
    state = play(table("grip-tow-rope speed-straight", SPARE, row=("G S",), deck="skill-cover"), "grip-tow-rope")
    assert kind(state) == "choose.reserve"
    placed = act(state, "choose_cards", cards=["speed-straight"])
    assert (placed.hands[0], placed.reserve) == (("skill-cover",), ("speed-straight",))
    assert act(state, "choose_cards", cards=[]).reserve == ()
    assert events(state, "choose_cards", cards=[])[0] == Declined(0)


def test_regroup_draws_for_oneself_and_for_a_teammate_of_choice() -> None:
    state = play(table("skill-regroup", SPARE, SPARE, row=("G S",)), "skill-regroup")
    assert (kind(state), state.hands[0]) == ("choose.teammate", ("grip-dig-in",))
    assert act(state, "choose_seat", seat=2).hands[2] == ("speed-straight", "speed-straight", "grip-dig-in")


def test_second_wind_draws_to_half_the_normal_hand_even_with_short_hands() -> None:
    for seats, half in ((2, 4), (3, 3), (4, 3)):
        hands = ["skill-second-wind speed-straight", *[SPARE] * (seats - 1)]
        state = play(table(*hands, row=("S S",), challenges=["short_hands"]), "skill-second-wind")
        assert (len(state.hands[0]), kind(state)) == (half, "extra")


@pytest.mark.clause("RA-R24")
def test_the_effect_of_the_days_last_hit_resolves_and_all_that_waits_lapses() -> None:
    state = play(table("speed-slipstream", SPARE, row=("S",)), "speed-slipstream")
    assert (kind(state), state.hands[0]) == ("service", ("grip-dig-in",))
    boomerang = play(table("speed-boomerang speed-straight", SPARE, row=("S",), streak=2), "speed-boomerang")
    assert kind(boomerang) == "service"
    boomerang = drive(boomerang, stop_at="play")
    assert (boomerang.stack[0].plays, boomerang.stack[0].next_card) == (1, None)


@pytest.mark.clause("RA-R24", "RA-R25")
def test_a_handover_is_dropped_at_the_days_end() -> None:
    state = play(
        table("speed-full-chat skill-handover speed-straight", SPARE, SPARE, row=("S S",), streak=3), "speed-full-chat"
    )
    state = act(play(state, "skill-handover"), "choose_seat", seat=2)
    state = drive(play(state, "speed-straight"), stop_at="play")
    assert (state.day, state.marker, asked(state)) == (2, 1, (1,))


@pytest.mark.clause("RA-R25")
def test_a_handover_holds_at_the_end_of_the_turn_and_a_later_one_replaces_it() -> None:
    hand = "speed-full-chat skill-handover skill-handover"
    state = table(hand, SPARE, SPARE, SPARE, row=("S S S",), streak=3)
    state = act(play(state, "speed-full-chat", "skill-handover"), "choose_seat", seat=2)
    assert asked(state) == (0,)
    state = act(play(state, "skill-handover"), "choose_seat", seat=3)
    assert asked(state) == (3,)


@pytest.mark.clause("RA-R26")
def test_with_two_players_the_only_teammate_is_named_by_itself() -> None:
    state = table("skill-handover", SPARE, row=("G S",))
    assert HandedOver(0, 1) in events(state, "play", zone="hand", card="skill-handover")
    assert asked(play(state, "skill-handover")) == (1,)
    assert len(play(table("skill-regroup", SPARE, row=("G S",)), "skill-regroup").hands[1]) == 3


@pytest.mark.clause("RA-R27")
def test_a_pending_return_is_used_up_before_the_next_card_sets_a_give() -> None:
    hand = "speed-boomerang control-baton speed-straight"
    state = play(table(hand, "grip-dig-in", row=("S C S S",), streak=2), "speed-boomerang", "control-baton")
    assert (state.hands[0], state.stack[0].next_card) == (("speed-straight", "control-baton"), "give")
    state = play(state, "speed-straight")
    assert (state.hands[0], state.hands[1]) == (("control-baton",), ("grip-dig-in", "speed-straight"))


@pytest.mark.clause("RA-R28")
def test_the_play_names_who_gets_a_given_card_where_there_is_a_choice() -> None:
    hand = "control-baton speed-straight skill-regroup"
    state = play(table(hand, SPARE, SPARE, row=("C S S",)), "control-baton")
    offers = RULES.offers(state, 0)
    assert [sorted(offer.fields) for offer in offers] == [["card", "give_to", "zone"]] * 2 + [[]]
    assert play(state, "speed-straight", give_to=2).hands[2][-1] == "speed-straight"
    assert play(state, "skill-regroup", give_to=1).hands[1][-1] == "skill-regroup"
    two = play(table(hand, SPARE, row=("C S S",)), "control-baton", "speed-straight")
    assert two.hands[1][-1] == "speed-straight"


@pytest.mark.clause("RA-R40")
def test_the_table_never_shows_a_hand() -> None:
    _, tellings = tell(table("speed-slipstream", SPARE, row=("S S",)), "play", zone="hand", card="speed-slipstream")
    drew = next(telling for telling in tellings if isinstance(telling.full, Drew))
    assert (drew.full, drew.seats, drew.others) == (Drew(0, 1, ("grip-dig-in",)), (0,), Drew(0, 1, None))


def test_what_does_not_move_is_not_told() -> None:
    state = table("speed-slipstream", SPARE, row=("S S",), deck="")
    assert events(state, "play", zone="hand", card="speed-slipstream")[3] == TurnEnded(0)
    miss = events(table("speed-slipstream", SPARE, row=("G S",)), "play", zone="hand", card="speed-slipstream")
    assert [event.__struct_config__.tag for event in miss[:3]] == ["card_played", "discarded", "fault_taken"]


@pytest.mark.parametrize(
    ("card", "must"),
    [("control-pace-note", False), ("grip-tow-rope", False), ("grip-new-rubber", True), ("skill-regroup", True)],
)
def test_a_question_says_whether_it_can_be_declined(card: str, must: bool) -> None:
    state = play(table(card, SPARE, SPARE, row=("A S S",)), card)
    assert RULES.prompt(state, 0).must is must
