"""Clients that send or read slowly, or never: the others are answered; and a server that is told to stop."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from tests.serving import COMMAND, free_port, serving

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
    """How long a reader who is as fast as any waits for the answer, asking again if there are too many readers."""
    started = time.monotonic()
    while True:
        with closing(HTTPConnection(*server, timeout=30)) as connection:
            connection.request("GET", path)
            response = connection.getresponse()
            response.read()
        waited = time.monotonic() - started
        if response.status == 200 or waited > PROMPT:
            assert response.status == 200
            return waited
        assert (response.status, response.headers["Retry-After"]) == (503, "5")
        time.sleep(0.2)


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


SHEET = "api/sheet.html?item=kv-cache/grid&item=iterations/grid&item=scale-progress/curves"


def test_requests_in_flight_are_answered_before_the_server_ends_with_0(bundled_store: Path) -> None:
    port = free_port()
    settings = {"PORT": str(port), "REASONBOARD_STORE": str(bundled_store)}
    with subprocess.Popen(
        [COMMAND, "serve"], env=os.environ | settings, stdout=subprocess.PIPE
    ) as server:
        assert server.stdout
        assert server.stdout.readline().startswith(b"Reasonboard is at ")

        with ExitStack() as stack:
            address = f"http://127.0.0.1:{port}/{SHEET}"
            begun = [stack.enter_context(urlopen(address, timeout=60)) for _ in range(2)]
            server.terminate()
            for answer in begun:
                assert answer.read().rstrip().endswith(b"</html>")
        assert server.wait(timeout=60) == 0


def test_a_process_that_exits_at_once_does_what_is_registered_for_its_exit() -> None:
    script = (
        "import atexit, sys; from reasonboard.cli.serve import quick_exit\n"
        "atexit.register(print, 'closed')\n"
        "with quick_exit(): sys.exit(3)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script], check=False, capture_output=True, text=True
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (3, "closed\n", "")
