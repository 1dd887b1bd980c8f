"""Traps: springing the top one when somebody plays a Save, and paying for the wrong one (section 11)."""

from engine.flow import Flow, Window, alter, go, push, tell, top
from engine.offers import Action, Offer
from engine.situational_awareness import actions
from engine.situational_awareness.cards import CARD
from engine.situational_awareness.rules import paying
from engine.situational_awareness.state import Attack, Penalty, Rescue, State, attack, others, replace

PRICE = 3


def rivals(state: State, saver: int) -> tuple[int, ...]:
    """Everybody but the Save's player who holds 3 cards, while a trap lies on the stack (SA-R29, SA-R31, SA-R32)."""
    if not state.traps:
        return ()
    return tuple(seat for seat in others(state, saver) if len(state.hands[seat]) >= PRICE)


def spring(state: State, seat: int, _action: Action) -> State:
    """The top trap is flipped: the right kind wrecks the Save, the wrong one costs 3 cards (SA-11.3 to SA-11.5)."""
    trap, aim = state.traps[-1], attack(state)
    played = aim.saves[-1]
    wrecked = CARD[trap.card].colour is CARD[played.card].colour
    state = replace(state, traps=state.traps[:-1], table=(*state.table, trap.card))
    state = go(tell(state, actions.TrapSprung(seat, trap.seat, trap.card, wrecked)), "")
    if wrecked:
        return alter(state, Attack, saves=(*aim.saves[:-1], replace(played, wrecked=True)))
    return push(state, Penalty(seat=seat))


def offers(state: State, _seat: int) -> list[Offer]:
    """To flip the top trap, whatever it is."""
    return [Offer("spring", text=f"Flip the top trap, set by driver {state.traps[-1].seat}")]


def debtor(state: State) -> tuple[int, ...]:
    """The driver who flipped the wrong trap."""
    return (top(state, Penalty).seat,)


def pay(state: State, seat: int, action: Action) -> State:
    """Three cards of the springer's choice (SA-11.4)."""
    return go(paying.pay(state, seat, action), "")


SPRING = Window(
    asked=lambda state: rivals(state, top(state, Rescue).seat),
    offers=offers,
    answer=spring,
    text=lambda _state, _seat: "A Save was played: flip the top trap?",
    passes=True,
    short=True,
)
PAY_TRAP = paying.window(
    asked=debtor, count=lambda _state, _seat: PRICE, text="The wrong trap: discard 3 cards.", answer=pay
)
RESCUE: Flow[State] = {"spring": SPRING}
PENALTY: Flow[State] = {"pay_trap": PAY_TRAP}
