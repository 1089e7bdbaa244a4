"""The columns of runs and measurements: each is known to the tables, the readers and the bundled sources alike."""

from collections.abc import Iterator
from dataclasses import fields

import duckdb
import pytest

from reasonboard.ingest import bundled, sql
from reasonboard.ingest.readers import columns
from reasonboard.ingest.records import Measurement, Run

OF_RUNS = {"id", "source", "study", "model", "seed", "settings", "key", "of_model"}
"""Columns of a run besides its conditions."""


@pytest.fixture(scope="module")
def tables() -> Iterator[duckdb.DuckDBPyConnection]:
    connection = duckdb.connect()
    sql.run(connection, "schema")
    yield connection
    connection.close()


def columns_of(tables: duckdb.DuckDBPyConnection, table: str, where: str = "true") -> set[str]:
    """The names of a table's columns; `where` is a condition on `name`."""
    found = tables.execute(
        "SELECT column_name AS name FROM duckdb_columns() WHERE table_name = $table "
        f"AND {where.replace('name', 'column_name')}",
        {"table": table},
    )
    return {name for (name,) in found.fetchall()}


def test_whatever_tells_two_runs_apart_is_a_condition(tables: duckdb.DuckDBPyConnection) -> None:
    conditions = columns_of(tables, "run", "is_condition(name)")
    assert conditions == columns_of(tables, "run") - OF_RUNS
    assert conditions == columns_of(tables, "loaded_run", "is_condition(name)")
    assert conditions <= {field.name for field in fields(Run)}
    assert conditions <= set(columns.RUN)
    assert {"model", "seed", *conditions} == set(bundled.RUN)


def test_bundled_and_loaded_numbers_have_the_same_columns(
    tables: duckdb.DuckDBPyConnection,
) -> None:
    numbers = columns_of(tables, "measurement") - {"run", "sha256"}
    assert numbers == set(bundled.MEASUREMENT)
    assert numbers - {"kind"} <= columns_of(tables, "loaded_measurement")
    assert numbers - {"kind"} <= {field.name for field in fields(Measurement)}
    assert numbers <= columns_of(tables, "result")
