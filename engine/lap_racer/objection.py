"""Why an action is refused: the clause that forbids it, from what its seat can see."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from engine.flow import top
from engine.lap_racer.cards import NAME, PART, PLAYBOOK
from engine.lap_racer.effects import Type
from engine.lap_racer.rules import RULES, pit, setup, showroom, turn
from engine.lap_racer.state import SLOTS, Auction, Draft, State

Objection: TypeAlias = tuple[str, str]
Fields: TypeAlias = Mapping[str, object]
PURPOSE: dict[str, Objection] = {
    "draft": ("LR-1.3", "The draft: pick a part or a playbook of the pool."),
    "play": ("LR-2.6", "In your Play Phase you play cards, buy, refresh or end the phase."),
    "choose.target": ("LR-R7", "Name a legal target of the effect."),
    "choose.option": ("LR-R43", "Choose an option of the card that can do something now."),
    "choose.scrap": ("LR-11.3", "Name a card to Scrap of the zones that the effect names, or decline where it may be."),
    "choose.discard": ("LR-R31", "Discard exactly the number of Hand cards that the card asks for."),
    "choose.pay": ("LR-11.4", "Pay, or decline."),
    "choose.banana": ("LR-11.7", "Place the Banana on a Space in reach without a marker, or decline."),
    "choose.gain": ("LR-11.10", "Take the card of a filled Showroom slot, or decline."),
    "reroll": ("LR-12.6", "Keep the roll or roll again, once."),
    "auction.bid": ("LR-5.2", "Bid more than the highest Bid, or pass."),
    "auction.free": ("LR-5.4", "Take the card free, or decline."),
    "incinerator": ("LR-6.1", "Scrap a card of your Hand or Garage, or decline."),
    "lap_choice": ("LR-9.4", "Choose a Pit Stop or race through."),
    "pit": ("LR-9.5", "In a Pit Stop you take one playbook and may buy cards; nothing else."),
}
"""What each prompt is for: the objection to any other type of action."""


def objection(state: State, seat: int, action: Fields) -> Objection:
    """The clause against an action that no offer accepts, and why."""
    question = RULES.question(state)
    if question is None or seat not in question.seats:
        return "LR-2.8", "Nobody acts but on their own turn, or to answer a question to them."
    kind = question.kind
    ask = OBJECTIONS.get((kind, str(action.get("type"))))
    return (ask and ask(state, seat, action)) or PURPOSE[kind]


def _pick(state: State, seat: int, action: Fields) -> Objection | None:
    frame, card = top(state, Draft), action.get("card")
    if card in frame.playbooks and state.racers[seat].playbooks:
        return "LR-1.4", "You have your playbook: a seat drafts one."
    if card in frame.parts and len(frame.drafted[seat]) == setup.PICKS:
        return "LR-1.4", f"You have your {setup.PICKS} parts: the playbook is left."
    return None if card in frame.parts + frame.playbooks else ("LR-1.2", f"The Draft Pool does not hold {card!r}.")


def _play(state: State, seat: int, action: Fields) -> Objection | None:
    card = action.get("card")
    if not isinstance(card, str) or card not in state.racers[seat].hand:
        return "LR-2.1", f"Your Hand does not hold {card!r}."
    kind = PART[card].type
    if kind is Type.DEBRIS:
        return "LR-2.2", "Debris cannot be played."
    limit = turn.limit(state, seat, kind)
    if turn.slots_used(state, kind) >= limit:
        return "LR-2.1", f"You have played your {kind.title()} cards of this turn: {limit}."
    return "LR-2.3", f"{NAME[card]} is played by its id alone; what it asks comes after."


def _purchase(state: State, seat: int, action: Fields) -> Objection | None:
    slot, cost = action.get("slot"), showroom.purchase_cost(state, seat)
    if state.racers[seat].coins < cost:
        return "LR-2.4", f"A Purchase costs {cost} Coins; you have {state.racers[seat].coins}."
    if type(slot) is not int or not 0 <= slot < SLOTS or state.showroom[slot] is None:
        return "LR-R5", f"There is no card in Showroom slot {slot!r}."
    return "LR-12.10", "A Purchase names its slot; with Express Delivery also `to`: garage or deck_top."


def _refresh(state: State, seat: int, action: Fields) -> Objection | None:
    cost = showroom.refresh_cost(state, seat)
    if state.racers[seat].coins < cost:
        return "LR-2.5", f"A Refresh costs {cost} Coin; you have {state.racers[seat].coins}."
    return ("LR-2.5", "A Refresh takes nothing else.") if showroom.shown(state) else ("LR-R5", "No card is shown.")


def _bid(state: State, seat: int, action: Fields) -> Objection | None:
    frame, coins = top(state, Auction), state.racers[seat].coins
    return "LR-R28", f"A Bid is a whole number from {frame.bid + 1} to {coins}, your Coins."


def _take_playbook(state: State, seat: int, action: Fields) -> Objection | None:
    if not pit.must_take(state):
        return "LR-9.5", "A Pit Stop is worth one playbook."
    playbook = action.get("playbook")
    name = PLAYBOOK[playbook].name if isinstance(playbook, str) and playbook in PLAYBOOK else repr(playbook)
    return "LR-9.5", f"The Playbook Pool does not hold {name}."


def _end_turn(state: State, seat: int, action: Fields) -> Objection | None:
    return ("LR-R18", "First take a playbook of the Pool.") if pit.must_take(state) else None


def _pit_refresh(state: State, seat: int, action: Fields) -> Objection | None:
    return "LR-R18", "A Pit Stop has Purchases, but no Refresh."


OBJECTIONS: dict[tuple[str, str], Callable[[State, int, Fields], Objection | None]] = {
    ("draft", "pick"): _pick,
    ("play", "play"): _play,
    ("play", "purchase"): _purchase,
    ("play", "refresh"): _refresh,
    ("auction.bid", "bid"): _bid,
    ("pit", "take_playbook"): _take_playbook,
    ("pit", "purchase"): _purchase,
    ("pit", "refresh"): _pit_refresh,
    ("pit", "end_turn"): _end_turn,
}
"""Objections that look closer, by prompt and type of action; None: the purpose of the prompt says it."""
