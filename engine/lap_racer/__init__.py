"""Lap Racer: build a deck at full speed, three laps win. 2 to 4 racers."""

from engine.game import Game
from engine.lap_racer.actions import ACTIONS
from engine.lap_racer.bots import steady
from engine.lap_racer.cards import CARDS
from engine.lap_racer.events import EVENTS
from engine.lap_racer.objection import objection
from engine.lap_racer.rules import RULES
from engine.lap_racer.rules.setup import Options, start
from engine.lap_racer.state import State
from engine.lap_racer.view import View, resample, view
from engine.ledger import clauses
from engine.search import by_chance

GAME = Game(
    id="lap-racer",
    name="Lap Racer",
    version=1,
    least=2,
    most=4,
    modes=("versus",),
    options=Options,
    cards=CARDS,
    card_lists="this project's own",
    clauses=clauses("engine.lap_racer"),
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
