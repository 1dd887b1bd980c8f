"""The table of who waits: how many may, and that nothing is left of those who went."""

import pytest

from service.errors import TooManyWaits
from service.store import keys
from service.waits import Caps, Waits, Wake

PLAYER = "p07-aaaaaaaaaaaaaaaaaaaa"


@pytest.mark.parametrize(
    ("topic", "player", "cap"),
    [("game", PLAYER, 4), ("inbox", PLAYER, 3), ("other", PLAYER, 6), ("other", None, 5)],
    ids=["on one game", "on the inbox", "of a token", "of an address"],
)
def test_one_wait_too_many_ends_the_oldest(topic: str, player: str | None, cap: int) -> None:
    table = Waits(Caps(game=4, inbox=3, token=6, address=5))
    named = {"game": keys.new_game_id(), "inbox": f"@{PLAYER}"}
    topics = [named.get(topic) or keys.new_game_id() for _ in range(cap + 2)]
    waits = [table.enter(each, player, 0, "a") for each in topics]
    assert [wait.last for wait in waits] == [Wake.OLDEST, Wake.OLDEST] + [None] * cap
    assert waits[0].until(5, "1.a") is Wake.OLDEST
    assert len(table) == cap
    other = table.enter(topics[0], keys.new_player_id() if player else None, 0, "b")
    assert (other.last, [wait.last for wait in waits[2:]]) == (None, [None] * cap)


def test_a_full_process_takes_no_more_waits() -> None:
    table = Waits(Caps(process=2))
    waits = [table.enter(keys.new_game_id(), None, 0, str(number)) for number in range(2)]
    with pytest.raises(TooManyWaits):
        table.enter(waits[0].topic, None, 0, "2")
    table.leave(waits[0])
    assert table.enter(waits[0].topic, None, 0, "2").last is None


def test_nothing_is_left_of_waits_that_are_over() -> None:
    table = Waits(Caps(token=2))
    for player in (PLAYER, None):
        for _ in range(4):
            with table.enter(keys.new_game_id(), player, 0, "a"), table.enter(keys.new_game_id(), player, 0, "a"):
                assert len(table) == 2
    assert (len(table), table.topics(), table._topics, table._groups) == (0, [], {}, {})
