"""The folder in which the worker processes of a server share their metrics.

This module does not import prometheus_client, which looks for the folder when it is imported.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""Where prometheus_client reads the path of the folder."""
_IN_MEMORY = Path("/dev/shm")  # noqa: S108


@contextmanager
def shared_metrics() -> Iterator[None]:
    """Processes that are forked inside the block share their metrics; the folder is gone after it."""
    owner = os.getpid()
    place = _IN_MEMORY if os.access(_IN_MEMORY, os.W_OK) else None
    folder = tempfile.mkdtemp(prefix=f"reasonboard-metrics-{owner}-", dir=place)
    os.environ[VARIABLE] = folder
    try:
        yield
    finally:
        if os.getpid() == owner:  # a forked process leaves the block, too
            del os.environ[VARIABLE]
            shutil.rmtree(folder, ignore_errors=True)
