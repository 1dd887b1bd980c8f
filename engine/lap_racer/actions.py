"""What a racer may say."""

from typing import Literal

import msgspec

Place = Literal["hand", "garage"]
Destination = Literal["garage", "deck_top"]


class Action(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True):
    """An answer, in the words of the ledger's section 4."""


class Pick(Action, frozen=True, tag="pick"):
    """Draft a part or a playbook."""

    card: str


class Play(Action, frozen=True, tag="play"):
    """Play a card of the Hand."""

    card: str


class Purchase(Action, frozen=True, tag="purchase"):
    """Buy the card of a Showroom slot; `to` with Express Delivery."""

    slot: int
    to: Destination | msgspec.UnsetType = msgspec.UNSET


class Refresh(Action, frozen=True, tag="refresh"):
    """Send the Showroom to the Warehouse and reveal new cards."""


class EndPlay(Action, frozen=True, tag="end_play"):
    """End the Play Phase."""


class ChooseSeat(Action, frozen=True, tag="choose_seat"):
    """Name the target of an effect."""

    seat: int


class ChooseSpace(Action, frozen=True, tag="choose_space"):
    """Name the Space of a Banana."""

    space: int


class ChooseSlot(Action, frozen=True, tag="choose_slot"):
    """Take the card of a Showroom slot free."""

    slot: int


class ChooseOption(Action, frozen=True, tag="choose_option"):
    """Name one option of a card."""

    option: int


class ChooseCard(Action, frozen=True, tag="choose_card"):
    """Scrap a card."""

    zone: Place
    card: str


class ChooseCards(Action, frozen=True, tag="choose_cards"):
    """Discard cards of the Hand."""

    cards: list[str]


class Pay(Action, frozen=True, tag="pay"):
    """Pay the Coins that a card asks for."""


class Decline(Action, frozen=True, tag="decline"):
    """Leave what is offered."""


class KeepRoll(Action, frozen=True, tag="keep_roll"):
    """Let the Drive Roll stand."""


class Reroll(Action, frozen=True, tag="reroll"):
    """Roll the Drive Roll again."""


class Bid(Action, frozen=True, tag="bid"):
    """Bid so many Coins."""

    amount: int


class Pass(Action, frozen=True, tag="pass"):
    """Leave the bidding."""


class TakeCard(Action, frozen=True, tag="take_card"):
    """Take the auctioned card free."""


class Pit(Action, frozen=True, tag="pit"):
    """Make the next turn a Pit Stop."""


class Race(Action, frozen=True, tag="race"):
    """Race through."""


class TakePlaybook(Action, frozen=True, tag="take_playbook"):
    """Take a playbook of the Pool."""

    playbook: str


class EndTurn(Action, frozen=True, tag="end_turn"):
    """End the Pit Stop."""


ACTIONS = (
    Pick,
    Play,
    Purchase,
    Refresh,
    EndPlay,
    ChooseSeat,
    ChooseSpace,
    ChooseSlot,
    ChooseOption,
    ChooseCard,
    ChooseCards,
    Pay,
    Decline,
    KeepRoll,
    Reroll,
    Bid,
    Pass,
    TakeCard,
    Pit,
    Race,
    TakePlaybook,
    EndTurn,
)
