"""The story that the demo tells."""

from engine.catalogue import find
from service.story import SENTENCES, SILENT, Story

GAME = find("situational-awareness")


def test_every_telling_of_the_rules_makes_a_sentence_or_is_meant_to_be_silent() -> None:
    types = {event.__struct_config__.tag for event in GAME.events}
    assert types <= SENTENCES.keys() | SILENT
    assert not SENTENCES.keys() & SILENT


def test_cards_that_the_teller_does_not_see_stay_unnamed() -> None:
    story = Story(["Ann", "Bob"], {card.id: card.name for card in GAME.cards})
    taken = {"type": "card_taken", "seat": 0, "loser": 1, "card": None}
    assert story.sentence(taken) == "    Ann takes a card from Bob."
    assert story.sentence({**taken, "card": "duck"}) == "    Ann takes Duck! from Bob."
