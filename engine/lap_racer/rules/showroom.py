"""The Showroom: revealing, refilling, Purchases and Refreshes (LR-2.4 to LR-2.7, LR-R5, LR-R6)."""

import msgspec

from engine.flow import alter, tell
from engine.lap_racer import actions, events
from engine.lap_racer.cards import PART, PurchaseCost, PurchaseToDeck, RefreshCost
from engine.lap_racer.rules.piles import to_garage
from engine.lap_racer.rules.standing import mods
from engine.lap_racer.state import SLOTS, State, Turn, change, replace, turn
from engine.offers import Action, Offer, OneOf
from engine.rng import shuffle

PRICE = 3
REFRESH_PRICE = 1


def reveal(state: State) -> tuple[State, str | None]:
    """The top card of the Parts Deck, made new from the Warehouse if it is empty; None when both are (LR-2.7)."""
    if not state.parts and state.warehouse:
        rng, parts = shuffle(state.rng, state.warehouse)
        state = replace(state, rng=rng, parts=parts, warehouse=())
        state = tell(state, events.Shuffled("parts", parts), (), events.Shuffled("parts", None))
    if not state.parts:
        return state, None
    return replace(state, parts=state.parts[1:]), state.parts[0]


def refill(state: State) -> State:
    """Fill the empty slots in order, as far as possible (LR-R5)."""
    for slot in range(SLOTS):
        if state.showroom[slot] is None:
            state, card = reveal(state)
            if card is None:
                break
            state = tell(_put(state, slot, card), events.Revealed(slot, card))
    return state


def to_warehouse(state: State, *cards: str) -> State:
    """Cards go to the Warehouse; empty slots can be filled again (LR-R5)."""
    return refill(replace(state, warehouse=(*state.warehouse, *cards)))


def take(state: State, slot: int) -> tuple[State, str]:
    """The card leaves its slot, which stays empty until it is refilled."""
    card = state.showroom[slot]
    assert card is not None
    return _put(state, slot, None), card


def shown(state: State) -> list[tuple[int, str]]:
    """The slots with a card, and the card."""
    return [(slot, card) for slot, card in enumerate(state.showroom) if card is not None]


def purchase_cost(state: State, seat: int) -> int:
    """What the next Purchase costs (LR-2.4, LR-12.3)."""
    first = turn(state).purchases == 0
    return max(0, PRICE + sum(mod.n for mod in mods(state, seat, PurchaseCost) if first or not mod.first))


def refresh_cost(state: State, seat: int) -> int:
    """What the next Refresh costs (LR-2.5, LR-12.3)."""
    first = turn(state).refreshes == 0
    return max(0, REFRESH_PRICE + sum(mod.n for mod in mods(state, seat, RefreshCost) if first or not mod.first))


def purchases(state: State, seat: int) -> list[Offer]:
    """A Purchase from each filled slot, while the Coins last (LR-2.6)."""
    cost = purchase_cost(state, seat)
    if state.racers[seat].coins < cost:
        return []
    to = {"to": OneOf(("garage", "deck_top"))} if mods(state, seat, PurchaseToDeck) else {}
    return [
        Offer("purchase", {"slot": slot, **to}, f"Buy {PART[card].name} for {cost}: {PART[card].text}")
        for slot, card in shown(state)
    ]


def refreshes(state: State, seat: int) -> list[Offer]:
    """A Refresh, while a card is shown and the Coins last."""
    cost = refresh_cost(state, seat)
    if state.racers[seat].coins < cost or not shown(state):
        return []
    return [Offer("refresh", text=f"Refresh the Showroom for {cost}")]


def purchase(state: State, seat: int, action: Action) -> State:
    """Buy a card for the Garage, or for the top of the Deck (LR-2.4, LR-12.10)."""
    chosen = msgspec.convert(action, actions.Purchase)
    cost = purchase_cost(state, seat)
    state, card = take(state, chosen.slot)
    state = change(state, seat, coins=state.racers[seat].coins - cost)
    state = alter(state, Turn, purchases=turn(state).purchases + 1)
    if chosen.to == "deck_top":
        racer = state.racers[seat]
        state = change(state, seat, deck=(card, *racer.deck), known=racer.known + 1)
        state = tell(state, events.Purchased(seat, chosen.slot, card, cost, "deck_top"))
    else:
        state = tell(to_garage(state, seat, card), events.Purchased(seat, chosen.slot, card, cost, "garage"))
    return refill(state)


def refresh(state: State, seat: int) -> State:
    """All shown cards go to the Warehouse, then the slots are filled (LR-2.5)."""
    cost = refresh_cost(state, seat)
    gone = tuple(card for _, card in shown(state))
    state = change(state, seat, coins=state.racers[seat].coins - cost)
    state = alter(state, Turn, refreshes=turn(state).refreshes + 1)
    state = tell(replace(state, showroom=(None,) * SLOTS), events.Refreshed(seat, cost, gone))
    return to_warehouse(state, *gone)


def _put(state: State, slot: int, card: str | None) -> State:
    return replace(state, showroom=(*state.showroom[:slot], card, *state.showroom[slot + 1 :]))
