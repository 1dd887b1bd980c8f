"""Run as a program: 500 waiting polls as greenlets over one hub; argument: the store's address."""

from gevent import monkey

monkey.patch_all()

import sys  # noqa: E402
import threading  # noqa: E402
import time  # noqa: E402

import gevent  # noqa: E402

from service.hub import Hub  # noqa: E402
from service.settings import Settings  # noqa: E402
from service.store import Attempt, Store, keys  # noqa: E402
from service.waits import Caps, Wake  # noqa: E402

store = Store.open(Settings(redis_url=sys.argv[1]))
hub = Hub(store.channel, Caps(address=500))
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
    with hub.enter(game, address="a") as wait:
        why: list[Wake] = []
        while not why or why[-1] is Wake.NEWS:
            with reads:
                reading = store.feed.read(game)
            why.append(wait.until(50, f"{reading.version}.{reading.mark}"))
        return why


def all_wait_at(version: int) -> None:
    """Returns when every poll has read this version and waits."""
    while sum((wait.seen or "").startswith(f"{version}.") for wait in list(hub._waits._topics[game])) < 500:
        assert not any(each.ready() for each in polls)
        gevent.sleep(0.01)


reads = threading.Semaphore(8)
mark = commit(0, "")
polls = [gevent.spawn(poll) for _ in range(500)]
all_wait_at(1)
commit(1, mark)
all_wait_at(2)
began = time.monotonic()
hub.drain()
gevent.joinall(polls, raise_error=True)
took = time.monotonic() - began
assert took < 1, took
assert all(each.value == [Wake.NEWS, Wake.DRAIN] for each in polls)
hub.close()
store.close()
