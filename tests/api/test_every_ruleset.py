"""Every ruleset over HTTP: what is shown, offered and told is what the document says; the client checks each answer."""

from collections.abc import Callable

import pytest

from engine.catalogue import games
from tests.api.client import Client, filled

MOVES = 40


@pytest.mark.lesson(29)
def test_a_game_of_every_ruleset_is_like_the_document(
    player: Callable[..., Client], stranger: Client, let_bots_play: Callable[[str], None], ruleset: str
) -> None:
    ada = player()
    rules = games()[ruleset]
    wish = {"ruleset": ruleset, "players": rules.least, "bots": ["random"] * (rules.least - 1)}
    shown = ada.post("/v1/games", wish).body
    game = shown["id"]

    for _ in range(MOVES):
        while shown["status"] == "running" and not (shown["asked"] and 0 in shown["asked"]["seats"]):
            let_bots_play(game)
            shown = ada.look(game)
        if shown["status"] != "running":
            break
        done = ada.act(game, filled(shown["offers"][0]))
        assert done.status == 200, done.text
        shown = done.body["game"]
    if shown["status"] == "running":
        ada.ask("DELETE", f"/v1/games/{game}/seats/me")
    while stranger.look(game)["status"] == "running":
        let_bots_play(game)

    told = stranger.get(f"/v1/games/{game}/events?limit=500")
    replay = stranger.get(f"/v1/games/{game}/replay").body
    assert told.body["status"] == "finished"
    assert {decision["by"] for decision in replay["decisions"]} <= {"player", "bot"}
    assert replay["events"][-1]["tellings"][-1]["type"] == "finished"
