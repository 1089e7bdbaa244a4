"""The columns of runs and measurements: each is known to the tables, the readers and the bundled sources alike."""

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import duckdb
import pytest

import reasonboard
from reasonboard.ingest import bundled, sql
from reasonboard.ingest.readers import columns
from reasonboard.ingest.records import Measurement, Run

STUDIES = Path(reasonboard.__file__).parent / "studies"
OF_RUNS = {"id", "source", "study", "model", "seed", "lost", "settings", "key", "of_model"}
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


def test_no_value_of_a_study_is_averaged_over_a_condition_unsaid(
    tables: duckdb.DuckDBPyConnection,
) -> None:
    conditions = columns_of(tables, "run", "is_condition(name)")
    marks, explored = (
        (STUDIES / "own" / "pages" / name).read_text() for name in ("3_marks.sql", "4_explored.sql")
    )
    assert [name for name in conditions if f"THEN '{name}' END" not in marks] == []
    assert [name for name in conditions if f"{name}," not in explored.replace("\n", ",")] == []


def test_bundled_and_loaded_numbers_have_the_same_columns(
    tables: duckdb.DuckDBPyConnection,
) -> None:
    numbers = columns_of(tables, "measurement") - {"run", "sha256", "benchmark_written"}
    assert numbers == set(bundled.MEASUREMENT)
    assert numbers - {"kind"} <= columns_of(tables, "loaded_measurement")
    assert numbers - {"kind"} <= {field.name for field in fields(Measurement)}
    assert numbers <= columns_of(tables, "result")
