"""A Drive: which faces may be played, onto which lane and at whom (sections 2, 3 and 6)."""

from engine.flow import alter
from engine.offers import Domain, Offer, choice, span
from engine.situational_awareness.cards import Kind
from engine.situational_awareness.rules import accident, conditions, forecast
from engine.situational_awareness.rules import drive as later
from engine.situational_awareness.rules.violation import play_unaimed
from engine.situational_awareness.state import Turn, others
from engine.situational_awareness_lanes import actions
from engine.situational_awareness_lanes.cards import FACE, faces
from engine.situational_awareness_lanes.rules import road, violation
from engine.situational_awareness_lanes.state import State


def offers(state: State, seat: int) -> list[Offer]:
    """Every face of the hand's cards that may be played now."""
    cards = dict.fromkeys(state.hands[seat])
    playable = [(card, face) for card in cards for face in faces(card) if later.bar(state, seat, face) is None]
    return [offer for card, face in playable for offer in _plays(state, seat, card, face)]


def lanes(state: State, seat: int, face: str) -> list[int] | None:
    """The lanes that may be named with this face; None where no card leaves play by it (SAL-3.1, SAL-3.6)."""
    match FACE[face].kind:
        case Kind.HAZARD:
            return road.matching(state, face)
        case Kind.AFTERMARKET:
            leaves = state.aftermarkets[seat] is not None
        case Kind.ROAD_CONDITION:
            leaves = state.condition is not None or face in conditions.CLEARING
        case _:
            leaves = True
    return road.open_lanes(state) if leaves else None


def positions(state: State, face: str, target: int) -> int | Domain | None:
    """The positions of the target's hand that may be picked; None where nothing is (SAL-R2)."""
    held = len(state.hands[target])
    match face:
        case "carjack" if held:
            return span(0, held - 1)
        case "lane-change":
            return span(0, held)
        case _:
            return None


def gifts(state: State, seat: int, card: str) -> list[str]:
    """The cards that a Lane Change could give: any but the one that is played."""
    hand = list(state.hands[seat])
    hand.remove(card)
    return list(dict.fromkeys(hand))


def play(state: State, seat: int, chosen: actions.Play) -> State:
    """A face is played; its card goes onto its lane at once (SAL-1.2, SAL-3.4, SAL-R3)."""
    state, face, target = road.named(state, chosen.lane), chosen.face, chosen.target
    match FACE[face].kind:
        case Kind.AFTERMARKET:
            return later.fit(state, seat, face)
        case Kind.ROAD_CONDITION:
            return conditions.play(state, seat, face)
        case Kind.HAZARD if isinstance(target, int):
            return accident.declare(later.aim(state.put_down(seat, chosen.card), target), seat, face, target)
    state = alter(state.put_down(seat, chosen.card), Turn, violation_spent=True)
    if face == "traffic-jam":
        return violation.jam(state, seat)
    if not isinstance(target, int):
        return play_unaimed(state, seat, face)
    return violation.declare(later.aim(state, target), seat, chosen, target)


def _plays(state: State, seat: int, card: str, face: str) -> list[Offer]:
    """One offer for all targets at which the face would do the same and asks the same."""
    where = lanes(state, seat, face)
    if where == []:
        return []
    fields: dict[str, int | str | Domain] = {"card": card, "face": face}
    if where is not None:
        fields["lane"] = choice(where)
    if not later.is_aimed(face):
        _, no_effect = forecast.unaimed(state, seat, face)
        return [Offer("play", fields, f"{FACE[face].name}: {FACE[face].text}", no_effect)]
    give = {"give": choice(gifts(state, seat, card))} if face == "lane-change" else {}
    groups: dict[tuple[str, bool, int | Domain | None], list[int]] = {}
    for target in sorted(others(state, seat)):
        if later.aim_bar(state, seat, target) is None:
            alike = (*forecast.aimed(state, seat, face, target), positions(state, face, target))
            groups.setdefault(alike, []).append(target)
    return [
        Offer("play", {**fields, "target": choice(targets), **_position(picked), **give}, text, no_effect)
        for (text, no_effect, picked), targets in groups.items()
    ]


def _position(picked: int | Domain | None) -> dict[str, int | Domain]:
    return {} if picked is None else {"position": picked}
