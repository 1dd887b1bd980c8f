"""The tables at which random play and the playthroughs sit: (seats, options)."""

from engine.rally.state import Challenge

ALL = [challenge.value for challenge in Challenge]
SETUPS = (
    (1, {}),
    (2, {}),
    (3, {}),
    (4, {}),
    (2, {"mode": "versus"}),
    (4, {"mode": "versus", "first_seat": 3}),
    (1, {"mode": "solo", "challenges": ["no_any", "shed"]}),
    (3, {"mode": "crew", "challenges": ALL}),
)
PLAYTHROUGHS = {
    "crew": (3, {}),
    "crew-all-challenges": (4, {"challenges": ALL}),
    "solo": (1, {}),
    "versus": (2, {"mode": "versus"}),
}
STEADY_MOVES = 0.95
"""By chance alone a rally is wrecked on its first day."""
TURNS_OVER = {"cannot_play", "day_started", "discarded", "fault_taken"}
"""The tellings that may turn a hidden card over for everybody."""
