"""Playing a card: which can be, and what a Hit and a Miss do (RA-4, RA-5, RA-7, RA-R15)."""

from typing import TypeAlias

from engine.flow import alter, push, tell
from engine.offers import Offer, choice
from engine.rally import actions
from engine.rally.cards import CREW, AlsoHit, ClearStage, Condition, CrewCard, CrewType, Fill, Stat
from engine.rally.rules import piles, road
from engine.rally.state import (
    Challenge,
    Effects,
    Mark,
    Next,
    Stacked,
    State,
    Turn,
    Zone,
    has,
    live_call,
    open_calls,
    replace,
    spend,
    streak,
    teammates,
    to_hand,
    turn,
)

Playable: TypeAlias = tuple[Zone, str]


# Which cards


def matches(card: CrewCard, asks: Stat) -> bool:
    """Whether this card matches a call that asks for `asks` (RA-3.3, RA-3.4)."""
    return card.type is not CrewType.SKILL and asks in (Stat.ANY, card.type.value)


def holds(state: State, seat: int, condition: Condition, zone: Zone) -> bool:
    """Whether a condition holds for a card about to be played from `zone` (RA-6.2, RA-R29)."""
    if isinstance(condition.streak, int):
        return streak(state) >= condition.streak
    if isinstance(condition.faults_min, int):
        return len(state.car) >= condition.faults_min
    if isinstance(condition.hand_max, int):
        return len(state.hands[seat]) - (zone == "hand") <= condition.hand_max
    return True


def is_playable(state: State, seat: int, card: str, zone: Zone) -> bool:
    """A typed card always, a Skill when all that it requires holds (RA-4.5)."""
    return all(holds(state, seat, condition, zone) for condition in CREW[card].requires or ())


def playable(state: State, seat: int) -> list[Playable]:
    """What this seat could play: its hand in order of arrival, then the Shared Reserve (RA-4.2, RA-4.6)."""
    zones: tuple[tuple[Zone, tuple[str, ...]], ...] = (("hand", state.hands[seat]), ("reserve", state.reserve))
    return [
        (zone, card) for zone, cards in zones for card in dict.fromkeys(cards) if is_playable(state, seat, card, zone)
    ]


def offers(state: State, seat: int) -> list[Offer]:
    """A play for each card that can be played; with a give pending, to whom (RA-R28)."""
    mates = teammates(state, seat) if turn(state).next_card is Next.GIVE else ()
    give_to = {"give_to": choice(sorted(mates))} if len(mates) > 1 else {}
    asks = live_call(state).asks
    return [
        Offer("play", {"zone": zone, "card": card, **give_to}, forecast(card, asks))
        for zone, card in playable(state, seat)
    ]


def forecast(card: str, asks: Stat) -> str:
    """What playing this card to a live call that asks for this will be: the text of its offer."""
    kind = CREW[card]
    if kind.type is CrewType.SKILL:
        return f"{kind.name}: {kind.text}"
    if not matches(kind, asks):
        return f"{kind.name}: a Miss"
    return f"{kind.name}: a Hit. {kind.text}"


# Playing


def play(state: State, seat: int, zone: Zone, card: str, give_to: int | None) -> State:
    """A card leaves its zone and is a Hit, a Miss or a Skill; one play is used (RA-4.2)."""
    kind = CREW[card]
    active = kind.when is None or holds(state, seat, kind.when, zone)
    follows = _bound_for(state, seat, give_to)
    state = tell(_take(state, seat, zone, card), actions.CardPlayed(seat, zone, card))
    state = alter(state, Turn, plays=turn(state).plays - 1, next_card=None)
    if kind.type is CrewType.SKILL or matches(kind, live_call(state).asks):
        return hit(state, seat, kind, follows, active)
    return miss(state, seat, card, follows)


def hit(state: State, seat: int, card: CrewCard, follows: int | None, active: bool) -> State:
    """The card resolves its calls, goes to its place, and its other effects follow (RA-5, RA-R12)."""
    before = len(list(open_calls(state)))
    if card.type is not CrewType.SKILL:
        state = road.resolve(state, seat, Mark.HIT)
    if active:
        state = _resolve_more(state, seat, card)
    hits = before - len(list(open_calls(state)))
    state = _stack(state, card.id, hits) if follows is None else _follow(state, card.id, follows)
    left = tuple(effect for effect in card.effects if not isinstance(effect, AlsoHit | Fill | ClearStage))
    if not active or not left:
        return state
    return push(state, Effects(seat=seat, card=card.id, hits=hits, left=left))


def miss(state: State, seat: int, card: str | None, follows: int | None) -> State:
    """A Miss, in the order of RA-R15; a fifth Fault ends it on the way. `card` is None where none could be played."""
    if card is not None:
        state = piles.discard(state, (card,), seat) if follows is None else _follow(state, card, follows)
    state = piles.discard_hit_stack(state)
    twice = has(state, Challenge.DOUBLE_FIRST_MISS) and not state.missed_today
    state = replace(state, missed_today=True)
    for _ in range(2 if twice else 1):
        state = road.take_fault(state)
        if state.result:
            return state
    state = road.resolve(state, seat, Mark.MISS)
    return alter(state, Turn, plays=0, missed=True)


def _bound_for(state: State, seat: int, give_to: int | None) -> int | None:
    """The seat to whose hand the next card goes, if it is under return or give (RA-8.7, RA-R28)."""
    match turn(state).next_card:
        case Next.RETURN:
            return seat
        case Next.GIVE:
            return teammates(state, seat)[0] if give_to is None else give_to
        case None:
            return None


def _take(state: State, seat: int, zone: Zone, card: str) -> State:
    if zone == "hand":
        return spend(state, seat, (card,))[0]
    place = state.reserve.index(card)
    return replace(state, reserve=(*state.reserve[:place], *state.reserve[place + 1 :]))


def _resolve_more(state: State, seat: int, card: CrewCard) -> State:
    """The calls that a card's effects resolve are part of its Hit (RA-3.5, RA-8.4, RA-8.5)."""
    for effect in card.effects:
        road_left = list(open_calls(state))
        if not road_left:
            break
        if isinstance(effect, AlsoHit | Fill):
            state = road.resolve(state, seat, Mark.HIT)
        elif isinstance(effect, ClearStage):
            for _ in [row for row, _ in road_left if row == road_left[0][0]]:
                state = road.resolve(state, seat, Mark.HIT)
    return state


def _stack(state: State, card: str, hits: int) -> State:
    state = replace(state, hit_stack=(*state.hit_stack, Stacked(card, hits)))
    return tell(state, actions.CardStacked(card, hits, streak(state)))


def _follow(state: State, card: str, to: int) -> State:
    """A card under return or give goes to a hand, Hit or Miss (RA-8.7, RA-8.8)."""
    return tell(to_hand(state, to, (card,)), actions.CardFollowed(card, to))
