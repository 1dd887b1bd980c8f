"""Setting up a race, and the snake draft (LR-1)."""

from typing import Annotated

import msgspec

from engine.errors import InvalidOptions
from engine.flow import Flow, Window, alter, follow, tell, top
from engine.lap_racer import events
from engine.lap_racer.cards import BOX, PLAYBOOK, STARTERS, deck
from engine.lap_racer.rules.piles import draw, shuffle_deck
from engine.lap_racer.rules.showroom import refill
from engine.lap_racer.rules.turn import HAND
from engine.lap_racer.state import Draft, Racer, State, Turn, change, replace, without
from engine.offers import Action, Offer, choice, expand
from engine.rng import Rng, below, shuffle

PICKS = 5
"""Parts for each seat."""
ROUNDS = PICKS + 1


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the race is set up."""

    keep_m: bool = False
    """With 2 seats: leave the (M) cards in (LR-R2)."""
    first_seat: Annotated[int, msgspec.Meta(ge=0, le=3)] | None = None
    """Who starts; null: a random player (LR-1.9)."""


def start(seats: int, options: Options, rng: Rng) -> State:
    """A race before its draft, chance drawn in the order of LR-R44. Raises InvalidOptions."""
    first = options.first_seat
    if first is None:
        rng, first = below(rng, seats)
    if first >= seats:
        raise InvalidOptions("options/first_seat", f"There are {seats} seats, counted from 0; {first} is none of them.")
    multiplayer = seats > 2 or options.keep_m
    rng, parts = shuffle(rng, deck(BOX.parts, multiplayer))
    rng, playbooks = shuffle(rng, deck(BOX.playbooks, multiplayer))
    shown, dealt = PICKS * seats, seats + 1
    draft = Draft(first=first, parts=parts[:shown], playbooks=playbooks[:dealt], drafted=((),) * seats)
    state = State(
        seats=seats,
        rng=rng,
        stack=(draft,),
        racers=(Racer(),) * seats,
        parts=parts[shown:],
        debris=BOX.debris.count,
        playbook_deck=playbooks[dealt:],
    )
    for name, cards in (("parts", parts), ("playbooks", playbooks)):
        state = tell(state, events.Shuffled(name, cards), (), events.Shuffled(name, None))
    return tell(state, events.DraftOpened(first, draft.parts, draft.playbooks))


# The draft


def drafter(state: State) -> tuple[int, ...]:
    """Whose pick it is: from the seat before the first counter-clockwise, back and forth (LR-1.3, LR-R1)."""
    frame = top(state, Draft)
    lap, place = divmod(frame.picks, state.seats)
    if lap == ROUNDS:
        return ()
    step = place if lap % 2 == 0 else state.seats - 1 - place
    return ((frame.first - 1 - step) % state.seats,)


def offers(state: State, seat: int) -> list[Offer]:
    """The pool, as far as the seat still needs it (LR-1.4)."""
    frame = top(state, Draft)
    parts = frame.parts if len(frame.drafted[seat]) < PICKS else ()
    playbooks = frame.playbooks if not state.racers[seat].playbooks else ()
    groups = ((tuple(dict.fromkeys(parts)), "Draft a part"), (playbooks, "Draft a playbook"))
    return [Offer("pick", {"card": choice(cards)}, text) for cards, text in groups if cards]


def pick(state: State, seat: int, action: Action) -> State:
    """The card goes to the seat that names it."""
    frame, card = top(state, Draft), str(action["card"])
    if card in PLAYBOOK:
        state = change(state, seat, playbooks=(card,))
        state = alter(state, Draft, playbooks=without(frame.playbooks, card))
    else:
        drafted = (*frame.drafted[:seat], (*frame.drafted[seat], card), *frame.drafted[seat + 1 :])
        state = alter(state, Draft, parts=without(frame.parts, card), drafted=drafted)
    return tell(alter(state, Draft, picks=frame.picks + 1), events.Picked(seat, card))


def default(state: State, seat: int) -> Action:
    """The first legal part as revealed, else the first playbook."""
    return next(expand(offers(state, seat)[0]))


# The race


def race(state: State) -> State:
    """The Pool, the Decks, the Hands and the Showroom; then the first turn (LR-1.5 to LR-1.9)."""
    frame = top(state, Draft)
    state = tell(replace(state, pool=frame.playbooks), events.PoolGrew(frame.playbooks))
    for seat, drafted in enumerate(frame.drafted):
        state = shuffle_deck(state, seat, (*STARTERS, *drafted))
    for seat in range(state.seats):
        state = draw(state, seat, HAND)
    return follow(refill(state), Turn(seat=frame.first))


DRAFT = Window(
    asked=drafter,
    offers=offers,
    answer=pick,
    text=lambda _state, _seat: "Draft a part or a playbook.",
    default=default,
    must=lambda _state, _seat: True,
    renews=True,
)
FLOW: Flow[State] = {"draft": DRAFT, "race": race}
