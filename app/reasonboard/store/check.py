"""Are the data sound? What `reasonboard check` says."""

from contextlib import suppress
from pathlib import Path

import duckdb

from reasonboard.store import parts, snapshots
from reasonboard.store import pointer as pointers
from reasonboard.store.connections import connect
from reasonboard.store.errors import REBUILD, DataError, StoreError
from reasonboard.store.invariants import broken
from reasonboard.store.pointer import is_sound
from reasonboard.store.undisturbed import in_store


class _UnsoundError(StoreError):
    """What is not as it should be, a line for each."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("; ".join(lines))
        self.lines = lines


def problems(store: Path) -> list[str]:
    """A line for everything that is not as it should be; [] if all is sound.

    It waits for no writer: what was removed meanwhile is no problem. Raises StoreError if there is no snapshot that
    could be queried.
    """
    try:
        in_store(store, lambda: _check(store))
    except _UnsoundError as error:
        return error.lines
    return []


def _check(store: Path) -> None:
    pointer = pointers.read(store)
    if pointer is None:
        raise StoreError(f"{store}: no data yet (start `reasonboard serve`)")
    damaged = [
        f"{store / entry.file}: damaged or missing. {REBUILD}"
        for entry in pointer.entries
        if entry.sha256 and not is_sound(store, entry)
    ]
    lines = damaged or [*_damaged_parts(store, pointer), *_violations(store)]
    if lines:
        raise _UnsoundError(lines)


def _damaged_parts(store: Path, pointer: pointers.Pointer) -> list[str]:
    """Of the current snapshot all files are compared, of those before it the answers: they have all other rows."""
    lines = parts.problems(store, pointer.current.all_parts)
    with suppress(DataError):  # a manifest that was named already
        current = parts.files_of(store, pointer.current.all_parts)
        for entry in pointer.before:
            for name, file in parts.files_of(store, entry.all_parts).items():
                if name.startswith(parts.ANSWERS) and name not in current:
                    lines.append(parts.problem(store, name, file.sha256, parts.EARLIER))
    return [line for line in dict.fromkeys(lines) if line]


def _violations(store: Path) -> list[str]:
    snapshot = snapshots.current(store)
    connection = connect(snapshot.path)
    try:
        return [
            f"{snapshot.path.name}: {rule.invariant}: {rule.times}, first {rule.file}: {rule.locator}"
            for rule in broken(connection)
        ]
    except duckdb.Error as error:
        raise DataError(
            f"{snapshot.path}: not a snapshot of ours ({str(error).splitlines()[0]}; expected one of this version)"
        ) from error
    finally:
        connection.close()
