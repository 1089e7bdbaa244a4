"""gunicorn's worker process, in which waitress reads requests and sends answers beside the threads that make them."""

import logging
import os
import time
from types import FrameType
from typing import Any

from gunicorn.workers.base import Worker
from waitress import wasyncore
from waitress.task import ThreadedTaskDispatcher

from reasonboard.web.worker.listener import Listener

_BEAT = 1.0
"""Seconds between two signs of life to gunicorn, at most."""
_SPARE = 2.0
"""Seconds of gunicorn's patience at the end that are left for what ends with the process."""


class BufferingWorker(Worker):  # type: ignore[misc]
    """Serves the sockets that it inherits until it gets the signal to stop, then finishes the answers that it began.

    A thread of `cfg.threads` is taken when a request is there as a whole, and is free again when its answer
    is made; what a client has not yet read waits in memory or in a temporary file.
    """

    def run(self) -> None:
        """Answer requests; return when all is answered after SIGTERM."""
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # it says that requests wait
        self._dispatcher = ThreadedTaskDispatcher()
        self._dispatcher.set_thread_count(self.cfg.threads)
        self._connections: dict[int, Any] = {}
        self._listeners = [
            Listener(self.wsgi, socket.sock, self._connections, self._dispatcher)
            for socket in self.sockets
        ]
        while self.alive and self.ppid == os.getppid():
            self._step()
        self._finish(time.monotonic() + self.cfg.graceful_timeout - _SPARE)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """SIGTERM: wake the loop, which then ends."""
        super().handle_exit(sig, frame)
        for listener in getattr(self, "_listeners", ()):
            listener.pull_trigger()

    def _step(self) -> None:
        self.notify()
        wasyncore.loop(timeout=_BEAT, use_poll=True, map=self._connections, count=1)

    def _finish(self, until: float) -> None:
        """Let the requests in flight end, until then (of time.monotonic) at the latest."""
        for listener in self._listeners:
            listener.stop_accepting()
        owed = True
        while owed and time.monotonic() < until:
            self._step()
            for listener in self._listeners:
                listener.maintenance(time.time())
                listener.close_idle()
            owed = any(listener.active_channels for listener in self._listeners)
        self._dispatcher.shutdown(timeout=_SPARE / 2)
