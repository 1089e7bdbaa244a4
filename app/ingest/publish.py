"""A new snapshot: built beside the old ones, named by its content, published by a pointer."""

import hashlib
from pathlib import Path

import duckdb

from app.ingest import store as snapshots
from app.ingest.build import Edit, build, has_loaded, tables_digest
from app.ingest.bundled import source_files
from app.ingest.errors import IngestError
from app.ingest.store import KEPT, Entry, StoreError


def publish(data: Path, store: Path) -> str:
    """Make the store's current snapshot follow from these sources; the version that it has.

    What was loaded is carried over. Nothing is written where the current snapshot has these sources
    already and is sound. A build that fails leaves the store as it was. Raises IngestError for a bad
    source, StoreError for a store that cannot be written to or whose snapshot is damaged.
    """
    base = _base(source_files(data))
    with snapshots.writing(store):
        entry = snapshots.current(store)
        if entry.get("base") == base and snapshots.sound(store, entry):
            return str(entry["version"])
        return _build(data, store, base, entry)


def change(
    data: Path, store: Path, edit: Edit, *, after: Edit | None = None, dry_run: bool = False
) -> str:
    """Publish a snapshot in which `edit` has changed the tables of what was loaded; its version.

    `after` sees the finished snapshot before it is published; with `dry_run` nothing is published.
    Errors of `edit` leave the store as it was.
    """
    base = _base(source_files(data))
    with snapshots.writing(store):
        return _build(data, store, base, snapshots.current(store), edit, after, dry_run=dry_run)


def rollback(store: Path) -> str:
    """Make the snapshot before the current one current again; its version.

    Raises StoreError where none is kept, and where another version made it: its tables are not those
    that the pages read.
    """
    with snapshots.writing(store):
        before = snapshots.earlier(store, snapshots.current(store))
        if not before:
            raise StoreError(
                f"{store}: no earlier snapshot is kept (expected one before the current one: the last {KEPT} are kept)"
            )
        if before[0].get("tables") != tables_digest():
            raise StoreError(
                f"{store}: another version of Reasonboard made the snapshot before (expected one of this version)"
            )
        snapshots.point(store, before[0] | {"before": before[1:]})
        return str(before[0]["version"])


def loaded_files(store: Path) -> set[tuple[str, str]]:
    """The digests of the files that the current snapshot was loaded from, and of what was read of each."""
    entry = snapshots.current(store)
    if not entry or not has_loaded(store / entry["file"]):
        return set()
    with duckdb.connect(str(store / entry["file"]), read_only=True) as connection:
        return set(connection.execute("SELECT sha256, content FROM loaded_file").fetchall())


def _base(sources: list[Path]) -> str:
    """A digest of all that a snapshot follows from but what is loaded: sources, scripts, engine."""
    digest = hashlib.sha256(tables_digest().encode())
    for path in sources:
        try:
            content = path.read_bytes()
        except OSError as error:
            raise IngestError(
                f"{path}: not readable ({error.strerror}; expected a file of the sources)"
            ) from error
        digest.update(f"\n{path.name} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def _build(
    data: Path,
    store: Path,
    base: str,
    entry: Entry,
    edit: Edit | None = None,
    after: Edit | None = None,
    *,
    dry_run: bool = False,
) -> str:
    building = snapshots.building(store)
    old = store / entry["file"] if entry else None
    try:
        version = build(building, data, base, old, edit, after)
        if not dry_run:
            snapshots.add(store, building, version, base, tables_digest())
        return version
    except duckdb.OperationalError as error:
        reason = str(error).splitlines()[0]
        raise StoreError(f"{store}: {reason} (expected room and memory for a build)") from error
    except duckdb.Error as error:
        reason = str(error).splitlines()[0]
        raise IngestError(
            f"{data}: {reason} (expected numbers and names that fit the tables)"
        ) from error
    finally:
        snapshots.clear(store, f"{building.stem}*")
