"""Checking a saved replay: an honest one holds, and whatever is changed in it is found."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from service.play import lobby
from service.play.opening import Wish
from service.play.position import read
from service.play.replay import replay
from service.play.sweep import sweep
from service.play.table import Caller, Table
from service.verify import VerifyError, verify


@pytest.fixture
def saved(table: Table, newcomer: Callable[[str], Caller]) -> Callable[..., Any]:
    """A finished game of bots, as its replay is saved."""

    def play(told_to: str = "all", **wish: Any) -> Any:
        host = newcomer("Ada")
        chosen = Wish(ruleset="situational-awareness", players=3, bots=("steady", "random", "random"), **wish)
        game = lobby.create(table, host, msgspec.structs.replace(chosen, host_plays=False)).document.id
        while read(game, table.store.games.load(game)).running:
            sweep(table, game[:3])
        return msgspec.json.decode(msgspec.json.encode(replay(table, host, game, told_to)))

    return play


def test_an_honest_replay_holds(saved: Callable[..., Any]) -> None:
    lines = list(verify(saved()))
    assert [line.split(":")[0] for line in lines] == ["commitment", "seed", "decisions", "events", "decks", "result"]
    assert lines[3] == "events: as told to all"


def test_a_replay_as_one_seat_was_told_holds_too(saved: Callable[..., Any]) -> None:
    assert "events: as told to seat 1" in list(verify(saved("seat:1")))


def test_a_game_whose_seed_was_given_is_checked_from_its_seed(saved: Callable[..., Any]) -> None:
    first, *_ = verify(saved(seed="ab" * 32))
    assert first == "seed: given by the host, nothing was promised"


def commitment(text: Any) -> None:
    text["fairness"]["commitment"] = "sha256:" + "0" * 64


def seed(text: Any) -> None:
    text["fairness"]["seed"] = "0" * 64


def salts(text: Any) -> None:
    text["fairness"]["salts"][0] = "sneaked"


def deck(text: Any) -> None:
    text["fairness"]["decks"][0]["cards"].reverse()


def missing_deck(text: Any) -> None:
    text["fairness"]["decks"] = []


def decision(text: Any) -> None:
    text["decisions"][0]["seat"] = (text["decisions"][0]["seat"] + 1) % 3


def missing_decision(text: Any) -> None:
    del text["decisions"][0]


def event(text: Any) -> None:
    text["events"][-1]["tellings"].pop(0)


def more_events(text: Any) -> None:
    text["events"].append({"version": 9_999, "at": "", "tellings": [{"type": "turn_ended", "seat": 0}]})


def same_version_twice(text: Any) -> None:
    last = text["events"][-2]
    text["events"].insert(-2, {**last, "tellings": [{"type": "turn_ended", "seat": 0}]})


def another_order(text: Any) -> None:
    text["events"][-3:-1] = reversed(text["events"][-3:-1])


def told_winner(text: Any) -> None:
    text["events"][-1]["tellings"][-1]["winners"] = []


def no_end(text: Any) -> None:
    text["events"][-1]["tellings"].pop()


def winner(text: Any) -> None:
    text["result"]["winners"] = []


def version(text: Any) -> None:
    text["ruleset_version"] += 1


def ruleset(text: Any) -> None:
    text["ruleset"] = "no-such"


def nothing_left(text: Any) -> None:
    text.clear()


def no_start(text: Any) -> None:
    text["events"] = []


def seat_of_nobody(text: Any) -> None:
    text["decisions"][0]["seat"] = 10**30


CHANGES = [
    commitment, seed, salts, deck, missing_deck, decision, missing_decision,
    event, more_events, same_version_twice, another_order, told_winner, no_end, winner, version, ruleset, nothing_left,
    no_start, seat_of_nobody,
]  # fmt: skip


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_change_is_found(saved: Callable[..., Any], change: Callable[[Any], None]) -> None:
    text = saved()
    change(text)
    with pytest.raises(VerifyError):
        list(verify(text))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ({"title": "Not Found", "status": 404, "code": "not-found"}, "a refusal of the service: not-found"),
        ({}, "/ruleset is missing"),
        ([], "it must be an object, not a list"),
        ({"ruleset": "rally", "ruleset_version": 1, "players": []}, "/players must be a whole number, not a list"),
    ],
)
def test_what_is_no_replay_is_told_so_in_words(text: Any, said: str) -> None:
    with pytest.raises(VerifyError, match=said):
        list(verify(text))


def test_a_changed_salt_is_told_as_what_it_is(saved: Callable[..., Any]) -> None:
    text = saved()
    salts(text)
    with pytest.raises(VerifyError, match="the seed does not follow from the server's seed and the salts"):
        list(verify(text))
