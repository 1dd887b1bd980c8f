"""What can be played."""

from engine.catalogue import games
from tests.api.client import Client


def test_every_ruleset_is_listed(stranger: Client) -> None:
    listed = stranger.get("/v1/rulesets").body

    assert ([item["id"] for item in listed["items"]], listed["next"]) == (list(games()), None)


def test_a_ruleset_tells_all_that_a_client_needs(stranger: Client, ruleset: str) -> None:
    game = games()[ruleset]

    told = stranger.get(f"/v1/rulesets/{ruleset}").body

    assert list(told) == [
        "id", "name", "version", "seats", "modes", "options", "bots", "cards", "clauses", "card_lists",
    ]  # fmt: skip
    assert told["seats"] == {"min": game.least, "max": game.most}
    assert told["clauses"] == game.clauses
    assert (told["options"]["type"], "random" in told["bots"], len(told["cards"]) > 0) == ("object", True, True)
