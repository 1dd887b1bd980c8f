"""What comes over the wire before it is a request."""

import json

import httpx
import pytest

from tests.api import contract
from tests.served.service import Served, raw


def test_figures_are_shown_on_an_address_of_their_own(service: Served) -> None:
    there, here = httpx.get(f"{service.metrics}/metrics"), httpx.get(f"{service.address}/metrics")

    assert (there.status_code, here.status_code) == (200, 404)
    assert "hubcaps_clock_seen_seconds" in there.text


@pytest.mark.lesson(31)
def test_a_body_that_is_announced_too_large_is_refused_unread(service: Served) -> None:
    head = (
        b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n"
    )

    assert raw(service.address, head + b"{").startswith(b"HTTP/1.1 413 ")


@pytest.mark.lesson(31)
def test_a_body_in_pieces_is_limited_as_well(service: Served) -> None:
    head = (
        b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    name = b'{"name": "Ada"}'
    short = b"%x\r\n%b\r\n0\r\n\r\n" % (len(name), name)
    long = b"".join(b"8000\r\n%b\r\n" % (b" " * 0x8000) for _ in range(3)) + b"0\r\n\r\n"

    assert raw(service.address, head + short).startswith(b"HTTP/1.1 201 ")
    assert raw(service.address, head + long).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("host", [b"evil.example", b"a b", b"\xff\xfe", b"[::1", b""])
def test_any_host_is_as_good_as_another(service: Served, host: bytes) -> None:
    answer = raw(service.address, b"GET /v1/rulesets/none HTTP/1.1\r\nHost: %b\r\nConnection: close\r\n\r\n" % host)

    assert answer.startswith((b"HTTP/1.1 404 ", b"HTTP/1.1 400 "))
    assert b"evil" not in answer


MALFORMED = {
    "no request": b"nonsense\r\n\r\n",
    "no method": b"G\x00T / HTTP/1.1\r\n\r\n",
    "no version": b"GET / HTTP/9.9\r\n\r\n",
    "no header": b"GET /v1/me HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n",
    "a secret in a bad header": b"GET /v1/me HTTP/1.1\r\nHost: x\r\nAuthorization : Bearer hub_secret\r\n\r\n",
    "a long line": b"GET /" + b"a" * 9_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    "many headers": b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: 1\r\n" % each for each in range(200)) + b"\r\n",
    "a long header": b"GET / HTTP/1.1\r\nX: " + b"a" * 70_000 + b"\r\n\r\n",
    "two lengths": b"POST /v1/players HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
    "a length in words": b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Length: two\r\n\r\n{}",
    "an unknown coding": b"POST /v1/players HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n{}",
}


@pytest.mark.lesson(31)
@pytest.mark.parametrize("sent", MALFORMED.values(), ids=MALFORMED.keys())
def test_what_is_no_request_is_refused_in_the_one_shape(service: Served, sent: bytes) -> None:
    head, _, body = raw(service.address, sent).partition(b"\r\n\r\n")

    assert head.startswith(b"HTTP/1.1 400 Bad Request\r\n")
    assert b"content-type: application/problem+json" in head.lower()
    contract.check_component("Problem", body)
    assert (json.loads(body)["code"], b"secret" in body) == ("malformed", False)


@pytest.mark.lesson(31)
@pytest.mark.parametrize(
    "pieces", [b"zz\r\n{}\r\n0\r\n\r\n", b"5\r\n{}", b"2;\x00\r\n{}\r\n0\r\n\r\n", b"2\r\n{}xx0\r\n\r\n"]
)
def test_a_body_in_broken_pieces_is_refused_in_the_one_shape(service: Served, pieces: bytes) -> None:
    head = (
        b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    said, _, body = raw(service.address, head + pieces).partition(b"\r\n\r\n")

    assert said.startswith(b"HTTP/1.1 400 ")
    contract.check_component("Problem", body)
    assert json.loads(body)["code"] == "malformed"
