"""What a Hazard would take, and what stops it by itself (sections 6, 8 and 9)."""

from engine.situational_awareness.cards import CARD, TAKES, Colour
from engine.situational_awareness.state import State


def shield(state: State, target: int, card: str, rock: bool) -> str | None:
    """The target's Aftermarket, if it stops this Hazard by itself (SA-6.5, SA-8.2)."""
    fitted = state.aftermarkets[target]
    return fitted if fitted and (rock or CARD[fitted].colour is CARD[card].colour) else None


def schooled(state: State, target: int) -> bool:
    """Whether the target's Aftermarket stops a Pile-Up by itself (SA-6.5)."""
    fitted = state.aftermarkets[target]
    return fitted is not None and CARD[fitted].colour is Colour.ORANGE


def is_peek(card: str, rock: bool) -> bool:
    """Whether the Hazard shows a hand instead of taking hubcaps (SA-7.1, SA-R25)."""
    return card == "texting" and not rock


def worth(state: State, card: str, rock: bool) -> int | None:
    """How many hubcaps the Hazard takes if it lands now; None for a splash (SA-8.3, SA-9.3, SA-9.5, SA-R27)."""
    badge = CARD[card].badge
    if rock or (state.condition == "speed-trap" and badge is not None):
        return 1
    if badge is None:
        return 0
    return TAKES[badge] + (state.condition == "rain") if badge in TAKES else None
