"""The caller's own feed: one poll for all of the caller's games."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from time import monotonic, sleep
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.offers import pick
from service import errors
from service.play import lobby, players
from service.play.inbox import hints
from service.play.notices import HINTS, Hint
from service.play.opening import Wish
from service.play.position import bot_key
from service.play.sweep import sweep
from service.play.table import Caller, Table
from service.store import untold_line
from service.store.commands import command
from service.store.keys import new_game_id

PASS = {"type": "pass"}
Newcomer = Callable[[str], Caller]


def heard(table: Table, caller: Caller, after: str | None = None, **more: Any) -> list[dict[str, Any]]:
    return [msgspec.json.decode(event) for event in hints(table, caller, after, **more).events]


def kinds(events: list[dict[str, Any]]) -> list[str]:
    return [event["kind"] for event in events]


def test_without_a_cursor_it_tells_what_is_so_now(running: Any, table: Table) -> None:
    game = running(3)
    (seat,) = game.look().asked.seats
    prompt = game.look(seat).prompt
    found = heard(table, game.seats[seat])
    about = {"game": game.id, "ruleset": "situational-awareness", "seat": seat, "version": game.look().version}
    assert found == [
        {"kind": "started", **about, "prompt": None, "deadline": None},
        {"kind": "prompt", **about, "prompt": prompt.id, "deadline": prompt.deadline},
    ]
    assert kinds(heard(table, game.seats[(seat + 1) % 3])) == ["started"]


def test_who_is_asked_is_told_the_prompt_and_its_deadline(running: Any, table: Table) -> None:
    game = running(4)
    begun = {seat: hints(table, caller).cursor for seat, caller in game.seats.items()}
    game.attack()
    seat = game.look().asked.seats[0]
    last = heard(table, game.seats[seat], begun[seat])[-1]
    shown = game.look(seat).prompt
    assert (last["kind"], last["prompt"], last["deadline"]) == ("prompt", shown.id, shown.deadline)
    assert last["version"] == game.look().version


def test_a_question_that_ended_without_the_seats_answer_is_superseded(running: Any, table: Table) -> None:
    game = running(4, window_ms=40)
    game.attack()
    seat = game.look().asked.seats[0]
    cursor = hints(table, game.seats[seat]).cursor
    sleep(0.05)
    sweep(table, game.id[:3])
    found = heard(table, game.seats[seat], cursor)
    assert found[0]["kind"] in ("superseded", "prompt", "started")
    assert kinds(found)[0] != "started"


def test_a_waiting_poll_is_woken_by_any_of_the_callers_games(running: Any, table: Table, newcomer: Newcomer) -> None:
    host, guest = newcomer("Ada"), newcomer("Ben")
    made = lobby.create(table, host, Wish(ruleset="situational-awareness", players=3, bots=("random",))).document.id
    cursor = hints(table, host).cursor
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(heard, table, host, cursor, wait_ms=5_000)
        while not len(table.hub):
            sleep(0.001)
        began = monotonic()
        lobby.take_seat(table, guest, made, None)
        found = waiting.result()
    assert monotonic() - began < 0.5
    assert (kinds(found)[0], found[0]["game"]) == ("started", made)


def test_what_nobody_delivered_the_sweep_delivers(running: Any, table: Table, eventually: Callable[..., None]) -> None:
    game = running(4)
    game.attack()
    seat = game.look().asked.seats[0]
    cursor = hints(table, game.seats[seat]).cursor
    here = game.id[:3]
    hint = Hint(kind="rematch", game=game.id, ruleset="", seat=0, version=1)
    line = untold_line(game.look().version, game.seats[seat].player, msgspec.json.encode(hint).decode())
    table.store.links.replies(
        [
            command(here, "HSET", f"{{{here}}}:game:{game.id}", "untold", line),
            command(here, "ZADD", f"{{{here}}}:due", 1, f"{game.id}|tell"),
        ]
    )
    sweep(table, here)
    assert kinds(heard(table, game.seats[seat], cursor)) == ["rematch"]
    assert table.store.games.untold(game.id) == ()
    assert sweep(table, here) == 0


def test_what_an_earlier_commit_left_comes_before_the_news_of_this_one(running: Any, table: Table) -> None:
    game = running(4)
    game.attack()
    here, seat = game.id[:3], game.look().asked.seats[0]
    asker = game.seats[0]
    cursor = hints(table, asker).cursor
    hint = Hint(kind="rematch", game=game.id, ruleset="", seat=0, version=1)
    line = untold_line(game.look().version, asker.player, msgspec.json.encode(hint).decode())
    table.store.links.replies([command(here, "HSET", f"{{{here}}}:game:{game.id}", "untold", line)])
    lobby.leave(table, game.seats[seat], game.id)
    lobby.leave(table, asker, game.id)
    assert kinds(heard(table, asker, cursor)) == ["rematch", "absent"]
    assert table.store.games.untold(game.id) == ()


def test_a_cursor_of_another_inbox_is_reset_and_nonsense_is_invalid(running: Any, table: Table) -> None:
    game = running(3)
    with pytest.raises(errors.CursorReset):
        hints(table, game.seats[0], "999.0123456789abcdef")
    with pytest.raises(errors.Invalid):
        hints(table, game.seats[0], "nonsense")


def test_an_absent_player_is_told_with_the_document_where_that_is_wanted(running: Any, table: Table) -> None:
    game = running(3)
    cursor = hints(table, game.seats[1]).cursor
    lobby.leave(table, game.seats[1], game.id)
    found = heard(table, game.seats[1], cursor, with_documents=True)
    absent = next(event for event in found if event["kind"] == "absent")
    assert (absent["game_document"]["id"], absent["game_document"]["seat"]) == (game.id, 1)
    assert kinds(heard(table, game.seats[1]))[:2] == ["started", "absent"]
    assert bot_key(1) == -2


def test_who_is_removed_is_told(table: Table, newcomer: Newcomer) -> None:
    host, guest = newcomer("Ada"), newcomer("Ben")
    made = lobby.create(table, host, Wish(ruleset="situational-awareness", players=4)).document.id
    lobby.take_seat(table, guest, made, None)
    cursor = hints(table, guest).cursor
    lobby.seat_bot(table, host, made, 1, "random")
    assert [(event["kind"], event["seat"]) for event in heard(table, guest, cursor)] == [("removed", 1)]


def test_when_the_token_dies_the_waiting_poll_is_refused(running: Any, table: Table) -> None:
    caller = running(3).seats[1]
    cursor = hints(table, caller).cursor
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(hints, table, caller, cursor, wait_ms=5_000)
        while not len(table.hub):
            sleep(0.001)
        players.rotate(table, caller, now=True)
        with pytest.raises(errors.Unauthenticated):
            waiting.result()


def test_when_another_token_is_given_the_poll_of_the_living_one_is_answered(running: Any, table: Table) -> None:
    caller = running(3).seats[1]
    cursor = hints(table, caller).cursor
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(hints, table, caller, cursor, wait_ms=5_000)
        while not len(table.hub):
            sleep(0.001)
        began = monotonic()
        players.rotate(table, caller)
        assert (waiting.result().events, waiting.result().cursor) == ((), cursor)
    assert monotonic() - began < 1


def test_a_gap_after_the_start_is_told(table: Table, newcomer: Newcomer) -> None:
    caller = newcomer("Ada")
    cursor = hints(table, caller).cursor
    hint = msgspec.json.encode(Hint(kind="started", game="", ruleset="", seat=0, version=1)).decode()
    table.store.players.deliver(caller.player, [hint] * 1_000)
    assert len(heard(table, caller, cursor, limit=500)) == 500
    table.store.players.deliver(caller.player, [hint])
    with pytest.raises(errors.CursorExpired):
        hints(table, caller, cursor)
    assert hints(table, caller).cursor.startswith("1001.")


def test_a_host_who_only_watches_is_told_what_becomes_of_the_game(table: Table, newcomer: Newcomer) -> None:
    host, guest = newcomer("Ada"), newcomer("Ben")
    watched = Wish(ruleset="situational-awareness", players=3, bots=("random", "random"), host_plays=False)
    start = hints(table, host).cursor
    dropped, begun = (lobby.create(table, host, watched).document.id for _ in range(2))
    lobby.leave(table, host, dropped)
    lobby.take_seat(table, guest, begun, None)
    running = hints(table, host)
    lobby.leave(table, guest, begun)
    while lobby.look(table, host, begun).status == "running":
        sweep(table, begun[:3])
    found = heard(table, host, start)
    assert [(event["kind"], event["game"], event["seat"]) for event in found] == [
        ("cancelled", dropped, None),
        ("started", begun, None),
        ("finished", begun, None),
    ]
    assert [msgspec.json.decode(event) for event in running.events] == [found[1]]


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 100])
def test_what_is_so_now_is_told_in_pages_of_the_limit_and_then_it_goes_on(
    table: Table, newcomer: Newcomer, limit: int
) -> None:
    ada = newcomer("Ada")
    wanted = Wish(ruleset="rally", players=2, bots=("random",))
    games = [lobby.create(table, ada, wanted).document.id for _ in range(5)]
    now = heard(table, ada)
    page = hints(table, ada, limit=limit)
    later = lobby.create(table, ada, wanted).document.id
    pages = [page.events]
    while page.events:
        page = hints(table, ada, page.cursor, limit=limit)
        pages.append(page.events)
    told = [msgspec.json.decode(event) for page in pages for event in page]
    full = len(now) // limit
    assert told[: len(now)] == now
    assert [len(page) for page in pages[:full]] == [limit] * full
    assert max(map(len, pages)) <= limit
    assert {event["game"] for event in told} == {*games, later}


@pytest.mark.parametrize(
    "after",
    [
        "",
        "1",
        "1.x",
        f"0.{'0' * 16}.",
        f"0.{'0' * 16}.5",
        f"0.{'0' * 16}.5.nonsense",
        f"0.{'0' * 16}.5.s00-{'a' * 20}",
        ".",
    ],
)
def test_what_is_no_cursor_of_the_own_feed_is_told_so(table: Table, newcomer: Newcomer, after: str) -> None:
    with pytest.raises(errors.Invalid):
        hints(table, newcomer("Ada"), after)


def test_a_list_too_long_for_one_answer_is_gone_through_in_several(
    table: Table, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = newcomer("Ada")
    wanted = Wish(ruleset="rally", players=2, bots=("random",))
    first = lobby.create(table, ada, wanted).document.id
    for _ in range(25):
        table.store.players.intend(ada.player, new_game_id())
    roomy = replace(table, settings=replace(table.settings, open_games=100))
    last = lobby.create(roomy, ada, wanted).document.id
    monkeypatch.setattr("service.play.inbox.PAGE", 5)
    monkeypatch.setattr("service.play.inbox.PAGES", 2)
    pages = [hints(table, ada)]
    for _ in range(3):
        pages.append(hints(table, ada, pages[-1].cursor, wait_ms=50))
    games = [
        [msgspec.json.decode(event)["game"] for event in page.events if b"started" in bytes(event)] for page in pages
    ]
    assert games == [[last], [], [first], []]
    assert pages[-1].cursor.count(".") == 1


def test_who_lives_on_hints_alone_never_stands_still(running: Any, table: Table) -> None:
    game, random = running(4), Random(7)
    cursors: dict[int, str | None] = dict.fromkeys(game.seats)
    asked: set[int] = set()
    answers = 0
    while (position := game.position()).running and answers < 400:
        for seat, caller in game.seats.items():
            news = hints(table, caller, cursors[seat], limit=500)
            cursors[seat] = news.cursor
            asked |= {seat for event in news.events if HINTS.decode(event).kind == "prompt"}
        assert asked, f"version {position.version}: nobody knows that {position.question} waits"
        seat = random.choice(sorted(asked))
        asked.discard(seat)
        offers = position.game.rules.offers(position.state, seat)
        mine = [offer for offer in offers if offer.prompt == position.question.id and seat in position.question.seats]
        if mine:
            again = [offer for offer in mine if offer.type in ("dashcam", "pile_up")]
            offer = random.choice(again or mine)
            game.act(seat, {"prompt": offer.prompt, **pick(offer, random)})
            answers += 1
    assert answers > 50
