"""A server as `reasonboard serve` starts it, with its log, and what its processes hold."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from scripts.prove.client import Answer, Reader
from scripts.prove.outcome import expect
from tests.serving import COMMAND, free_port

_PATIENCE = 60.0


class Memory(NamedTuple):
    """What a process holds."""

    megabytes: float
    """Resident, and of no other process."""
    threads: int
    descriptors: int


class Dashboard(NamedTuple):
    """A running server."""

    port: int
    process: int
    log: Path
    """What it writes to stdout and stderr."""

    def get(self, path: str) -> Answer:
        """The answer to a GET on a connection of its own; raises OSError where none comes."""
        with Reader(self.port) as reader:
            return reader.get(path)

    def workers(self) -> list[int]:
        """The processes that answer."""
        try:
            text = Path(f"/proc/{self.process}/task/{self.process}/children").read_text()
        except FileNotFoundError:
            return []
        return [int(child) for child in text.split()]

    def check_log(self) -> None:
        """Raise Wrong where the log has a traceback."""
        text = self.log.read_text(errors="replace")
        start = text.find("Traceback (most recent call last)")
        expect(start < 0, f"a traceback in the log: {_end_of_traceback(text[start:])}")

    def wait(self, seconds: float = _PATIENCE) -> None:
        """Return when it answers; raises OSError where it does not within these seconds."""
        until = time.monotonic() + seconds
        while True:
            try:
                if self.get("/healthz").status == 200:  # noqa: PLR2004
                    return
            except OSError:
                pass
            if time.monotonic() > until:
                raise OSError(f"no answer within {seconds} s: {self.log.read_text()[-500:]}")
            time.sleep(0.1)


@contextmanager
def dashboard(
    store: Path, data: Path, workers: int = 2, more: Mapping[str, str] | None = None
) -> Iterator[Dashboard]:
    """A server on this store and these sources as long as the block lasts; `more` are other settings."""
    port = free_port()
    settings = {
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "REASONBOARD_STORE": str(store),
        "REASONBOARD_DATA": str(data),
        "REASONBOARD_WORKERS": str(workers),
        "REASONBOARD_PREFIX": "/",
        **(more or {}),
    }
    log = (
        store.parent.parent / f"server-{port}.log"
    )  # on another disk, where the store has one of its own
    with (
        log.open("w") as output,
        subprocess.Popen(
            [COMMAND, "serve"], env=os.environ | settings, stdout=output, stderr=output
        ) as process,
    ):
        try:
            server = Dashboard(port, process.pid, log)
            server.wait()
            yield server
        finally:
            process.terminate()
            _wait_or_kill(process)


def memory_of(process: int) -> Memory:
    """What the process holds now; raises OSError where it has ended."""
    folder = Path(f"/proc/{process}")
    lines = (folder / "smaps_rollup").read_text().splitlines()
    private = sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))
    threads = sum(1 for _ in (folder / "task").iterdir())
    return Memory(private / 1024, threads, sum(1 for _ in (folder / "fd").iterdir()))


def _wait_or_kill(process: "subprocess.Popen[bytes]") -> None:
    """A server that does not end in time is killed with its workers: they are its children."""
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        for number in (process.pid, *map(int, children)):
            os.kill(number, signal.SIGKILL)


def _end_of_traceback(text: str) -> str:
    """The line that says what went wrong."""
    lines = text.splitlines()[1:]
    return next((line for line in lines if line and not line.startswith(" ")), "?")[:300]
