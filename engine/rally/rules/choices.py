"""The questions that effects ask their player (section 4, `choose`)."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from engine.flow import Window, alter, go, tell, top
from engine.offers import Action, Offer, SubsetOf, choice
from engine.rally import actions
from engine.rally.cards import FAULT, STAGE, Change, Discard, Handover, Repair, Reserve, TeammateDraw
from engine.rally.rules import piles, road
from engine.rally.state import (
    Effects,
    State,
    Turn,
    call_at,
    open_calls,
    replace,
    spend,
    teammates,
)

Answer: TypeAlias = Callable[[State, int, Action], State]


def leave(state: State) -> State:
    """The effect in question is done with."""
    return alter(state, Effects, left=top(state, Effects).left[1:])


# What the choices do


def changes(state: State) -> list[tuple[tuple[int, int], tuple[str, ...]]]:
    """The upcoming calls that the Change may rewrite, and into what (RA-R13, RA-R14)."""
    frame = top(state, Effects)
    effect = frame.left[0]
    assert isinstance(effect, Change)
    upcoming = list(open_calls(state))[0 if frame.hits else 1 :]
    reach = upcoming[:1] if effect.scope == "next" else upcoming
    found = []
    for place in reach:
        asks = call_at(state, place).asks
        if to := tuple(stat.value for stat in effect.to if stat is not asks):
            found.append((place, to))
    return found


def repair(state: State, fault: str, times: int) -> State:
    """Repair a Fault; what is left of `times` is a choice of its own."""
    if times > 1:
        state = alter(state, Effects, left=(Repair(times - 1), *top(state, Effects).left))
    return road.repair(state, fault)


def hand_over(state: State, seat: int, to: int) -> State:
    """Name who takes the next turn (RA-8.6, RA-R25)."""
    return tell(alter(state, Turn, handover=to), actions.HandedOver(seat, to))


def choose_cards(hand: Sequence[str], least: int, most: int, text: str) -> list[Offer]:
    """Any `least` to `most` cards of the hand."""
    return [Offer("choose_cards", {"cards": SubsetOf(tuple(hand), least, most)}, text)]


def newest(hand: Sequence[str], count: int) -> Action:
    """The default of a duty to part with cards: the newest `count`."""
    return {"type": "choose_cards", "cards": list(hand[len(hand) - count :])}


def named(action: Action) -> list[str]:
    """The cards of a `choose_cards`."""
    return msgspec.convert(action, actions.ChooseCards).cards


# Answers


def _change(state: State, seat: int, action: Action) -> State:
    state = leave(state)
    if action["type"] == "decline":
        return tell(state, actions.Declined(seat))
    chosen = msgspec.convert(action, actions.ChangeCall)
    return road.change(state, (chosen.row, chosen.index), chosen.to)


def _discard(state: State, seat: int, action: Action) -> State:
    return piles.discard_from_hand(leave(state), seat, named(action))


def _reserve(state: State, seat: int, action: Action) -> State:
    state, cards = spend(leave(state), seat, named(action))
    if not cards:
        return tell(state, actions.Declined(seat))
    return tell(replace(state, reserve=(*state.reserve, *cards)), actions.Reserved(seat, cards))


def _repair(state: State, _seat: int, action: Action) -> State:
    effect = top(state, Effects).left[0]
    assert isinstance(effect, Repair)
    return repair(leave(state), msgspec.convert(action, actions.ChooseFault).fault, effect.n)


def _handover(state: State, seat: int, action: Action) -> State:
    return hand_over(leave(state), seat, msgspec.convert(action, actions.ChooseSeat).seat)


def _teammate(state: State, _seat: int, action: Action) -> State:
    effect = top(state, Effects).left[0]
    assert isinstance(effect, TeammateDraw)
    return piles.draw(leave(state), msgspec.convert(action, actions.ChooseSeat).seat, effect.n)


# Offers


def _change_offers(state: State, _seat: int) -> list[Offer]:
    offers = [
        Offer("change", {"row": place[0], "index": place[1], "to": choice(to)}, _call_text(state, place))
        for place, to in changes(state)
    ]
    return [*offers, Offer("decline", text="Change nothing")] if may(state) else offers


def _call_text(state: State, place: tuple[int, int]) -> str:
    row, index = place
    card = state.row[row].card
    name = FAULT[card].name if state.row[row].recovery else STAGE[card].name
    return f"{name}, call {index + 1}: asks for {call_at(state, place).asks} now"


def _discard_offers(state: State, seat: int) -> list[Offer]:
    due = discards_due(state, seat)
    return choose_cards(state.hands[seat], due, due, f"Discard {due}")


def _reserve_offers(state: State, seat: int) -> list[Offer]:
    least, most = reservable(state, seat)
    return choose_cards(state.hands[seat], least, most, "Place in the Shared Reserve")


def _repair_offers(state: State, _seat: int) -> list[Offer]:
    return [
        Offer("choose_fault", {"fault": fault}, f"Repair {FAULT[fault].name}") for fault in dict.fromkeys(state.car)
    ]


def _seat_offers(state: State, seat: int) -> list[Offer]:
    effect = top(state, Effects).left[0]
    text = "Takes the next turn" if isinstance(effect, Handover) else "Draws"
    return [Offer("choose_seat", {"seat": choice(sorted(teammates(state, seat)))}, text)]


def may(state: State) -> bool:
    """Whether the effect in question says "may"."""
    effect = top(state, Effects).left[0]
    return isinstance(effect, Change | Reserve) and effect.may


def discards_due(state: State, seat: int) -> int:
    """How many cards the Discard costs: all, if there are fewer (RA-8.2)."""
    effect = top(state, Effects).left[0]
    assert isinstance(effect, Discard)
    return min(effect.n, len(state.hands[seat]))


def reservable(state: State, seat: int) -> tuple[int, int]:
    """The least and most cards that may go to the Shared Reserve now."""
    effect = top(state, Effects).left[0]
    assert isinstance(effect, Reserve)
    most = min(effect.n, len(state.hands[seat]))
    return 0 if effect.may else most, most


# Defaults


def _change_default(state: State, _seat: int) -> Action:
    if may(state):
        return {"type": "decline"}
    (row, index), to = changes(state)[0]
    return {"type": "change", "row": row, "index": index, "to": to[0]}


def _seat_default(state: State, seat: int) -> Action:
    return {"type": "choose_seat", "seat": teammates(state, seat)[0]}


def _player(state: State) -> tuple[int, ...]:
    return (top(state, Effects).seat,)


def _window(
    offers: Callable[[State, int], list[Offer]], answer: Answer, default: Callable[[State, int], Action], text: str
) -> Window[State]:
    """A question about the effect in front, after which the next effect resolves."""
    return Window(
        asked=_player,
        offers=offers,
        answer=lambda state, seat, action: go(answer(state, seat, action), "resolve"),
        text=lambda _state, _seat: text,
        default=default,
        must=lambda state, _seat: not may(state),
    )


WINDOWS = {
    "choose.change": _window(_change_offers, _change, _change_default, "Change an upcoming call?"),
    "choose.discard": _window(
        _discard_offers,
        _discard,
        lambda state, seat: newest(state.hands[seat], discards_due(state, seat)),
        "Choose what to discard.",
    ),
    "choose.reserve": _window(
        _reserve_offers,
        _reserve,
        lambda state, seat: newest(state.hands[seat], reservable(state, seat)[0]),
        "Place a card in the Shared Reserve?",
    ),
    "choose.repair": _window(
        _repair_offers,
        _repair,
        lambda state, _seat: {"type": "choose_fault", "fault": state.car[0]},
        "Which Fault is repaired?",
    ),
    "choose.handover": _window(_seat_offers, _handover, _seat_default, "Who takes the next turn?"),
    "choose.teammate": _window(_seat_offers, _teammate, _seat_default, "Which teammate draws?"),
}
