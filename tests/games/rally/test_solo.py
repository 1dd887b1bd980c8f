"""Solo (RA-12)."""

import pytest

from engine.rally.actions import SoloDrew
from engine.rally.rules import RULES
from tests.games.rally.table import act, drive, events, is_offered, kind, play, shown, table

HAND = "speed-straight grip-dig-in"


def offered(state) -> list[str]:
    return [offer.type for offer in RULES.offers(state, 0)]


@pytest.mark.clause("RA-12.1")
def test_the_normal_hand_size_is_ten_for_effects_and_service() -> None:
    state = play(table("skill-second-wind speed-straight", row=("S",)), "skill-second-wind")
    assert len(state.hands[0]) == 5
    state = drive(play(state, "speed-straight"), stop_at="play")
    assert (len(state.hands[0]), len(state.row)) == (10, 3)


@pytest.mark.clause("RA-12.2", "RA-R35")
def test_the_solo_draw_draws_three_without_using_a_play() -> None:
    state = table(HAND, row=("S S S",))
    assert offered(state) == ["play", "play", "solo_draw"]
    told = events(state, "solo_draw")
    assert told[0] == SoloDrew(0)
    state = act(state, "solo_draw")
    assert (len(state.hands[0]), kind(state), state.hit_stack) == (5, "play", ())
    assert offered(table(f"{HAND} skill-cover", row=("S S S",))) == ["play"] * 3


@pytest.mark.clause("RA-R35")
def test_the_solo_draw_is_offered_on_extra_plays_and_while_a_return_waits() -> None:
    state = play(table("speed-boomerang speed-straight", row=("S S S",), streak=2), "speed-boomerang")
    assert offered(state) == ["play", "stop", "solo_draw"]
    drawn = act(state, "solo_draw")
    assert (kind(drawn), drawn.stack[0].next_card, drawn.stack[0].plays) == ("extra", "return", 1)
    assert RULES.question(drawn).id > RULES.question(state).id


@pytest.mark.clause("RA-R6", "RA-R35")
def test_an_empty_hand_is_asked_for_an_extra_play_while_it_may_draw() -> None:
    state = play(table("speed-flat-out", row=("S S S",)), "speed-flat-out")
    assert (kind(state), offered(state)) == ("extra", ["stop", "solo_draw"])
    used = play(table("speed-flat-out", row=("S S",), solo_draw_used=True, reserve="speed-straight"), "speed-flat-out")
    assert offered(used) == ["play", "stop"]


@pytest.mark.clause("RA-12.2")
def test_the_solo_draw_waits_for_a_pending_effect() -> None:
    state = play(table("grip-new-rubber", row=("G S",), deck="skill-cover"), "grip-new-rubber")
    assert (kind(state), offered(state)) == ("choose.discard", ["choose_cards"])


@pytest.mark.clause("RA-12.3")
def test_the_solo_draw_is_once_a_day_and_comes_back_once() -> None:
    state = act(table("speed-straight", row=("S",), deck="speed-straight " * 3 + "grip-dig-in " * 9), "solo_draw")
    assert not is_offered(table("speed-straight", row=("S",), solo_draw_used=True), "solo_draw")
    assert state.solo_draw_used
    state = drive(play(state, "speed-straight"), stop_at="play")
    assert (state.day, state.solo_draw_used) == (2, False)


@pytest.mark.clause("RA-12.4")
@pytest.mark.parametrize(("card", "held"), [("skill-handover", 2), ("skill-regroup", 1)])
def test_effects_on_others_are_skipped_and_the_rest_resolves(card: str, held: int) -> None:
    state = play(table(card, row=("S S",), deck="speed-straight " * 9), card)
    assert (len(state.hands[0]), kind(state)) == (held, "play")


@pytest.mark.clause("RA-12.4")
def test_alone_nothing_is_given() -> None:
    state = play(table("control-baton speed-straight", row=("C S S",)), "control-baton")
    assert (state.stack[0].next_card, offered(state)) == (None, ["play", "stop", "solo_draw"])
    assert play(state, "speed-straight").hands[0] == ()


@pytest.mark.clause("RA-12.5")
def test_the_seat_takes_every_turn_and_each_starts_with_one_play() -> None:
    state = act(play(table("speed-full-chat speed-straight", row=("S S S",), streak=3), "speed-full-chat"), "stop")
    assert (state.stack[0].seat, state.stack[0].plays, kind(state)) == (0, 1, "play")


@pytest.mark.clause("RA-R35")
def test_who_cannot_play_may_draw_or_take_the_fault() -> None:
    state = play(table("speed-straight skill-full-send", row=("S S S",), deck="skill-full-send " * 3), "speed-straight")
    assert (kind(state), offered(state)) == ("no_play", ["solo_draw", "take_fault"])
    missed = act(state, "take_fault")
    assert (shown(missed)[0], kind(missed), missed.hands[0]) == ("S+ S- S", "no_play", ("skill-full-send",))
    in_vain = act(state, "solo_draw")
    assert (shown(in_vain)[0], len(in_vain.hands[0]), kind(in_vain)) == ("S+ S- S-", 4, None)


@pytest.mark.parametrize(
    ("deck", "discard", "in_vain"), [("", "", True), ("skill-cover", "", False), ("", "skill-cover", False)]
)
def test_a_solo_draw_from_nothing_is_marked(deck: str, discard: str, in_vain: bool) -> None:
    state = table("speed-straight", row=("S S",), deck=deck, discard=discard)
    assert RULES.offers(state, 0)[-1].no_effect is in_vain
