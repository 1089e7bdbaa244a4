"""How much a worker does at once.

Exports take a lane: few of them run at once, so that pages are still answered. Readers beyond the
capacity are asked to come back, before any work is done.
"""

from collections.abc import Callable
from threading import BoundedSemaphore
from weakref import finalize

from flask import Flask, Response, request

from reasonboard.web.faults import aborting
from reasonboard.web.monitoring import metrics

BUSY = "reasonboard.busy"
"""In the environment of a request: do too many others wait already?"""
_SECONDS = "5"
"""Until they ask again, which takes no thread meanwhile."""


def refuse_when_busy(server: Flask, free: tuple[str, ...]) -> None:
    """Answer 503 to requests beyond the capacity, except for paths that begin with one of `free`."""

    @server.before_request
    def refuse() -> Response | None:
        if not request.environ.get(BUSY) or request.path.startswith(free):
            return None
        # Refresh: a browser that opens a page here asks again by itself, as the scripts of a page do.
        headers = {"Retry-After": _SECONDS, "Refresh": _SECONDS, "Cache-Control": "no-store"}
        line = "Too many readers at once. Try again in a few seconds.\n"
        return Response(line, 503, mimetype="text/plain", headers=headers)


class FullError(Exception):
    """Why there is no export now, though there may be one in a moment: one line."""


class Lanes:
    """As many exports at once as there are lanes, in each process."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._free = BoundedSemaphore(number)

    def run(self, make: Callable[[], Response]) -> Response:
        """The response that `make` returns, which keeps its lane until all of it is made.

        That is when a response that is made as it is sent is closed: all of it is sent or buffered, or the
        client has gone. Raises FullError at once where no lane is free.
        """
        if not self._free.acquire(blocking=False):
            metrics.EXPORTS_REFUSED.inc()
            raise FullError(
                f"Too many exports are running (limit: {self._number}). Try again in a few seconds."
            )
        metrics.EXPORTS_RUNNING.inc()
        try:
            response = make()
        except BaseException:
            self._leave()
            raise
        # A response that is lost, and so never closed, does not keep its lane.
        leave = finalize(response, self._leave)
        if response.is_streamed:
            response.response = aborting(response.iter_encoded())
            response.call_on_close(leave)
        else:
            leave()
        return response

    def _leave(self) -> None:
        metrics.EXPORTS_RUNNING.dec()
        self._free.release()
