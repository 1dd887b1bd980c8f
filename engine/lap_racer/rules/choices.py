"""Effects that ask their controller something, each with its window (section 4, `choose.*`)."""

from typing import TypeVar

import msgspec

from engine.flow import Window, alter, go, tell, top
from engine.lap_racer import actions, events
from engine.lap_racer.cards import NAME, PART
from engine.lap_racer.effects import Banana, Choose, Coins, Discard, Draw, Drive, Effect, Gain, Move, Pay, Scrap
from engine.lap_racer.rules import incinerator, piles, showroom, targets
from engine.lap_racer.rules.standing import fire
from engine.lap_racer.state import Resolution, State, change, replace
from engine.offers import Action, Offer, SubsetOf, choice, expand

E = TypeVar("E", bound=Effect)
DECLINE: Action = {"type": "decline"}
KINDS: dict[type[Effect], str] = {
    Choose: "choose.option",
    Scrap: "choose.scrap",
    Discard: "choose.discard",
    Pay: "choose.pay",
    Banana: "choose.banana",
    Gain: "choose.gain",
}


def ask(state: State, seat: int, effect: Effect) -> State:
    """Open the window of the effect; a single option needs none (LR-R45)."""
    if isinstance(effect, Choose):
        legal = targets.options(state, seat, effect)
        if len(legal) == 1:
            return _opt(state, seat, effect, legal[0])
    return go(alter(state, Resolution, asking=effect), KINDS[type(effect)])


def first(state: State, effects: tuple[Effect, ...]) -> State:
    """These effects come before those still to run."""
    return alter(state, Resolution, effects=effects + top(state, Resolution).effects)


def asked(state: State) -> tuple[int, ...]:
    """The controller."""
    return (top(state, Resolution).seat,)


def asking(state: State, kind: type[E]) -> E:
    """The effect that the open question belongs to."""
    effect = top(state, Resolution).asking
    assert isinstance(effect, kind)
    return effect


def _done(state: State) -> State:
    """The question is answered; the next effect comes."""
    return go(alter(state, Resolution, asking=None), "next")


def _name(state: State) -> str:
    return NAME[top(state, Resolution).card]


# An option


def options(state: State, seat: int) -> list[Offer]:
    """One offer for each option that can do something."""
    effect = asking(state, Choose)
    return [
        Offer("choose_option", {"option": place}, f"{_name(state)}: {', '.join(map(describe, effect.options[place]))}")
        for place in targets.options(state, seat, effect)
    ]


def opt(state: State, seat: int, action: Action) -> State:
    """The option is chosen."""
    return _opt(_done(state), seat, asking(state, Choose), msgspec.convert(action, actions.ChooseOption).option)


def _opt(state: State, seat: int, effect: Choose, option: int) -> State:
    state = tell(state, events.OptionChosen(seat, option, top(state, Resolution).card))
    return first(state, effect.options[option])


def describe(effect: Effect) -> str:
    """The effect in English."""
    match effect:
        case Move(n=n, who=who):
            return f"move {'' if who == 'self' else 'an opponent '}{abs(n)} {'forward' if n > 0 else 'back'}"
        case Draw(n=n):
            return f"draw {n}"
        case Drive(n=n):
            return f"Drive {n:+}"
        case Coins(n=n):
            return f"gain {n} Coins"
        case _:
            return type(effect).__name__.lower()


# Scrap


def scraps(state: State, seat: int) -> list[Offer]:
    """The cards in reach, and nothing where the effect says may."""
    effect = asking(state, Scrap)
    offers = incinerator.cards(state, seat, targets.zones(state, seat, effect))
    return [*offers, Offer("decline", text="Scrap nothing")] if effect.may else offers


def scrap(state: State, seat: int, action: Action) -> State:
    """A card is Scrapped, and `then` follows (LR-11.3)."""
    effect = asking(state, Scrap)
    state = _done(state)
    if action["type"] == "decline":
        return tell(state, events.Declined(seat))
    chosen = msgspec.convert(action, actions.ChooseCard)
    more = (replace(effect, n=effect.n - 1, then=()),) if effect.n > 1 else ()
    return piles.scrap(first(state, (*more, *effect.then)), seat, chosen.zone, chosen.card)


def default_scrap(state: State, seat: int) -> Action:
    """Nothing, or the first card where one must go."""
    if asking(state, Scrap).may:
        return DECLINE
    return next(expand(scraps(state, seat)[0]))


# Discard


def discards(state: State, seat: int) -> list[Offer]:
    """So many cards of the Hand, or all there are."""
    hand = state.racers[seat].hand
    count = min(asking(state, Discard).n, len(hand))
    return [Offer("choose_cards", {"cards": SubsetOf(hand, count, count)}, f"Discard {count} to your Garage")]


def discard(state: State, seat: int, action: Action) -> State:
    """The cards go to the Garage, unseen."""
    return piles.discard(_done(state), seat, msgspec.convert(action, actions.ChooseCards).cards)


def default_discard(state: State, seat: int) -> Action:
    """The newest cards."""
    return {"type": "choose_cards", "cards": list(state.racers[seat].hand[-asking(state, Discard).n :])}


# Pay


def payments(state: State, _seat: int) -> list[Offer]:
    """Yes or no."""
    count = asking(state, Pay).n
    return [Offer("pay", text=f"Pay {count} Coins"), Offer("decline", text="Pay nothing")]


def pay(state: State, seat: int, action: Action) -> State:
    """Coins go to the Bank, and `then` follows (LR-11.4)."""
    effect = asking(state, Pay)
    state = _done(state)
    if action["type"] == "decline":
        return tell(state, events.Declined(seat))
    state = change(state, seat, coins=state.racers[seat].coins - effect.n)
    return first(tell(state, events.CoinsPaid(seat, effect.n, top(state, Resolution).card)), effect.then)


# Banana


def placements(state: State, seat: int) -> list[Offer]:
    """The Spaces that are legal now, or none (LR-11.7)."""
    spaces = targets.spaces(state, seat, asking(state, Banana))
    return [
        Offer("choose_space", {"space": choice(spaces)}, "Place a Banana"),
        Offer("decline", text="Place no Banana"),
    ]


def place(state: State, seat: int, action: Action) -> State:
    """A Banana lies there, and perhaps another follows."""
    effect = asking(state, Banana)
    state = _done(state)
    if action["type"] == "decline":
        return tell(state, events.Declined(seat))
    space = msgspec.convert(action, actions.ChooseSpace).space
    state = replace(state, bananas=tuple(sorted((*state.bananas, space))))
    state = tell(state, events.BananaPlaced(seat, space))
    state = first(state, (replace(effect, n=effect.n - 1),) if effect.n > 1 else ())
    return fire(state, [(seat, "banana_placed")])


# Gain


def gains(state: State, _seat: int) -> list[Offer]:
    """The cards of the Showroom, or none."""
    offers = [
        Offer("choose_slot", {"slot": slot}, f"Take {PART[card].name} free: {PART[card].text}")
        for slot, card in showroom.shown(state)
    ]
    return [*offers, Offer("decline", text="Take nothing")]


def gain(state: State, seat: int, action: Action) -> State:
    """A card goes to the Garage free; it is no Purchase (LR-11.10)."""
    state = _done(state)
    if action["type"] == "decline":
        return tell(state, events.Declined(seat))
    slot = msgspec.convert(action, actions.ChooseSlot).slot
    state, card = showroom.take(state, slot)
    state = piles.to_garage(state, seat, card)
    return showroom.refill(tell(state, events.ShowroomTaken(seat, slot, card, top(state, Resolution).card)))


def _decline(_state: State, _seat: int) -> Action:
    return DECLINE


WINDOWS: dict[str, Window[State]] = {
    "choose.option": Window(
        asked=asked,
        offers=options,
        answer=opt,
        text=lambda state, _seat: f"{_name(state)}: choose.",
        default=lambda state, seat: {
            "type": "choose_option",
            "option": targets.options(state, seat, asking(state, Choose))[0],
        },
        must=lambda _state, _seat: True,
    ),
    "choose.scrap": Window(
        asked=asked,
        offers=scraps,
        answer=scrap,
        text=lambda state, _seat: f"{_name(state)}: Scrap a card?",
        default=default_scrap,
        must=lambda state, _seat: not asking(state, Scrap).may,
    ),
    "choose.discard": Window(
        asked=asked,
        offers=discards,
        answer=discard,
        text=lambda state, _seat: f"{_name(state)}: discard.",
        default=default_discard,
        must=lambda _state, _seat: True,
    ),
    "choose.pay": Window(
        asked=asked,
        offers=payments,
        answer=pay,
        text=lambda state, _seat: f"{_name(state)}: pay {asking(state, Pay).n} Coins?",
        default=_decline,
    ),
    "choose.banana": Window(
        asked=asked,
        offers=placements,
        answer=place,
        text=lambda state, _seat: f"{_name(state)}: where does a Banana go?",
        default=_decline,
    ),
    "choose.gain": Window(
        asked=asked,
        offers=gains,
        answer=gain,
        text=lambda state, _seat: f"{_name(state)}: take a Showroom card?",
        default=_decline,
    ),
}
