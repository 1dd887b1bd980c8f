"""The Pit Stop turn: a playbook of the Pool, and Purchases (LR-9.5, LR-R18, LR-R19)."""

from engine.flow import Flow, Window, alter, go, tell, top
from engine.lap_racer import events
from engine.lap_racer.cards import PLAYBOOK
from engine.lap_racer.rules import showroom
from engine.lap_racer.state import PitStop, State, change, replace, turn, without
from engine.offers import Action, Offer

NEW = 2


def arrive(state: State) -> State:
    """Two playbooks come to the Pool, or what is left (LR-R19)."""
    new, rest = state.playbook_deck[:NEW], state.playbook_deck[NEW:]
    if not new:
        return state
    return tell(replace(state, playbook_deck=rest, pool=state.pool + new), events.PoolGrew(new))


def must_take(state: State, _seat: int = 0) -> bool:
    """Whether the compulsory choice is still to come."""
    return not top(state, PitStop).taken and bool(state.pool)


def offers(state: State, seat: int) -> list[Offer]:
    """A playbook once, Purchases, and the end when the choice is made (LR-R18)."""
    playbooks = [
        Offer("take_playbook", {"playbook": playbook}, f"{PLAYBOOK[playbook].name}: {PLAYBOOK[playbook].text}")
        for playbook in state.pool
        if must_take(state)
    ]
    end = [] if must_take(state) else [Offer("end_turn", text="End the Pit Stop")]
    return [*playbooks, *showroom.purchases(state, seat), *end]


def answer(state: State, seat: int, action: Action) -> State:
    """The player in the pits has chosen."""
    match action["type"]:
        case "take_playbook":
            return take(state, seat, str(action["playbook"]))
        case "purchase":
            return showroom.purchase(state, seat, action)
        case _:
            return go(state, "")


def take(state: State, seat: int, playbook: str) -> State:
    """A playbook of the Pool for good; it works at once (LR-9.8, LR-R18)."""
    state = change(state, seat, playbooks=(*state.racers[seat].playbooks, playbook))
    state = replace(state, pool=without(state.pool, playbook))
    return tell(alter(state, PitStop, taken=True), events.PlaybookTaken(seat, playbook))


def default(state: State, _seat: int) -> Action:
    """The first playbook of the Pool, then the end."""
    return {"type": "take_playbook", "playbook": state.pool[0]} if must_take(state) else {"type": "end_turn"}


WINDOW = Window(
    asked=lambda state: (turn(state).seat,),
    offers=offers,
    answer=answer,
    text=lambda state, _seat: "Take a playbook." if must_take(state) else "Buy, or end the Pit Stop.",
    default=default,
    must=must_take,
    renews=True,
    rushed=True,
)
FLOW: Flow[State] = {"arrive": arrive, "pit": WINDOW}
