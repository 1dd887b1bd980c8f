"""The rules of Situational Awareness: the table of its flows."""

from engine.rules import Rules
from engine.situational_awareness.rules import accident, traps, turn, violation
from engine.situational_awareness.rules.escort import POLICE_ESCORT
from engine.situational_awareness.state import Accident, Jam, Penalty, Rescue, State, Turn, Violation

RULES: Rules[State] = Rules(
    {
        Turn: turn.FLOW,
        Accident: accident.FLOW,
        Violation: violation.FLOW,
        Jam: violation.JAM,
        Rescue: traps.RESCUE,
        Penalty: traps.PENALTY,
    },
    asides={"police_escort": POLICE_ESCORT},
)
