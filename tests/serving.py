"""The dashboard as its command serves it, on a free port of this machine, for browsers."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

COMMAND = str(Path(sys.executable).with_name("reasonboard"))


@contextmanager
def serving(
    store: Path,
    prefix: str = "/",
    *,
    log: Path | None = None,
    settings: Mapping[str, str] | None = None,
    command: str = COMMAND,
    arguments: Sequence[str] = (),
) -> Iterator[str]:
    """The address of a server that answers from this store as long as the block lasts.

    What it writes while it answers goes to the
    file `log`, where one is named; `settings` are more of the environment.
    """
    port = free_port()
    environ = {"PORT": str(port), "REASONBOARD_STORE": str(store), "REASONBOARD_PREFIX": prefix,
                "REASONBOARD_WORKERS": "1"}  # fmt: skip
    environ |= settings or {}
    with ExitStack() as stack:
        output = stack.enter_context(log.open("wb")) if log else subprocess.PIPE
        errors = subprocess.STDOUT if log else None
        server = stack.enter_context(
            subprocess.Popen(
                [command, "serve", *arguments],
                env=os.environ | environ,
                stdout=output,
                stderr=errors,
            )
        )
        stack.callback(server.terminate)
        greeting = _first_line(server, log)
        assert greeting.startswith("Reasonboard is at "), greeting
        yield f"http://127.0.0.1:{port}{prefix}"


def _first_line(server: "subprocess.Popen[bytes]", log: Path | None) -> str:
    """What the server says first, on its output or in its log."""
    if server.stdout:
        return server.stdout.readline().decode()
    assert log is not None
    while server.poll() is None and b"\n" not in log.read_bytes():
        time.sleep(0.05)
    return log.read_text()


def free_port() -> int:
    """A port of this machine that nobody listens on just now."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def logged(log: Path, path: str, number: int = 1) -> list[dict[str, Any]]:
    """The lines that a server has written of requests for a path, once there are that many.

    An answer may be there before its line is.
    """
    until = time.monotonic() + 10
    while True:
        lines = [line for line in log.read_text().splitlines() if line.startswith("{")]
        entries = [entry for entry in map(json.loads, lines) if entry["path"] == path]
        if len(entries) >= number or time.monotonic() > until:
            return entries
        time.sleep(0.05)
