"""Files that others can write to: each is opened here, so that none makes anybody wait or is swapped for another."""

import errno
import os
import re
import stat
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from contextvars import copy_context
from io import BufferedReader
from pathlib import Path
from typing import Protocol, TypeVar

_FLAGS = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_DESCRIPTORS = "/dev/fd"
_DESCRIPTOR = re.compile(rf"{_DESCRIPTORS}/\d+")
_MOST_CALLS = 128
"""Calls that may wait for files at once in a process, with those that no request waits for any longer."""

_Value = TypeVar("_Value")


class _Descriptor(Protocol):
    def fileno(self) -> int: ...


@contextmanager
def opened(path: Path, *, links: bool = True) -> Iterator[BufferedReader]:
    """A regular file, open to be read from its beginning.

    It is judged by its descriptor, and opening it waits for nobody: no writer of a pipe, no holder of a lease.

    Raises OSError for what cannot be opened or is no regular file, and for a link where `links` are not wanted.
    """
    try:
        descriptor = os.open(path, _FLAGS | (0 if links else os.O_NOFOLLOW))
    except ValueError as error:  # a NUL in the name
        raise OSError(errno.EINVAL, str(error)) from None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "not a regular file")
        with open(descriptor, "rb", closefd=False) as file:
            yield file
    finally:
        os.close(descriptor)


def read(path: Path, most: int, *, links: bool = True) -> bytes:
    """The content of a file; raises OSError as `opened` does, and for one of more than `most` bytes."""
    with opened(path, links=links) as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, f"more than {most:,} bytes")
    return content


def age(path: Path, gone: float = 0.0) -> float:
    """Seconds since a file was changed; `gone` if it is not there any more."""
    try:
        return time.time() - path.stat().st_mtime
    except FileNotFoundError:
        return gone


def reached(file: _Descriptor) -> Path:
    """A path by which a library opens this very file, whatever has its name by now. It is good until it is closed."""
    return Path(f"{_DESCRIPTORS}/{file.fileno()}")


def with_name(text: str, name: str) -> str:
    """The words of a library on a file that it opened by `reached`, with the name that people know."""
    return _DESCRIPTOR.sub(lambda _: name, text)


class _Calls:
    lock = threading.Lock()
    free = threading.BoundedSemaphore(_MOST_CALLS)
    late: set[Path] = set()  # noqa: RUF012  (of the process)
    """Files that a call is still at, though the request has its answer."""


def within(seconds: float, path: Path, call: Callable[[], _Value]) -> _Value:
    """What `call` returns of a file. Raises TimeoutError where that takes longer, as on a share that does not answer.

    The call then goes on by itself, and until it is through each other one on that file is refused at once.
    """
    if path in _Calls.late or not _Calls.free.acquire(blocking=False):
        raise TimeoutError
    done: Future[_Value] = Future()

    def work() -> None:
        try:
            done.set_result(call())
        except BaseException as error:  # noqa: BLE001  (whoever waits gets it)
            done.set_exception(error)
        finally:
            _Calls.free.release()
            with _Calls.lock:
                _Calls.late.discard(path)

    context = copy_context()
    threading.Thread(target=context.run, args=(work,), daemon=True).start()  # it may never end
    wait([done], seconds)
    with _Calls.lock:
        if not done.done():
            _Calls.late.add(path)
            raise TimeoutError
    return done.result()
