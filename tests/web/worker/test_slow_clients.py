"""Clients that send or read slowly, or never: they may not keep anybody else from an answer."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.serving import serving

HEADER = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
BODY = (
    b"POST /_dash-update-component HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
)
UNREAD = (
    b"GET /_dash-component-suites/plotly/package_data/plotly.min.js HTTP/1.1\r\n"
    b"Host: localhost\r\n\r\n"
)
PROMPT = 5
"""Seconds: an answer takes some hundredths, and on a busy machine more. Who waits for slow clients waits for longer."""
EACH = {HEADER: 70, BODY: 70, UNREAD * 5: 60}


@pytest.fixture(scope="module")
def server(bundled_store: Path) -> Iterator[tuple[str, int]]:
    with serving(bundled_store) as address:
        parts = urlsplit(address)
        yield str(parts.hostname), int(parts.port or 0)


def connected(server: tuple[str, int], sent: bytes) -> socket.socket:
    """A connection on which this was sent, and which takes little of what comes."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect(server)
    client.sendall(sent)
    return client


def seconds_of(server: tuple[str, int], path: str) -> float:
    """How long a reader who is as fast as any waits for the answer."""
    started = time.monotonic()
    with closing(HTTPConnection(*server, timeout=30)) as connection:
        connection.request("GET", path)
        response = connection.getresponse()
        response.read()
    assert response.status == 200
    return time.monotonic() - started


@pytest.mark.parametrize(
    "sent", EACH, ids=["half a header", "half a body", "answers that are not read"]
)
def test_slow_clients_of_one_kind_keep_nobody_waiting(server: tuple[str, int], sent: bytes) -> None:
    with ExitStack() as stack:
        for _ in range(EACH[sent]):
            stack.enter_context(connected(server, sent))
        time.sleep(0.5)
        assert seconds_of(server, "/healthz") < PROMPT
        assert seconds_of(server, "/kv-cache") < PROMPT


@pytest.mark.long
def test_two_hundred_slow_clients_at_once_keep_nobody_waiting(server: tuple[str, int]) -> None:
    with ExitStack() as stack:
        slow = [
            stack.enter_context(connected(server, sent))
            for sent, number in EACH.items()
            for _ in range(number)
        ]
        for _ in range(2):
            time.sleep(0.5)
            assert seconds_of(server, "/healthz") < PROMPT
            assert seconds_of(server, "/kv-cache") < PROMPT
            for client in slow[: EACH[HEADER] + EACH[BODY]]:
                client.sendall(b" ")
