"""A listener with one thread: what clients do slowly, oddly or not at all never keeps that thread."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from http.client import HTTPConnection
from typing import Any

import pytest
from waitress import wasyncore
from waitress.task import ThreadedTaskDispatcher

from reasonboard.web.lanes import BUSY
from reasonboard.web.worker import channel, worker
from reasonboard.web.worker.channel import Channel
from reasonboard.web.worker.worker import Listener

Client = Callable[[bytes], socket.socket]
CHUNKED = b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n"
MEGABYTE = b"x" * 2**20


class Application:
    """Answers with what it was sent, or with many megabytes; it counts the answers that were closed."""

    def __init__(self) -> None:
        self.closed = 0
        self.busy: list[bool] = []
        """Was each request beyond the capacity?"""

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterator[bytes]:
        self.busy.append(environ[BUSY])
        start_response("200 OK", [("Content-Type", "text/plain")])
        path = environ["PATH_INFO"]
        return self._many(int(path[1:])) if path != "/" else iter([environ["wsgi.input"].read()])

    def _many(self, megabytes: int) -> Iterator[bytes]:
        try:
            for _ in range(megabytes):
                yield MEGABYTE
        finally:
            self.closed += 1


@pytest.fixture
def application() -> Application:
    return Application()


@pytest.fixture
def server(application: Application) -> Iterator[Listener]:
    dispatcher = ThreadedTaskDispatcher()
    dispatcher.set_thread_count(1)
    connections: dict[int, Any] = {}
    server = Listener(application, socket.create_server(("127.0.0.1", 0)), connections, dispatcher)
    server.adj.cleanup_interval = 0.05
    stopped = threading.Event()

    def loop() -> None:
        while not stopped.is_set():
            wasyncore.loop(timeout=0.05, use_poll=True, map=connections, count=1)

    thread = threading.Thread(target=loop)
    thread.start()
    yield server
    stopped.set()
    thread.join()
    for left in list(server.active_channels.values()):
        left.handle_close()
    dispatcher.shutdown()
    wasyncore.close_all(connections)


@pytest.fixture
def address(server: Listener) -> tuple[str, int]:
    return "127.0.0.1", int(server.effective_port)


@pytest.fixture
def client(address: tuple[str, int]) -> Iterator[Client]:
    """Makes a connection on which something was sent, and which takes little at a time."""
    made: list[socket.socket] = []

    def connect(sent: bytes) -> socket.socket:
        one = socket.socket()
        one.settimeout(10)
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.connect(address)
        one.sendall(sent)
        made.append(one)
        return one

    yield connect
    for one in made:
        one.close()


def ended(client: socket.socket) -> bytes:
    """What the client is sent until its connection ends."""
    received = bytearray()
    while True:
        try:
            data = client.recv(65536)
        except ConnectionResetError:
            return bytes(received)
        if not data:
            return bytes(received)
        received += data


def answer(address: tuple[str, int], **more: Any) -> tuple[int, bytes]:
    """The status and the body that a client of usual speed gets."""
    with closing(HTTPConnection(*address, timeout=10)) as connection:
        connection.request("POST", "/", **more)
        response = connection.getresponse()
        return response.status, response.read()


def waits_for(condition: Callable[[], bool]) -> bool:
    until = time.monotonic() + 10
    while time.monotonic() < until and not condition():
        time.sleep(0.02)
    return condition()


def test_what_comes_when_too_many_wait_is_told_so_at_once_and_those_that_wait_are_answered(
    client: Client, server: Listener, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "MOST_WAITING", 2)
    queue = server.task_dispatcher.queue
    longest = client(b"GET /40 HTTP/1.1\r\nHost: a\r\n\r\n")  # it is not read, and keeps the thread
    assert waits_for(lambda: application.busy == [False])
    waiting = []
    for _ in range(4):
        waiting.append(client(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"))
        assert waits_for(lambda: len(queue) == len(waiting))
    longest.close()
    assert all(b"200 OK" in other.recv(100) for other in waiting)
    assert application.busy == [False, True, True, False, False]
    client(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").recv(100)
    assert application.busy[-1] is False


@pytest.mark.parametrize(
    ("limit", "sent"),
    [
        ("HEADERS_WITHIN", b"GET / HTTP/1.1\r\nHost: a\r\n"),
        ("BODY_WITHIN", b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc"),
    ],
)
def test_a_request_has_to_be_there_in_time_however_often_a_byte_comes(
    client: Client, monkeypatch: pytest.MonkeyPatch, limit: str, sent: bytes
) -> None:
    monkeypatch.setattr(channel, limit, 0.3)
    slow = client(sent)
    for _ in range(3):
        time.sleep(0.05)
        slow.sendall(b"x")
    assert_too_late(slow)


def assert_too_late(slow: socket.socket) -> None:
    text = ended(slow)
    assert text.startswith(b"HTTP/1.1 408 ")
    assert is_secured(text.decode())


def test_a_body_that_does_not_come_is_not_waited_for(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channel, "NEXT_BYTE_WITHIN", 0.3)
    assert_too_late(client(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n"))


def test_a_connection_without_a_request_ends_without_a_word(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channel, "IDLE_FOR", 0.2)
    assert ended(client(b"")) == b""


def test_answers_that_nobody_reads_keep_no_thread(
    address: tuple[str, int], client: Client, application: Application
) -> None:
    for _ in range(3):
        client(b"GET /16 HTTP/1.1\r\nHost: a\r\n\r\n")
    assert answer(address)[0] == 200
    assert application.closed == 3


def test_a_reader_is_disconnected_only_after_a_window_in_which_nothing_was_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    connection = Channel.__new__(Channel)
    connection.total_outbufs_len = 71
    closed = []
    monkeypatch.setattr(connection, "handle_close", lambda: closed.append(True), raising=False)
    for now in (1_000_000.0, 1_000_001.0, 1_000_029.0):
        connection.close_if_overdue(now)
    assert not closed
    connection.close_if_overdue(1_000_031.0)
    assert closed


def test_a_reader_who_takes_nothing_of_a_long_answer_is_disconnected(
    client: Client, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channel, "_WINDOW", 0.3)
    client(b"GET /999 HTTP/1.1\r\nHost: a\r\n\r\n")
    assert waits_for(lambda: application.closed == 1)


def test_a_reader_is_given_a_whole_window_from_the_first_byte_on(
    server: Listener, client: Client, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channel, "_LEAST_READ", 10**9)
    client(b"GET /16 HTTP/1.1\r\nHost: a\r\n\r\n")
    assert waits_for(lambda: application.closed == 1)
    time.sleep(0.5)
    assert len(server.active_channels) == 1


def test_who_has_read_nothing_for_longest_makes_room_where_too_much_waits(
    server: Listener, client: Client, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "_MOST_OF_ALL", 20 * 2**20)
    _, second = (client(b"GET /16 HTTP/1.1\r\nHost: a\r\n\r\n") for _ in range(2))
    assert waits_for(lambda: application.closed == 2)
    assert waits_for(lambda: len(server.active_channels) == 1)
    assert [one.addr for one in server.active_channels.values()] == [second.getsockname()]


def test_a_small_answer_does_not_make_room_where_a_large_one_can(
    server: Listener, client: Client, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "_IN_MEMORY", 8 * 2**20)
    monkeypatch.setattr(
        worker, "_MOST_OF_ALL", 16 * 2**20
    )  # which only a large answer can reach beside 6
    small = client(b"GET /6 HTTP/1.1\r\nHost: a\r\n\r\n")
    assert waits_for(lambda: application.closed == 1)
    client(b"GET /24 HTTP/1.1\r\nHost: a\r\n\r\n")
    assert waits_for(lambda: application.closed == 2)
    assert waits_for(lambda: len(server.active_channels) == 1)
    assert [one.addr for one in server.active_channels.values()] == [small.getsockname()]


def test_an_answer_ends_when_its_reader_leaves(client: Client, application: Application) -> None:
    reader = client(b"GET /999 HTTP/1.1\r\nHost: a\r\n\r\n")
    reader.recv(1000)
    reader.close()
    assert waits_for(lambda: application.closed == 1)


def test_the_quietest_connection_makes_room_for_a_new_one(
    server: Listener, address: tuple[str, int], client: Client
) -> None:
    server.most_connections = 5
    idle = [client(b"") for _ in range(400)]
    assert answer(address)[0] == 200
    assert idle[0].recv(1) == b""


def test_a_body_in_chunks_is_read(address: tuple[str, int]) -> None:
    assert answer(address, body=iter([b"one ", b"two"])) == (200, b"one two")


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n", 414),
        (b"GET /" + b"x" * 9000, 414),
        (b"GET / HTTP/1.1\r\nA: " + b"x" * 70_000 + b"\r\n\r\n", 431),
        (b"POST / HTTP/1.1\r\nContent-Length: 300000\r\n\r\n", 413),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
        (b"\x00\xff\r\n\r\n", 400),
        (b"get / HTTP/1.1\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
        (CHUNKED + b"Content-Length: 3\r\n\r\n0\r\n\r\n", 400),
        (CHUNKED.replace(b"1.1", b"1.0") + b"\r\n0\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 300000\r\n\r\n", 413),
    ],
)
def test_what_is_no_request_of_ours_is_refused_in_words(
    client: Client, sent: bytes, status: int
) -> None:
    text = ended(client(sent)).decode()
    assert text.split()[1] == str(status)
    assert "Traceback" not in text
    assert is_secured(text)


def is_secured(text: str) -> bool:
    headers = text.lower()
    policy = "content-security-policy: default-src 'none'"
    return policy in headers and "x-content-type-options: nosniff" in headers


@pytest.mark.parametrize("version", [b"1.1", b"1.0"])
def test_who_expects_to_go_on_and_has_nothing_to_send_is_answered(
    client: Client, version: bytes
) -> None:
    """A GET that says it sends a body, as some tools do."""
    expecting = (
        b"GET / HTTP/"
        + version
        + b"\r\nHost: a\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n"
    )
    assert ended(client(expecting)).startswith(b"HTTP/" + version + b" 200 ")


def test_who_expects_to_go_on_and_has_a_body_is_told_to(client: Client) -> None:
    headers = (
        b"POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 3\r\nConnection: close\r\n\r\n"
    )
    sender = client(headers)
    assert sender.recv(1000).startswith(b"HTTP/1.1 100 ")
    sender.sendall(b"one")
    assert b"one" in ended(sender)
