"""The road: dealing a day, resolving calls, and the Faults that add to it (RA-3, RA-7, RA-9, RA-R15 to R23)."""

from collections.abc import Iterable

from engine.flow import tell
from engine.rally import actions
from engine.rally.cards import FAULT, STAGE, WRECKING, Asked, Stat
from engine.rally.rules import ending
from engine.rally.state import (
    Call,
    Challenge,
    Mark,
    Mode,
    Stage,
    State,
    at,
    call_at,
    has,
    open_calls,
    replace,
)
from engine.rng import shuffle


def deal_day(state: State) -> State:
    """Ordinary Stages from the deck, below them the Recovery Stages of the car (RA-2.2, RA-9.3, RA-10.5)."""
    count = (3 if state.mode is Mode.SOLO else 4) + has(state, Challenge.LONG_DAYS)
    dealt, rest = state.stage_deck[:count], state.stage_deck[count:]
    row = (*(_ordinary(state, card) for card in dealt), *map(_recovery, state.car))
    state = replace(state, row=row, stage_deck=rest, missed_today=False, solo_draw_used=False)
    return tell(state, actions.DayStarted(state.day, state.marker, dealt, state.car))


def resolve(state: State, seat: int, mark: Mark) -> State:
    """The live call becomes a Hit or a Miss; a Stage that is cleared by it may be claimed (RA-3.2, RA-13.2)."""
    row, index = next(open_calls(state))
    stage = state.row[row]
    state = _put(state, row, replace(stage, calls=at(stage.calls, index, replace(stage.calls[index], mark=mark))))
    state = tell(state, actions.CallResolved(row, index, mark))
    return _clear(state, row, seat) if index == len(stage.calls) - 1 else state


def change(state: State, place: tuple[int, int], to: Stat) -> State:
    """A call asks for something else, for today (RA-8.3, RA-R14)."""
    row, index = place
    stage = state.row[row]
    state = _put(state, row, replace(stage, calls=at(stage.calls, index, replace(call_at(state, place), asks=to))))
    return tell(state, actions.CallChanged(row, index, to))


def take_fault(state: State) -> State:
    """The top Fault comes on the car with its Recovery Stage; a fifth wrecks it (RA-1.2, RA-9.1)."""
    fault = state.fault_pile[0]
    state = replace(state, fault_pile=state.fault_pile[1:], car=(*state.car, fault))
    if len(state.car) == WRECKING:
        return ending.finish(tell(state, actions.FaultTaken(fault, None)), ending.WRECKED)
    state = tell(state, actions.FaultTaken(fault, len(state.row)))
    return replace(state, row=(*state.row, _recovery(fault)))


def repair(state: State, fault: str) -> State:
    """A Fault goes back into its pile, and an untouched Recovery Stage with it (RA-9.4, RA-R17 to R20)."""
    untouched = [place for place, stage in enumerate(state.row) if stage.card == fault and _is_untouched(stage)]
    copies = [place for place, card in enumerate(state.car) if card == fault]
    # Copies come on the car in the order of their Stages, so the untouched Stages belong to the last of them.
    repaired = copies[-len(untouched)] if untouched else copies[0]
    row = untouched[0] if untouched else None
    if row is not None:
        state = replace(state, row=(*state.row[:row], *state.row[row + 1 :]))
    state = replace(state, car=(*state.car[:repaired], *state.car[repaired + 1 :]))
    state = tell(state, actions.FaultRepaired(fault, row))
    rng, pile = shuffle(state.rng, (*state.fault_pile, fault))
    state = replace(state, rng=rng, fault_pile=pile)
    return tell(state, actions.Shuffled("fault", pile), (), actions.Shuffled("fault", None))


def _clear(state: State, row: int, seat: int) -> State:
    """A Stage is cleared; in versus who resolved its last call claims it (RA-13.2 to RA-13.4)."""
    stage = state.row[row]
    claimed_by = seat if state.mode is Mode.VERSUS and not stage.recovery else None
    if claimed_by is not None:
        state = _put(state, row, replace(stage, claimed_by=claimed_by))
        state = replace(state, claimed=at(state.claimed, seat, (*state.claimed[seat], stage.card)))
    return tell(state, actions.StageCleared(row, stage.card, claimed_by))


def _put(state: State, row: int, stage: Stage) -> State:
    return replace(state, row=at(state.row, row, stage))


def _is_untouched(stage: Stage) -> bool:
    return stage.recovery and stage.calls[0].mark is Mark.OPEN


def _ordinary(state: State, card: str) -> Stage:
    """A Stage as dealt; without Any where that challenge is on (RA-11.4)."""
    no_any = has(state, Challenge.NO_ANY)
    asked = (Stat.SPEED if no_any and call.stat is Stat.ANY else call.stat for call in STAGE[card].calls)
    return Stage(card, False, tuple(map(Call, asked)))


def _recovery(fault: str) -> Stage:
    """The Recovery Stage as printed on the Fault (RA-9.3, RA-R33)."""
    return Stage(fault, True, _as_printed(FAULT[fault].recovery))


def _as_printed(calls: Iterable[Asked]) -> tuple[Call, ...]:
    return tuple(Call(call.stat) for call in calls)
