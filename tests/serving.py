"""The dashboard as its command serves it, on a free port of this machine, for browsers."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

COMMAND = str(Path(sys.executable).with_name("reasonboard"))


@contextmanager
def serving(
    store: Path, prefix: str = "/", *, ahead: bool = True, workers: int = 1
) -> Iterator[str]:
    """The address of a server that answers from this store as long as the block lasts.

    `ahead`: does it make charts before they are asked for?
    """
    port = free_port()
    settings = {"PORT": str(port), "REASONBOARD_STORE": str(store), "REASONBOARD_PREFIX": prefix,
                "REASONBOARD_WORKERS": str(workers), "REASONBOARD_AHEAD": str(int(ahead))}  # fmt: skip
    with subprocess.Popen(
        [COMMAND, "serve"], env=os.environ | settings, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            told = server.stdout.readline() if server.stdout else ""
            assert told.startswith("Reasonboard is at "), told
            yield f"http://127.0.0.1:{port}{prefix}"
        finally:
            server.terminate()


def free_port() -> int:
    """A port of this machine that nobody listens on just now."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])
