"""A new snapshot: built beside the old ones, named by its content, published by a pointer."""

import fcntl
import hashlib
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any, TextIO

import duckdb

from app.config import POINTER
from app.ingest.bundled import load_source, source_files
from app.ingest.catalogue import load_catalogue
from app.ingest.errors import IngestError


class StoreError(Exception):
    """Why the store cannot be written to, and what to do: one line."""


Edit = Callable[[duckdb.DuckDBPyConnection], None]
CARRIED = (
    "loaded_file", "loaded_run", "loaded_measurement", "sample", "alias_model", "alias_benchmark"
)  # fmt: skip
"""The tables that go from one snapshot to the next: all else is made anew of the sources and of them."""
MODEST: dict[str, str | bool | int | float | list[str]] = {
    "memory_limit": "1500MB",
    "preserve_insertion_order": "false",
}
"""What a build may take, so that one of 10^8 answers fits beside a running server; the rest goes to disk."""
_AT_ONCE = 2_000_000
"""So many cells are brought into lists at once: some 300 MB."""
KEPT = 3
"""So many snapshots are kept: the current one and those that `rollback` goes back to."""
PATIENCE = 30.0
"""Seconds that one command waits for another to finish with the store."""


def publish(data: Path, store: Path) -> str:
    """Make the store's current snapshot follow from these sources; the version that it has.

    What was loaded is carried over. Nothing is written where the current snapshot has these sources
    already and is sound. A build that fails leaves the store as it was. Raises IngestError for a bad
    source, StoreError for a store that cannot be written to or whose snapshot is damaged.
    """
    base = _base(source_files(data))
    with _writing(store):
        entry = _entry(store)
        if entry.get("base") == base and _sound(store, entry):
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
    with _writing(store):
        return _build(data, store, base, _entry(store), edit, after, dry_run=dry_run)


def rollback(store: Path) -> str:
    """Make the snapshot before the current one current again; its version.

    Raises StoreError where none is kept, and where another version made it: its tables are not those
    that the pages read.
    """
    with _writing(store):
        entry = _entry(store)
        before = [
            one for one in entry.get("before", []) if (store / Path(one["file"]).name).is_file()
        ]
        if not before:
            raise StoreError(f"{store}: no earlier snapshot is kept (the last {KEPT} are)")
        if before[0].get("tables") != _tables():
            raise StoreError(
                f"{store}: another version of Reasonboard made the snapshot before (expected one of this version)"
            )
        _point(store, before[0] | {"before": before[1:]})
        return str(before[0]["version"])


def loaded_files(store: Path) -> set[tuple[str, str]]:
    """The digests of the files that the current snapshot was loaded from, and of what was read of each."""
    entry = _entry(store)
    if not entry or not _has_loaded(store / entry["file"]):
        return set()
    with duckdb.connect(str(store / entry["file"]), read_only=True) as connection:
        return set(connection.execute("SELECT sha256, content FROM loaded_file").fetchall())


def _base(sources: list[Path]) -> str:
    """A digest of all that a snapshot follows from but what is loaded: sources, scripts, engine."""
    digest = hashlib.sha256(_tables().encode())
    for path in sources:
        try:
            content = path.read_bytes()
        except OSError as error:
            raise IngestError(f"{path}: not readable ({error.strerror})") from error
        digest.update(f"\n{path.name} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def _tables() -> str:
    """A digest of the scripts that make the tables of a snapshot, and of the engine."""
    digest = hashlib.sha256(duckdb.__version__.encode())
    scripts = [one for one in files("app.ingest").iterdir() if one.name.endswith(".sql")]
    for script in sorted(scripts, key=lambda one: one.name):
        digest.update(script.read_bytes())
    return digest.hexdigest()


def _entry(store: Path) -> dict[str, Any]:
    """What the pointer says; {} where there is none that can be read."""
    try:
        entry = json.loads((store / POINTER).read_text())
        return entry if Path(entry["file"]).name == entry["file"] else {}
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return {}


def _sound(store: Path, entry: dict[str, Any]) -> bool:
    """Is the current snapshot there? Raises StoreError if its file is not as it was written."""
    path = store / entry["file"]
    if not path.is_file():
        return False
    with path.open("rb") as opened:
        sha256 = hashlib.file_digest(opened, "sha256").hexdigest()
    if sha256 != entry["sha256"]:
        raise StoreError(
            f"{path}: damaged (its content is not what was written). Remove it and start again"
        )
    return True


def _build(
    data: Path,
    store: Path,
    base: str,
    entry: dict[str, Any],
    edit: Edit | None = None,
    after: Edit | None = None,
    *,
    dry_run: bool = False,
) -> str:
    _clear(store, "building-*")  # left by a command that was killed: the lock is ours
    building = store / f"building-{os.getpid()}.duckdb"
    try:
        try:
            version = _fill(
                building, data, base, store / entry["file"] if entry else None, edit, after
            )
        except duckdb.Error as error:
            reason = str(error).splitlines()[0]
            raise StoreError(f"{store}: {reason} (expected room and memory for a build)") from error
        if dry_run:
            return version
        final = store / f"results-{version}.duckdb"
        with building.open("rb") as opened:
            sha256 = hashlib.file_digest(opened, "sha256").hexdigest()
        building.replace(final)
        same = entry.get("version") == version
        before = (
            entry.get("before", [])
            if same or not entry
            else [
                {key: value for key, value in entry.items() if key != "before"},
                *entry.get("before", []),
            ]
        )
        made = datetime.now(UTC).date().isoformat()
        _point(
            store,
            {
                "file": final.name,
                "version": version,
                "sha256": sha256,
                "made": made,
                "base": base,
                "tables": _tables(),
                "before": [one for one in before if one["file"] != final.name][: KEPT - 1],
            },
        )
        return version
    finally:
        _clear(store, f"building-{os.getpid()}*")


def _clear(store: Path, pattern: str) -> None:
    """Remove what a build made: its files, and the folder in which the engine kept what did not fit."""
    for left in store.glob(pattern):
        if left.is_dir():
            shutil.rmtree(left, ignore_errors=True)
        else:
            left.unlink()


def _point(store: Path, entry: dict[str, Any]) -> None:
    """Let the pointer name this snapshot: the moment in which the new data replaces the old."""
    pointer = store / f"building-{os.getpid()}.json"
    pointer.write_text(json.dumps(entry) + "\n")
    pointer.replace(store / POINTER)
    kept = {one["file"] for one in [entry, *entry["before"]]}
    for old in store.glob("results-*.duckdb"):
        if old.name not in kept:
            old.unlink()


def _fill(
    path: Path, data: Path, base: str, old: Path | None, edit: Edit | None, after: Edit | None
) -> str:
    scripts = files("app.ingest")
    with duckdb.connect(str(path), config=MODEST) as connection:
        connection.execute("SET enable_progress_bar = false")
        connection.execute((scripts / "schema.sql").read_text())
        load_catalogue(connection, data / "catalogue")
        for description in source_files(data):
            if description.suffix == ".toml" and description.parent == data:
                load_source(connection, description)
        if old is not None and _has_loaded(old):
            connection.execute(
                f"ATTACH '{str(old).replace(chr(39), chr(39) * 2)}' AS old (READ_ONLY)"
            )
            _carry(connection)
            connection.execute("DETACH old")
        if edit is not None:
            edit(connection)
        for derived in ("samples.sql", "loaded.sql", "cells.sql", "studies.sql"):
            connection.execute((scripts / derived).read_text())
        _in_parts(connection, "scale_curve")
        if after is not None:
            after(connection)
        (loaded,) = connection.execute((scripts / "loaded_version.sql").read_text()).fetchone() or (
            "",
        )
    return hashlib.sha256(f"{base} {loaded}".encode()).hexdigest()[:7]


def _in_parts(connection: duckdb.DuckDBPyConnection, table: str) -> None:
    """Make a table of its script, benchmark by benchmark as far as memory needs it."""
    script = (files("app.ingest") / f"{table}.sql").read_text()
    (cells,) = connection.execute("SELECT count(*) FROM cell").fetchone() or (0,)
    parts = cells // _AT_ONCE + 1
    for part in range(parts):
        into = f"CREATE TABLE {table} AS" if part == 0 else f"INSERT INTO {table}"
        connection.execute(f"{into}\n{script}", {"part": part, "parts": parts})


def _carry(connection: duckdb.DuckDBPyConnection) -> None:
    """Take over what was loaded before; a snapshot of an earlier version has not every table."""
    there = connection.execute(
        "SELECT table_name FROM duckdb_tables() WHERE database_name = 'old'"
    ).fetchall()
    for table in CARRIED:
        if (table,) in there:
            connection.execute(f"INSERT INTO {table} BY NAME SELECT * FROM old.{table}")  # noqa: S608


def _has_loaded(path: Path) -> bool:
    """Is this a snapshot with tables of what was loaded, not one of before there were any?"""
    try:
        with duckdb.connect(str(path), read_only=True) as connection:
            return bool(
                connection.execute(
                    "SELECT 1 FROM duckdb_tables() WHERE table_name = 'loaded_measurement'"
                ).fetchone()
            )
    except duckdb.Error:
        return False


@contextmanager
def _writing(store: Path) -> Iterator[None]:
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
