"""Damaged files of a store: what is known of its snapshots all the same, and setting aside what nothing may read."""

import shutil
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import duckdb

from reasonboard.store import pointer as pointers
from reasonboard.store.errors import NewerStoreError, StoreError
from reasonboard.store.pointer import POINTER, Entry, Pointer
from reasonboard.store.reading import attached, tables
from reasonboard.store.sealed import sha256_of

DAMAGED = "damaged-"
"""How the names of files begin that were set aside."""
_LOADED = "loaded_measurement"
"""A table that every snapshot has."""


def read_pointer(store: Path) -> tuple[Pointer | None, str]:
    """The pointer, or what is wrong with it."""
    try:
        return pointers.read(store), ""
    except NewerStoreError:
        raise
    except StoreError as error:
        return None, str(error)


def set_all_aside(store: Path, problem: str, damaged: list[Entry]) -> list[str]:
    """Set the pointer aside where there is a problem with it, and damaged snapshots; a line for each.

    Of what stands beside them a copy is set aside: whoever repairs after a kill needs it again.
    """
    lines = []
    if problem:
        _set_aside(store, POINTER)
        lines.append(f"{problem.partition('. ')[0]}.")
    for entry in damaged:
        set_aside = _set_aside(store, entry.file)
        with suppress(FileNotFoundError):
            shutil.copyfile(store / entry.side_file, store / f"{DAMAGED}{entry.side_file}")
        state = f"damaged, and set aside as {DAMAGED}{entry.file}" if set_aside else "missing"
        lines.append(f"{store / entry.file}: {state}.")
    return lines


def _set_aside(store: Path, name: str) -> bool:
    """Give a file a name under which nothing reads it; False where there is none."""
    path = store / name
    if not path.exists():
        return False
    path.replace(store / f"{DAMAGED}{name}")
    return True


def clear(store: Path, entries: list[Entry]) -> None:
    """Leave nothing that names data which cannot be read."""
    _set_aside(store, POINTER)
    for entry in entries:
        (store / entry.side_file).unlink(missing_ok=True)


def entries_of_files(store: Path) -> list[Entry]:
    """An entry of every snapshot that is or was there, the newest first: that of its side file, else its own."""
    return sorted(_entries(store), key=lambda entry: entry.number, reverse=True)


def _entries(store: Path) -> Iterator[Entry]:
    for stem in {path.stem for path in store.glob("results-*")}:
        entry = pointers.read_side_file(store / f"{stem}.json")
        path = store / f"{stem}.duckdb"
        if entry or path.exists():
            yield entry or _examined(path)


def _examined(path: Path) -> Entry:
    """What a snapshot without a side file says of itself, after every block of it was read.

    Its digest is '' where it cannot be read. Where it follows from is not known, so the next start makes it
    anew from the bundled sources and what it has loaded.
    """
    changed = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    sha256 = sha256_of(path) if _can_be_read(path) else ""
    version = path.stem.rpartition("-")[2]
    return Entry(
        path.name,
        version,
        sha256,
        changed.date().isoformat(),
        "",
        "",
        int(changed.timestamp() * 1000),
    )


def _can_be_read(path: Path) -> bool:
    """Can every table be read? The database compares each block with its checksum."""
    try:
        with attached(path) as connection:
            names = tables(connection)
            for table in names:
                quoted = '"' + table.replace('"', '""') + '"'
                all_of_it = f"SELECT bit_xor(hash(whole)) FROM old.{quoted} AS whole"  # noqa: S608
                connection.execute(all_of_it).fetchall()
    except duckdb.Error:
        return False
    return _LOADED in names


def keep_side_files(store: Path, entries: list[Entry]) -> None:
    """Write what has to stand beside sound snapshots where it does not."""
    for entry in entries:
        if (
            pointers.read_side_file(store / entry.side_file) != entry
            or pointers.parts_beside(store / entry.side_file) is None
            or pointers.journal_beside(store / entry.side_file) is None
        ):
            pointers.write_side_file(store, entry)
