"""Rows of a table as a Parquet file, which anybody's tools read."""

from pathlib import Path

import duckdb

from reasonboard.ingest.scripts import sql


def write_rows(connection: duckdb.DuckDBPyConnection, query: str, path: Path) -> int:
    """Write the rows of a query to a file; how many there are."""
    (rows,) = connection.execute(
        f"COPY ({query}) TO {sql.literal(str(path))} (FORMAT parquet, COMPRESSION zstd)"
    ).fetchone() or (0,)
    return int(rows)
