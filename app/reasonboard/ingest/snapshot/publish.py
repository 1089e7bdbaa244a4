"""A new snapshot: built beside the old ones, named by its content, published by a pointer."""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import duckdb

from reasonboard.ingest.bundled.sources import source_files
from reasonboard.ingest.formats.errors import BrokenError, IngestError
from reasonboard.ingest.formats.files import LARGEST_JSON
from reasonboard.ingest.snapshot import loaded_parts
from reasonboard.ingest.snapshot.answers import new_parts
from reasonboard.ingest.snapshot.build import LoadedFiles, build, files_of, tables_digest
from reasonboard.ingest.snapshot.grow import grow
from reasonboard.ingest.snapshot.loaded_parts import Change, Edit, Fill
from reasonboard.store import backup, folder, foreign, parts
from reasonboard.store import pointer as pointers
from reasonboard.store.errors import StoreError
from reasonboard.store.folder import Origin, refuse_damaged, sound_pointer, writing
from reasonboard.store.lack import lack_of, reason_of
from reasonboard.store.pointer import Entry, Pointer, is_sound
from reasonboard.store.sealed import copy
from reasonboard.store.undisturbed import in_store

_AS_IT_IS = Change("rebuild")
"""Build again what was loaded."""


def publish(data: Path, store: Path) -> str:
    """Make the store's current snapshot follow from these sources; the version that it has.

    What was loaded is carried over. Nothing is written where the current snapshot has these sources
    already and is sound. A build that fails leaves the store as it was. Raises IngestError for a bad
    source, StoreError for a store that cannot be written to or whose snapshot is damaged.
    """
    base = base_of(data)
    with writing(store):
        pointer = sound_pointer(store)
        if pointer is None:
            return build_snapshot(data, store, base, [])
        if pointer.current.base == base:
            return pointer.current.version
        try:
            return build_snapshot(data, store, base, pointer.entries)
        except BrokenError as error:  # this version may refuse what an earlier one loaded
            raise BrokenError(
                f"{error}. If it was loaded, remove it: `reasonboard runs` lists the loads, `reasonboard remove NAME` "
                "removes one"
            ) from error


def change(
    data: Path,
    store: Path,
    edit: Edit,
    *,
    what: str = "change",
    after: Edit | None = None,
    dry_run: bool = False,
    incoming: int = 0,
) -> str:
    """Publish a snapshot in which `edit` has changed the tables of what was loaded; its version.

    `what` is the word for it in the manifest of its part. `after` sees the finished snapshot before it is published;
    with `dry_run` nothing is published. Errors of `edit` leave the store as it was. Both may be called twice. Only what
    the edit touches is built again, or everything if it brings as many numbers (`incoming`) as there are.
    """
    base = base_of(data)
    with writing(store):
        pointer = sound_pointer(store)
        asked = Change(what, edit, after, dry_run, incoming)
        if pointer and pointer.current.base == base:
            building = folder.building(store)
            with _failing(data, store, building):
                copy(store / pointer.current.file, building)
                made = grow(building, pointer.current, asked)
                if made and not dry_run:
                    _add(store, building, made, pointer.entries)
            if made:
                return made.version
        return build_snapshot(data, store, base, pointer.entries if pointer else [], asked)


def rollback(data: Path, store: Path) -> str:
    """Make the data before the last change current again; the version of their snapshot, built again if need be.

    Raises StoreError if no earlier data are kept or their parts are damaged.
    """
    with writing(store):
        entry, *before = _earlier(store)
        before = [earlier for earlier in before if is_sound(store, earlier)]
        if entry.tables == tables_digest() and is_sound(store, entry):
            folder.point(store, Pointer(entry, tuple(before)))
            return entry.version
        fill = loaded_in(store, entry)
        return build_snapshot(data, store, base_of(data), before, loaded=fill)


def goes_back(store: Path) -> bool:
    """Is there data that `rollback` makes current again?"""
    try:
        return bool(_earlier(store))
    except StoreError:
        return False


def _earlier(store: Path) -> list[Entry]:
    """The entries with the data before the last change, the newest first; raises StoreError if none are kept."""
    pointer = pointers.read(store)
    entries = list(pointer.entries) if pointer else []
    while entries and pointer and entries[0].parts == pointer.current.parts:
        entries.pop(0)
    if not entries:
        raise StoreError(
            f"{store}: no earlier data is kept (expected a change among the last {pointers.KEPT} snapshots)"
        )
    return entries


def restore(data: Path, store: Path, kept: Path) -> str:
    """Build the newest snapshot of the store of the backup in the folder `kept`; its version.

    The snapshot that was current stays one to go back to. Raises StoreError for a backup or a store that is damaged.
    """
    base = base_of(data)
    entry = backup.read(kept)
    with writing(store):
        pointer = sound_pointer(store)
        parts.copy_all(kept, store, entry.parts)
        fill = partial(loaded_parts.read, store=store, listed=entry.parts)
        entries = pointer.entries if pointer else []
        version = build_snapshot(data, store, base, entries, Change("restore"), loaded=fill)
        backup.copy_beside(kept, store)
    return version


def adopt(store: Path, entry: Entry, fetched: Path) -> str:
    """Make the snapshot of another store the newest one of this store; its version.

    The folder `fetched` has its file, and the parts that this store does not have. Raises StoreError if one of them is
    not as it was written.
    """
    with writing(store):
        pointer = sound_pointer(store)
        refuse_damaged(fetched, entry)
        parts.take_in(fetched / parts.FOLDER, store)
        stored_elsewhere = parts.elsewhere(store)
        for file in parts.files_of(store, entry.all_parts).values():
            if file.name not in stored_elsewhere:
                parts.check_sound(store, file.name, file.sha256)
        building = folder.building(store)
        copy(fetched / entry.file, building)
        origin = Origin(entry.version, entry.base, entry.tables, entry.parts, entry.bundled)
        folder.add(store, building, origin, pointer.entries if pointer else [])
    return entry.version


def loaded_files(store: Path, *, latest: bool = False) -> LoadedFiles:
    """The files that the current snapshot was loaded from, as `files_of` gives them."""

    def read() -> LoadedFiles:
        pointer = sound_pointer(store)
        return files_of(store / pointer.current.file, latest=latest) if pointer else LoadedFiles()

    return in_store(store, read)


def base_of(data: Path) -> str:
    """A digest of all that a snapshot follows from but what is loaded: sources, scripts, engine."""
    digest = hashlib.sha256(tables_digest().encode())
    for path in source_files(data):
        try:
            content = foreign.read(path, LARGEST_JSON)
        except OSError as error:
            raise IngestError(
                f"{path}: not readable ({error.strerror}; expected a file of the sources)"
            ) from error
        digest.update(f"\n{path.name} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def build_snapshot(
    data: Path,
    store: Path,
    base: str,
    before: Sequence[Entry],
    change: Change = _AS_IT_IS,
    *,
    loaded: Fill | None = None,
) -> str:
    """Build and publish what follows from what is `loaded`, else from the newest entry of `before`; its version."""
    building = folder.building(store)
    if loaded is None and before:
        loaded = loaded_in(store, before[0])
    with _failing(data, store, building):
        made = build(building, data, base, loaded, change)
        if not change.dry_run:
            _add(store, building, made, before)
        return made.version


def _add(store: Path, building: Path, made: Origin, before: Sequence[Entry]) -> None:
    """Take in the parts and the file of a finished snapshot, and point to it."""
    parts.take_in(new_parts(building), store)
    folder.add(store, building, made, before)


def loaded_in(store: Path, entry: Entry) -> Fill:
    """What fills the tables of what was loaded: the parts of an entry, or its snapshot if one of these is damaged.

    All is written as one part then. Raises StoreError if the snapshot is not as it was written either.
    """
    if not parts.problems(store, entry.parts, with_answers=False):
        return partial(loaded_parts.read, store=store, listed=entry.parts)
    refuse_damaged(store, entry)
    return partial(loaded_parts.carry_over, old=store / entry.file)


@contextmanager
def _failing(data: Path, store: Path, building: Path) -> Iterator[None]:
    """Errors of the engine as ours; what is left of the build goes."""
    try:
        with in_one_line(str(store), f"{data}: "):
            yield
    finally:
        folder.clear(store, f"{building.stem}*")


@contextmanager
def in_one_line(place: str, of: str = "") -> Iterator[None]:
    """Errors of the engine as ours, each in one line: a StoreError of the place, or an IngestError."""
    try:
        yield
    except duckdb.Error as error:
        reason = reason_of(error)
        if lack_of(error) or isinstance(error, duckdb.OperationalError):
            raise StoreError(f"{place}: {reason} (expected room and memory for a build)") from error
        raise IngestError(
            f"{of}{reason} (expected numbers and names that fit the tables)"
        ) from error
