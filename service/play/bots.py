"""When a bot answers, and what.

The moment is fixed when its question opens to the bot, from the kind of question, the bot's level and a random number
that is not the game's: it tells nothing about what the bot holds. What it says it takes from the Sight of its seat.
"""

import logging
from collections.abc import Callable
from random import Random, SystemRandom
from typing import Any

from engine.flow import Question
from engine.game import Game
from engine.offers import Action, find
from engine.search import by_chance, look_ahead
from service.play.faults import where
from service.play.position import Position

log = logging.getLogger(__name__)

SEARCHING = "searching"
"""The level that every ruleset has besides its own: a search over worlds that fit what the seat may know."""
SEARCH_MS = 1_000
"""How long a search takes at most; it ends at the bot's moment."""
CANDIDATES = 6
"""How many actions a search compares: few, so that a round is short and the answer comes at its moment."""
SHORT_PAUSE_MS = (500, 1_500)
LONG_PAUSE_MS = (1_200, 2_800)
PATIENCE_MS = 250
"""How long after its moment a bot that searches is waited for."""


def levels(game: Game) -> tuple[str, ...]:
    """The levels of bots that may sit at this game."""
    return (*game.bots, SEARCHING)


def pause_ms(level: str, question: Question, whole_ms: int, scale: float, chance: Random) -> int:
    """How long after the opening of a question a bot of this level answers: never later than half of its time."""
    least, most = SHORT_PAUSE_MS if question.short else LONG_PAUSE_MS
    pause = round(chance.uniform(least, most) * scale) + (search_ms(scale) if level == SEARCHING else 0)
    return min(pause, whole_ms // 2) if whole_ms else pause


def search_ms(scale: float) -> int:
    """How long a search takes."""
    return round(SEARCH_MS * scale)


def fresh_chance() -> Random:
    """Chance from the system's generator: a bot's own, never the game's."""
    return SystemRandom()


def quick_choice(position: Position, seat: int, level: str) -> tuple[Action, bool]:
    """What a bot of this level says at once, and whether another had to speak for it. A searching bot that has no time
    left, and a stand-in, play like the ruleset's last and best; one that fails or breaks the rules, by chance.
    """
    game = position.game
    sight = game.sight(position.state, seat, position.record.options)
    quick = game.bots.get(level) or [by_chance, *game.bots.values()][-1]
    hurried = level == SEARCHING
    try:
        action = quick(sight, fresh_chance())
    except Exception as error:  # whatever a bot does, its table goes on: this is the outermost handler of a bot's code
        # Without the error's message, which may hold cards.
        log.error("A bot failed in game %s: %s.", position.id, where(error))
        return by_chance(sight, fresh_chance()), True
    if find(sight.offers, action) is None:
        log.error("A bot broke the rules in game %s.", position.id)
        return by_chance(sight, fresh_chance()), True
    return action, hurried


def searched_choice(position: Position, seat: int, more: Callable[[], bool]) -> Action | None:
    """What a search finds for as long as `more` says so; None: it had no time."""
    # A generator of its own, seeded by the system's: the search draws too often for system calls.
    chance = Random(fresh_chance().getrandbits(128))
    return look_ahead(position.game, position.state, seat, chance, more, CANDIDATES)


def prompt_of(position: Position, seat: int, action: Action) -> int:
    """The id of the prompt that this action answers."""
    offers: list[Any] = position.game.rules.offers(position.state, seat)
    offer = find(offers, action)
    return offer.prompt if offer else 0
