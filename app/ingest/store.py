"""The store: a folder of immutable snapshots, a pointer that names the current one, and a lock."""

import fcntl
import hashlib
import json
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

from app.config import POINTER, SPILLED

Entry = dict[str, Any]
"""What the pointer says of a snapshot: file, version, sha256, the day it was made, digests of what it
follows from (`base`) and of the scripts of its tables (`tables`), and the entries `before` it."""
KEPT = 3
"""So many snapshots are kept: the current one and those that `rollback` goes back to."""
PATIENCE = 30.0
"""Seconds that one command waits for another to finish with the store."""
_LONGEST_ANSWER = 24 * 3600.0
"""Seconds after which nobody reads an answer any more."""


class StoreError(Exception):
    """Why the store cannot be written to, and what to do: one line."""


def current(store: Path) -> Entry:
    """What the pointer says; {} where there is none that can be read."""
    try:
        entry: Entry = json.loads((store / POINTER).read_text())
        return entry if Path(entry["file"]).name == entry["file"] else {}
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return {}


def sound(store: Path, entry: Entry) -> bool:
    """Is the current snapshot there? Raises StoreError if its file is not as it was written."""
    path = store / entry["file"]
    if not path.is_file():
        return False
    if _digest(path) != entry["sha256"]:
        raise StoreError(
            f"{path}: damaged (its content is not what was written). Remove it and start again"
        )
    return True


def earlier(store: Path, entry: Entry) -> list[Entry]:
    """The entries before this one whose snapshots are still kept, the latest first."""
    return [one for one in entry.get("before", []) if (store / Path(one["file"]).name).is_file()]


def add(store: Path, building: Path, version: str, base: str, tables: str) -> None:
    """Take the finished file `building` in as the snapshot of this version, and point to it."""
    entry = current(store)
    final = store / f"results-{version}.duckdb"
    sha256 = _digest(building)
    building.replace(final)
    before = entry.get("before", [])
    if entry and entry.get("version") != version:
        before = [{key: value for key, value in entry.items() if key != "before"}, *before]
    made = datetime.now(UTC).date().isoformat()
    new = {
        "file": final.name, "version": version, "sha256": sha256, "made": made, "base": base, "tables": tables,
        "before": [one for one in before if one["file"] != final.name][: KEPT - 1],
    }  # fmt: skip
    point(store, new)


def point(store: Path, entry: Entry) -> None:
    """Let the pointer name this snapshot: the moment in which the new data replaces the old."""
    pointer = store / f"building-{os.getpid()}.json"
    pointer.write_text(json.dumps(entry) + "\n")
    pointer.replace(store / POINTER)
    kept = {one["file"] for one in [entry, *entry["before"]]}
    for old in store.glob("results-*.duckdb"):
        if old.name not in kept:
            old.unlink()


def building(store: Path) -> Path:
    """Where this process builds a snapshot. What a command that was killed left is removed: the lock is ours."""
    clear(store, "building-*")
    clear(store, f"{SPILLED}*", older=_LONGEST_ANSWER)
    return store / f"building-{os.getpid()}.duckdb"


def clear(store: Path, pattern: str, older: float = 0.0) -> None:
    """Remove what a build made: its files, and the folder in which the engine kept what did not fit.

    Only what was not changed for so many seconds, where others may still be at work in it.
    """
    for left in store.glob(pattern):
        if older and _age(left) < older:
            continue
        if left.is_dir():
            shutil.rmtree(left, ignore_errors=True)
        else:
            left.unlink()


def _age(path: Path) -> float:
    """Seconds since it was changed; 0 for what is gone by now."""
    try:
        return time.time() - path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


@contextmanager
def writing(store: Path) -> Iterator[None]:
    """One command at a time writes; the others wait, then say who it is. OSError as StoreError."""
    try:
        store.mkdir(parents=True, exist_ok=True)
        with (store / "lock").open("a+") as file:
            _take(file, store)
            file.truncate(0)
            file.write(f"process {os.getpid()}")
            file.flush()
            yield
    except OSError as error:
        raise StoreError(
            f"{store}: not writable ({error.strerror or error}). Make it writable, or name another folder "
            "in REASONBOARD_STORE"
        ) from error


def _take(file: TextIO, store: Path) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() > until:
                file.seek(0)
                holder = file.read().strip() or "another process"
                raise StoreError(
                    f"{store}: {holder} is writing to it since {PATIENCE:.0f} s or more. Wait until it has ended"
                ) from None
            time.sleep(0.1)


def _digest(path: Path) -> str:
    with path.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
