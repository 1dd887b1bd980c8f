"""Section 5 of the ledger: what holds after every action (LR-I1 to LR-I8)."""

from collections import Counter

from engine.lap_racer.cards import BOX, DEBRIS, PART, STARTERS, deck
from engine.lap_racer.rules import RULES
from engine.lap_racer.rules.turn import limit
from engine.lap_racer.state import LAPS, LINE, Auction, Draft, State, Turn

BIG = Counter(deck(BOX.parts, True))
SMALL = Counter(deck(BOX.parts, False))


def check(state: State) -> None:
    """Every invariant of the ledger's section 5 that one state can show."""
    check_box(state)
    check_table(state)


def check_table(state: State) -> None:
    """LR-I3 to LR-I8, which also hold where a race was not dealt from a whole box."""
    for racer in state.racers:
        assert 0 <= racer.space < LINE
        assert 0 <= racer.laps <= LAPS
        assert racer.coins >= 0
        assert racer.known <= len(racer.deck)
    markers = {racer.space for racer in state.racers}
    assert all(0 < space < LINE and space not in markers for space in state.bananas)
    if isinstance(state.stack[0], Turn):
        check_race(state, state.stack[0])
    question = RULES.question(state)
    assert (question is None) == (state.result is not None)


def check_box(state: State) -> None:
    """LR-I1, LR-I2: no part and no playbook is lost, and none is there twice."""
    box = Counter({DEBRIS: BOX.debris.count}) + Counter(STARTERS * state.seats)
    found = parts(state)
    assert not box - found
    assert found - box == BIG or (state.seats == 2 and found - box == SMALL)
    owned = playbooks(state)
    assert set(owned.values()) == {1}
    assert len(owned) == 32 or (state.seats == 2 and len(owned) == 30)


def parts(state: State) -> Counter[str]:
    """All part cards, wherever they are; during the draft the starting cards lie ready."""
    places: list[tuple[str, ...]] = [state.parts, state.warehouse, state.scrapyard, (DEBRIS,) * state.debris]
    places.append(tuple(card for card in state.showroom if card))
    for frame in state.stack:
        if isinstance(frame, Draft):
            places += [frame.parts, *frame.drafted, STARTERS * state.seats]
    places += [(frame.card,) for frame in state.stack if isinstance(frame, Auction)]
    for racer in state.racers:
        places += [racer.deck, racer.hand, racer.play_area, racer.garage]
    return Counter(card for place in places for card in place)


def playbooks(state: State) -> Counter[str]:
    """All playbooks, wherever they are."""
    drafting = [frame.playbooks for frame in state.stack if isinstance(frame, Draft)]
    places = [state.playbook_deck, state.pool, *drafting, *(racer.playbooks for racer in state.racers)]
    return Counter(playbook for place in places for playbook in place)


def check_race(state: State, turn: Turn) -> None:
    """LR-I6 to LR-I8: type limits, what is in play, the Showroom."""
    for kind, count in Counter(PART[card].type for card in turn.played).items():
        assert count <= limit(state, turn.seat, kind)
    for seat, racer in enumerate(state.racers):
        if seat != turn.seat:
            assert all("E" in PART[card].flags for card in racer.play_area)
    if None in state.showroom:
        assert not state.parts
        assert not state.warehouse
