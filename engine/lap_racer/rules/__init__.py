"""The rules of Lap Racer: the table of its flows."""

from engine.lap_racer.rules import auction, incinerator, pit, resolution, setup, track, turn
from engine.lap_racer.state import (
    Auction,
    Draft,
    Incinerator,
    Landing,
    Movement,
    PitStop,
    Playing,
    Resolution,
    State,
    Turn,
)
from engine.rules import Rules

RULES: Rules[State] = Rules(
    {
        Draft: setup.FLOW,
        Turn: turn.FLOW,
        PitStop: pit.FLOW,
        Playing: turn.PLAYING,
        Resolution: resolution.FLOW,
        Movement: track.MOVEMENT,
        Landing: track.LANDING,
        Auction: auction.FLOW,
        Incinerator: incinerator.FLOW,
    }
)
