"""Cards and Coins on their way: draw, discard, Scrap, Debris, gain (LR-8.3, LR-10, LR-11.8)."""

from collections.abc import Iterable

from engine.flow import tell
from engine.lap_racer import events
from engine.lap_racer.cards import DEBRIS
from engine.lap_racer.rules.standing import fire
from engine.lap_racer.state import State, change, replace, without
from engine.rng import shuffle


def shuffle_deck(state: State, seat: int, cards: tuple[str, ...]) -> State:
    """These cards become the racer's Deck, shuffled."""
    rng, deck = shuffle(state.rng, cards)
    state = change(replace(state, rng=rng), seat, deck=deck, known=0)
    name = f"seat-{seat}"
    return tell(state, events.Shuffled(name, deck), (), events.Shuffled(name, None))


def draw(state: State, seat: int, count: int) -> State:
    """Draw so many, the Garage shuffled into a new Deck when the Deck runs out (LR-8.3)."""
    before = len(state.racers[seat].hand)
    left = count
    while left:
        racer = state.racers[seat]
        if not racer.deck:
            if not racer.garage:
                break
            state = change(shuffle_deck(state, seat, racer.garage), seat, garage=())
            continue
        drawn, deck = racer.deck[:left], racer.deck[left:]
        known = max(0, racer.known - len(drawn))
        state = change(state, seat, hand=racer.hand + drawn, deck=deck, known=known)
        left -= len(drawn)
    cards = state.racers[seat].hand[before:]
    if not cards:
        return state
    return tell(state, events.Drew(seat, len(cards), cards), (seat,), events.Drew(seat, len(cards), None))


def discard(state: State, seat: int, cards: Iterable[str]) -> State:
    """Hand cards go to the Garage unseen, in the order of the Hand, the oldest of copies (LR-R31, LR-R44)."""
    racer, left = state.racers[seat], list(cards)
    gone: list[str] = []
    for card in racer.hand:
        if card in left:
            left.remove(card)
            gone.append(card)
    if not gone:
        return state
    state = change(state, seat, hand=without(racer.hand, *gone), garage=(*racer.garage, *gone))
    full = events.Discarded(seat, len(gone), tuple(gone))
    return tell(state, full, (seat,), events.Discarded(seat, len(gone), None))


def scrap(state: State, seat: int, zone: events.Zone, card: str) -> State:
    """A card of the Hand, the Garage or the Play Area leaves the race, for all to see (LR-10.1, LR-12.13)."""
    state = change(state, seat, **{zone: without(getattr(state.racers[seat], zone), card)})
    state = replace(state, scrapyard=(*state.scrapyard, card))
    return fire(tell(state, events.Scrapped(seat, card, zone)), [(seat, "scrap")])


def to_garage(state: State, seat: int, card: str) -> State:
    """A card comes to the racer's Garage."""
    return change(state, seat, garage=(*state.racers[seat].garage, card))


def take_debris(state: State, seat: int, count: int, card: str | None) -> State:
    """Debris goes to the Garage, as far as there is any (LR-11.8)."""
    taken = min(count, state.debris)
    if taken <= 0:
        return state
    state = change(state, seat, garage=state.racers[seat].garage + (DEBRIS,) * taken)
    return tell(replace(state, debris=state.debris - taken), events.DebrisTaken(seat, taken, card))


def gain_coins(state: State, seat: int, count: int, card: str) -> State:
    """Coins come from the Bank, which never runs out (LR-10.3)."""
    state = change(state, seat, coins=state.racers[seat].coins + count)
    return tell(state, events.CoinsGained(seat, count, card))


def take_coins(state: State, seat: int, loser: int, count: int, card: str) -> State:
    """Coins change hands: at most what the loser has (LR-R36)."""
    taken = min(count, state.racers[loser].coins)
    if not taken:
        return state
    state = change(state, loser, coins=state.racers[loser].coins - taken)
    state = change(state, seat, coins=state.racers[seat].coins + taken)
    return tell(state, events.CoinsTaken(seat, loser, taken, card))
