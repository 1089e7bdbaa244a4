"""Reading a snapshot in a separate database, even if this process has it open; and Parquet files."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

_ROWS = 32_768
"""Answers that are read to find those of one item."""


@contextmanager
def attached(path: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """A database in memory that has the snapshot as `old`, read-only. Raises duckdb.Error for what is none."""
    with duckdb.connect() as connection:
        attach(connection, path)
        yield connection


def attach(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Let a connection read the snapshot as `old`."""
    connection.execute(f"ATTACH {literal(str(path))} AS old (READ_ONLY)")


def literal(text: str) -> str:
    """A text as it stands in SQL."""
    return "'" + text.replace("'", "''") + "'"


def path_literal(path: Path) -> str:
    """A path as DuckDB reads it without taking it for a pattern."""
    return "".join(f"[{character}]" if character in "*?[" else character for character in str(path))


def parquet_sql(paths: Iterable[Path]) -> str:
    """SQL for all rows of these Parquet files, as a table."""
    names = ", ".join(literal(path_literal(path)) for path in paths)
    return f"read_parquet([{names}], union_by_name = true)"


def files_sql(paths: Iterable[Path]) -> str:
    """SQL for all rows of these Parquet files, with the name of the file in `file`."""
    return f"SELECT *, parse_filename(filename) AS file FROM {parquet_sql(paths)}"  # noqa: S608


def write_answers(
    connection: duckdb.DuckDBPyConnection, path: Path, rows: str = "FROM sample"
) -> None:
    """Write the rows of the table `sample`, or what this SQL makes of them, to a file: equal rows give equal bytes."""
    connection.execute(
        f"COPY ({rows} ORDER BY run, benchmark, metric, item, repeat) TO {literal(str(path))} "
        f"(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {_ROWS})"
    )
