"""Repairing a store: the newest sound snapshot becomes the current one, what is damaged is set aside."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import duckdb

from reasonboard.config import POINTER
from reasonboard.store import parts
from reasonboard.store import pointer as pointers
from reasonboard.store.errors import NewerStoreError, StoreError
from reasonboard.store.folder import point, writing
from reasonboard.store.pointer import KEPT, Entry, Pointer, is_sound
from reasonboard.store.reading import attached, tables
from reasonboard.store.sealed import sha256_of

DAMAGED = "damaged-"
"""How the names of files begin that were set aside."""
_LOADED = "loaded_measurement"
"""A table that every snapshot has."""


def repair(store: Path) -> list[str]:
    """Point to the newest sound snapshot and set damaged files aside; a line for everything that was done.

    [] where all is sound. Nothing is removed but snapshots older than those that a store keeps. Raises
    StoreError where no snapshot is sound; what was there is set aside then, so that a backup can be restored.
    """
    with writing(store):
        pointer, problem = _read(store)
        if pointer is None and not problem:
            raise StoreError(f"{store}: nothing was published here yet (start `reasonboard serve`)")
        known = list(pointer.entries) if pointer else _listed(store)
        sound = [one for one in known if is_sound(store, one)]
        lost = [
            line
            for one in sound[:1]
            for line in parts.problems(store, parts.named_by(store / one.file))
        ]
        if pointer and len(sound) == len(known):
            _keep_side_files(store, sound)
            return lost
        done = _set_all_aside(store, problem, [one for one in known if one not in sound])
        if not sound:
            _set_aside(store, POINTER)
            raise StoreError(
                f"{store}: no snapshot is sound. {' '.join(done)} Restore a backup (`reasonboard restore DIR`), "
                "or start anew (`reasonboard serve`) and load your files again"
            )
        _keep_side_files(store, sound)
        point(store, Pointer(sound[0], tuple(sound[1:KEPT])))
        if known[0] not in sound:
            done.append("What was loaded after the snapshot below has to be loaded again.")
        return [
            *done,
            *lost,
            f"The data is that of snapshot {sound[0].version} of {sound[0].made}.",
        ]


def _read(store: Path) -> tuple[Pointer | None, str]:
    """The pointer, or what is wrong with it."""
    try:
        return pointers.read(store), ""
    except NewerStoreError:
        raise
    except StoreError as error:
        return None, str(error)


def _set_all_aside(store: Path, problem: str, damaged: list[Entry]) -> list[str]:
    """Set the pointer aside where there is a problem with it, and damaged snapshots; a line for each."""
    lines = []
    if problem:
        _set_aside(store, POINTER)
        lines.append(f"{problem.partition('. ')[0]}.")
    for entry in damaged:
        there = _set_aside(store, entry.file)
        _set_aside(store, entry.side_file)
        state = f"damaged, and set aside as {DAMAGED}{entry.file}" if there else "missing"
        lines.append(f"{store / entry.file}: {state}.")
    return lines


def _set_aside(store: Path, name: str) -> bool:
    """Give a file a name under which nothing reads it; False where there is none."""
    path = store / name
    if not path.exists():
        return False
    path.replace(store / f"{DAMAGED}{name}")
    return True


def _listed(store: Path) -> list[Entry]:
    """An entry of every snapshot in the folder, the newest first: that of its side file, else read from itself."""
    return sorted(_entries(store), key=lambda one: one.number, reverse=True)


def _entries(store: Path) -> Iterator[Entry]:
    for path in store.glob("results-*.duckdb"):
        yield pointers.read_side_file(path.with_suffix(".json")) or _examined(path)


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
            there = tables(connection)
            for table in there:
                quoted = '"' + table.replace('"', '""') + '"'
                all_of_it = f"SELECT bit_xor(hash(whole)) FROM old.{quoted} AS whole"  # noqa: S608
                connection.execute(all_of_it).fetchall()
    except duckdb.Error:
        return False
    return _LOADED in there


def _keep_side_files(store: Path, entries: list[Entry]) -> None:
    for entry in entries:
        if (
            pointers.read_side_file(store / entry.side_file) != entry
            or pointers.parts_beside(store / entry.side_file) is None
        ):
            pointers.write_side_file(store, entry)
