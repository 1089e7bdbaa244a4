"""Runs commands of the product, each in a process forked from one that has imported it already.

`python -m scripts.prove.launcher` reads a job per line (JSON) and writes a line on what became of it. No database
is open in the parent, so a fork is safe, and a command takes no second to start.
"""

import atexit
import io
import json
import os
import resource
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from typing import NamedTuple

from reasonboard import config
from reasonboard.cli import data, load, remote, store, study, watch  # noqa: F401  (before the fork)
from reasonboard.cli import main as cli
from reasonboard.ingest.readers import registry  # noqa: F401  (before the fork, too)
from reasonboard.ingest.snapshot.publish import publish
from scripts.prove.faults import Faults

PUBLISH = "publish"
"""A command of the campaign alone: what `serve` does before it listens."""
_CALLS = "calls.txt"


class Job(NamedTuple):
    """A command and what is done to it."""

    arguments: list[str]
    environ: dict[str, str]
    folder: str
    """Where it starts, and where `out`, `err` and `calls.txt` are written."""
    patience: float
    """Seconds after which it is killed as a failure."""
    kill_after: float = 0
    """Seconds after which it is killed on purpose; 0: never."""
    kill_at: int = 0
    """It kills itself before this call (see Faults); 0: never, -1: the calls are only counted."""
    power: bool = False
    address_space: int = 0
    """RLIMIT_AS in bytes; 0: none."""
    file_size: int = 0
    """RLIMIT_FSIZE in bytes; 0: none."""
    terminal: bool = False
    """Does its output say of itself that it is a terminal?"""


class _Terminal(io.TextIOWrapper):
    """Output that a person reads."""

    def isatty(self) -> bool:
        return True


def main() -> None:
    """Answer jobs until there are no more."""
    for line in sys.stdin:
        job = Job(*json.loads(line))
        print(json.dumps(_run_to_end(job)), flush=True)


def _run_to_end(job: Job) -> dict[str, float | int | bool]:
    started = time.monotonic()
    child = os.fork()
    if child == 0:
        _exec(job)
    late = not _waits(child, job.kill_after or job.patience)
    if late:
        os.kill(child, signal.SIGKILL)
    _, status, usage = os.wait4(child, 0)
    seconds = time.monotonic() - started
    orphans = _end_group(child)
    return {
        "code": os.waitstatus_to_exitcode(status),
        "seconds": seconds,
        "megabytes": usage.ru_maxrss / 1024,
        "late": late and not job.kill_after,
        "orphans": orphans,
    }


def _waits(child: int, seconds: float) -> bool:
    """Did the child end by itself within these seconds?"""
    descriptor = os.pidfd_open(child)
    try:
        return bool(select.select([descriptor], [], [], seconds)[0])
    finally:
        os.close(descriptor)


def _end_group(group: int) -> bool:
    """End what the child started and left running; was there anything three seconds later?"""
    for _ in range(60):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.05)
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def _exec(job: Job) -> None:
    """Be the command: this process returns never."""
    code = 1
    try:
        _prepare(job)
        faults = Faults(job.kill_at, power=job.power)
        if job.kill_at:
            faults.install()
        code = _run(job.arguments)
        if job.kill_at == -1:
            _write(_CALLS, str(faults.calls))
    except BaseException:  # noqa: BLE001  (as the interpreter does at its top)
        traceback.print_exc()
    finally:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _prepare(job: Job) -> None:
    os.setpgid(0, 0)
    os.chdir(job.folder)
    os.environ.update(job.environ)
    for name, descriptor in (("out", 1), ("err", 2)):
        opened = os.open(name, os.O_CREAT | os.O_TRUNC | os.O_WRONLY)
        os.dup2(opened, descriptor)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    output = os.fdopen(1, "wb", closefd=False)
    sys.stdout = (_Terminal if job.terminal else io.TextIOWrapper)(output, encoding="utf-8")
    sys.stderr = os.fdopen(
        2, "w", closefd=False, buffering=1, encoding="utf-8", errors="backslashreplace"
    )
    for limit, value in (
        (resource.RLIMIT_AS, job.address_space),
        (resource.RLIMIT_FSIZE, job.file_size),
    ):
        if value:
            resource.setrlimit(limit, (value, value))
    if job.file_size:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


def _run(arguments: Sequence[str]) -> int:
    """The exit code of the command."""
    command: Callable[[Sequence[str]], int] = _publish if arguments[0] == PUBLISH else cli.main
    try:
        return command(arguments)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)


def _publish(_: Sequence[str]) -> int:
    settings = config.read()
    publish(settings.data, settings.store)
    return 0


def _write(name: str, text: str) -> None:
    descriptor = os.open(name, os.O_CREAT | os.O_TRUNC | os.O_WRONLY)
    os.write(descriptor, text.encode())
    os.close(descriptor)


if __name__ == "__main__":
    main()
