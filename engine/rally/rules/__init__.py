"""The rules of Rally: the table of its flows."""

from engine.rally.rules import effects, service, turn
from engine.rally.state import Effects, Service, State, Turn
from engine.rules import Rules

RULES: Rules[State] = Rules({Turn: turn.FLOW, Effects: effects.FLOW, Service: service.FLOW})
