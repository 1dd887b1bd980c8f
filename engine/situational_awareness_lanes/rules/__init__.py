"""The rules of the earlier edition: the later one's flows, with what differs put in their places."""

from typing import Any

from engine.rules import Rules
from engine.situational_awareness.rules import accident as later_accident
from engine.situational_awareness.rules import turn as later_turn
from engine.situational_awareness.rules import violation as later_violation
from engine.situational_awareness.state import Accident, Turn
from engine.situational_awareness_lanes.rules import accident, escort, turn, violation
from engine.situational_awareness_lanes.state import Jam, Violation

RULES: Rules[Any] = Rules(
    {
        Turn: {
            "begin": turn.begin,
            "show_hand": turn.show_hand,
            "turn": turn.TURN,
            "rush_hour": turn.RUSH_HOUR,
            "over": later_turn.over,
        },
        Accident: {"respond": accident.RESPOND, "defend": accident.DEFEND, "land": later_accident.land},
        Violation: {"defend": accident.DEFEND, "take_effect": later_violation.take_effect},
        Jam: {"traffic_jam": violation.TRAFFIC_JAM, "reveal": violation.reveal},
    },
    asides={"police_escort": escort.POLICE_ESCORT},
)
