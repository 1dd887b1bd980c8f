"""The turn: a compulsory play, extra plays, and what a Miss costs besides (RA-4, RA-11.6, RA-12)."""

import msgspec

from engine.flow import Flow, Window, follow, go, tell
from engine.offers import Action, Offer
from engine.rally import actions
from engine.rally.cards import CREW, ClearStage, CrewType, Fill, Stat
from engine.rally.rules import choices, ending, piles, playing, service
from engine.rally.state import Challenge, Mode, State, Turn, has, live_call, on_road, replace, turn

DAYS = 3
SOLO_DRAW = 3
SOLO_DRAW_HAND = 2
"""The solo draw is for hands of so many cards at most (RA-12.2)."""


def begin(state: State) -> State:
    """A player's turn begins."""
    return tell(state, actions.TurnStarted(turn(state).seat))


def first_play(state: State) -> State:
    """Ask for the compulsory play, or make the one that is open to nobody's choice (RA-4.1, RA-4.7, RA-R7, RA-R35)."""
    seat = turn(state).seat
    plays = playing.playable(state, seat)
    if not plays:
        state = tell(state, actions.CannotPlay(seat))
        return go(state, "no_play") if can_solo_draw(state, seat) else miss(state, seat)
    if len(plays) == 1 and not state.hands[seat] and not can_solo_draw(state, seat):
        return playing.play(go(state, "extra"), seat, *plays[0], None)
    return state


def miss(state: State, seat: int) -> State:
    """A Miss without a card (RA-4.7)."""
    return playing.miss(go(state, "choose.shed"), seat, None, None)


def can_solo_draw(state: State, seat: int) -> bool:
    """Whether the day's solo draw is there for this hand; public (RA-12.2)."""
    return state.mode is Mode.SOLO and not state.solo_draw_used and len(state.hands[seat]) <= SOLO_DRAW_HAND


def player(state: State) -> tuple[int, ...]:
    """Whose turn it is."""
    return (turn(state).seat,)


def may_go_on(state: State) -> tuple[int, ...]:
    """The player, if there is an extra play left and perhaps a card for it, by public facts (RA-4.8, RA-R6)."""
    frame = turn(state)
    seat = frame.seat
    if not frame.plays or not on_road(state):
        return ()
    return (seat,) if state.hands[seat] or can_solo_draw(state, seat) or playing.playable(state, seat) else ()


def must_shed(state: State) -> tuple[int, ...]:
    """The player after a Miss under that challenge, while there is a card to shed (RA-11.6)."""
    frame = turn(state)
    return (frame.seat,) if frame.missed and has(state, Challenge.SHED) and state.hands[frame.seat] else ()


def play_offers(state: State, seat: int) -> list[Offer]:
    """The plays, and in solo the draw."""
    return [*playing.offers(state, seat), *_solo_draw_offers(state, seat)]


def extra_offers(state: State, seat: int) -> list[Offer]:
    """The plays, the end of the turn, and in solo the draw."""
    return [*playing.offers(state, seat), Offer("stop", text="End the turn"), *_solo_draw_offers(state, seat)]


def no_play_offers(state: State, seat: int) -> list[Offer]:
    """Nothing can be played, but something can be drawn (RA-R35)."""
    return [*_solo_draw_offers(state, seat), Offer("take_fault", text="Take a Fault: the live call is a Miss")]


def answer_play(state: State, seat: int, action: Action) -> State:
    """The player has chosen; after a solo draw the question stands anew."""
    match action["type"]:
        case "play":
            chosen = msgspec.convert(action, actions.Play)
            give_to = chosen.give_to if isinstance(chosen.give_to, int) else None
            return playing.play(go(state, "extra"), seat, chosen.zone, chosen.card, give_to)
        case "solo_draw":
            state = tell(replace(state, solo_draw_used=True), actions.SoloDrew(seat))
            return piles.draw(state, seat, SOLO_DRAW)
        case "take_fault":
            return miss(state, seat)
        case _:
            return go(state, "choose.shed")


def answer_first(state: State, seat: int, action: Action) -> State:
    """As `answer_play`; what was drawn may have changed what can be played."""
    return answer_play(go(state, "first_play"), seat, action)


def shed(state: State, seat: int, action: Action) -> State:
    """The player who missed discards a card (RA-11.6)."""
    return piles.discard_from_hand(go(state, "over"), seat, choices.named(action))


def over(state: State) -> State:
    """The turn is over: the next turn, the service, or the finish (RA-1.1, RA-2.6, RA-8.6, RA-10.1, RA-10.7)."""
    frame = turn(state)
    state = tell(state, actions.TurnEnded(frame.seat))
    if on_road(state):
        clockwise = (frame.seat + 1) % state.seats
        return follow(state, Turn(seat=clockwise if frame.handover is None else frame.handover))
    if state.day == DAYS:
        return ending.finish(state, ending.FINISHED)
    return follow(state, service.opened(state))


def default_play(state: State, seat: int) -> Action:
    """What is played when time is over (DEF-1)."""
    live = live_call(state).asks
    zone, card = min(playing.playable(state, seat), key=lambda play: _default_rank(play, live))
    return {"type": "play", "zone": zone, "card": card}


def _default_rank(play: playing.Playable, live: Stat) -> int:
    """The place of a play in DEF-1's order; of one place the first is played, from the hand before the Reserve."""
    zone, card = play
    kind = CREW[card]
    if playing.matches(kind, live):
        return 0
    if zone == "reserve" or kind.type is not CrewType.SKILL:
        return 3
    return 1 if any(isinstance(effect, Fill | ClearStage) for effect in kind.effects) else 2


def _solo_draw_offers(state: State, seat: int) -> list[Offer]:
    if not can_solo_draw(state, seat):
        return []
    return [Offer("solo_draw", text=f"Draw {SOLO_DRAW}, once a day", no_effect=piles.is_dry(state))]


PLAY = Window(
    asked=player,
    offers=play_offers,
    answer=answer_first,
    text=lambda _state, _seat: "Play a card.",
    default=default_play,
    must=lambda _state, _seat: True,
)
NO_PLAY = Window(
    asked=player,
    offers=no_play_offers,
    answer=answer_first,
    text=lambda _state, _seat: "You can't play a card: draw, or take a Fault.",
    default=lambda _state, _seat: {"type": "solo_draw"},
    must=lambda _state, _seat: True,
)
EXTRA = Window(
    asked=may_go_on,
    offers=extra_offers,
    answer=answer_play,
    text=lambda _state, _seat: "Play again, or end the turn.",
    default=lambda _state, _seat: {"type": "stop"},
    renews=True,
)
SHED = Window(
    asked=must_shed,
    offers=lambda state, seat: choices.choose_cards(state.hands[seat], 1, 1, "Discard 1"),
    answer=shed,
    text=lambda _state, _seat: "After a Miss: discard a card.",
    default=lambda state, seat: choices.newest(state.hands[seat], 1),
    must=lambda _state, _seat: True,
)
FLOW: Flow[State] = {
    "begin": begin,
    "first_play": first_play,
    "play": PLAY,
    "no_play": NO_PLAY,
    "extra": EXTRA,
    "choose.shed": SHED,
    "over": over,
}
