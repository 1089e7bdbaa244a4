"""Reading in a process of its own, which a file may crash, fill or stall: what is left of it is one line."""

import os
import pickle
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypedDict, Unpack

import reasonboard
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.staging.reader_messages import OUT_OF_MEMORY, Job, Limits, Message, Named
from reasonboard.ingest.staging.staged import Staged

_ROOT = Path(reasonboard.__file__).resolve().parent.parent
_ERRORS = "errors"
"""The file in the folder of a load with what the process wrote to its standard error."""
_MOST_READ = 100_000
_NO_MEMORY = re.compile(
    r"memory allocation of|MemoryError|bad_alloc|failed to allocate|cannot allocate memory|out of memory",
    re.IGNORECASE,
)
_LONGEST = 200


class ReadOptions(TypedDict, total=False):
    """How files are read."""

    strict: bool
    """Are files of no known tool refused, and answers that cannot be read beside their results?"""
    extra_settings: frozenset[str]
    """Names of settings that are kept besides the usual ones."""
    unit: str | None
    """Of the values of tables that state none: fraction, percent or tokens."""
    seed_from: str | None
    """The pattern by which paths name the seed of a training (seeds.py)."""
    limits: Limits
    """Of the memory and time that reading may take."""


def read_isolated(
    files: Sequence[File],
    folder: Path,
    loaded_as: str,
    loaded_digests: Callable[[], set[tuple[str, str]]],
    *,
    seen: Callable[[int], None],
    running: bool = False,
    **options: Unpack[ReadOptions],
) -> Staged:
    """Read the files into the folder; `seen` is called with how many are done.

    `loaded_digests` gives those of the files that are loaded already, and of their content: while the process starts.

    Raises IngestError for the first file that is damaged or that reading did not survive, OSError where
    the rows cannot be written. Of `running` files one that is damaged is refused alone.
    """
    named = [Named(file.path, file.name, file.place, file.pushed_as) for file in files]
    limits = options.get("limits", Limits())
    extra_settings = options.get("extra_settings", frozenset())
    strict = options.get("strict", False)
    unit = options.get("unit")
    seed_from = options.get("seed_from")
    done = 0
    with _process(folder) as process:
        job = Job(
            named,
            folder,
            loaded_as,
            loaded_digests(),
            extra_settings,
            strict,
            limits,
            running,
            unit,
            seed_from,
        )
        for message in _messages(process, job):
            if isinstance(message, Staged):
                return message
            if isinstance(message, Exception):
                raise message
            done = message
            seen(done)
        code = process.wait()
    name = files[min(done, len(files) - 1)].name
    raise IngestError(f"{name}: {_death(code, limits, folder / _ERRORS)}")


@contextmanager
def _process(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The process, which has ended after the block."""
    single = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MALLOC_ARENA_MAX"), "1")
    with (
        (folder / _ERRORS).open("wb") as errors,
        subprocess.Popen(  # noqa: S603  (our own code and number)
            # -P: no module of the folder that the command was started in is taken for one of ours.
            [
                sys.executable,
                "-P",
                "-m",
                "reasonboard.ingest.staging.reader_process",
                str(os.getpid()),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=os.environ | single | {"PYTHONPATH": str(_ROOT)},
        ) as process,
    ):
        try:
            yield process
        finally:
            process.kill()


def _messages(process: "subprocess.Popen[bytes]", job: Job) -> Iterator[Message]:
    """What the process says, until it ends."""
    if process.stdin is None or process.stdout is None:
        return
    try:
        pickle.dump(job, process.stdin)
        process.stdin.close()
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
