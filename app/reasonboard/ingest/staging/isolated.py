"""Reading in a process of its own, which a file may crash, fill or stall: what is left of it is one line."""

import atexit
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, Unpack

import reasonboard
from reasonboard.ingest.formats.errors import IngestError, NothingReadError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.staging.reader_messages import (
    ERRORS,
    OUT_OF_MEMORY,
    Job,
    Limits,
    Message,
    ReadOptions,
)
from reasonboard.ingest.staging.staged import Staged

_ROOT = Path(reasonboard.__file__).resolve().parent.parent
_own = threading.local()
"""`waiting` is the process that did the last job of this thread, with which it ends, and waits for the next."""
_MOST_READ = 100_000
_MOST_BROKEN = 3
"""How many files of a load may break the process that reads them."""
_NO_MEMORY = re.compile(
    r"memory allocation of|MemoryError|bad_alloc|failed to allocate|cannot allocate memory|out of memory",
    re.IGNORECASE,
)
_LONGEST = 200


def read_isolated(
    files: Sequence[File],
    folder: Path,
    loaded_as: str,
    loaded_digests: AbstractSet[tuple[str, str]],
    *,
    seen: Callable[[int], None],
    running: bool = False,
    **options: Unpack[ReadOptions],
) -> Staged:
    """Read the files into the folder; `seen` is called with how many are done.

    `loaded_digests` are those of the files that are loaded already, and of their content.

    A file that reading does not survive is refused, and the others are read again without it. Raises IngestError if
    that is all there is, after a few of them, and with `strict` for the first file that is damaged; OSError where the
    rows cannot be written.
    """
    left, broken = list(files), dict[str, str]()
    while True:
        # The process was started in a folder that may be another by now.
        absolute = [replace(file, path=file.path.absolute()) for file in left]
        job = Job(absolute, folder, loaded_as, set(loaded_digests), running, options)
        result = _read(job, folder, seen)
        if isinstance(result, Staged):
            result.refused = broken | result.refused
            return result
        file = left.pop(min(result.done, len(left) - 1))
        broken[file.name] = f"{file.name}: {result.reason}"
        if not left:
            raise NothingReadError(list(broken.values()))
        if options.get("strict") or len(broken) > _MOST_BROKEN:
            raise IngestError(broken[file.name])


class _Death(NamedTuple):
    """That reading ended early: how many files were done, and why it ended."""

    done: int
    reason: str


def _read(job: Job, folder: Path, seen: Callable[[int], None]) -> Staged | _Death:
    """What a process of its own reads; raises what it raises."""
    done = 0
    with _process(folder) as process:
        for message in _messages(process, job):
            if isinstance(message, int):
                done = message
                seen(done)
                continue
            _own.waiting = process
            if isinstance(message, Exception):
                raise message
            return message
        code = process.wait()
    limits = job.options.get("limits", Limits())
    return _Death(done, _death(code, limits, folder / ERRORS))


@contextmanager
def _process(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The process that waits, or a new one; it is ended after the block if it does not wait again."""
    process = _own.__dict__.pop("waiting", None)
    if process is None or process.poll() is not None:
        process = _started(folder)
    try:
        yield process
    finally:
        if _own.__dict__.get("waiting") is not process:
            _end(process)


def processor_seconds() -> float:
    """What the process that waits for the next job of this thread has used for all of its jobs."""
    process = _own.__dict__.get("waiting")
    if process is None:
        return 0.0  # what one that has ended used is counted with this process
    try:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0  # a system without them
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def _end(process: "subprocess.Popen[bytes]") -> None:
    with process:
        process.kill()


@atexit.register
def _end_waiting() -> None:
    if process := _own.__dict__.pop("waiting", None):
        _end(process)


def _forget() -> None:
    """In a process that was forked: it waits for the other one."""
    _own.__dict__.clear()


os.register_at_fork(after_in_child=_forget)


def _started(folder: Path) -> "subprocess.Popen[bytes]":
    single = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MALLOC_ARENA_MAX"), "1")
    # -P: no module of the folder that the command was started in is taken for one of ours.
    command = (sys.executable, "-P", "-m", "reasonboard.ingest.staging.reader_process")
    with (folder / ERRORS).open("wb") as errors:
        return subprocess.Popen(  # noqa: S603  (our own code and number)
            [*command, str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=os.environ | single | {"PYTHONPATH": str(_ROOT)},
        )


def _messages(process: "subprocess.Popen[bytes]", job: Job) -> Iterator[Message]:
    """What the process says, until it ends."""
    if process.stdin is None or process.stdout is None:
        return
    try:
        pickle.dump(job, process.stdin)
        process.stdin.flush()
        while True:
            yield pickle.load(process.stdout)  # noqa: S301  (what we started with our own code)
    except (EOFError, pickle.UnpicklingError, BrokenPipeError):
        return


def _death(code: int, limits: Limits, errors: Path) -> str:
    """Why the process ended before it had read everything."""
    with errors.open("rb") as opened:
        stderr = opened.read(_MOST_READ).decode("utf-8", "replace").strip()
    if code == -signal.SIGALRM:
        return (
            f"the reader took more than {limits.seconds:g} s (expected a smaller file, or more time: "
            "REASONBOARD_READER_SECONDS)"
        )
    if code in (OUT_OF_MEMORY, -signal.SIGKILL) or _NO_MEMORY.search(stderr):
        return (
            f"the reader needs more than {limits.memory} MB of memory (expected a smaller file, or more "
            "memory: REASONBOARD_READER_MEMORY)"
        )
    if code < 0:
        return f"the reader crashed by {signal.Signals(-code).name} (expected an undamaged file)"
    reason = stderr.splitlines()[-1][:_LONGEST] if stderr else f"exit code {code}"
    return f"the reader failed with {reason} (expected an undamaged file)"
