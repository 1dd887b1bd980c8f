"""Thousand Miles: be the first to cross the finish line, by exact count. 2 to 6 players."""

from engine.game import Game
from engine.ledger import clauses
from engine.search import by_chance
from engine.thousand_miles.actions import ACTIONS, EVENTS
from engine.thousand_miles.bots import steady
from engine.thousand_miles.cards import CARDS
from engine.thousand_miles.objection import objection
from engine.thousand_miles.rules import RULES
from engine.thousand_miles.rules.setup import Options, start
from engine.thousand_miles.state import State
from engine.thousand_miles.view import View, resample, view

GAME = Game(
    id="thousand-miles",
    name="Thousand Miles",
    version=1,
    least=2,
    most=6,
    modes=("versus",),
    options=Options,
    cards=CARDS,
    card_lists="as published",
    clauses=clauses("engine.thousand_miles"),
    actions=ACTIONS,
    events=EVENTS,
    state=State,
    view_type=View,
    rules=RULES,
    start=start,
    view=view,
    objection=objection,
    resample=resample,
    bots={"random": by_chance, "steady": steady},
)
__all__ = ["GAME"]
