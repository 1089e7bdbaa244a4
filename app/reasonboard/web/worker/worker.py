"""gunicorn's worker process, in which waitress reads requests and sends answers while other threads make them.

Its listening sockets have connections: how many there may be, and how much may wait in them to be read.
"""

import logging
import os
import resource
import time
from socket import socket
from types import FrameType
from typing import Any

from gunicorn.workers.base import Worker
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from reasonboard.web.security import LONGEST_BODY
from reasonboard.web.worker.channel import Channel

_MOST_CONNECTIONS = 1000
MOST_WAITING = 50
"""Requests that wait for a thread, some seconds of work."""
_LONGEST_HEADERS = 64 * 1024
_IN_MEMORY = 1024 * 1024
"""Bytes of an answer that wait in memory; what is longer waits in a temporary file."""
_MOST_OF_AN_ANSWER = 32 * 1024 * 1024
"""Bytes of an answer that wait to be read. Only a longer one, which only an export is, keeps its thread waiting."""
_MOST_OF_ALL = 128 * 1024 * 1024
"""Bytes that wait to be read in all connections; beyond it whoever has read nothing for longest is disconnected.

Those for whom no more waits than fits in memory are the last: a page that was answered just now is among them.
"""


class Listener(TcpWSGIServer):  # type: ignore[misc]
    """waitress's server on a socket that already listens; its connections make room for new ones."""

    channel_class = Channel

    def __init__(
        self,
        application: Any,
        listening: socket,
        connections: dict[int, Any],
        dispatcher: ThreadedTaskDispatcher,
    ) -> None:
        self.most_connections = _most_connections()
        super().__init__(
            application,
            connections,
            True,
            listening,
            dispatcher=dispatcher,
            adj=_adjustments(listening, self.most_connections),
            bind_socket=False,
            sockinfo=(listening.family, listening.type, listening.proto, listening.getsockname()),
        )

    def add_task(self, channel: Channel) -> None:
        """Let a thread answer the next request of a connection.

        If too many wait, its turn is next: it is refused, unless the answer costs next to nothing (web/lanes.py).
        """
        dispatcher = self.task_dispatcher
        with dispatcher.lock:
            is_full = len(dispatcher.queue) >= MOST_WAITING
            if is_full:
                channel.requests[0].is_beyond_capacity = True
                dispatcher.queue.appendleft(channel)
                dispatcher.queue_cv.notify()
        if not is_full:
            super().add_task(channel)

    def handle_accept(self) -> None:
        """Take a connection; where there are too many, the one that has been quiet for longest is closed."""
        super().handle_accept()
        if len(self.active_channels) > self.most_connections:
            quiet = [channel for channel in self.active_channels.values() if not channel.requests]
            if quiet:
                min(quiet, key=lambda channel: channel.last_activity).handle_close()

    def maintenance(self, now: float) -> None:
        """Close, about once a second, the connections that take too long or wait for too much."""
        channels = sorted(
            self.active_channels.values(),
            key=lambda channel: (channel.total_outbufs_len <= _IN_MEMORY, channel.last_activity),
        )
        waiting = sum(channel.total_outbufs_len for channel in channels)
        for channel in channels:
            channel.close_if_overdue(now)
            if waiting > _MOST_OF_ALL and channel.total_outbufs_len:
                waiting -= channel.total_outbufs_len
                channel.handle_close()

    def stop_accepting(self) -> None:
        """Take no more connections; those that are open stay."""
        self.accepting = False
        self.del_channel()
        self.socket.close()

    def close_idle(self) -> None:
        """Close the connections to which no answer is owed."""
        for channel in list(self.active_channels.values()):
            if not channel.requests and not channel.total_outbufs_len:
                channel.handle_close()


def _adjustments(listening: socket, most: int) -> Adjustments:
    """waitress's settings."""
    return Adjustments(
        sockets=[listening],
        ident="",
        server_name="localhost",
        connection_limit=most + 100,
        cleanup_interval=1,
        asyncore_use_poll=True,  # select knows no descriptor above 1023
        max_request_header_size=_LONGEST_HEADERS,
        max_request_body_size=LONGEST_BODY + 1,  # waitress refuses a body of just that size
        outbuf_overflow=_IN_MEMORY,
        outbuf_high_watermark=_MOST_OF_AN_ANSWER,
        log_socket_errors=False,
        clear_untrusted_proxy_headers=False,  # web/monitoring/peer.py decides what is believed
    )


def _most_connections() -> int:
    """As many as may be open: each may have a temporary file besides."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return (
        _MOST_CONNECTIONS if soft == resource.RLIM_INFINITY else min(_MOST_CONNECTIONS, soft // 3)
    )


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
