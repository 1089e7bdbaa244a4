"""Around the application: every request is counted, and logged as a line of JSON where that is set."""

import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from flask import Flask, request

from reasonboard.config import Settings
from reasonboard.web.monitoring import metrics
from reasonboard.web.monitoring.peer import Peer, peer

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
_ROUTE = "reasonboard.route"
_NO_ROUTE = "none"


def note_routes(server: Flask) -> None:
    """Let the requests say which route answers them; to be called before other hooks are added."""

    @server.before_request
    def note_route() -> None:
        request.environ[_ROUTE] = request.url_rule.rule if request.url_rule else _NO_ROUTE


class Monitored:
    """The WSGI application, monitored."""

    def __init__(self, application: Application, settings: Settings) -> None:
        self._application = application
        self._settings = settings

    def __call__(
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        began = time.perf_counter()
        asking = peer(environ, self._settings.trusted_proxies)
        if asking.secure:
            environ["wsgi.url_scheme"] = "https"
        answer = _Answer(environ, asking, began, log=self._settings.access_log)

        def start(status: str, *rest: Any) -> Any:
            answer.status = int(status[:3])
            return start_response(status, *rest)

        answer.chunks = self._application(environ, start)
        return answer


class _Answer:
    """The answer as it is sent; when it ends the request is counted."""

    status = 500
    chunks: Iterable[bytes] = ()

    def __init__(self, environ: dict[str, Any], asking: Peer, began: float, *, log: bool) -> None:
        self._environ = environ
        self._peer = asking
        self._began = began
        self._log = log
        self._size = 0

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self.chunks:
            self._size += len(chunk)
            yield chunk

    def close(self) -> None:
        """Close the answer of the application, and count it."""
        close = getattr(self.chunks, "close", None)
        if close:
            close()
        environ = self._environ
        seconds = time.perf_counter() - self._began
        method = str(environ.get("REQUEST_METHOD", ""))
        metrics.count(environ.get(_ROUTE, _NO_ROUTE), method, self.status, seconds)
        if self._log:
            write(environ, self._peer, self.status, self._size, seconds)


_LONGEST_PATH, _LONGEST_USER, _LONGEST_ADDRESS, _LONGEST_METHOD = 130, 100, 45, 16
_MOST_NAMES, _LONGEST_NAME = 12, 16
"""Letters of each: a letter may take twelve bytes in JSON, and all together stay below 4,096."""


def write(environ: Mapping[str, Any], peer: Peer, status: int, size: int, seconds: float) -> None:
    """Write the line of a request, `size` bytes of whose answer were made."""
    text = line(environ, peer, status, size, seconds) + "\n"
    with suppress(OSError):  # nobody reads it any more: that stops no answer
        os.write(sys.__stdout__.fileno() if sys.__stdout__ else 1, text.encode("ascii"))


def line(environ: Mapping[str, Any], peer: Peer, status: int, size: int, seconds: float) -> str:
    """The request as JSON in ASCII, below 4,096 bytes, so that lines of several processes do not mix."""
    path = str(environ.get("PATH_INFO", "")).encode("latin-1", "replace").decode("utf-8", "replace")
    query = str(environ.get("QUERY_STRING", ""))
    names = dict.fromkeys(part.partition("=")[0] for part in query.split("&") if part)
    entry: dict[str, str | int | float | list[str]] = {
        "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "peer": peer.address[:_LONGEST_ADDRESS],
        "method": str(environ.get("REQUEST_METHOD", ""))[:_LONGEST_METHOD],
        "path": path[:_LONGEST_PATH],
        "parameters": [name[:_LONGEST_NAME] for name in list(names)[:_MOST_NAMES]],
        "status": status,
        "bytes": size,
        "ms": round(seconds * 1000, 1),
    }
    if peer.user:
        entry["user"] = peer.user[:_LONGEST_USER]
    return json.dumps(entry)
