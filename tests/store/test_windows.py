"""Moving windows, on one server and on a cluster."""

from collections.abc import Callable

from limits import RateLimitItemPerSecond
from limits.strategies import MovingWindowRateLimiter

from service.store import Store


def test_no_more_than_fit_are_counted(any_store: Store) -> None:
    windows = any_store.windows

    standings = [windows.take("key", 5, 60, amount) for amount in (0, 3, 3, 2, 1)]

    assert [(each.fits, each.left) for each in standings] == [(True, 5), (True, 2), (False, 2), (True, 0), (False, 0)]
    assert standings[0].oldest_ms == 0
    assert all(59_000 < each.oldest_ms <= 60_000 for each in standings[1:])


def test_the_rest_is_taken_where_that_is_meant(any_store: Store) -> None:
    taken = [any_store.windows.take("key", 5, 60, 4, rest=True) for _ in range(2)]

    assert [(each.fits, each.left) for each in taken] == [(True, 1), (False, 0)]


def test_what_has_left_the_window_makes_room(any_store: Store, eventually: Callable[..., None]) -> None:
    windows = any_store.windows
    first = windows.take("key", 2, 1, 2)

    eventually(lambda: windows.take("key", 2, 1, 1).fits)

    assert (first.left, windows.take("key", 2, 1, 0).left) == (0, 1)


def test_windows_of_different_keys_do_not_touch(any_store: Store) -> None:
    assert all(any_store.windows.take(f"key {number}", 1, 60).fits for number in range(100))


def test_the_library_counts_and_reads_by_it(any_store: Store) -> None:
    item, limiter = RateLimitItemPerSecond(2, 60), MovingWindowRateLimiter(any_store.windows)

    hits = [limiter.hit(item, "who") for _ in range(3)]

    assert hits == [True, True, False]
    assert (limiter.get_window_stats(item, "who").remaining, limiter.test(item, "who")) == (0, False)
    limiter.clear(item, "who")
    assert (limiter.hit(item, "who"), any_store.windows.check()) == (True, True)
