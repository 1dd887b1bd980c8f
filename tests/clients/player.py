"""Plays a whole game with the generated Python client: python player.py URL. Type-checked before it is run."""

import sys
from typing import assert_never

from hubcaps_client import AuthenticatedClient, Client
from hubcaps_client.api.actions import act
from hubcaps_client.api.feed import read_events
from hubcaps_client.api.games import create_game
from hubcaps_client.api.players import register_player
from hubcaps_client.models import (
    NewPlayer,
    OneOfIntegers,
    OneOfTexts,
    PlayerName,
    ReadEventsGame,
    SituationalAwarenessActionAnswer,
    SituationalAwarenessDashcamAction,
    SituationalAwarenessDashcamActionType,
    SituationalAwarenessDashcamOffer,
    SituationalAwarenessDiscardAction,
    SituationalAwarenessDiscardActionType,
    SituationalAwarenessDiscardOffer,
    SituationalAwarenessEndTurnAction,
    SituationalAwarenessEndTurnActionType,
    SituationalAwarenessEndTurnOffer,
    SituationalAwarenessFeed,
    SituationalAwarenessGame,
    SituationalAwarenessGameStatus,
    SituationalAwarenessNewGame,
    SituationalAwarenessNewGameBotsItem,
    SituationalAwarenessNewGameRuleset,
    SituationalAwarenessPassAction,
    SituationalAwarenessPassActionType,
    SituationalAwarenessPassOffer,
    SituationalAwarenessPileUpAction,
    SituationalAwarenessPileUpActionType,
    SituationalAwarenessPileUpOffer,
    SituationalAwarenessPitStopAction,
    SituationalAwarenessPitStopActionType,
    SituationalAwarenessPitStopOffer,
    SituationalAwarenessPlayAction,
    SituationalAwarenessPlayActionType,
    SituationalAwarenessPlayOffer,
    SituationalAwarenessPoliceEscortAction,
    SituationalAwarenessPoliceEscortActionType,
    SituationalAwarenessPoliceEscortOffer,
    SituationalAwarenessRefusal,
    SituationalAwarenessSaveAction,
    SituationalAwarenessSaveActionAgainst,
    SituationalAwarenessSaveActionType,
    SituationalAwarenessSaveOffer,
    SituationalAwarenessSetTrapAction,
    SituationalAwarenessSetTrapActionType,
    SituationalAwarenessSetTrapOffer,
    SituationalAwarenessSpringAction,
    SituationalAwarenessSpringActionType,
    SituationalAwarenessSpringOffer,
    Span,
    Subset,
)
from hubcaps_client.types import UNSET, Unset

Offer = (
    SituationalAwarenessPlayOffer
    | SituationalAwarenessSetTrapOffer
    | SituationalAwarenessPitStopOffer
    | SituationalAwarenessEndTurnOffer
    | SituationalAwarenessDashcamOffer
    | SituationalAwarenessPileUpOffer
    | SituationalAwarenessSaveOffer
    | SituationalAwarenessSpringOffer
    | SituationalAwarenessDiscardOffer
    | SituationalAwarenessPoliceEscortOffer
    | SituationalAwarenessPassOffer
)
Action = (
    SituationalAwarenessPlayAction
    | SituationalAwarenessSetTrapAction
    | SituationalAwarenessPitStopAction
    | SituationalAwarenessEndTurnAction
    | SituationalAwarenessDashcamAction
    | SituationalAwarenessPileUpAction
    | SituationalAwarenessSaveAction
    | SituationalAwarenessSpringAction
    | SituationalAwarenessDiscardAction
    | SituationalAwarenessPoliceEscortAction
    | SituationalAwarenessPassAction
)


def text(domain: str | OneOfTexts) -> str:
    """A value of it."""
    return domain.one_of[0] if isinstance(domain, OneOfTexts) else domain


def number(domain: int | OneOfIntegers | Span) -> int:
    """A value of it."""
    match domain:
        case OneOfIntegers():
            return domain.one_of[0]
        case Span():
            return domain.from_
    return domain


def fewest(domain: Subset) -> list[str]:
    """As few as may be."""
    return domain.subset_of[: domain.min_]


def filled(offer: Offer) -> Action:
    """The first action that an offer stands for."""
    match offer:
        case SituationalAwarenessPlayOffer():
            return SituationalAwarenessPlayAction(
                SituationalAwarenessPlayActionType.PLAY,
                text(offer.card),
                offer.prompt,
                target=UNSET if isinstance(offer.target, Unset) else number(offer.target),
                give=UNSET if isinstance(offer.give, Unset) else text(offer.give),
            )
        case SituationalAwarenessSetTrapOffer():
            kind = SituationalAwarenessSetTrapActionType.SET_TRAP
            return SituationalAwarenessSetTrapAction(kind, text(offer.card), offer.prompt)
        case SituationalAwarenessPitStopOffer():
            stop = SituationalAwarenessPitStopActionType.PIT_STOP
            return SituationalAwarenessPitStopAction(stop, fewest(offer.discard), offer.prompt)
        case SituationalAwarenessEndTurnOffer():
            return SituationalAwarenessEndTurnAction(SituationalAwarenessEndTurnActionType.END_TURN, offer.prompt)
        case SituationalAwarenessDashcamOffer():
            return SituationalAwarenessDashcamAction(SituationalAwarenessDashcamActionType.DASHCAM, offer.prompt)
        case SituationalAwarenessPileUpOffer():
            return SituationalAwarenessPileUpAction(SituationalAwarenessPileUpActionType.PILE_UP, offer.prompt)
        case SituationalAwarenessSaveOffer():
            against = SituationalAwarenessSaveActionAgainst(text(offer.against))
            save = SituationalAwarenessSaveActionType.SAVE
            return SituationalAwarenessSaveAction(save, text(offer.card), against, offer.prompt)
        case SituationalAwarenessSpringOffer():
            return SituationalAwarenessSpringAction(SituationalAwarenessSpringActionType.SPRING, offer.prompt)
        case SituationalAwarenessDiscardOffer():
            discard = SituationalAwarenessDiscardActionType.DISCARD
            return SituationalAwarenessDiscardAction(discard, fewest(offer.cards), offer.prompt)
        case SituationalAwarenessPoliceEscortOffer():
            escort = SituationalAwarenessPoliceEscortActionType.POLICE_ESCORT
            return SituationalAwarenessPoliceEscortAction(escort, offer.prompt)
        case SituationalAwarenessPassOffer():
            return SituationalAwarenessPassAction(SituationalAwarenessPassActionType.PASS, offer.prompt)
        case _:
            assert_never(offer)


def moved(client: AuthenticatedClient, game: SituationalAwarenessGame) -> SituationalAwarenessGame:
    """The game after an answer of ours."""
    done = act.sync(game.id, client=client, body=filled(game.offers[0]))
    assert isinstance(done, SituationalAwarenessActionAnswer | SituationalAwarenessRefusal), done
    assert isinstance(done.game, SituationalAwarenessGame)
    return done.game


def waited(client: AuthenticatedClient, game: SituationalAwarenessGame) -> SituationalAwarenessGame:
    """The game after what others did."""
    news = read_events.sync(game.id, client=client, after=game.cursor, wait=25, game=ReadEventsGame.VALUE_1)
    assert isinstance(news, SituationalAwarenessFeed), news
    return news.game or game


def main(url: str) -> None:
    """A game against two bots, from the token to the result."""
    player = register_player.sync(client=Client(url), body=PlayerName("Ada"))
    assert isinstance(player, NewPlayer), player
    client = AuthenticatedClient(url, player.token)
    wish = SituationalAwarenessNewGame(
        SituationalAwarenessNewGameRuleset.SITUATIONAL_AWARENESS,
        players=3,
        bots=[SituationalAwarenessNewGameBotsItem.STEADY, SituationalAwarenessNewGameBotsItem.RANDOM],
    )
    game = create_game.sync(client=client, body=wish)
    assert isinstance(game, SituationalAwarenessGame), game
    while game.status is SituationalAwarenessGameStatus.RUNNING:
        game = moved(client, game) if game.asked and game.seat in game.asked.seats else waited(client, game)
    assert game.result is not None
    print(game.status.value, sorted(seat for group in game.result.ranking for seat in group))


if __name__ == "__main__":
    main(sys.argv[1])
