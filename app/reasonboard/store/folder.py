"""Writing to the store: one command at a time, a new snapshot beside the old ones, then the pointer."""

import fcntl
import os
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, TextIO

from reasonboard.store import foreign, parts
from reasonboard.store import pointer as pointers
from reasonboard.store.connections import SPILLED
from reasonboard.store.errors import REBUILD, BusyError, StoreError
from reasonboard.store.parts import Parts
from reasonboard.store.pointer import KEPT, Entry, Pointer, is_sound
from reasonboard.store.process import has_ended
from reasonboard.store.sealed import rename_durably, sha256_of

PATIENCE = 30.0
"""Seconds that one command waits for another to finish with the store."""
_LONGEST_ANSWER = 24 * 3600.0
"""Seconds after which nobody reads an answer any more."""


class Origin(NamedTuple):
    """What a snapshot follows from: the fields of the same names of its entry."""

    version: str
    base: str
    tables: str
    parts: Parts
    bundled: Parts


def sound_pointer(store: Path) -> Pointer | None:
    """What the pointer says, after its current snapshot was compared with its checksum.

    None for a store in which nothing was published yet. Raises StoreError for a pointer or a snapshot that
    is not as it was written: nothing may be built on it, or what was loaded would be lost.
    """
    pointer = pointers.read(store)
    if pointer:
        refuse_damaged(store, pointer.current)
    return pointer


def refuse_damaged(store: Path, entry: Entry) -> None:
    """Raises StoreError for a snapshot that is not as it was written."""
    if not is_sound(store, entry):
        path = store / entry.file
        wrong = "damaged (its content is not what was written)" if path.exists() else "missing"
        raise StoreError(f"{path}: {wrong}. {REBUILD}")


def add(store: Path, building: Path, origin: Origin, before: Sequence[Entry]) -> None:
    """Take the finished file `building` in as the newest snapshot, after those `before`."""
    # Milliseconds: no number comes again, not even after a rollback, whose snapshot is forgotten.
    number = max([int(time.time() * 1000), *(entry.number + 1 for entry in before)])
    made = datetime.now(UTC).date().isoformat()
    name = f"results-{number}-{origin.version}.duckdb"
    sha256 = sha256_of(building)
    entry = Entry(name, sha256=sha256, made=made, number=number, **origin._asdict())
    pointers.write_side_file(store, entry)
    rename_durably(building, store / name, sha256)
    point(store, Pointer(entry, tuple(before)[: KEPT - 1]))


def point(store: Path, pointer: Pointer) -> None:
    """Let the pointer say this, then remove the snapshots that it does not name, and the parts that these do not.

    Only for who has read the pointer that was there before: what an unreadable one may name stays.
    """
    pointers.write(store, pointer)
    _remove_others(store, pointer)
    parts.remove_others(store, [entry.all_parts for entry in pointer.entries])


def _remove_others(store: Path, pointer: Pointer) -> None:
    current_stems = {Path(entry.file).stem for entry in pointer.entries}
    for left in [*store.glob("results-*.duckdb"), *store.glob("results-*.json")]:
        if left.stem not in current_stems:
            left.unlink()


def building(store: Path) -> Path:
    """Where this process builds a snapshot. What a command that was killed left is removed: the lock is ours."""
    with suppress(StoreError):  # what is needed is unknown if the pointer cannot be read
        pointer = pointers.read(store)
        if pointer:
            _remove_others(store, pointer)
    clear(store, "building-*")
    clear(store, f"{SPILLED}*", older=_LONGEST_ANSWER)
    return store / f"building-{os.getpid()}.duckdb"


def clear(store: Path, pattern: str, older: float = 0.0) -> None:
    """Remove what a build made: its files, and the folder in which the engine kept what did not fit.

    Others may still be at work in what was changed less than `older` seconds ago, unless its name has the mark of a
    process that has ended.
    """
    for left in store.glob(pattern):
        if older and foreign.age(left) < older and not has_ended(left.name):
            continue
        if left.is_dir():
            shutil.rmtree(left, ignore_errors=True)
        else:
            left.unlink()


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
                raise BusyError(
                    f"{store}: {holder} is writing to it since {PATIENCE:.0f} s or more. Wait until it has ended"
                ) from None
            time.sleep(0.1)
