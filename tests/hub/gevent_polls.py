"""Run as a program: 500 waiting polls as greenlets over one hub; argument: the store's address."""

from gevent import monkey

monkey.patch_all()

import sys  # noqa: E402
import time  # noqa: E402

import gevent  # noqa: E402

from service.hub import Hub, Wake  # noqa: E402
from service.settings import Settings  # noqa: E402
from service.store import Attempt, Store, keys  # noqa: E402

store = Store.open(Settings(redis_url=sys.argv[1]))
hub = Hub(store.channel)
hub.start()
assert hub.subscribed.wait(5)
game = keys.new_game_id()


def commit(version: int, mark: str) -> str:
    attempt = Attempt(
        game=game,
        base_version=version,
        base_mark=mark,
        state=b"",
        record=b"",
        status="running",
        tellings=b"",
        decisions=b"",
    )
    store.games.commit(attempt)
    return attempt.mark


def poll() -> list[Wake]:
    with hub.enter(game, player=keys.new_player_id()) as wait:
        why = []
        while not why or why[-1] is Wake.NEWS:
            reading = store.feed.read(game)
            why.append(wait.until(20, f"{reading.version}.{reading.mark}"))
        return why


mark = commit(0, "")
polls = [gevent.spawn(poll) for _ in range(500)]
while len(hub) < 500 or any(wait.seen is None for wait in hub._topics[game]):
    gevent.sleep(0.01)
commit(1, mark)
while any(wait.seen != f"2.{store.feed.read(game).mark}" for wait in hub._topics[game]):
    gevent.sleep(0.01)
began = time.monotonic()
hub.drain()
gevent.joinall(polls, raise_error=True)
took = time.monotonic() - began
assert took < 0.5, took
assert all(each.value == [Wake.NEWS, Wake.DRAIN] for each in polls)
hub.close()
store.close()
