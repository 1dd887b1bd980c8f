"""Saves: stopping a threat, and the traps that may wreck the Save (sections 6, 7 and 11)."""

import msgspec

from engine.flow import Window, alter, push, tell
from engine.offers import Action, Offer, choice
from engine.situational_awareness import actions
from engine.situational_awareness.cards import CARD, Colour, Kind
from engine.situational_awareness.rules import hits, traps
from engine.situational_awareness.state import Accident, Attack, Rescue, S, Save, State, attack


def threats(state: State) -> tuple[str, ...]:
    """What the target may still stop: the threats that are open (SA-6.6, SA-R16, SA-R17, SA-R30)."""
    aim = attack(state)
    if not isinstance(aim, Accident):
        return () if aim.saves else ("violation",)
    if stopper(aim, "hazard"):
        return ()
    answered = {save.against for save in aim.saves}
    hazard = "hazard" not in answered and not hits.is_peek(aim.card, aim.rock)
    pile_up = "pile_up" not in answered and aim.pile_up is not None and not hits.schooled(state, aim.target)
    return (*(("hazard",) if hazard else ()), *(("pile_up",) if pile_up else ()))


def stopper(aim: Attack, against: str) -> str | None:
    """The Save that stands against this threat, if one does."""
    return next((save.card for save in aim.saves if save.against == against and not save.wrecked), None)


def fits(aim: Attack, card: str, against: str) -> bool:
    """Whether this Save stops that threat (SA-6.3, SA-7.10, SA-8.2)."""
    if against == "pile_up":
        return CARD[card].colour is Colour.ORANGE
    any_colour = not isinstance(aim, Accident) or aim.rock
    return any_colour or CARD[card].colour is CARD[aim.card].colour


def saves(state: State, seat: int) -> list[Offer]:
    """Every Save of the hand against every open threat that it stops."""
    aim, open_threats = attack(state), threats(state)
    offers: list[Offer] = []
    for card in dict.fromkeys(state.hands[seat]):
        against = [threat for threat in open_threats if fits(aim, card, threat)]
        if CARD[card].kind is Kind.SAVE and against:
            offers.append(
                Offer("save", {"card": card, "against": choice(against)}, f"Save yourself with {CARD[card].name}")
            )
    return offers


def save(state: State, seat: int, action: Action) -> State:
    """The target plays a Save (SA-6.3)."""
    chosen = msgspec.convert(action, actions.SaveAction)
    return stand(state.put_down(seat, chosen.card), seat, chosen.card, chosen.against)


def stand(state: S, seat: int, card: str, against: actions.Threat) -> S:
    """A Save is put down and stands against a threat, unless a trap wrecks it (SA-11.2)."""
    state = alter(state, Attack, saves=(*attack(state).saves, Save(card, against)))
    state = tell(state, actions.SavePlayed(seat, card, against))
    return push(state, Rescue(seat=seat)) if traps.rivals(state, seat) else state


def defender(state: State) -> tuple[int, ...]:
    """The target, while it holds a card and a threat is open (SA-R15, SA-R16)."""
    target = attack(state).target
    return (target,) if state.hands[target] and threats(state) else ()


WINDOW = Window(
    asked=defender,
    offers=saves,
    answer=save,
    text=lambda state, _seat: f"{CARD[attack(state).card].name} on you: do you save yourself?",
    passes=True,
    resumes=True,
    short=True,
)
