"""A game of Situational Awareness told in sentences, from the tellings of its feed."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

Telling: TypeAlias = Mapping[str, Any]
Sentence: TypeAlias = Callable[[Telling, "Story"], str]


class Story:
    """The drivers by name and the cards by name: what turns a telling into a sentence."""

    def __init__(self, drivers: Sequence[str], cards: Mapping[str, str]) -> None:
        self._drivers = drivers
        self._cards = cards

    def sentence(self, telling: Telling) -> str:
        """What happened, in words; empty for what is not worth a line."""
        tell = SENTENCES.get(telling["type"])
        return tell(telling, self) if tell else ""

    def driver(self, seat: int | None) -> str:
        """A driver's name; null: the box."""
        return "the box" if seat is None else self._drivers[seat]

    def card(self, card: str | None) -> str:
        """A card's name; null: a card that the teller does not see."""
        return "a card" if card is None else self._cards[card]

    def cards(self, cards: Sequence[str] | None) -> str:
        """Several cards by name."""
        return ", ".join(map(self.card, cards)) if cards else "nothing"


def _hubcaps(count: int) -> str:
    return "a hubcap" if count == 1 else f"{count} hubcaps"


def _drew(told: Telling, story: Story) -> str:
    seen = f": {story.cards(told['cards'])}" if told["cards"] else ""
    return f"  {story.driver(told['seat'])} draws {told['count']}{seen}."


def _hazard(told: Telling, story: Story) -> str:
    thrown = "throws a rock" if told["rock"] else f"plays {story.card(told['card'])}"
    return f"  {story.driver(told['seat'])} {thrown} at {story.driver(told['target'])}."


def _violation(told: Telling, story: Story) -> str:
    aimed = "" if told["target"] is None else f" on {story.driver(told['target'])}"
    return f"  {story.driver(told['seat'])} plays {story.card(told['card'])}{aimed}."


def _moved(told: Telling, story: Story) -> str:
    return f"    {story.driver(told['loser'])} loses {_hubcaps(told['count'])} to {story.driver(told['to'])}."


def _sprung(told: Telling, story: Story) -> str:
    outcome = "and the Save is wrecked" if told["wrecked"] else "the wrong one"
    return f"    {story.driver(told['seat'])} flips the top trap: {story.card(told['card'])}, {outcome}!"


def _pit(told: Telling, story: Story) -> str:
    return f"  {story.driver(told['seat'])} pits, discarding {story.cards(told['discard'])}."


ENDS = {
    "out-of-gas": "the pile is out of gas",
    "stall": "nobody gets on any more",
    "rounds": "the last round is done",
}
SENTENCES: dict[str, Sentence] = {
    "turn_started": lambda told, story: f"Turn {told['number']}: {story.driver(told['seat'])}.",
    "turn_skipped": lambda told, story: f"Turn {told['number']}: {story.driver(told['seat'])} takes a Detour.",
    "drew": _drew,
    "turned": lambda told, story: f"  Turned onto the road: {story.cards(told['cards'])}.",
    "shuffled": lambda told, story: "  The cards are shuffled.",
    "pit_stop": _pit,
    "hazard_played": _hazard,
    "violation_played": _violation,
    "condition_played": lambda told, story: f"  {story.driver(told['seat'])} plays {story.card(told['card'])}.",
    "aftermarket_played": lambda told, story: f"  {story.driver(told['seat'])} fits {story.card(told['card'])}.",
    "trap_set": lambda told, story: f"  {story.driver(told['seat'])} sets a trap: {story.card(told['card'])}.",
    "dashcam_played": lambda told, story: f"    {story.driver(told['seat'])} has it on Dashcam!",
    "pile_up_played": lambda told, story: f"    {story.driver(told['seat'])} piles up!",
    "save_played": lambda told, story: f"    {story.driver(told['seat'])} answers with {story.card(told['card'])}.",
    "trap_sprung": _sprung,
    "stopped": lambda told, story: f"    Stopped by {story.card(told['by'])}.",
    "hubcaps_moved": _moved,
    "hand_seen": lambda told, story: (
        f"    {story.driver(told['seat'])} sees the hand of {story.driver(told['target'])}."
    ),
    "card_given": lambda told, story: (
        f"    {story.driver(told['seat'])} gives {story.card(told['card'])} to {story.driver(told['to'])}."
    ),
    "card_taken": lambda told, story: (
        f"    {story.driver(told['seat'])} takes {story.card(told['card'])} from {story.driver(told['loser'])}."
    ),
    "discarded": lambda told, story: f"    {story.driver(told['seat'])} discards {story.cards(told['cards'])}.",
    "impounded": lambda told, story: f"    {story.driver(told['seat'])} loses {story.card(told['card'])}.",
    "flat_tire": lambda told, story: f"    {story.driver(told['seat'])} has a flat tire and must pit.",
    "detour": lambda told, story: f"    {story.driver(told['seat'])} will take a Detour.",
    "escorted": lambda told, story: (
        f"  {story.driver(told['seat'])} calls the Police on {story.driver(told['driver'])}!"
    ),
    "timed_out": lambda told, story: f"  {story.driver(told['seat'])} runs out of time.",
    "trip_ended": lambda told, story: f"The trip is over: {ENDS[told['reason']]}.",
}
SILENT = frozenset({"laid", "passed", "answered", "turn_ended"})
"""Tellings that make no sentence: a reader sees them by what follows."""
