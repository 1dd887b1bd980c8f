"""Rally: one car, three days; the crew arrives or is wrecked together. 1 to 4 players."""

from engine.game import Game
from engine.ledger import clauses
from engine.rally.actions import ACTIONS, EVENTS
from engine.rally.bots import steady
from engine.rally.cards import CARDS
from engine.rally.objection import objection
from engine.rally.rules import RULES
from engine.rally.rules.setup import Options, start
from engine.rally.state import Mode, State
from engine.rally.view import View, resample, view
from engine.search import by_chance

GAME = Game(
    id="rally",
    name="Rally",
    version=1,
    least=1,
    most=4,
    modes=tuple(mode.value for mode in Mode),
    options=Options,
    cards=CARDS,
    card_lists="this project's own",
    clauses=clauses("engine.rally"),
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
