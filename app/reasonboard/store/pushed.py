"""Rows that other machines send: a file of JSON lines for each load, which is read like any other file."""

import fcntl
import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from typing import NamedTuple

from reasonboard.store.sealed import write_whole

FOLDER = "pushed"
_SUFFIX = ".jsonl"
LARGEST = 64 * 1024 * 1024
"""Bytes of the rows of one load."""
_LONGEST = 1024 * 1024
"""More bytes than are sent at once."""
MOST = 1000
"""So many loads have rows."""
MOST_SHOWN = 5
"""Rows that are set aside of a load for which the reason is kept."""
_ASIDE, _COLUMNS = ".aside.json", ".columns.json"


class Before(NamedTuple):
    """What is known of the rows of a load before others are added."""

    columns: tuple[str, ...] = ()
    """All of them, in the order in which they came."""
    first: bytes = b""
    """The first row."""


class Aside(NamedTuple):
    """Rows of a load that were taken, but are not shown."""

    rows: int = 0
    reasons: Sequence[str] = ()
    """Why, of the first of them: a line each."""
    problem: str = ""
    """Why nothing more of the load can be shown; "" if it can."""

    def lines(self, name: str) -> list[str]:
        """What the owner of the rows has to know, in a line each."""
        lines = [f"Nothing more of {name} can be shown: {self.problem}."] if self.problem else []
        if self.rows:
            are = "row is" if self.rows == 1 else "rows are"
            lines.append(f"{self.rows} {are} set aside of {name}: {'; '.join(self.reasons)}.")
        return lines


class FullError(Exception):
    """Why there is no room for more rows: one line."""


def append(
    store: Path,
    name: str,
    lines: bytes,
    judge: Callable[[Before], list[str]] = lambda before: list(before.columns),
) -> None:
    """Add whole lines to the rows of a load: all of them or none, and on the disk when this returns.

    `judge` gets what is known of the rows before, and gives all columns after; what it raises ends this, and nothing
    is added. Raises FullError where there are too many, OSError where the disk is full.
    """
    path = _path(store, name)
    path.parent.mkdir(exist_ok=True)
    if not path.exists() and sum(1 for _ in path.parent.glob(f"*{_SUFFIX}")) >= MOST:
        raise FullError(f"{MOST:,} loads have rows, the most that are kept.")
    before = _before(path)
    columns = judge(before)  # what is refused here leaves no file
    with _locked(path) as file:
        size = _cut_off(file)
        if (now := _before(path)) != before:
            columns = judge(now)
        if columns != list(before.columns):
            write_whole(path.with_name(f"{name}{_COLUMNS}"), json.dumps(columns))
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


def aside(store: Path, name: str) -> Aside:
    """The rows of a load that are set aside."""
    try:
        rows, reasons, problem = json.loads(
            (store / FOLDER / f"{name}{_ASIDE}").read_text(encoding="utf-8")
        )
        return Aside(int(rows), tuple(map(str, reasons)), str(problem))
    except (OSError, ValueError, TypeError):
        return Aside()  # none were, or the file is not ours


def asides(store: Path) -> dict[str, Aside]:
    """Of each load with rows: those that are set aside."""
    paths = sorted((store / FOLDER).glob(f"*{_ASIDE}"))
    return {name: aside(store, name) for name in (path.name.removesuffix(_ASIDE) for path in paths)}


def note_aside(store: Path, name: str, aside: Aside) -> None:
    """Keep which rows of a load are set aside. Raises OSError."""
    if _path(store, name).exists():  # it may have been removed meanwhile
        write_whole(store / FOLDER / f"{name}{_ASIDE}", json.dumps(aside))


def changed(store: Path, name: str) -> float:
    """When rows of a load came last, in seconds since 1970; 0 without any."""
    try:
        return _path(store, name).stat().st_mtime
    except OSError:
        return 0


def names(store: Path) -> list[str]:
    """The loads that have rows."""
    return sorted(path.stem for path in (store / FOLDER).glob(f"*{_SUFFIX}"))


def relative(name: str) -> str:
    """The file of the rows of a load, from the folder of the store."""
    return f"{FOLDER}/{name}{_SUFFIX}"


def remove(store: Path, name: str) -> None:
    """Remove the rows of a load, where there are any."""
    for suffix in (_SUFFIX, _COLUMNS, _ASIDE):
        (store / FOLDER / f"{name}{suffix}").unlink(missing_ok=True)


def _before(path: Path) -> Before:
    """What is known of the rows in a file; Raises OSError."""
    try:
        with path.open("rb") as file:
            first = file.readline(_LONGEST)
            if not first.endswith(b"\n"):
                return Before()
            listed = path.with_name(f"{path.stem}{_COLUMNS}")
            if listed.exists():
                columns = json.loads(listed.read_text(encoding="utf-8"))
            else:
                rows = (json.loads(line) for line in (first, *file) if line.endswith(b"\n"))
                columns = dict.fromkeys(key for row in rows for key in row)
    except FileNotFoundError:
        return Before()
    return Before(tuple(columns), first)


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
