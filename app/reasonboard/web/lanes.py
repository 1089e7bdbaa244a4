"""Exports take a lane: few of them run at once, so that pages are answered whatever is exported."""

from collections.abc import Callable
from threading import BoundedSemaphore
from weakref import finalize

from flask import Response

from reasonboard.web.faults import aborting
from reasonboard.web.monitoring import metrics


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
