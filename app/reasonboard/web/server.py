"""The web server: gunicorn, set up by our settings alone."""

import ctypes
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.workers.base import Worker

from reasonboard.config import Settings
from reasonboard.web.monitoring import metrics
from reasonboard.web.worker.worker import BufferingWorker

_M_ARENA_MAX, _M_MMAP_THRESHOLD = -8, -3
"""As in malloc.h."""


class Server(BaseApplication):  # type: ignore[misc]
    """gunicorn around an application that was made before the workers fork.

    It reads no configuration file and no GUNICORN_CMD_ARGS: the address it listens on is the one
    that was checked.
    """

    def __init__(self, application: Flask, settings: Settings, version: str) -> None:
        self._application = application
        self._settings = settings
        self._version = version
        _share_memory()
        import_module(
            "scipy.special"
        )  # once for the workers that are forked then: else it is loaded when it is used
        super().__init__()

    def load_config(self) -> None:
        settings = self._settings
        options: dict[str, Any] = {
            "bind": urlsplit(settings.address).netloc,
            "workers": settings.workers,
            "threads": max(2, settings.threads),  # beside the lane of an export
            "worker_class": BufferingWorker,
            "preload_app": True,
            "control_socket_disable": True,
            # The heartbeat files of the workers: in memory, so that the disk may be read-only.
            "worker_tmp_dir": "/dev/shm" if Path("/dev/shm").is_dir() else None,  # noqa: S108
            "timeout": 30,
            "graceful_timeout": 10,
            "loglevel": "warning",
            "when_ready": self._announce,
            "child_exit": self._forget,
        }
        for name, value in options.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        return self._application

    def _forget(self, _: object, worker: Worker) -> None:
        metrics.forget_process(worker.pid)

    def _announce(self, _: object) -> None:
        print(
            f"Reasonboard is at {self._settings.address} (data {self._version}). Stop it with Ctrl-C.",
            flush=True,
        )


def _share_memory() -> None:
    """Let the threads of a process take their memory from two heaps, not from one each, and large arrays from neither.

    Every heap keeps what it had at most: with sixteen threads that is a tenth of a worker's memory.
    """
    glibc = ctypes.CDLL(None)
    if hasattr(glibc, "mallopt"):
        glibc.mallopt(_M_ARENA_MAX, 2)
        glibc.mallopt(_M_MMAP_THRESHOLD, 1 << 18)
