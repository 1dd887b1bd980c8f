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
PLAYTHROUGHS = {"3-drivers": (3, {}), "6-drivers-fixed": (6, {"length": "fixed"})}
TURNS_OVER = {"turned", "hand_shown", "left_hand", "card_given", "card_taken", "discarded", "laid"}
"""The tellings that may turn a hidden card over for everybody, or a lane that was named for a Traffic Jam."""
