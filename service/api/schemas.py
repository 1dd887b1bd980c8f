"""The bodies and queries of requests. Here stands their shape; what a value may be is for `service.play` to say."""

from typing import Any

from marshmallow import INCLUDE, fields

from engine.catalogue import games
from service.api.fields import Digits, Strict, Text, Truth, Whole, between, one_of

RULESETS = tuple(games())


def about(description: str, **more: Any) -> dict[str, Any]:
    """What the document says of a field."""
    return {"description": description, **more}


SALT = about(
    "A fresh random text of your own; it goes into the seed of the deck, so that nobody chose it alone.",
    pattern="^[!-~]{0,64}$",
    examples=["9qJ0c2xW4mZk"],
)


class Nothing(Strict):
    """An empty object, or no body at all."""


class PlayerName(Strict):
    """What others read as your name."""

    name = Text(
        required=True,
        metadata=about(
            "1 to 32 characters after NFC and trimming; no control, format or bidi characters.",
            examples=["Ada"],
            minLength=1,
        ),
    )


class Clocks(Strict):
    """How long a question waits, in milliseconds: 2,000 to 604,800,000, or 0 in a private game: without end."""

    turn_ms = Whole(metadata=about("For all questions but the quick interrupts.", examples=[90_000]))
    window_ms = Whole(metadata=about("For the quick interrupts.", examples=[10_000]))


class NewToken(Strict):
    """When the old token ends."""

    now = Truth(load_default=False, metadata=about("True: at once, and not when the new one is first used."))


class NewGame(Strict):
    """What a host wants."""

    ruleset = Text(required=True, metadata=about("Which game; see /v1/rulesets.", enum=list(RULESETS)))
    players = Whole(required=True, metadata=about("The number of seats, bots included.", examples=[4]))
    bots = fields.List(
        Text(),
        metadata=about("A level for each bot; they take the seats after the host's.", examples=[["steady", "random"]]),
        error_messages={"invalid": "must be a list", "null": "can't be null"},
    )
    options = fields.Dict(
        keys=fields.String(),
        metadata=about("The ruleset's own options; /v1/rulesets/{ruleset} has their JSON Schema.", examples=[{}]),
        error_messages={"invalid": "must be an object", "null": "can't be null"},
    )
    clocks = fields.Nested(Clocks, error_messages={"null": "can't be null"})
    visibility = Text(metadata=about("A private game shows to nobody but its players.", enum=["public", "private"]))
    absent = Text(
        metadata=about(
            "Who plays for a player whose time runs out twice in a row: the defaults, or a bot.",
            enum=["default", "bot"],
        )
    )
    host_plays = Truth(metadata=about("False: the host has no seat and watches."))
    salt = Text(metadata=SALT)
    commitment = Text(
        metadata=about("One that POST /v1/commitments put aside for you.", pattern="^sha256:[0-9a-f]{64}$")
    )
    seed = Text(
        metadata=about(
            "Only where the server takes seeds (tests, tournaments): 64 hex digits.", pattern="^[0-9a-f]{64}$"
        )
    )


class TakenSeat(Strict):
    """With what you sit down."""

    salt = Text(metadata=SALT)


class SeatByCode(TakenSeat):
    """Which game, and with what you sit down."""

    join_code = Text(
        required=True,
        metadata=about("As its players see it; case, spaces and hyphens don't count.", examples=["K7QX-2MZP"]),
    )


class SeatedBot(Strict):
    """Who sits down."""

    bot = Text(required=True, metadata=about("A level that the ruleset's `bots` names.", examples=["steady"]))


class FilledOffer(Strict):
    """An offer with its domains filled in. The rules read it."""

    class Meta:
        """Its fields are the rules' own."""

        unknown = INCLUDE


class Page(Strict):
    """A page of a list, newest first."""

    cursor = Text(metadata=about("The `next` of the page before."))
    limit = Digits(load_default=50, validate=between(1, 100), metadata=about("How many at most."))


class LobbyPage(Page):
    """Which of the public games that wait for players."""

    status = Text(load_default="open", validate=one_of("open"), metadata=about("Only open games are listed."))
    ruleset = Text(validate=one_of(*RULESETS), metadata=about("Games of one ruleset only."))


class OwnPage(Page):
    """Which of the caller's games."""

    status = Text(
        validate=one_of("open", "running", "finished", "cancelled"), metadata=about("Games in one state only.")
    )


class Acting(Strict):
    """How much is told of a success."""

    brief = Text(load_default="0", validate=one_of("0", "1"), metadata=about("1: leave `game` out of the answer."))


class Reading(Strict):
    """From where to read on, and how long to wait."""

    after = Text(metadata=about("The cursor to go on from; without it from the first event."))
    wait = Digits(
        load_default=0,
        validate=between(0, 25),
        metadata=about("Seconds to wait while there is nothing new; 0 answers at once."),
    )
    limit = Digits(load_default=100, validate=between(1, 500), metadata=about("How many commits at most."))
    game = Text(
        load_default="0",
        validate=one_of("0", "1"),
        metadata=about("1: with events also the document of the cursor's moment."),
    )


class Following(Strict):
    """From where to read on."""

    after = Text(metadata=about("The cursor to go on from, unless Last-Event-ID says it; without either the start."))


class ReadingHints(Strict):
    """From where to read on, and how long to wait."""

    after = Text(metadata=about("The cursor to go on from; without it what is so now."))
    wait = Digits(
        load_default=0, validate=between(0, 25), metadata=about("Seconds to wait while there is nothing new.")
    )
    limit = Digits(validate=between(1, 500), metadata=about("How many at most: 100, and with `include=game` 20."))
    include = Text(validate=one_of("game"), metadata=about("`game`: with the documents; then `limit` is at most 20."))


class ReadBy(Strict):
    """As whom to read it."""

    as_ = Text(
        data_key="as",
        load_default="all",
        metadata=about("`all`: in full; `seat:2`: as that seat was told.", pattern="^(all|seat:[0-9])$"),
    )
