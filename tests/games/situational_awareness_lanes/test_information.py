"""Who sees what (SAL-R1, SAL-R8, SAL-R9)."""

import pytest

from engine.rng import Rng
from engine.situational_awareness.state import Save
from engine.situational_awareness.view import TurnView
from engine.situational_awareness_lanes import GAME
from engine.situational_awareness_lanes.state import Seen
from engine.situational_awareness_lanes.view import AttackView, SeenView, View, resample, view
from tests.games.situational_awareness_lanes.table import trip


def crowded():
    """A trip in which every field of the view has something to say."""
    table = trip(
        "hail/swerve fog",
        "pothole/high-beams rain",
        "carjack/dashcam",
        lanes=("rain", "fog-bank/duck", "police-escort"),
        closed=(None, None, 1),
        pile="rain rain",
        condition="rain",
        aftermarkets={2: "turtle-wax"},
        flat_tire=(2,),
        detour=(1,),
        seen=[Seen(1, 1, (2,)), Seen(2, 0, None)],
    )
    return table.play(0, "hail/swerve", "hail", lane=1, target=1)


@pytest.mark.clause("SAL-R1", "SAL-R9")
@pytest.mark.parametrize(
    ("seat", "hand", "seen"),
    [
        (0, ("fog",), ()),
        (1, ("pothole/high-beams", "rain"), ()),
        (2, ("carjack/dashcam",), (SeenView(1, 1, "rain"),)),
        (None, None, None),
    ],
)
def test_a_seat_sees_its_own_hand_what_it_has_seen_and_everything_public(seat, hand, seen):
    assert crowded().view(seat) == View(
        turn=TurnView(seat=0, number=1, aimed=(0, 1, 0), violation_spent=False, driving=True, escorted=False),
        hubcaps=(5, 5, 5),
        destroyed=0,
        hand_sizes=(1, 2, 1),
        known=(("fog",), (None, None), ("carjack/dashcam",)),
        hand=hand,
        seen=seen,
        aftermarkets=(None, None, "turtle-wax"),
        flat_tire=(False, False, True),
        detour=(False, True, False),
        lanes=(("rain",), ("fog-bank/duck", "hail/swerve"), ("police-escort",)),
        closed=(None, None, 1),
        pile=2,
        condition="rain",
        attack=AttackView(
            seat=0,
            target=1,
            card="hail",
            rock=False,
            dashcam=None,
            pile_up=None,
            saves=(),
            stage="respond",
            lane=1,
            position=None,
        ),
        answered=(),
    )


def test_a_save_in_the_view_is_named_by_its_face():
    table = trip("hail/swerve", "pothole/evasive-maneuvers", "detour/pile-up carjack/dashcam")
    table.play(0, "hail/swerve", "hail", lane=1, target=1).act(2, "pile_up", card="detour/pile-up")
    table.act(1, "save", card="pothole/evasive-maneuvers", against="pile_up")
    assert table.view(None).attack.saves == (Save("evasive-maneuvers", "pile_up"),)


@pytest.mark.clause("SAL-R9")
@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_worlds_drawn_anew_agree_on_what_the_viewer_has_seen_and_differ_in_the_rest(viewer):
    state, _ = GAME.begin(3, {"first_seat": 0}, bytes(32))
    other = resample(state, viewer, Rng(bytes([9] * 32)))
    assert view(other, viewer) == view(state, viewer)
    assert [other.hands[seat] == state.hands[seat] for seat in range(3)] == [seat in (0, viewer) for seat in range(3)]
    assert other.pile != state.pile
