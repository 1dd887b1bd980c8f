"""The Drive Phase: roll, total, move (LR-3)."""

from engine.flow import Flow, Window, alter, go, tell
from engine.lap_racer import events
from engine.lap_racer.cards import RerollDrive, RollMin
from engine.lap_racer.rules import track
from engine.lap_racer.rules.standing import drive_changes, fire, mods
from engine.lap_racer.state import State, Turn, replace, turn
from engine.offers import Action, Offer
from engine.rng import below


def drive(state: State) -> State:
    """The Drive Roll; a Wiped Out player loses the marker in place of the whole phase (LR-3.1)."""
    seat = turn(state).seat
    if state.racers[seat].wiped:
        return go(track.recover(tell(state, events.DriveSkipped(seat)), seat), "end_phase")
    return roll(state, again=False)


def roll(state: State, again: bool) -> State:
    """One die for the Drive Phase."""
    rng, number = below(state.rng, 6)
    state = alter(replace(state, rng=rng), Turn, roll=number + 1, rerolled=again)
    return tell(state, events.DriveRolled(turn(state).seat, number + 1, again))


def doubtful(state: State) -> tuple[int, ...]:
    """The active player, if a playbook allows a second roll and there was none (LR-12.6, LR-R33)."""
    now = turn(state)
    return (now.seat,) if mods(state, now.seat, RerollDrive) and not now.rerolled else ()


def reroll(state: State, _seat: int, action: Action) -> State:
    """The roll stands, or the second one does."""
    return go(roll(state, again=True) if action["type"] == "reroll" else state, "rolled")


def rolled(state: State) -> State:
    """Playbooks look at the face (LR-R33)."""
    now = turn(state)
    assert now.roll is not None
    return fire(state, [(now.seat, "drive_roll")], face=now.roll)


def move(state: State) -> State:
    """The total, never below 0, moves the marker (LR-3.2 to LR-3.4)."""
    now = turn(state)
    assert now.roll is not None
    counted = max([now.roll, *(mod.n for mod in mods(state, now.seat, RollMin))])
    changes = drive_changes(state, now.seat)
    total = max(0, now.drive + counted + changes)
    state = tell(state, events.Drove(now.seat, now.drive, counted, changes, total))
    return track.move(state, (now.seat,), total, drive=True)


REROLL = Window(
    asked=doubtful,
    offers=lambda _state, _seat: [
        Offer("keep_roll", text="Let the roll stand"),
        Offer("reroll", text="Roll again; the second result stands"),
    ],
    answer=reroll,
    text=lambda state, _seat: f"You rolled {turn(state).roll}: roll again?",
    default=lambda _state, _seat: {"type": "keep_roll"},
    short=True,
)
STEPS: Flow[State] = {"drive": drive, "reroll": REROLL, "rolled": rolled, "move": move}
