"""The tables at which random play and the playthroughs sit: (seats, options)."""

SETUPS = (
    (3, {}),
    (4, {}),
    (5, {}),
    (6, {}),
    (3, {"length": "fixed"}),
    (4, {"length": "fixed", "first_seat": 3}),
    (6, {"length": "fixed"}),
)
PLAYTHROUGHS = {"4-drivers": (4, {}), "3-drivers-fixed": (3, {"length": "fixed"})}
TURNS_OVER = {"turned", "trap_sprung", "discarded"}
"""The tellings that may turn a hidden card over for everybody."""
