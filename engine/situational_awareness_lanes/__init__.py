"""Situational Awareness, the earlier edition: split cards, open hands, matching lanes. 3 to 6 drivers."""

from engine.game import Game
from engine.ledger import clauses
from engine.search import by_chance
from engine.situational_awareness.rules.setup import Options
from engine.situational_awareness_lanes.actions import ACTIONS, EVENTS
from engine.situational_awareness_lanes.bots import steady
from engine.situational_awareness_lanes.cards import CARDS
from engine.situational_awareness_lanes.objection import objection
from engine.situational_awareness_lanes.rules import RULES
from engine.situational_awareness_lanes.rules.setup import start
from engine.situational_awareness_lanes.state import State
from engine.situational_awareness_lanes.view import View, resample, view

NOT_HERE = {"SA-1.1", "SA-5.1", "SA-7.1", "SA-9.4", "SA-R8", "SA-R9", "SA-R18", "SA-R25"}
NOT_HERE |= {f"SA-11.{number}" for number in range(1, 6)} | {f"SA-R{number}" for number in range(29, 33)}
"""The later edition's clauses that do not hold in this one (SAL-5.1)."""

GAME = Game(
    id="situational-awareness-lanes",
    name="Situational Awareness: Lanes",
    version=1,
    least=3,
    most=6,
    modes=("versus",),
    options=Options,
    cards=CARDS,
    card_lists="this project's own",
    clauses={
        **clauses("engine.situational_awareness_lanes"),
        **{clause: text for clause, text in clauses("engine.situational_awareness").items() if clause not in NOT_HERE},
    },
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
