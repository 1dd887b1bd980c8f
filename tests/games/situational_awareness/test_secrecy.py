"""Section 15: who sees what."""

from collections.abc import Callable

import msgspec
import pytest

from engine.rng import Rng
from engine.situational_awareness import actions as told
from engine.situational_awareness.rules import RULES
from engine.situational_awareness.state import Save, State, Trap, replace, with_hand
from engine.situational_awareness.view import AttackView, TrapView, TurnView, View
from tests.games.situational_awareness.table import Table, table


def accident() -> Table:
    """A Pothole at driver 1 in the middle of its responses, much else on the table."""
    trip = table(
        "pothole detour duck",
        "defensive-driving swerve",
        "pile-up rain",
        "dashcam fog",
        hubcaps=(5, 5, 4, 6),
        lanes=("hail", "duck swerve", "fog"),
        pile="rain fog duck",
        condition="rain",
        aftermarkets={3: "turtle-wax"},
        traps=[(2, "black-ice")],
        flat_tire=(3,),
        detour=(2,),
    )
    trip.play(0, "detour", 1).passing(1).play(0, "pothole", 1).act(2, "pile_up").passing(3)
    return trip.save(1, "defensive-driving", "pile_up")


@pytest.mark.clause("SA-15.1")
def test_a_spectator_sees_all_that_is_public_and_nothing_else() -> None:
    trip = accident()
    assert trip.asked() == ("respond", (2,))
    assert trip.view(None) == View(
        turn=TurnView(0, 1, (0, 2, 0, 0), violation_spent=True, driving=True, escorted=False),
        hubcaps=(5, 5, 4, 6),
        destroyed=0,
        hand_sizes=(1, 1, 1, 2),
        hand=None,
        aftermarkets=(None, None, None, "turtle-wax"),
        flat_tire=(False, False, False, True),
        detour=(False, True, True, False),
        lanes=(("hail", "detour"), ("duck", "swerve"), ("fog",)),
        pile=3,
        condition="rain",
        traps=(TrapView(2, None),),
        attack=AttackView(
            0, 1, "pothole", False, None, 2, (Save("defensive-driving", "pile_up", wrecked=False),), "respond"
        ),
        answered=(3,),
        peeks=(),
    )


@pytest.mark.clause("SA-15.1")
def test_who_peeks_at_whom_is_told_to_everybody() -> None:
    trip = table("texting", "rain", "").play(0, "texting", 1)
    assert told.HandSeen(0, 1, None) in trip.told(2)


@pytest.mark.clause("SA-15.1")
def test_an_escort_and_a_wrecked_save_are_public() -> None:
    trip = table("pothole", "swerve duck", "hail hail hail", "police-escort duck", traps=[(0, "black-ice")])
    trip.play(0, "pothole", 1).save(1, "swerve").act(2, "spring").act(3, "police_escort")
    view = trip.view(None)
    assert (view.turn.escorted, view.attack.saves) == (True, (Save("swerve", "hazard", wrecked=True),))


@pytest.mark.clause("SA-15.2")
def test_a_seat_sees_its_own_hand_and_its_own_traps_beside_what_is_public() -> None:
    trip = accident()
    public = trip.view(None)
    assert [trip.view(seat) for seat in range(4)] == [
        msgspec.structs.replace(public, hand=("duck",)),
        msgspec.structs.replace(public, hand=("swerve",)),
        msgspec.structs.replace(public, hand=("rain",), traps=(TrapView(2, "black-ice"),)),
        msgspec.structs.replace(public, hand=("dashcam", "fog")),
    ]


@pytest.mark.clause("SA-15.2", "SA-15.3")
def test_what_is_drawn_only_its_drawer_learns() -> None:
    trip = table("", "", "", pile="rain fog duck hail swerve texting").pit(0)
    drawn = [next(event for event in trip.told(seat) if isinstance(event, told.Drew)) for seat in (0, 1, None)]
    hidden = told.Drew(0, 5, None)
    assert drawn == [told.Drew(0, 5, ("rain", "fog", "duck", "hail", "swerve")), hidden, hidden]


@pytest.mark.clause("SA-15.3")
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_the_order_of_a_shuffled_deck_is_told_to_nobody(seat: int | None) -> None:
    hand = "duck duck swerve swerve hail"
    trip = table(hand, "", "", fixed=True, pile="", lanes=("rain hail", "fog", "texting")).pit(0)
    assert [event for event in trip.told(seat) if isinstance(event, told.Shuffled)] == [told.Shuffled("pile", None)]


def other_pile(state: State) -> State:
    return replace(state, pile=state.pile[::-1])


def other_seed(state: State) -> State:
    return replace(state, rng=Rng(b"another seed of thirty-two bytes", state.rng.drawn))


def other_trap(state: State) -> State:
    return replace(state, traps=(Trap(0, "flash-flood"),))


def other_hands(state: State) -> State:
    """The bystanders and the target hold other cards, as many as before."""
    other = ("dashcam", "pile-up", "swerve", "good-suspension", "police-escort")
    for seat in (1, 2):
        state = with_hand(state, seat, other[: len(state.hands[seat])])
    return state


HANDS = ("pothole traffic-jam detour carjack", "hail duck rain", "fog fog duck", "hail rain snow-chains")
WORLDS = [other_pile, other_seed, other_trap, other_hands]
ACTIONS: list[Callable[[Table], Table]] = [
    lambda trip: trip.play(0, "pothole", 1),
    lambda trip: trip.play(0, "traffic-jam"),
    lambda trip: trip.play(0, "carjack", 1),
    lambda trip: trip.play(0, "carjack", 1).passing(1),
]


@pytest.mark.clause("SA-15.3", "SA-15.4")
@pytest.mark.parametrize("seat", [3, None])
@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("world", WORLDS)
def test_what_a_seat_may_not_see_moves_nothing_that_it_sees(
    world: Callable[[State], State], action: Callable[[Table], Table], seat: int | None
) -> None:
    here = table(*HANDS, traps=[(0, "black-ice")])
    there = Table(world(here.state))
    assert seen(action(here), seat) == seen(action(there), seat)


def seen(trip: Table, seat: int | None) -> bytes:
    """All that the seat reads: view, question, prompt, offers and the latest tellings."""
    own = () if seat is None else (RULES.prompt(trip.state, seat), RULES.offers(trip.state, seat))
    return msgspec.json.encode((trip.view(seat), RULES.question(trip.state), own, trip.told(seat)))
