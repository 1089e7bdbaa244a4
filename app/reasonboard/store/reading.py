"""Reading a snapshot in a database of its own, whoever else in this process has it open."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb


@contextmanager
def attached(path: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """A database in memory that has the snapshot as `old`, read-only. Raises duckdb.Error for what is none."""
    with duckdb.connect() as connection:
        attach(connection, path)
        yield connection


def attach(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Let a connection read the snapshot as `old`."""
    quoted = str(path).replace("'", "''")
    connection.execute(f"ATTACH '{quoted}' AS old (READ_ONLY)")


def tables(connection: duckdb.DuckDBPyConnection) -> set[str]:
    """The names of the tables of `old`."""
    rows = connection.execute(
        "SELECT table_name FROM duckdb_tables() WHERE database_name = 'old'"
    ).fetchall()
    return {name for (name,) in rows}
