"""Players and tokens over HTTP."""

from collections.abc import Callable

from tests.api.client import Client


def test_a_player_registers_and_is_known_by_the_token(player: Callable[..., Client]) -> None:
    ada = player("Ada")

    me = ada.get("/v1/me")

    assert (me.status, me.body) == (200, {"player": ada.player, "name": "Ada"})


def test_a_player_takes_another_name(player: Callable[..., Client]) -> None:
    ada = player("Ada")

    renamed = ada.ask("PATCH", "/v1/me", {"name": "  Grace "})

    assert renamed.body == {"player": ada.player, "name": "Grace"}
    assert ada.get("/v1/me").body == renamed.body
