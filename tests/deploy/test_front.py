"""nginx with the project's configuration, in front of small servers that note what reaches them."""

import subprocess
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import httpx
import pytest

from tests.api import contract
from tests.deploy.front import configured, in_front
from tests.served.service import free_port, raw


class Web(ThreadingHTTPServer):
    """In place of a web process: answers 204, or, when it is `dying`, hangs up on every request that it has read."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.dying = False
        self.seen: list[tuple[str, list[str]]] = []
        """Method and X-Forwarded-For of each request."""


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    server: Web
    protocol_version = "HTTP/1.1"

    def parse_request(self) -> bool:
        """Notes the request and answers it, whatever its method."""
        if not super().parse_request():
            return False
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.seen.append((self.command, self.headers.get_all("X-Forwarded-For", [])))
        if self.server.dying:
            self.close_connection = True
        else:
            self.send_response(204)
            self.end_headers()
        return False

    def log_message(self, *words: object) -> None:
        """Says nothing."""


@pytest.fixture
def webs() -> Iterator[list[Web]]:
    running = [Web(), Web()]
    threads = [Thread(target=web.serve_forever, args=(0.02,)) for web in running]
    for thread in threads:
        thread.start()
    yield running
    for web, thread in zip(running, threads, strict=True):
        web.shutdown()
        thread.join()
        web.server_close()


@pytest.fixture
def front(nginx: str, tmp_path: Path) -> Iterator[Callable[[int, int], httpx.Client]]:
    """nginx in front of two ports, and a client of it."""
    blocks = []

    def start(web1: int, web2: int) -> httpx.Client:
        block = in_front(nginx, tmp_path, web1, web2)
        client = httpx.Client(base_url=f"http://127.0.0.1:{block.__enter__()}", timeout=20)
        blocks.extend((client, block))
        return client

    yield start
    for block in blocks:
        block.__exit__(None, None, None)


def ports(webs: list[Web]) -> tuple[int, int]:
    return webs[0].server_port, webs[1].server_port


def test_nginx_itself_finds_no_fault_and_nothing_to_warn_of(nginx: str, tmp_path: Path) -> None:
    path = configured(tmp_path, 8080, 8001, 8002)

    said = subprocess.run([nginx, "-t", "-c", str(path)], check=False, capture_output=True, text=True)

    assert said.returncode == 0, said.stderr
    assert "[warn]" not in said.stderr


@pytest.mark.parametrize(
    ("method", "sent"),
    [
        ("GET", ["GET", "GET"]),
        ("PUT", ["PUT", "PUT"]),
        ("DELETE", ["DELETE"] * 2),
        ("POST", ["POST"]),
        ("PATCH", ["PATCH"]),
    ],
)
def test_what_a_web_process_has_read_goes_to_the_other_only_if_it_may_be_repeated(
    webs: list[Web], front: Callable[[int, int], httpx.Client], method: str, sent: list[str]
) -> None:
    webs[0].dying = webs[1].dying = True

    answer = front(*ports(webs)).request(method, "/v1/me", content=b"{}")

    assert [seen for web in webs for seen, _ in web.seen] == sent
    assert answer.status_code == 503


def test_what_was_not_sent_goes_to_the_other(webs: list[Web], front: Callable[[int, int], httpx.Client]) -> None:
    client = front(free_port(), webs[1].server_port)

    assert [client.post("/v1/players").status_code for _ in range(4)] == [204] * 4


@pytest.mark.parametrize("path", ["/v1/players", "/v1/games/s07-a/events"])
def test_what_a_client_says_of_its_address_goes_no_further(
    webs: list[Web], front: Callable[[int, int], httpx.Client], path: str
) -> None:
    spoofed = [("X-Forwarded-For", "10.0.0.1"), ("X-Forwarded-For", "10.0.0.2, 10.0.0.3")]

    front(*ports(webs)).get(path, headers=spoofed)

    assert webs[0].seen + webs[1].seen == [("GET", ["127.0.0.1"])]


def test_without_a_web_process_the_answer_has_the_shape_of_the_services_own(
    front: Callable[[int, int], httpx.Client],
) -> None:
    answer = front(free_port(), free_port()).get("/v1/games/s07-a/events")

    assert (answer.status_code, answer.json()["code"], answer.headers["Retry-After"]) == (503, "busy", "1")
    contract.check("GET", "/v1/games/s07-a/events", 503, answer.headers, answer.content)


def test_too_large_a_body_is_refused_in_the_shape_of_the_services_own(
    webs: list[Web], front: Callable[[int, int], httpx.Client]
) -> None:
    answer = front(*ports(webs)).post("/v1/players", content=b"x" * 200_000)

    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")
    contract.check_component("Problem", answer.content)
    assert webs[0].seen + webs[1].seen == []


MALFORMED = {
    "no request": b"nonsense\r\n\r\n",
    "a long line": b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    "a long header": b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 40_000 + b"\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "a length in words": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: two\r\n\r\n",
}


@pytest.mark.parametrize("sent", MALFORMED.values(), ids=MALFORMED.keys())
def test_what_is_no_request_is_refused_in_the_shape_of_the_services_own(
    webs: list[Web], front: Callable[[int, int], httpx.Client], sent: bytes
) -> None:
    head, _, body = raw(str(front(*ports(webs)).base_url).rstrip("/"), sent).partition(b"\r\n\r\n")

    assert head.startswith(b"HTTP/1.1 400 Bad Request\r\n")
    assert b"Content-Type: application/problem+json" in head
    contract.check_component("Problem", body)
    assert webs[0].seen + webs[1].seen == []
