"""The tables at which random play and the playthroughs sit: (seats, options)."""

SETUPS = (
    (2, {"goal": 200}),
    (3, {"goal": 200}),
    (4, {"goal": 200, "first_seat": 3}),
    (5, {"goal": 200}),
    (6, {"goal": 200}),
)
PLAYTHROUGHS = {"2-seats-short": (2, {"goal": 200}), "4-seats": (4, {"goal": 300, "first_seat": 2})}
TURNS_OVER = {"discarded"}
"""The tellings that may turn a hidden button over for everybody."""
