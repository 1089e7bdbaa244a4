"""A real server as a process of its own."""

import http.client
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from tests.serving import COMMAND, free_port

_PATIENCE = 120
_STEPS, _IDLE = 3, 0.02
"""Nothing to do: in so many looks one after the other it took no more than so many seconds of a processor."""


@dataclass(frozen=True)
class Server:
    """A running `reasonboard serve`."""

    address: str
    """With a slash at its end."""
    port: int
    process: int
    rests: bool = True
    """Is it waited for until it has nothing to do?"""

    def get(self, path: str) -> bytes:
        """The body of a page; raises OSError where none is answered."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=_PATIENCE)
        try:
            connection.request("GET", f"/{path}")
            response = connection.getresponse()
            body = response.read()
        finally:
            connection.close()
        if response.status != http.client.OK:
            raise OSError(f"/{path}: HTTP {response.status}")
        return body

    def peak_memory(self) -> float:
        """The most memory that a worker had so far, in MB: resident, what it shares included."""
        return max(map(_high_water, self._workers()))

    def rest(self, quiet: float = 3.0) -> None:
        """Return when its workers have had nothing to do for so many seconds: new data keep them busy at first."""
        until = time.monotonic() + (_PATIENCE if self.rests else 0)
        steps = 0
        while steps < _STEPS and time.monotonic() < until:
            before = sum(map(_busy, self._workers()))
            time.sleep(quiet / _STEPS)
            steps = steps + 1 if sum(map(_busy, self._workers())) - before <= _IDLE else 0

    def _workers(self) -> list[int]:
        children = Path(f"/proc/{self.process}/task/{self.process}/children").read_text()
        return [int(one) for one in children.split()]


@contextmanager
def served(
    store: Path, workers: int = 1, *, rested: bool = True, ahead: bool = True
) -> Iterator[Server]:
    """A server that answers from this store as long as the block lasts; `rested` when its first pages are made,
    and whenever it is waited for.

    `ahead`: does it make charts before they are asked for?
    """
    with starting(store, workers, ahead=ahead) as (begun, process):
        _told(process)
        server = replace(begun, rests=rested)
        server.get("healthz")  # its workers are there
        server.rest()
        yield server


@contextmanager
def starting(
    store: Path, workers: int = 1, *, ahead: bool = True
) -> Iterator[tuple[Server, "subprocess.Popen[str]"]]:
    """The same, but it may not answer yet."""
    port = free_port()
    settings = {
        "PORT": str(port),
        "REASONBOARD_STORE": str(store),
        "REASONBOARD_WORKERS": str(workers),
        "REASONBOARD_PREFIX": "/",
        "REASONBOARD_AHEAD": "1" if ahead else "0",
    }
    with subprocess.Popen(
        [COMMAND, "serve"], env=os.environ | settings, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield Server(f"http://127.0.0.1:{port}/", port, process.pid), process
        finally:
            process.terminate()


def first_answer(server: Server, started: float) -> float:
    """Seconds from `started` (of time.perf_counter) to the first page that is answered."""
    while time.perf_counter() - started < _PATIENCE:
        try:
            server.get("")
            return time.perf_counter() - started
        except OSError:
            time.sleep(0.005)
    raise TimeoutError(f"no page within {_PATIENCE} s")


def _told(process: "subprocess.Popen[str]") -> None:
    line = process.stdout.readline() if process.stdout else ""
    if not line.startswith("Reasonboard is at "):
        raise OSError(f"the server did not start: {line}")


def _busy(process: int) -> float:
    """Seconds of processor time that it took so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _high_water(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text()
    line = next(one for one in status.splitlines() if one.startswith("VmHWM:"))
    return int(line.split()[1]) / 1000
