"""The track: moving, Bananas, Wiped Out, the line and the Spaces (LR-4, LR-7, LR-9.1 to LR-9.3)."""

from collections.abc import Iterable

from engine.flow import Flow, alter, go, push, tell, top
from engine.lap_racer import events
from engine.lap_racer.cards import BananaImmune, LapDebris, Moment
from engine.lap_racer.rules import auction, ending, incinerator
from engine.lap_racer.rules.piles import shuffle_deck, take_debris
from engine.lap_racer.rules.standing import fire, immune, mods
from engine.lap_racer.state import (
    LAPS,
    LINE,
    Landing,
    Movement,
    State,
    Turn,
    change,
    clockwise,
    in_order,
    progress,
    replace,
    turn,
)

AUCTIONS = (10, 20, 30, 40)
INCINERATORS = (15, 35)


def move(state: State, seats: Iterable[int], count: int, drive: bool = False) -> State:
    """Start these markers, backward where `count` is negative: all move, then each meets what is there (LR-4.5).

    A marker on the line stands still (LR-R13).
    """
    movers = [seat for seat in in_order(state, seats) if not state.racers[seat].on_line]
    starts = {seat: progress(state.racers[seat]) for seat in movers}
    for seat in reversed(movers):
        state = push(state, Landing(seat=seat, start=starts[seat]))
    for seat in reversed(movers):
        state = push(state, Movement(seat=seat, left=count, drive=drive, start=starts[seat]))
    return state


def wipe(state: State, seat: int) -> State:
    """The racer becomes Wiped Out, unless immune or so already (LR-7.1, LR-12.12)."""
    if state.racers[seat].wiped or immune(state, seat, "wipe_immune"):
        return state
    return fire(tell(change(state, seat, wiped=True), events.WipedOut(seat)), [(seat, "wiped")])


def recover(state: State, seat: int) -> State:
    """The Wiped Out marker goes, if there is one."""
    if not state.racers[seat].wiped:
        return state
    return tell(change(state, seat, wiped=False), events.Recovered(seat))


# Moving


def advance(state: State) -> State:
    """One Space; Bananas there work at once, the line stops the marker (LR-3.4, LR-4.3, LR-9.1)."""
    frame = top(state, Movement)
    racer = state.racers[frame.seat]
    if frame.left == 0 or (frame.left < 0 and racer.space == 0):
        return state
    step = 1 if frame.left > 0 else -1
    space = racer.space + step
    if space == LINE:
        return change(state, frame.seat, laps=racer.laps + 1, space=0, on_line=True)
    state = go(alter(state, Movement, left=frame.left - step), "advance")
    return _bananas(change(state, frame.seat, space=space), frame.seat, space)


def stop(state: State) -> State:
    """The marker has stopped: the third lap wins, else playbooks see who was passed (LR-9.3, LR-R16, LR-R26)."""
    frame = top(state, Movement)
    racer = state.racers[frame.seat]
    now = progress(racer)
    if now == frame.start:
        return state
    state = tell(state, events.Moved(frame.seat, now - frame.start, racer.laps, racer.space))
    if racer.laps == LAPS:
        return ending.finish(state, "finish")
    if not frame.drive:
        return state
    passed = [seat for seat in clockwise(state, frame.seat)[1:] if frame.start < progress(state.racers[seat]) < now]
    due: list[tuple[int, Moment]] = [(frame.seat, "passes") for _ in passed]
    return fire(state, [*due, *((seat, "passed_by") for seat in passed)])


def _bananas(state: State, seat: int, space: int) -> State:
    count = state.bananas.count(space)
    if not count:
        return state
    state = replace(state, bananas=tuple(other for other in state.bananas if other != space))
    state = tell(state, events.BananasHit(seat, space, count))
    return state if mods(state, seat, BananaImmune) else wipe(state, seat)


# Landing


def line(state: State) -> State:
    """A completed lap: Debris, then Deck and Garage are the new Deck, then playbooks (LR-9.2, LR-12.11)."""
    frame = top(state, Landing)
    seat, racer = frame.seat, state.racers[frame.seat]
    if racer.laps == frame.start // LINE:
        return state
    state = tell(state, events.LapCompleted(seat, racer.laps))
    state = take_debris(state, seat, 1 + sum(mod.n for mod in mods(state, seat, LapDebris)), None)
    racer = state.racers[seat]
    state = change(shuffle_deck(state, seat, racer.deck + racer.garage), seat, garage=())
    state = alter(state, Turn, completers=(*turn(state).completers, seat))
    return fire(state, [(seat, "lap")])


def land(state: State) -> State:
    """A marker that has moved meets the Auction or Incinerator of its Space (LR-4.1, LR-R16)."""
    frame = top(state, Landing)
    racer = state.racers[frame.seat]
    if progress(racer) == frame.start:
        return state
    if racer.space in AUCTIONS:
        return auction.begin(state, frame.seat)
    return incinerator.begin(state, frame.seat) if racer.space in INCINERATORS else state


MOVEMENT: Flow[State] = {"advance": advance, "stop": stop}
LANDING: Flow[State] = {"line": line, "land": land}
