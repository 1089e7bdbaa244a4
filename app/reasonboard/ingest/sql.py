"""The SQL scripts of ingest, by their names."""

from importlib.resources import files
from pathlib import Path
from typing import Any

import duckdb

from reasonboard.ingest import steps


def path_literal(path: Path) -> str:
    """A path as DuckDB reads it without taking it for a pattern."""
    return "".join(f"[{one}]" if one in "*?[" else one for one in str(path))


def run(
    connection: duckdb.DuckDBPyConnection, name: str, values: Any = None
) -> duckdb.DuckDBPyConnection:
    """Run the script `name`.sql with these parameters; the connection, to fetch its answer from."""
    steps.begins(name)
    return connection.execute((files("reasonboard.ingest") / f"{name}.sql").read_text(), values)
