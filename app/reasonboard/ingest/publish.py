"""A new snapshot: built beside the old ones, named by its content, published by a pointer."""

import hashlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from reasonboard.ingest.answers import new_parts
from reasonboard.ingest.build import (
    Edit,
    build,
    loaded_digests,
    tables_digest,
)
from reasonboard.ingest.bundled import source_files
from reasonboard.ingest.errors import BrokenError, IngestError
from reasonboard.ingest.files import LARGEST_JSON
from reasonboard.ingest.grow import grow
from reasonboard.ingest.take_over import loaded_in
from reasonboard.store import backup, folder, foreign, parts
from reasonboard.store import pointer as pointers
from reasonboard.store.errors import StoreError
from reasonboard.store.folder import Origin, sound_pointer, writing
from reasonboard.store.lack import lack_of, reason_of
from reasonboard.store.pointer import KEPT, Entry, Pointer, is_sound
from reasonboard.store.sealed import copy, sha256_of
from reasonboard.store.undisturbed import in_store


def publish(data: Path, store: Path) -> str:
    """Make the store's current snapshot follow from these sources; the version that it has.

    What was loaded is carried over. Nothing is written where the current snapshot has these sources
    already and is sound. A build that fails leaves the store as it was. Raises IngestError for a bad
    source, StoreError for a store that cannot be written to or whose snapshot is damaged.
    """
    base = _base(source_files(data))
    with writing(store):
        pointer = sound_pointer(store)
        if pointer is None:
            return build_snapshot(data, store, base, None)
        if pointer.current.base != base:
            return _upgrade(data, store, base, pointer)
        if pointers.read_side_file(store / pointer.current.side_file) is None:
            _take_over(store, pointer)
        return pointer.current.version


def _upgrade(data: Path, store: Path, base: str, pointer: Pointer) -> str:
    """Build what follows from other sources or scripts; what an earlier release loaded may be refused by this one."""
    try:
        return build_snapshot(data, store, base, pointer)
    except BrokenError as error:
        raise BrokenError(
            f"{error}. If it was loaded, take it out: `reasonboard runs` lists the loads, `reasonboard remove NAME` "
            "removes one"
        ) from error


def _take_over(store: Path, pointer: Pointer) -> None:
    """Write the pointer of an earlier release anew, with a checksum and with side files."""
    for entry in pointer.entries:
        pointers.write_side_file(store, entry)
    pointers.write(store, pointer)


def change(
    data: Path,
    store: Path,
    edit: Edit,
    *,
    after: Edit | None = None,
    dry_run: bool = False,
    incoming: int = 0,
) -> str:
    """Publish a snapshot in which `edit` has changed the tables of what was loaded; its version.

    `after` sees the finished snapshot before it is published; with `dry_run` nothing is published.
    Errors of `edit` leave the store as it was. Both may be called twice: only what the edit touches is made anew,
    but all where that is not worth it, as where it brings as many numbers (`incoming`) as there are.
    """
    base = _base(source_files(data))
    with writing(store):
        pointer = sound_pointer(store)
        return change_snapshot(
            data, store, base, pointer, edit, after, dry_run=dry_run, incoming=incoming
        )


def rollback(store: Path) -> str:
    """Make the newest sound snapshot before the current one current again; its version.

    Raises StoreError where none is kept or sound, and where another version made it: its tables are not
    those that the pages read.
    """
    with writing(store):
        sound = _earlier(store)
        folder.point(store, Pointer(sound[0], tuple(sound[1:])))
        return sound[0].version


def goes_back(store: Path) -> bool:
    """Is there a snapshot that `rollback` makes current again?"""
    try:
        return bool(_earlier(store))
    except StoreError:
        return False


def _earlier(store: Path) -> list[Entry]:
    """The sound snapshots before the current one, the newest first; raises StoreError as `rollback` does."""
    pointer = pointers.read(store)
    before = pointer.before if pointer else ()
    if not before:
        raise StoreError(
            f"{store}: no earlier snapshot is kept (expected one before the current one: the last {KEPT} are kept)"
        )
    sound = [entry for entry in before if is_sound(store, entry)]
    if not sound:
        raise StoreError(
            f"{store}: no earlier snapshot is sound. Restore a backup (`reasonboard restore DIR`)"
        )
    if sound[0].tables != tables_digest():
        raise StoreError(
            f"{store}: another version of Reasonboard made the snapshot before (expected one of this version)"
        )
    return sound


def restore(data: Path, store: Path, kept: Path) -> str:
    """Make the snapshot of the backup in the folder `kept` the newest one of the store; its version.

    The snapshot that was current stays one to go back to. A backup of another release, or of other bundled
    sources, is made anew from what was loaded. Raises StoreError for a backup or a store that is damaged.
    """
    base = _base(source_files(data))
    entry = backup.read(kept)
    with writing(store):
        pointer = sound_pointer(store)
        parts.copy_all(kept, store, parts.named_by(kept / entry.file))
        if entry.base != base:
            version = build_snapshot(
                data, store, base, pointer, loaded=loaded_in(store, kept, entry)
            )
        else:
            version = entry.version
            copy = folder.building(store, pointer)
            shutil.copyfile(kept / entry.file, copy)
            if sha256_of(copy) != entry.sha256:
                raise StoreError(
                    f"{kept / entry.file}: it changed while it was read (expected a backup that nobody writes to)"
                )
            folder.add(store, copy, Origin(version, entry.base, entry.tables), pointer)
        backup.copy_beside(kept, store)
    return version


def loaded_files(store: Path, *, latest: bool = False) -> set[tuple[str, str]]:
    """The digests of the files that the current snapshot was loaded from, and of what was read of each.

    With `latest` those alone that each of them had when it was loaded last.
    """

    def read() -> set[tuple[str, str]]:
        pointer = sound_pointer(store)
        return loaded_digests(store / pointer.current.file, latest=latest) if pointer else set()

    return in_store(store, read)


def base_of(data: Path) -> str:
    """The digest of all that a snapshot of these sources follows from but what is loaded."""
    return _base(source_files(data))


def _base(sources: list[Path]) -> str:
    """A digest of all that a snapshot follows from but what is loaded: sources, scripts, engine."""
    digest = hashlib.sha256(tables_digest().encode())
    for path in sources:
        try:
            content = foreign.read(path, LARGEST_JSON)
        except OSError as error:
            raise IngestError(
                f"{path}: not readable ({error.strerror}; expected a file of the sources)"
            ) from error
        digest.update(f"\n{path.name} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def change_snapshot(
    data: Path,
    store: Path,
    base: str,
    pointer: Pointer | None,
    edit: Edit,
    after: Edit | None = None,
    *,
    dry_run: bool = False,
    incoming: int = 0,
) -> str:
    """Publish the sound snapshot that the pointer names, changed by `edit`, as `change` does; its version."""
    if pointer and pointer.current.base == base:
        version = _grow(data, store, pointer, edit, after, dry_run=dry_run, incoming=incoming)
        if version:
            return version
    return build_snapshot(data, store, base, pointer, edit, after, dry_run=dry_run)


def _grow(
    data: Path,
    store: Path,
    pointer: Pointer,
    edit: Edit,
    after: Edit | None,
    *,
    dry_run: bool,
    incoming: int,
) -> str | None:
    """Publish a copy of the current snapshot, changed; its version, or None where all had better be made anew."""
    building = folder.building(store, pointer)
    with _failing(data, store, building):
        copy(store / pointer.current.file, building)
        version = grow(building, pointer.current.base, edit, after, incoming)
        if version and not dry_run:
            parts.take_in(new_parts(building), store)
            origin = Origin(version, pointer.current.base, pointer.current.tables)
            folder.add(store, building, origin, pointer)
        return version


def build_snapshot(
    data: Path,
    store: Path,
    base: str,
    pointer: Pointer | None,
    edit: Edit | None = None,
    after: Edit | None = None,
    *,
    dry_run: bool = False,
    loaded: Edit | None = None,
) -> str:
    """Build and publish what follows from what is `loaded`, else from what is in the current snapshot; its version.

    `loaded` may come from files that the pointer does not name: they stay until the new snapshot is there.
    """
    building = folder.building(store, None if loaded else pointer)
    if loaded is None and pointer:
        loaded = loaded_in(store, store, pointer.current)
    with _failing(data, store, building):
        version = build(building, data, base, loaded, edit, after)
        if not dry_run:
            parts.take_in(new_parts(building), store)
            folder.add(store, building, Origin(version, base, tables_digest()), pointer)
        return version


@contextmanager
def _failing(data: Path, store: Path, building: Path) -> Iterator[None]:
    """Errors of the engine as ours, each in one line; what is left of the build goes."""
    try:
        yield
    except duckdb.Error as error:
        reason = reason_of(error)
        if lack_of(error) or isinstance(error, duckdb.OperationalError):
            raise StoreError(f"{store}: {reason} (expected room and memory for a build)") from error
        raise IngestError(
            f"{data}: {reason} (expected numbers and names that fit the tables)"
        ) from error
    finally:
        folder.clear(store, f"{building.stem}*")
