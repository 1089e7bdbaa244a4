"""The SQL scripts of ingest, by their names."""

from importlib.resources import files
from typing import Any

import duckdb

from reasonboard.ingest import steps
from reasonboard.store import reading

path_literal, literal = reading.path_literal, reading.literal


def make_empty(connection: duckdb.DuckDBPyConnection) -> None:
    """Make the tables of a snapshot, without the rows that follow from others."""
    run(connection, "settings")
    run(connection, "metric_names")
    run(connection, "schema")
    run(connection, "rollup_tables")


def run(
    connection: duckdb.DuckDBPyConnection, name: str, values: Any = None
) -> duckdb.DuckDBPyConnection:
    """Run the script `name`.sql with these parameters; the connection, to fetch its answer from."""
    steps.begins(name)
    return connection.execute(text(name), values)


def text(name: str) -> str:
    """The script `name`.sql."""
    return (files("reasonboard.ingest") / f"{name}.sql").read_text()
