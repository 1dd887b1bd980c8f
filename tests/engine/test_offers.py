"""The grammar of offers."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.offers import Offer, OneOf, Span, SubsetOf, accepts, choice, expand, find, pick, span

VALUES = st.one_of(st.integers(-5, 20), st.sampled_from(["duck", "rain", "hail"]))
DOMAINS = st.one_of(
    VALUES,
    st.lists(VALUES, min_size=2, max_size=4, unique=True).map(lambda values: OneOf(tuple(values))),
    st.tuples(st.integers(0, 3), st.integers(4, 7)).map(lambda ends: Span(*ends)),
    st.lists(st.sampled_from(["duck", "rain", "hail"]), max_size=4).flatmap(
        lambda cards: st.integers(0, len(cards)).flatmap(
            lambda least: st.integers(least, len(cards)).map(lambda most: SubsetOf(tuple(cards), least, most))
        )
    ),
)
OFFERS = st.dictionaries(st.sampled_from(["card", "target", "cards"]), DOMAINS, max_size=3).map(
    lambda fields: Offer("play", fields)
)


@given(OFFERS, st.integers())
def test_an_offer_accepts_whatever_is_picked_from_it(offer: Offer, seed: int) -> None:
    assert accepts(offer, pick(offer, Random(seed)))


@given(OFFERS)
def test_an_offer_stands_for_each_of_its_actions_once(offer: Offer) -> None:
    actions = list(expand(offer))
    assert all(accepts(offer, action) for action in actions)
    assert len({repr(action) for action in actions}) == len(actions)


@given(OFFERS, st.integers())
def test_what_is_picked_is_among_its_actions(offer: Offer, seed: int) -> None:
    assert pick(offer, Random(seed)) in list(expand(offer))


@pytest.mark.parametrize(
    "action",
    [
        {},
        {"type": "play"},
        {"type": "play", "card": "duck"},
        {"type": "play", "card": "duck", "target": 3, "cards": []},
        {"type": "play", "card": "duck", "target": 1, "cards": ["rain", "rain"]},
        {"type": "play", "card": "duck", "target": 1, "cards": ["rain", "hail", "duck"]},
        {"type": "play", "card": "duck", "target": 1, "cards": "rain"},
        {"type": "play", "card": "duck", "target": 1, "cards": [1]},
        {"type": "play", "card": "duck", "target": 1.0, "cards": []},
        {"type": "play", "card": "duck", "target": True, "cards": []},
        {"type": "play", "card": "duck", "target": "1", "cards": []},
        {"type": "play", "card": ["duck"], "target": 1, "cards": []},
        {"type": "play", "card": None, "target": 1, "cards": []},
        {"type": "play", "card": "duck", "target": 1, "cards": [], "more": 1},
        {"type": "pass", "card": "duck", "target": 1, "cards": []},
    ],
)
def test_an_action_has_exactly_the_fields_of_its_offer(action: dict[str, object]) -> None:
    offer = Offer("play", {"card": "duck", "target": OneOf((1, 2)), "cards": SubsetOf(("rain", "hail"), 0, 2)})
    assert not accepts(offer, action)


def test_a_boolean_is_no_number_of_a_span() -> None:
    offer = Offer("bid", {"amount": Span(1, 3)})
    assert [amount for amount in (0, 1, 3, 4, True, 2.0, "2") if accepts(offer, {"type": "bid", "amount": amount})] == [
        1,
        3,
    ]


def test_copies_are_separate_entries_and_the_order_is_free() -> None:
    offer = Offer("discard", {"cards": SubsetOf(("rain", "duck", "rain"), 2, 3)})
    lists = [action["cards"] for action in expand(offer)]
    assert ["rain", "rain"] in lists
    assert ["duck", "rain", "rain"] in lists
    assert ["duck", "duck"] not in lists


def test_a_choice_of_one_is_the_value_itself() -> None:
    assert choice([3]) == 3
    assert choice(["a", "b"]) == OneOf(("a", "b"))
    assert span(2, 2) == 2
    assert span(2, 3) == Span(2, 3)


def test_an_offer_is_written_with_its_domains_as_objects_and_its_annotations_last() -> None:
    offer = Offer(
        "bid", {"amount": Span(4, 11), "to": choice(["a", "b"]), "of": SubsetOf(("x",), 0, 1)}, "Bid", prompt=31
    )
    assert json.dumps(offer.document()) == (
        '{"prompt": 31, "type": "bid", "amount": {"from": 4, "to": 11}, "to": {"one_of": ["a", "b"]}, '
        '"of": {"subset_of": ["x"], "min": 0, "max": 1}, "text": "Bid", "no_effect": false}'
    )


def test_the_offer_that_an_action_fits_is_found() -> None:
    offers = [Offer("pass"), Offer("bid", {"amount": Span(1, 3)})]
    assert find(offers, {"type": "bid", "amount": 2}) is offers[1]
    assert find(offers, {"type": "bid", "amount": 9}) is None
