"""The rules of Thousand Miles: the table of its one flow."""

from engine.rules import Rules
from engine.thousand_miles.rules import turn
from engine.thousand_miles.state import State, Turn

RULES: Rules[State] = Rules({Turn: turn.FLOW})
