"""Around the application: every request is counted, and logged where that is set."""

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from flask import Flask, request

from reasonboard.config import Settings
from reasonboard.web.monitoring import access_log, metrics
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
            access_log.write(environ, self._peer, self.status, self._size, seconds)
