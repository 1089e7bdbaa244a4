"""The file of a part with answers: the same rows always give the same bytes."""

from pathlib import Path

import duckdb

from reasonboard.store.reading import literal

_ROWS = 32_768
"""Answers that are read to find those of one item."""
ORDER = "run, benchmark, metric, item, repeat"
"""Of the answers in a part."""


def write(connection: duckdb.DuckDBPyConnection, path: Path, rows: str = "FROM sample") -> None:
    """Write the rows of the table `sample`, or what this SQL makes of them, to a file."""
    connection.execute(
        f"COPY ({rows} ORDER BY {ORDER}) TO {literal(str(path))} "
        f"(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {_ROWS})"
    )
