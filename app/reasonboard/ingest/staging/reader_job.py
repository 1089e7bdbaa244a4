"""What the process does that reads files: each job in a process of its own, with limits, so that it can break no other.

It takes pickled `Job`s from its input, one after the other, and writes pickled messages to its output: before each file
how many are done, and at the end a `Staged` or the error. Imports take most of the time of a small job.
"""

import os
import pickle
import resource
import signal
import sys
from typing import BinaryIO

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.staging.reader_messages import (
    ERRORS,
    OUT_OF_MEMORY,
    Job,
    Limits,
    Message,
)
from reasonboard.ingest.staging.reading import read_all
from reasonboard.ingest.staging.staging import Staging
from reasonboard.store.process import ends_with

_MEGABYTE = 1024**2


def run() -> int:
    """Read what the input asks for, until it ends or a job fails: this process ends then as that did."""
    while True:
        try:
            job: Job = pickle.load(sys.stdin.buffer)  # noqa: S301  (from who started this process)
        except EOFError:
            return 0
        this = os.getpid()
        child = os.fork()
        if not child:
            os._exit(_run(job) if ends_with(this) else 0)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if code < 0:
            os.kill(this, -code)
        if code:
            return code


def _run(job: Job) -> int:
    """Do a job; the exit code."""
    messages = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    with (job.folder / ERRORS).open("ab") as errors:
        os.dup2(errors.fileno(), sys.stderr.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints is no message
    limits = job.options.get("limits", Limits())
    _limit(limits.memory)
    try:
        message = _read(job, limits.seconds, messages)
    except MemoryError:
        return OUT_OF_MEMORY
    _send(messages, message)
    return 0


def _read(job: Job, seconds: float, messages: BinaryIO) -> Message:
    def renew() -> None:
        signal.setitimer(signal.ITIMER_REAL, seconds)  # SIGALRM ends the process

    def begin(done: int) -> None:
        renew()
        _send(messages, done)

    try:
        with Staging(
            job.folder, job.loaded_as, job.loaded_digests, renew, running=job.running, **job.options
        ) as staging:
            read_all(job.files, staging, begin)
            return staging.finished()
    except IngestError as error:
        return IngestError(str(error))
    except OSError as error:
        return OSError(0, error.strerror or str(error))


def _limit(megabytes: int) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    wanted_bytes = megabytes * _MEGABYTE
    limit = wanted_bytes if most == resource.RLIM_INFINITY else min(wanted_bytes, most)
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _send(messages: BinaryIO, message: Message) -> None:
    pickle.dump(message, messages)
    messages.flush()
