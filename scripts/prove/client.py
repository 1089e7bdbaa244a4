"""Requests as a browser sends them: connections that are kept, and opened anew where the server closed them."""

import gzip
import http.client
import json
import time
import zlib
from collections.abc import Mapping
from types import TracebackType
from typing import Any, NamedTuple, Self

import brotli

PATIENCE = 30.0
"""Seconds within which every answer has to come."""
_CLOSED = (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError)
_REFUSED = 10.0
"""Seconds for which an export is asked for again."""
_UNAVAILABLE = 503
TRACEBACK = b"Traceback (most recent call last)"


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    seconds: float

    def text(self) -> str:
        """The body as text, decompressed."""
        coding = self.headers.get("content-encoding", "")
        body = self.body
        if not body:  # the answer to a HEAD
            return ""
        if coding == "gzip":
            body = gzip.decompress(body)
        elif coding == "br":
            body = brotli.decompress(body)
        elif coding == "deflate":
            body = zlib.decompress(body)
        return body.decode("utf-8", "replace")


class Reader:
    """A connection to the server, opened when it is needed."""

    def __init__(self, port: int, patience: float = PATIENCE) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=patience)
        self._used = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection; the next request opens another."""
        self._connection.close()
        self._used = False

    def connect(self) -> None:
        """Open the connection now."""
        self._connection.connect()

    def port(self) -> int:
        """The port at this end, 0 where no connection is open."""
        socket = self._connection.sock
        return int(socket.getsockname()[1]) if socket else 0

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        """The answer to a GET."""
        return self.ask("GET", path, None, headers)

    def export(self, path: str) -> Answer:
        """The answer to a GET that is asked again for some seconds where the server says 503 with Retry-After."""
        until = time.monotonic() + _REFUSED
        while True:
            answer = self.get(path)
            if answer.status != _UNAVAILABLE or "retry-after" not in answer.headers:
                return answer
            if time.monotonic() > until:
                return answer
            time.sleep(0.2)

    def post(self, path: str, content: object) -> Answer:
        """The answer to a POST of this content as JSON."""
        body = json.dumps(content).encode()
        return self.ask("POST", path, body, {"Content-Type": "application/json"})

    def callback(self, body: Mapping[str, Any]) -> Answer:
        """What a callback of a page answers."""
        return self.post("/_dash-update-component", body)

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """The answer to any request; raises OSError or HTTPException where none comes.

        A connection that the server had closed while it was idle is opened anew, once.
        """
        started = time.perf_counter()
        try:
            return self._ask(method, path, body, headers, started)
        except _CLOSED:
            again = self._used
            self.close()
            if not again:
                raise
        return self._ask(method, path, body, headers, started)

    def _ask(
        self,
        method: str,
        path: str,
        body: bytes | None,
        headers: Mapping[str, str] | None,
        started: float,
    ) -> Answer:
        try:
            self._connection.request(
                method, path, body, {"Accept-Encoding": "gzip, deflate, br"} | dict(headers or {})
            )
            response = self._connection.getresponse()
            content = response.read()
        except (OSError, http.client.HTTPException) as error:
            if not isinstance(error, _CLOSED):
                self.close()
            raise
        self._used = True
        names = {name.lower(): value for name, value in response.headers.items()}
        return Answer(response.status, names, content, time.perf_counter() - started)
