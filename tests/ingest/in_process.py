"""Loads with less than a command does: no process that reads, no tables of studies, no settings of others."""

import os
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Unpack

import duckdb
import pytest

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found
from reasonboard.ingest.snapshot.publish import change
from reasonboard.ingest.staging.reader_messages import ReadOptions
from reasonboard.ingest.staging.reading import read_all
from reasonboard.ingest.staging.staged import Staged, merge
from reasonboard.ingest.staging.staging import Staging


def load_records(data: Path, store: Path, found: Iterable[Found], name: str) -> int:
    """Publish the records as the load of that name; how many answers they have."""
    folder = store.parent / f"{name}.records"
    folder.mkdir(parents=True)
    (folder / "x.tool").write_text("x")
    with Staging(folder, name, set()) as staging:
        staging.add(File(folder / "x.tool"), found)
        staged = staging.finished()

    def add(connection: duckdb.DuckDBPyConnection) -> None:
        merge(connection, staged, replace=False)

    change(data, store, add)
    return staged.counts["sample"]


def read_here(
    files: Sequence[File],
    folder: Path,
    loaded_as: str,
    known: AbstractSet[tuple[str, str]],
    *,
    seen: Callable[[int], None],
    running: bool = False,
    **options: Unpack[ReadOptions],
) -> Staged:
    """What `read_isolated` gives of these files, read in the process of the test."""
    try:
        with Staging(folder, loaded_as, set(known), running=running, **options) as staging:
            read_all(files, staging, seen)
            return staging.finished()
    except IngestError as error:
        raise IngestError(str(error)) from error


def use_store(patch: pytest.MonkeyPatch, store: Path, data: Path | None = None) -> None:
    """Let commands have this store and these sources, and no setting of whoever runs the tests."""
    for name in list(os.environ):
        if name in ("HOST", "PORT", "COLUMNS") or name.startswith("REASONBOARD_"):
            patch.delenv(name)
    patch.setenv("REASONBOARD_STORE", str(store))
    if data:
        patch.setenv("REASONBOARD_DATA", str(data))


def load_here(patch: pytest.MonkeyPatch, store: Path, data: Path) -> None:
    """Let commands have these, and read files in this process."""
    use_store(patch, store, data)
    patch.setattr("reasonboard.ingest.loading.load.read_isolated", read_here)


def make_no_tables(connection: duckdb.DuckDBPyConnection) -> None:
    """What `studies.make_tables` makes where no study takes anything."""
    connection.execute("CREATE TABLE IF NOT EXISTS shared_place (source TEXT, place TEXT)")
    connection.execute(
        "CREATE VIEW IF NOT EXISTS shown_source AS "
        "SELECT source, study, false AS by_step, 1 AS scores FROM source_study"
    )
