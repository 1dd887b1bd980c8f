"""Effects after the Hit, one after another: each primitive resolves at once or opens a question (RA-5.4, RA-8)."""

from typing import assert_never

from engine.flow import Flow, alter, go, tell, top
from engine.rally import actions
from engine.rally.cards import (
    Change,
    Discard,
    Draw,
    DrawToHalf,
    Following,
    GiveNext,
    Handover,
    PlayAgain,
    Repair,
    Reserve,
    ReturnNext,
    TeammateDraw,
)
from engine.rally.rules import choices, piles
from engine.rally.state import Effects, Next, State, Turn, normal_hand, teammates, turn


def resolve(state: State) -> State:
    """The next effect; where the player has a choice, its question."""
    frame = top(state, Effects)
    if not frame.left:
        return go(state, "")
    effect = frame.left[0]
    question = _question(state, frame, effect)
    return go(state, question) if question else go(_settle(choices.leave(state), frame.seat, effect), "resolve")


def _question(state: State, frame: Effects, effect: Following) -> str | None:
    """The window in which the player chooses; None where nothing is asked (RA-R13, RA-R18, RA-R26)."""
    match effect:
        case Change() if choices.changes(state):
            return "choose.change"
        case Discard() if state.hands[frame.seat]:
            return "choose.discard"
        case Reserve() if state.hands[frame.seat]:
            return "choose.reserve"
        case Repair() if len(set(state.car)) > 1:
            return "choose.repair"
        case Handover() if state.seats > 2:
            return "choose.handover"
        case TeammateDraw() if state.seats > 2:
            return "choose.teammate"
        case _:
            return None


def _settle(state: State, seat: int, effect: Following) -> State:
    """An effect that leaves no choice."""
    match effect:
        case Draw(n):
            return piles.draw(state, seat, n)
        case DrawToHalf():
            return piles.draw(state, seat, normal_hand(state) // 2 - len(state.hands[seat]))
        case PlayAgain(n):
            return tell(alter(state, Turn, plays=turn(state).plays + n), actions.PlaysAdded(seat, n))
        case ReturnNext():
            return _bind_next(state, seat, Next.RETURN)
        case GiveNext():
            return _bind_next(state, seat, Next.GIVE) if teammates(state, seat) else state
        case Repair(n):
            return choices.repair(state, state.car[0], n) if state.car else state
        case Handover():
            return choices.hand_over(state, seat, to) if (to := _only_teammate(state, seat)) is not None else state
        case TeammateDraw(n):
            return piles.draw(state, to, n) if (to := _only_teammate(state, seat)) is not None else state
        case Change() | Discard() | Reserve():
            return state
        case _:
            assert_never(effect)


def _bind_next(state: State, seat: int, to: Next) -> State:
    return tell(alter(state, Turn, next_card=to), actions.NextCardBound(seat, to))


def _only_teammate(state: State, seat: int) -> int | None:
    """The teammate of two players; alone there is none, and the effect is skipped (RA-12.4)."""
    mates = teammates(state, seat)
    return mates[0] if mates else None


FLOW: Flow[State] = {"resolve": resolve, **choices.WINDOWS}
