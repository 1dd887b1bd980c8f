"""An Auction: bids in turn, and if there is none the card free (LR-5)."""

import msgspec

from engine.flow import Flow, Passed, Window, alter, go, push, tell, top
from engine.lap_racer import actions, events
from engine.lap_racer.cards import PART, AuctionCost
from engine.lap_racer.rules.piles import to_garage
from engine.lap_racer.rules.showroom import reveal, to_warehouse
from engine.lap_racer.rules.standing import mods
from engine.lap_racer.state import Auction, State, change, clockwise
from engine.offers import Action, Offer, span


def begin(state: State, seat: int) -> State:
    """The top card of the Parts Deck is revealed; without one there is no Auction (LR-5.1, LR-R30)."""
    state, card = reveal(state)
    if card is None:
        return state
    return push(tell(state, events.AuctionOpened(seat, card)), Auction(seat=seat, card=card, asked=seat))


# Bidding


def bidding(state: State) -> State:
    """Find the next bidder; who can't beat the highest Bid passes by itself (LR-5.2, LR-R28, LR-R29)."""
    frame = top(state, Auction)
    for seat in clockwise(state, frame.asked):
        if seat in top(state, Auction).passed or seat == frame.bidder:
            continue
        if state.racers[seat].coins > frame.bid:
            return alter(state, Auction, asked=seat)
        state = leave(state, seat)
    if frame.bidder is None:
        return go(alter(state, Auction, asked=frame.seat), "auction.free")
    return sell(state, frame.bidder, frame.bid)


def leave(state: State, seat: int) -> State:
    """A pass is final (LR-5.2)."""
    return tell(alter(state, Auction, passed=(*top(state, Auction).passed, seat)), Passed(seat))


def bids(state: State, seat: int) -> list[Offer]:
    """More than the highest Bid, up to all Coins; or pass."""
    frame, coins = top(state, Auction), state.racers[seat].coins
    return [
        Offer("bid", {"amount": span(frame.bid + 1, coins)}, f"Bid on {PART[frame.card].name}"),
        Offer("pass", text="Pass for good"),
    ]


def bid(state: State, seat: int, action: Action) -> State:
    """The bidder goes higher or leaves; the next one is asked."""
    if action["type"] == "bid":
        amount = msgspec.convert(action, actions.Bid).amount
        state = tell(alter(state, Auction, bid=amount, bidder=seat), events.BidMade(seat, amount))
    else:
        state = leave(state, seat)
    return go(alter(state, Auction, asked=(seat + 1) % state.seats), "bidding")


def sell(state: State, seat: int, amount: int) -> State:
    """The winner pays the Bid, less what playbooks take off (LR-5.3, LR-12.4)."""
    card = top(state, Auction).card
    paid = max(0, amount + sum(mod.n for mod in mods(state, seat, AuctionCost))) if amount else 0
    state = change(state, seat, coins=state.racers[seat].coins - paid)
    return go(tell(to_garage(state, seat, card), events.AuctionWon(seat, card, paid)), "")


# The free round


def offered(state: State) -> tuple[int, ...]:
    """Whom the free card is offered to, until all have refused it (LR-5.4)."""
    frame = top(state, Auction)
    return (frame.asked,) if frame.declined < state.seats else ()


def gifts(state: State, _seat: int) -> list[Offer]:
    """The card free, or not."""
    name = PART[top(state, Auction).card].name
    return [Offer("take_card", text=f"Take {name} free"), Offer("decline", text="Leave it")]


def gift(state: State, seat: int, action: Action) -> State:
    """The card is taken, or offered to the next."""
    if action["type"] == "take_card":
        return sell(state, seat, 0)
    declined = top(state, Auction).declined + 1
    state = alter(state, Auction, declined=declined, asked=(seat + 1) % state.seats)
    return tell(state, events.Declined(seat))


def unsold(state: State) -> State:
    """Nobody wants the card (LR-5.5)."""
    card = top(state, Auction).card
    return to_warehouse(tell(state, events.Unsold(card)), card)


BID = Window(
    asked=lambda state: (top(state, Auction).asked,),
    offers=bids,
    answer=bid,
    text=lambda state, _seat: f"{PART[top(state, Auction).card].name} is for sale: your bid?",
    short=True,
)
FREE = Window(
    asked=offered,
    offers=gifts,
    answer=gift,
    text=lambda state, _seat: f"Nobody bid: {PART[top(state, Auction).card].name} free?",
    default=lambda _state, _seat: {"type": "decline"},
    renews=True,
    short=True,
)
FLOW: Flow[State] = {"bidding": bidding, "auction.bid": BID, "auction.free": FREE, "unsold": unsold}
