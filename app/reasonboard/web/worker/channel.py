"""A client's connection: how long its request line may be and how long it may take, and how slowly it may read."""

import time
from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.task import ErrorTask, WSGITask
from waitress.utilities import BadRequest

from reasonboard.web.lanes import BUSY
from reasonboard.web.security import headers_of_refusals

HEADERS_WITHIN = 10.0
"""Seconds from the first byte of a request to the end of its headers ..."""
BODY_WITHIN = 40.0
"""... and to the end of its body ..."""
NEXT_BYTE_WITHIN = 10.0
"""... of which a byte has to come every so often."""
IDLE_FOR = 60.0
"""Seconds that a connection stays open without a request: a reader stays with a worker, which has in memory
what was shown before."""
_WINDOW = 30.0
_LEAST_READ = 64 * 1024
"""The fewest bytes of a waiting answer that a reader takes in each window; slower readers are disconnected."""
_TIMEOUT = "\r\n".join(
    (
        "HTTP/1.1 408 Request Timeout",
        *(f"{name}: {text}" for name, text in headers_of_refusals()),
        "Connection: close",
        "Content-Length: 0\r\n\r\n",
    )
).encode()
LONGEST_LINE = 8190
"""Bytes of a request line: room for the longest query string that is read, and its path."""


class URITooLong(BadRequest):  # type: ignore[misc]
    code = 414
    reason = "URI Too Long"


class Refusal(ErrorTask):  # type: ignore[misc]
    """An answer that waitress makes itself, with the headers of all others."""

    def execute(self) -> None:
        """Send status, headers and one line."""
        self.response_headers.extend(headers_of_refusals())
        super().execute()


class Task(WSGITask):  # type: ignore[misc]
    """Lets the application answer a request, and tells it whether too many wait."""

    def get_environment(self) -> dict[str, Any]:
        """The environment of the request."""
        environ: dict[str, Any] = super().get_environment()
        return environ | {BUSY: self.request.is_beyond_capacity}


class RequestParser(HTTPRequestParser):  # type: ignore[misc]
    """Collects one request; a request line that is too long is refused before the rest is read."""

    is_beyond_capacity = False
    """Did too many others wait when it came?"""
    completed = False
    expect_continue = False
    chunked = False

    def received(self, data: bytes) -> int:
        """Take what belongs to this request; how many bytes that were."""
        if not self.headers_finished and not self.completed:
            line = (self.header_plus + data[: 2 * LONGEST_LINE]).lstrip(b"\r\n")
            if len(line.partition(b"\r\n")[0]) > LONGEST_LINE:
                self.parse_header(b"GET / HTTP/1.0\r\n")
                self.error = URITooLong(f"more than {LONGEST_LINE:,} bytes")
                self.completed = True
                return len(data)
        consumed: int = super().received(data)
        if self.completed:
            self.expect_continue = False  # no body is to come: waitress would wait for one
        return consumed

    def parse_header(self, header_plus: bytes) -> None:
        """Read the headers; raises ParsingError for a body whose end depends on who reads them."""
        super().parse_header(header_plus)
        if (
            "TRANSFER_ENCODING" in self.headers
        ):  # waitress reads it in HTTP/1.1 alone, and removes it
            raise ParsingError("Transfer-Encoding needs HTTP/1.1")
        if self.chunked and "CONTENT_LENGTH" in self.headers:
            raise ParsingError("Content-Length and Transfer-Encoding exclude each other")


class Channel(HTTPChannel):  # type: ignore[misc]
    """waitress's connection, which counts idle time only, with deadlines for all that a client does."""

    parser_class = RequestParser
    error_task_class = Refusal
    task_class = Task
    request_began = 0.0
    bytes_sent = 0
    _window: tuple[float, int] | None = None
    """When the window began in which the reader is watched, and `bytes_sent` at that time; None before it began."""

    def received(self, data: bytes) -> bool:
        """Take what a client sent; whether it is still listened to."""
        before = self.request
        accepted: bool = super().received(data)
        if self.request is not None and self.request is not before:
            self.request_began = time.time()
        return accepted

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Send what the client takes now; how many bytes that were."""
        sent: int = super().send(data, do_close)
        self.bytes_sent += sent
        return sent

    def close_if_overdue(self, now: float) -> None:
        """Close the connection where the client sends or reads too slowly; `now` as of time.time.

        At once: waitress's own `will_close` waits until the client reads again.
        """
        if self.total_outbufs_len:
            if self._reads_too_slowly(now):
                self.handle_close()
            return
        self._window = (now, self.bytes_sent)
        if self.requests or self.close_when_flushed:
            return  # a thread makes the answer, or it ends anyway
        if self.request is None:
            if now - self.last_activity > IDLE_FOR:
                self.handle_close()
            return
        in_body = self.request.headers_finished
        late = now - self.request_began > (BODY_WITHIN if in_body else HEADERS_WITHIN)
        if late or (in_body and now - self.last_activity > NEXT_BYTE_WITHIN):
            self.send(_TIMEOUT, do_close=False)
            self.handle_close()

    def _reads_too_slowly(self, now: float) -> bool:
        began, before = self._window or (now, self.bytes_sent)
        if now - began < _WINDOW:
            self._window = (began, before)
            return False
        self._window = (now, self.bytes_sent)
        return self.bytes_sent - before < _LEAST_READ
