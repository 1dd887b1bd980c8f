"""What a card would do, worked out from public facts alone: the text and the `no_effect` of an offer (SA-R4)."""

from engine.situational_awareness.cards import CARD, Kind
from engine.situational_awareness.rules import hits
from engine.situational_awareness.state import State, kicking_rocks, others


def unaimed(state: State, seat: int, card: str) -> tuple[str, bool]:
    """The text of playing a card at nobody, and whether it will change nothing."""
    jammed = card == "traffic-jam" and not any(state.hands[other] for other in others(state, seat))
    return f"{CARD[card].name}: {CARD[card].text}", jammed


def aimed(state: State, seat: int, card: str, target: int) -> tuple[str, bool]:
    """The text of playing a card at this target, and whether it will change nothing."""
    effect, no_effect = _hazard(state, seat, card, target) if _is_hazard(card) else _violation(state, card, target)
    return f"{CARD[card].name}: {effect}", no_effect


def pile_up(state: State, target: int) -> tuple[str, bool]:
    """The text of a Pile-Up on this target, and whether it will change nothing."""
    if hits.schooled(state, target):
        return "Pile-Up: stopped by Advanced Driving School", True
    return "Pile-Up: takes 1 more", kicking_rocks(state, target)


def _is_hazard(card: str) -> bool:
    return CARD[card].kind is Kind.HAZARD


def _hazard(state: State, seat: int, card: str, target: int) -> tuple[str, bool]:
    rock = kicking_rocks(state, seat)
    if shield := hits.shield(state, target, card, rock):
        return f"stopped by {CARD[shield].name}", True
    if hits.is_peek(card, rock):
        return "shows their hand", False
    barren = kicking_rocks(state, target)
    worth = hits.worth(state, card, rock)
    effect = "splashes 1 and 1" if worth is None else f"takes {worth}"
    return (f"rock, {effect}" if rock else effect) + (", but there is no hubcap" if barren else ""), barren


def _violation(state: State, card: str, target: int) -> tuple[str, bool]:
    match card:
        case "carjack" | "lane-change":
            return CARD[card].text, not state.hands[target]
        case "hit-and-run":
            return CARD[card].text, kicking_rocks(state, target)
        case "impound":
            return CARD[card].text, state.aftermarkets[target] is None
        case "flat-tire":
            return CARD[card].text, state.flat_tire[target]
        case _:
            return CARD[card].text, state.detour[target]
