"""Situational Awareness: wreck everyone else, keep your hubcaps. 3 to 6 drivers."""

from engine.game import Game
from engine.ledger import clauses
from engine.search import by_chance
from engine.situational_awareness.actions import ACTIONS, EVENTS
from engine.situational_awareness.bots import steady
from engine.situational_awareness.cards import CARDS
from engine.situational_awareness.objection import objection
from engine.situational_awareness.rules import RULES
from engine.situational_awareness.rules.setup import Options, start
from engine.situational_awareness.state import State
from engine.situational_awareness.view import View, resample, view

GAME = Game(
    id="situational-awareness",
    name="Situational Awareness",
    version=1,
    least=3,
    most=6,
    modes=("versus",),
    options=Options,
    cards=CARDS,
    card_lists="as published",
    clauses=clauses("engine.situational_awareness"),
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
