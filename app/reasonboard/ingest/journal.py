"""The journal of what is loaded: parts of the store from which all of it can be read again, without a snapshot.

A change writes all rows that the runs, files and aliases which it touched have now: a Parquet file for each table, and
one with their keys, so that those of which no row is left are known. The last change that has a key decides its rows.
"""

from collections.abc import Sequence
from pathlib import Path

import duckdb

from reasonboard.ingest import sql
from reasonboard.ingest.answers import new_parts
from reasonboard.ingest.table_file import write_rows
from reasonboard.store import parts
from reasonboard.store.journal import JournalPart
from reasonboard.store.reading import parquet_sql
from reasonboard.store.sealed import sha256_of

_MANY = 100
"""From this number of changes on, the small ones are merged."""
_FEW = 100_000
"""A change of fewer rows is a small one."""
_KEYS = "changed_key"
_TABLES = {
    "loaded_file": "sha256",
    "loaded_run": "key",
    "loaded_measurement": "run",
    "sample_part": "run",
    "stored_part": "name",
    "text_file": "sha256",
    "remote_part": "digest",
    "alias_model": "'aliases'",
    "alias_benchmark": "'aliases'",
    "declared_study": "'studies'",
}
"""Table -> its key, as SQL. Whatever has a key is written together, in each of the tables."""


def begin(connection: duckdb.DuckDBPyConnection) -> None:
    """Note what is loaded before a change."""
    sql.run(connection, "journal_begin")


def write(connection: duckdb.DuckDBPyConnection, building: Path) -> None:
    """Make what changed since `begin` new parts of the snapshot that is built in the file `building`.

    Where there are many small changes, they become one with this one.
    """
    _merge_small(connection, building.parent)
    sql.run(connection, "changed_keys")
    if not connection.execute(f"FROM {_KEYS} LIMIT 1").fetchone():
        return
    folder = new_parts(building)
    folder.mkdir(exist_ok=True)
    (last,) = connection.execute("SELECT max(change) FROM journal").fetchone() or (None,)
    for table, key in {_KEYS: "key", **_TABLES}.items():
        if connection.execute(
            f"FROM {table} LIMIT 1"
        ).fetchone():  # else it takes longer to find none
            _write_part(connection, folder, (last or 0) + 1, table, key)


def _merge_small(connection: duckdb.DuckDBPyConnection, store: Path) -> None:
    """Forget small changes where there are many, and let their keys be among those that changed.

    Those of which a file is not as it was written stay.
    """
    connection.execute(f"CREATE TEMP TABLE {_KEYS} (key TEXT PRIMARY KEY)")
    small = sql.run(connection, "small_changes", {"many": _MANY, "few": _FEW}).fetchall()
    if not small or any(parts.problem(store, name, sha256) for _, name, sha256 in small):
        return
    changes = [change for change, *_ in small]
    connection.execute(
        "DELETE FROM journal WHERE change IN (SELECT unnest($changes))", {"changes": changes}
    )
    paths = [parts.path_of(store, name) for _, name, _ in small]
    connection.execute(
        f"INSERT OR IGNORE INTO {_KEYS} SELECT DISTINCT key FROM {parquet_sql(paths)} "  # noqa: S608
        "WHERE EXISTS (FROM journal)"  # else all is written, and nothing older could come back
    )


def _write_part(
    connection: duckdb.DuckDBPyConnection, folder: Path, change: int, table: str, key: str
) -> None:
    """Write the rows of a table whose keys changed, and name the file in `journal`."""
    path = folder / "writing"
    # The order of numbers says nothing, and to sort so many rows takes as long as to write them.
    order = "" if table == "loaded_measurement" else "ORDER BY rowid"
    chosen = f"FROM {table} WHERE {key} IN (SELECT key FROM {_KEYS}) {order}"  # noqa: S608
    rows = write_rows(connection, chosen, path)
    if not rows:
        path.unlink()
        return
    sha256 = sha256_of(path)
    part = JournalPart(change, f"{table}-{sha256[:16]}", sha256, path.stat().st_size, rows)
    path.replace(folder / f"{part.name}.parquet")
    connection.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?)", part)


def read(
    connection: duckdb.DuckDBPyConnection, store: Path, journal: Sequence[JournalPart]
) -> None:
    """Fill the empty tables of what is loaded from these parts of a store, which have been checked.

    A journal of which little is needed is forgotten: `write` begins it anew.
    """
    connection.begin()  # its entries are one write to the disk, not one each
    for part in journal:
        connection.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?)", part)
    connection.execute(f"CREATE TEMP TABLE last_change ({_KEYS} TEXT PRIMARY KEY, change INTEGER)")
    for part in journal:
        path = parts.path_of(store, part.name)
        if part.table == _KEYS:
            connection.execute(
                f"INSERT OR REPLACE INTO last_change SELECT key, $change FROM {parquet_sql([path])}",  # noqa: S608
                {"change": part.change},
            )
    for part in journal:
        if part.table != _KEYS:
            _read_part(connection, part, parts.path_of(store, part.name))
    connection.execute("DROP TABLE last_change")
    connection.commit()
    sql.run(connection, "poor_journal")


def _read_part(connection: duckdb.DuckDBPyConnection, part: JournalPart, path: Path) -> None:
    """Add the rows of a part that no later change decides over."""
    connection.execute(
        f"INSERT INTO {part.table} BY NAME FROM {parquet_sql([path])} "  # noqa: S608
        f"WHERE {_TABLES[part.table]} IN (SELECT {_KEYS} FROM last_change WHERE change = $change)",
        {"change": part.change},
    )
