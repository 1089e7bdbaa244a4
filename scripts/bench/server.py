"""A real server as a process of its own."""

import http.client
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.serving import COMMAND, free_port

_PATIENCE = 120


@dataclass(frozen=True)
class Server:
    """A running `reasonboard serve`."""

    address: str
    """With a slash at its end."""
    port: int
    process: int

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
        return max(map(high_water, self._workers()))

    def processor_seconds(self) -> float:
        """What the workers used so far."""
        return sum(map(processor_seconds, self._workers()))

    def _workers(self) -> list[int]:
        children = Path(f"/proc/{self.process}/task/{self.process}/children").read_text()
        return [int(part) for part in children.split()]


@contextmanager
def served(store: Path, workers: int = 1) -> Iterator[Server]:
    """A server that answers from this store as long as the block lasts."""
    with starting(store, workers) as (server, process):
        _wait_for_address(process)
        server.get("healthz")  # its workers are there
        yield server


@contextmanager
def starting(store: Path, workers: int = 1) -> Iterator[tuple[Server, "subprocess.Popen[str]"]]:
    """The same, but it may not answer yet."""
    port = free_port()
    settings = {
        "PORT": str(port),
        "REASONBOARD_STORE": str(store),
        "REASONBOARD_WORKERS": str(workers),
        "REASONBOARD_PREFIX": "/",
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


def _wait_for_address(process: "subprocess.Popen[str]") -> None:
    line = process.stdout.readline() if process.stdout else ""
    if not line.startswith("Reasonboard is at "):
        raise OSError(f"the server did not start: {line}")


def high_water(process: int) -> float:
    """The most MB that a process had in memory so far. Raises OSError if it is gone."""
    status = Path(f"/proc/{process}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) / 1000


def processor_seconds(process: int) -> float:
    """What a process used so far. Raises OSError if it is gone."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")
