"""What is loaded, read from the parts of a store, and the part that a change adds.

A change writes all rows that the runs, files and aliases which it touched have now: a Parquet file for each table, and
one with their keys, so that keys of which no row is left are known.
"""

from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path

import duckdb

from reasonboard.ingest.scripts import sql
from reasonboard.ingest.snapshot.answers import new_parts
from reasonboard.store import parts
from reasonboard.store.errors import DataError, StoreError
from reasonboard.store.parts import ANSWERS, SUFFIX, Part, PartFile, Parts
from reasonboard.store.reading import attach, parquet_sql
from reasonboard.store.sealed import sha256_of

_MANY = 100
"""From this number of parts on, the small ones are merged."""
_FEW = 100_000
"""A part of fewer rows is a small one."""
_KEYS = "keys"
"""How the name of the file with the keys of a part begins."""
_TABLES = {
    "loaded_file": "sha256",
    "loaded_run": "key",
    "loaded_measurement": "run",
    "sample_part": "run",
    "text_file": "sha256",
    "remote_part": "name",
    "alias_model": "'aliases'",
    "alias_benchmark": "'aliases'",
    "alias_setting": "'aliases'",
    "declared_study": "'studies'",
}
"""Table -> its key, as SQL. Whatever has a key is written together, in each of the tables."""
LOADED = (*_TABLES, "stored_part")
"""The tables that a change edits, which say what the parts say: schema.sql tells what for."""
_NUMBERS = "loaded_measurement"
"""The one that no snapshot has: there `stated_measurement` has its rows."""
Edit = Callable[[duckdb.DuckDBPyConnection], object]
Fill = Callable[[duckdb.DuckDBPyConnection], Parts]
"""Fills the empty tables of what is loaded; the parts that have all of it, () if they have to be written."""


@dataclass(frozen=True)
class Change:
    """What changes the tables of what is loaded, and what is known of it before."""

    what: str
    """The word for it in the manifest of its part: `load`, `remove` ..."""
    edit: Edit | None = None
    after: Edit | None = None
    """Sees the finished snapshot before it is published."""
    dry_run: bool = False
    """Publish nothing?"""
    incoming: int = 0
    """How many numbers `edit` brings."""


def write(
    connection: duckdb.DuckDBPyConnection, building: Path, what: str, before: Parts
) -> tuple[Parts, Parts]:
    """Make what changed since `part_begin` a part of the snapshot that is built in the file `building`.

    Its parts, and those with answers of bundled sources. `before` are the parts that it was built of: if there are many
    small ones, they become one with this one.
    """
    folder = new_parts(building)
    folder.mkdir(exist_ok=True)
    listed = _without_small(connection, building.parent, before)
    if not before:  # everything is written
        connection.execute(
            "INSERT INTO changed_key SELECT key FROM entry_now UNION SELECT key FROM loaded_run"
        )
    rows = sql.run(connection, "part_answers").fetchall()
    answers = [(PartFile(*row), changed, bundled) for *row, changed, bundled in rows]
    of_bundled = tuple(file for file, _, bundled in answers if bundled)
    bundled = (_write_manifest(folder, Part("bundled", (), of_bundled)),) if of_bundled else ()
    if not sql.row_count(connection, "changed_key"):
        return before, bundled
    changed = sql.run(connection, "changed_tables").fetchall()
    tables = {table for table, _ in changed if table}
    loads = tuple(load for _, load in changed if load)
    files = [
        file
        for table, chosen in _changed(tables)
        if (file := _write_table(connection, folder, table, chosen))
    ]
    files += [file for file, changed, _ in answers if changed]
    return (*listed, _write_manifest(folder, Part(what, loads, tuple(files)))), bundled


def _write_manifest(folder: Path, part: Part) -> str:
    """Write the manifest of a part to the folder; its sha256."""
    path = folder / "writing"
    path.write_text(part.manifest())
    sha256 = sha256_of(path)
    path.replace(folder / parts.manifest_of(folder, sha256).name)
    return sha256


def _without_small(connection: duckdb.DuckDBPyConnection, store: Path, before: Parts) -> Parts:
    """These parts without the small ones, if there are many; the keys of the small ones count as changed.

    No part is left out if a file of a small one is damaged.
    """
    if len(before) < _MANY:
        return before
    try:
        small = {
            sha256: part for sha256 in before if (part := parts.read(store, sha256)).rows < _FEW
        }
    except DataError:
        return before
    keys = [file for part in small.values() if (file := part.file_of(_KEYS))]
    if not keys or any(parts.problem(store, file.name, file.sha256) for file in keys):
        return before
    connection.execute(
        "INSERT INTO changed_key SELECT key "  # noqa: S608
        f"FROM {parquet_sql(parts.path_of(store, file.name) for file in keys)}"
    )
    return tuple(sha256 for sha256 in before if sha256 not in small)


def _changed(tables: AbstractSet[str]) -> Iterator[tuple[str, str]]:
    """Each of these tables, with SQL for its rows whose keys changed."""
    yield "changed_key", "SELECT DISTINCT key FROM changed_key"
    for table, key in _TABLES.items():
        if table in tables:
            yield table, f"FROM {table} WHERE {key} IN (FROM changed_key) ORDER BY rowid"
    if "loaded_run" in tables:
        # The order of numbers says nothing, and to sort so many rows takes as long as to write them.
        numbers = "current_measurement" if "stated_measurement" in tables else _NUMBERS
        yield _NUMBERS, f"FROM {numbers} WHERE run IN (FROM changed_key)"


def _write_table(
    connection: duckdb.DuckDBPyConnection, folder: Path, table: str, chosen: str
) -> PartFile | None:
    """Write these rows of a table to a Parquet file, which all tools read; None if there are none."""
    path = folder / "writing"
    (rows,) = connection.execute(
        f"COPY ({chosen}) TO {sql.literal(str(path))} (FORMAT parquet, COMPRESSION zstd)"
    ).fetchone() or (0,)
    if not rows:
        path.unlink()
        return None
    sha256 = sha256_of(path)
    name = _KEYS if table == "changed_key" else table
    file = PartFile(f"{name}-{sha256[:16]}", sha256, path.stat().st_size, rows)
    path.replace(folder / f"{file.name}{SUFFIX}")
    return file


def read(connection: duckdb.DuckDBPyConnection, store: Path, listed: Parts) -> Parts:
    """Fill the empty tables of what is loaded from these parts, which were checked; the parts that have all of it.

    () if few of their rows are needed: all is written again then.
    """
    connection.begin()  # all entries are one write to the disk, not one each
    found = [parts.read(store, sha256) for sha256 in listed]
    connection.execute("CREATE TEMP TABLE last_part (key TEXT PRIMARY KEY, part INTEGER)")
    for number, part in enumerate(found):
        keys = part.file_of(_KEYS)
        if keys:
            connection.execute(
                f"INSERT OR REPLACE INTO last_part SELECT key, $part FROM "  # noqa: S608
                f"{parquet_sql([parts.path_of(store, keys.name)])}",
                {"part": number},
            )
    for number, part in enumerate(found):
        for file in part.files:
            if file.table in _TABLES:  # the rows that no later part decides over
                rows = parquet_sql([parts.path_of(store, file.name)])
                connection.execute(
                    f"INSERT INTO {file.table} BY NAME FROM {rows} "  # noqa: S608
                    f"WHERE {_TABLES[file.table]} IN (SELECT key FROM last_part WHERE part = $part)",
                    {"part": number},
                )
    stored = {
        file.name: file for part in found for file in part.files if file.name.startswith(ANSWERS)
    }
    for file in stored.values():
        connection.execute(
            "INSERT INTO stored_part VALUES (?, ?, ?, ?)",
            [file.name, file.sha256, file.bytes, file.rows],
        )
    connection.execute("DELETE FROM stored_part WHERE name NOT IN (SELECT part FROM sample_part)")
    connection.execute("DROP TABLE last_part")
    connection.commit()
    needed = sum(sql.row_count(connection, table) for table in _TABLES)
    count = sum(file.rows for part in found for file in part.files if file.table in _TABLES)
    return () if count > 2 * needed else listed


def carry_over(connection: duckdb.DuckDBPyConnection, old: Path) -> Parts:
    """Fill the empty tables of what is loaded from a snapshot, if its parts are damaged; all is written again then.

    Raises StoreError if not every row arrives.
    """
    attach(connection, old)
    for table in LOADED:
        stored = "old.stated_measurement" if table == _NUMBERS else f"old.{table}"
        connection.execute(f"INSERT INTO {table} BY NAME SELECT * FROM {stored}")  # noqa: S608
        before, now = (sql.row_count(connection, name) for name in (stored, table))
        if before != now:
            raise StoreError(
                f"{old}: {now} of {before} rows of {table} were copied (expected all). Nothing was changed"
            )
    connection.execute("DETACH old")
    return ()
