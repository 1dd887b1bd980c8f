"""Health, readiness and figures."""

from collections.abc import Callable

from flask import Flask

from tests.api.client import Client


def test_a_process_with_its_store_is_ready(stranger: Client) -> None:
    ready = stranger.get("/readyz")

    assert (ready.status, ready.body["ready"], ready.body["oldest_overdue_ms"]) == (200, True, 0)


def test_figures_are_shown_on_their_own_address_only(app_with: Callable[..., Flask]) -> None:
    http = app_with(metrics_address="127.0.0.1:9100").test_client()
    http.get("/v1/games")

    here, there = (http.get("/metrics", base_url=f"http://localhost:{port}") for port in (9100, 8000))

    assert (here.status_code, there.status_code) == (200, 404)
    assert "hubcaps_answers_total" in here.text
    assert "hubcaps_store_up 1.0" in here.text


def test_figures_are_shown_nowhere_unless_an_address_is_set(stranger: Client) -> None:
    assert stranger.get("/metrics").status == 404


def test_figures_hold_no_ids_and_no_tokens(app_with: Callable[..., Flask], player: Callable[..., Client]) -> None:
    ada = player()
    app = app_with(metrics_address="127.0.0.1:9100")
    Client(app, ada.token).get("/v1/games/s00-aaaaaaaaaaaaaaaaaaaa")

    text = app.test_client().get("/metrics", base_url="http://localhost:9100").text

    assert not any(secret in text for secret in (ada.token or "", ada.player or "", "s00-"))
