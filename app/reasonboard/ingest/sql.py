"""The SQL scripts of ingest, by their names."""

from importlib.resources import files
from typing import Any

import duckdb


def run(
    connection: duckdb.DuckDBPyConnection, name: str, values: Any = None
) -> duckdb.DuckDBPyConnection:
    """Run the script `name`.sql with these parameters; the connection, to fetch its answer from."""
    return connection.execute((files("reasonboard.ingest") / f"{name}.sql").read_text(), values)
