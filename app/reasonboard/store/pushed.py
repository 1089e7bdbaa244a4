"""Rows that other machines send: a file of JSON lines for each load, which is read like any other file."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path

FOLDER = "pushed"
_SUFFIX = ".jsonl"
LARGEST = 64 * 1024 * 1024
"""Bytes of the rows of one load."""
_LONGEST = 1024 * 1024
"""More bytes than are sent at once."""
MOST = 1000
"""So many loads have rows."""


class FullError(Exception):
    """Why there is no room for more rows: one line."""


def append(store: Path, name: str, lines: bytes) -> None:
    """Add whole lines to the rows of a load: all of them or none, and on the disk when this returns.

    Raises FullError where there are too many, OSError where the disk is full.
    """
    path = _path(store, name)
    path.parent.mkdir(exist_ok=True)
    if not path.exists() and sum(1 for _ in path.parent.glob(f"*{_SUFFIX}")) >= MOST:
        raise FullError(f"{MOST:,} loads have rows, the most that are kept.")
    with _locked(path) as file:
        size = _cut_off(file)
        if size + len(lines) > LARGEST:
            raise FullError(
                f"{name} has {size:,} bytes of rows already (expected at most {LARGEST:,})."
            )
        try:
            left = memoryview(lines)
            while left:
                left = left[file.write(left) :]
            os.fsync(file.fileno())
        except OSError:
            file.truncate(size)
            raise


def names(store: Path) -> list[str]:
    """The loads that have rows."""
    return sorted(path.stem for path in (store / FOLDER).glob(f"*{_SUFFIX}"))


def relative(name: str) -> str:
    """The file of the rows of a load, from the folder of the store."""
    return f"{FOLDER}/{name}{_SUFFIX}"


def remove(store: Path, name: str) -> None:
    """Remove the rows of a load, where there are any."""
    _path(store, name).unlink(missing_ok=True)


def _cut_off(file: FileIO) -> int:
    """Remove the torn last line of a killed worker, whose sender got no answer; the size of the file then."""
    size = file.seek(0, os.SEEK_END)
    begin = max(0, size - _LONGEST)
    file.seek(begin)
    complete_size = begin + file.read(size - begin).rfind(b"\n") + 1
    if complete_size < size:
        file.truncate(complete_size)
    return complete_size


@contextmanager
def _locked(path: Path) -> Iterator[FileIO]:
    """The file, unbuffered, for this process alone as long as the block lasts: several workers may add to it."""
    with path.open("a+b", buffering=0) as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield file


def _path(store: Path, name: str) -> Path:
    return store / relative(name)
