"""What is in the box: 124 cards, in the order of the ledger's table (SA-1.1)."""

from enum import StrEnum

import msgspec


class Kind(StrEnum):
    """The eight kinds of card."""

    HAZARD = "hazard"
    SAVE = "save"
    MOVING_VIOLATION = "moving_violation"
    INSULT = "insult"
    ROAD_CONDITION = "road_condition"
    AFTERMARKET = "aftermarket"
    TRAP = "trap"
    POLICE_ESCORT = "police_escort"


class Colour(StrEnum):
    """The four categories, by their stripe."""

    CYAN = "cyan"
    LIME = "lime"
    ORANGE = "orange"
    MAGENTA = "magenta"


class Card(msgspec.Struct, frozen=True):
    """One kind of card in the box."""

    id: str
    name: str
    kind: Kind
    colour: Colour | None
    badge: str | None
    """Hazards: `!` takes 1, `!!` takes 2, `<>` splashes (SA-1.2)."""
    copies: int
    text: str


TAKES = {"!": 1, "!!": 2}
BADGES = {"!": "Takes 1 hubcap.", "!!": "Takes 2 hubcaps.", "<>": "Splashes 1 hubcap to each neighbour of the target."}


def _hazards(colour: Colour, *names: str) -> list[Card]:
    badges = zip(names, BADGES, strict=True)
    return [Card(_id(name), name, Kind.HAZARD, colour, badge, 3, BADGES[badge]) for name, badge in badges]


def _saves(colour: Colour, *names: str) -> list[Card]:
    stopped = "an orange Hazard, a Pile-Up" if colour is Colour.ORANGE else f"a {colour} Hazard"
    text = f"Stops {stopped}, any rock or any Violation."
    return [Card(_id(name), name, Kind.SAVE, colour, None, 4, text) for name in names]


def _plain(kind: Kind, copies: int, name: str, text: str) -> Card:
    return Card(_id(name), name, kind, None, None, copies, text)


def _coloured(kind: Kind, colour: Colour, name: str, text: str) -> Card:
    return Card(_id(name), name, kind, colour, None, 2, text)


def _id(name: str) -> str:
    return name.lower().replace("!", "").replace(" ", "-")


CARDS: tuple[Card, ...] = (
    *_hazards(Colour.CYAN, "Presents From Above", "Dive Bomb", "Goose Crossing"),
    *_hazards(Colour.LIME, "Pothole", "Speed Bump at Speed", "Oil Slick"),
    *_hazards(Colour.ORANGE, "Tailgater", "Brake Check", "Cut Off"),
    *_hazards(Colour.MAGENTA, "Fog Bank", "Deer in Headlights", "Hail"),
    _plain(Kind.HAZARD, 2, "Texting", "See the target's hand until their next turn. Nothing stops it."),
    *_saves(Colour.CYAN, "Duck!", "Topping Off Fluids"),
    *_saves(Colour.LIME, "Swerve", "Good Suspension"),
    *_saves(Colour.ORANGE, "Defensive Driving", "Evasive Maneuvers"),
    *_saves(Colour.MAGENTA, "High Beams", "Snow Chains"),
    _plain(Kind.MOVING_VIOLATION, 2, "Carjack", "Take a card from the target's hand, blind."),
    _plain(Kind.MOVING_VIOLATION, 2, "Lane Change", "Give the target a card, then take one from them, blind."),
    _plain(Kind.MOVING_VIOLATION, 1, "Hit and Run", "The target loses 1 hubcap to the box."),
    _plain(Kind.MOVING_VIOLATION, 2, "Impound", "The target's Aftermarket goes to the road."),
    _plain(Kind.MOVING_VIOLATION, 2, "Flat Tire", "The target's next turn is a Pit Stop."),
    _plain(Kind.MOVING_VIOLATION, 2, "Detour", "The target skips a turn."),
    _plain(Kind.MOVING_VIOLATION, 2, "Roadside Assistance", "Draw 2; your Drive goes on."),
    _plain(Kind.MOVING_VIOLATION, 1, "Traffic Jam", "Every other driver discards a card of their choice."),
    _plain(Kind.INSULT, 4, "Dashcam", "Take everything that somebody else's Hazard produces."),
    _plain(Kind.INSULT, 4, "Pile-Up", "Take 1 more if somebody else's Hazard lands."),
    _plain(Kind.ROAD_CONDITION, 2, "Construction Zone", "No lime Hazard can be played."),
    _plain(Kind.ROAD_CONDITION, 2, "Rain", "Each Hazard that lands takes 1 more; a splash is unchanged."),
    _plain(Kind.ROAD_CONDITION, 2, "Fog", "No Dashcam can be played."),
    _plain(Kind.ROAD_CONDITION, 2, "Speed Trap", "Each Hazard that lands takes 1."),
    _plain(Kind.ROAD_CONDITION, 2, "Rush Hour", "Pit Stops draw to 4; over 4 at the end of a turn, discard down."),
    _plain(Kind.ROAD_CONDITION, 2, "Factory Reset", "Every Aftermarket goes to the road; no Condition is in force."),
    _plain(Kind.ROAD_CONDITION, 2, "Green Light", "Every driver draws 1; no Condition is in force."),
    _coloured(Kind.AFTERMARKET, Colour.CYAN, "Turtle Wax", "Cyan Hazards and rocks can't hit you."),
    _coloured(Kind.AFTERMARKET, Colour.LIME, "Monster Truck Tires", "Lime Hazards and rocks can't hit you."),
    _coloured(
        Kind.AFTERMARKET, Colour.ORANGE, "Advanced Driving School", "Orange Hazards, Pile-Ups and rocks can't hit you."
    ),
    _coloured(Kind.AFTERMARKET, Colour.MAGENTA, "All-Weather Package", "Magenta Hazards and rocks can't hit you."),
    _coloured(Kind.TRAP, Colour.CYAN, "Falling Rock", "Wrecks a cyan Save."),
    _coloured(Kind.TRAP, Colour.LIME, "Black Ice", "Wrecks a lime Save."),
    _coloured(Kind.TRAP, Colour.ORANGE, "Blind Spot", "Wrecks an orange Save."),
    _coloured(Kind.TRAP, Colour.MAGENTA, "Flash Flood", "Wrecks a magenta Save."),
    _plain(Kind.POLICE_ESCORT, 2, "Police Escort", "Ends another driver's turn after the card in front of them."),
)

CARD = {card.id: card for card in CARDS}
ORDER = {card.id: place for place, card in enumerate(CARDS)}
DECK = tuple(card.id for card in CARDS for _ in range(card.copies))
UNAIMED = frozenset({"roadside-assistance", "traffic-jam"})
"""The two Moving Violations that are not aimed at anybody."""
