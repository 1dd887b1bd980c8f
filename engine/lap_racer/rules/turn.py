"""The turn: Play Phase, Drive Phase, End Phase, and the choice after a lap (LR-2, LR-3, LR-8, LR-9.4)."""

import msgspec

from engine.flow import Flow, Window, alter, follow, go, push, tell, top
from engine.lap_racer import actions, events
from engine.lap_racer.cards import PART, HandSize, TypeLimit
from engine.lap_racer.effects import Type
from engine.lap_racer.rules import drive, ending, piles, showroom, targets
from engine.lap_racer.rules.standing import fire, mods
from engine.lap_racer.state import (
    PitStop,
    Playing,
    Resolution,
    State,
    Turn,
    change,
    in_order,
    replace,
    turn,
    without,
)
from engine.offers import Action, Offer

HAND = 5


def begin(state: State) -> State:
    """(E) cards expire, the Showroom is refilled; then a Pit Stop, or the turn's triggers (LR-8.2, LR-R5, LR-R18)."""
    seat = turn(state).seat
    racer = state.racers[seat]
    state = tell(state, events.TurnStarted(seat, state.turns + 1, racer.pit))
    if racer.play_area:
        state = change(state, seat, play_area=(), garage=racer.garage + racer.play_area)
        state = tell(state, events.Expired(seat, racer.play_area))
    state = showroom.refill(state)
    if racer.pit:
        return push(go(change(state, seat, pit=False), "over"), PitStop())
    return fire(state, [(seat, "turn_start")])


# Play Phase


def active(state: State) -> tuple[int, ...]:
    """The active player."""
    return (turn(state).seat,)


def limit(state: State, seat: int, kind: Type) -> int:
    """How many cards of this type may be played in a turn (LR-2.1, LR-12.1)."""
    return 1 + sum(mod.n for mod in mods(state, seat, TypeLimit) if mod.type is kind)


def slots_used(state: State, kind: Type) -> int:
    """How many cards of this type were played in this turn, the one being played too (LR-R46)."""
    playing = (frame.card for frame in state.stack if isinstance(frame, Playing))
    return sum(PART[card].type is kind for card in (*turn(state).played, *playing))


def playable(state: State, seat: int, card: str) -> bool:
    """Whether this card of the Hand may be played (LR-2.1, LR-2.2)."""
    kind = PART[card].type
    return kind is not Type.DEBRIS and slots_used(state, kind) < limit(state, seat, kind)


def offers(state: State, seat: int) -> list[Offer]:
    """Cards, Purchases, a Refresh, or the end of the Play Phase."""
    plays = [
        Offer("play", {"card": card}, f"{PART[card].name}: {PART[card].text}", _idle(state, seat, card))
        for card in dict.fromkeys(state.racers[seat].hand)
        if playable(state, seat, card)
    ]
    shop = [*showroom.purchases(state, seat), *showroom.refreshes(state, seat)]
    return [*plays, *shop, Offer("end_play", text="End the Play Phase and drive")]


def answer(state: State, seat: int, action: Action) -> State:
    """The active player has chosen."""
    match action["type"]:
        case "play":
            return play(state, seat, msgspec.convert(action, actions.Play).card)
        case "purchase":
            return showroom.purchase(state, seat, action)
        case "refresh":
            return showroom.refresh(state, seat)
        case _:
            return go(state, "drive")


def play(state: State, seat: int, card: str) -> State:
    """The card goes to the Play Area and its printed Drive counts; then its text (LR-2.3)."""
    racer = state.racers[seat]
    state = change(state, seat, hand=without(racer.hand, card), play_area=(*racer.play_area, card))
    state = alter(state, Turn, drive=turn(state).drive + PART[card].drive)
    return push(tell(state, events.CardPlayed(seat, card)), Playing(card=card))


def effects(state: State) -> State:
    """The card's effects run in order."""
    card = top(state, Playing).card
    return push(state, Resolution(seat=turn(state).seat, card=card, effects=PART[card].effects))


def logged(state: State) -> State:
    """The card is in the play log, and playbooks have seen it (LR-R46)."""
    card, now = top(state, Playing).card, turn(state)
    state = alter(state, Turn, played=(*now.played, card))
    return fire(state, [(now.seat, "play")], flags=PART[card].flags)


def _idle(state: State, seat: int, card: str) -> bool:
    """Whether the card as it lies would change nothing."""
    part = PART[card]
    return not part.drive and not any(targets.possible(state, seat, effect) for effect in part.effects)


# End Phase and after


def end_phase(state: State) -> State:
    """Played cards but (E) and the Hand go to the Garage; draw anew (LR-8.1, LR-12.2)."""
    seat = turn(state).seat
    racer = state.racers[seat]
    gone = tuple(card for card in racer.play_area if "E" not in PART[card].flags)
    if gone:
        kept = tuple(card for card in racer.play_area if "E" in PART[card].flags)
        state = change(state, seat, play_area=kept, garage=racer.garage + gone)
        state = tell(state, events.Cleared(seat, gone))
    state = piles.discard(state, seat, racer.hand)
    return piles.draw(state, seat, HAND + sum(mod.n for mod in mods(state, seat, HandSize)))


def over(state: State) -> State:
    """The turn is over: markers on the line may move again, and races do not last for ever (LR-R13, LR-R38)."""
    state = replace(tell(state, events.TurnEnded(turn(state).seat)), turns=state.turns + 1)
    for seat, racer in enumerate(state.racers):
        if racer.on_line:
            state = change(state, seat, on_line=False)
    return ending.finish(state, "turn-limit") if state.turns == ending.TURN_LIMIT * state.seats else state


def chooser(state: State) -> tuple[int, ...]:
    """The next of those who completed a lap, the active player first; none who owes a Pit Stop (LR-9.4, LR-R17)."""
    due = (seat for seat in turn(state).completers if not state.racers[seat].pit)
    return in_order(state, due)[:1]


def choose(state: State, seat: int, action: Action) -> State:
    """Pit Stop, or race through (LR-9.5, LR-9.6)."""
    pit = action["type"] == "pit"
    state = alter(state, Turn, completers=without(turn(state).completers, seat))
    return tell(change(state, seat, pit=pit), events.PitChosen(seat, pit))


def pass_on(state: State) -> State:
    """The next player's turn (LR-1.9)."""
    return follow(state, Turn(seat=(turn(state).seat + 1) % state.seats))


PLAY = Window(
    asked=active,
    offers=offers,
    answer=answer,
    text=lambda _state, _seat: "Play cards, buy, or end the Play Phase.",
    default=lambda _state, _seat: {"type": "end_play"},
    renews=True,
)
LAP_CHOICE = Window(
    asked=chooser,
    offers=lambda _state, _seat: [
        Offer("pit", text="Pit Stop: your next turn is for a playbook"),
        Offer("race", text="Race through"),
    ],
    answer=choose,
    text=lambda _state, _seat: "A lap is done: Pit Stop?",
    default=lambda _state, _seat: {"type": "race"},
    renews=True,
)
FLOW: Flow[State] = {
    "begin": begin,
    "play": PLAY,
    **drive.STEPS,
    "end_phase": end_phase,
    "over": over,
    "lap_choice": LAP_CHOICE,
    "pass_on": pass_on,
}
PLAYING: Flow[State] = {"effects": effects, "logged": logged}
