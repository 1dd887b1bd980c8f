"""The tables at which random play and the playthroughs sit: (seats, options)."""

SETUPS = (
    (2, {}),
    (3, {}),
    (4, {}),
    (2, {"keep_m": True, "first_seat": 1}),
)
PLAYTHROUGHS = {"2-racers": (2, {}), "3-racers": (3, {}), "4-racers": (4, {})}
TURNS_OVER = {"revealed", "auction_opened", "pool_grew", "rolled", "drive_rolled"}
"""The tellings that may turn a hidden card or a die over for everybody."""
