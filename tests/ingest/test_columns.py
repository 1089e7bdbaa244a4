"""The columns of runs, measurements and answers come from the table of fields."""

from collections.abc import Iterator
from dataclasses import fields

import duckdb
import pytest

from reasonboard.ingest.formats.records import Measurement, Run, Sample
from reasonboard.ingest.scripts import sql
from reasonboard.store.fields import ANSWER, CONDITIONS, MEASUREMENT, MODEL, RUN, Field

OF_RUNS = {
    "id",
    "source",
    "study",
    "model",
    "lost",
    "settings",
    "key",
    "build_key",
    "configuration",
    "of_model",
}
"""Columns of a run that no file states by themselves."""


@pytest.fixture(scope="module")
def tables() -> Iterator[duckdb.DuckDBPyConnection]:
    connection = duckdb.connect()
    sql.make_empty(connection)
    yield connection
    connection.close()


def columns_of(tables: duckdb.DuckDBPyConnection, table: str) -> dict[str, str]:
    """The names of a table's columns, and their types."""
    return {name: kind for name, kind, *_ in tables.execute(f"DESCRIBE {table}").fetchall()}


def typed(told: tuple[Field, ...]) -> dict[str, str]:
    return {field.name: field.sql_type.replace("TEXT", "VARCHAR") for field in told}


def test_a_run_has_the_columns_that_are_told_and_no_other_that_a_file_states(
    tables: duckdb.DuckDBPyConnection,
) -> None:
    run = columns_of(tables, "run")
    assert {name: kind for name, kind in run.items() if name not in OF_RUNS} == typed(RUN)
    assert columns_of(tables, "loaded_run").items() >= typed(MODEL + RUN).items()
    assert columns_of(tables, "result").items() >= typed(MODEL + RUN + MEASUREMENT).items()
    assert {field.name for field in (*MODEL, *RUN)} <= {field.name for field in fields(Run)}


def test_bundled_and_loaded_numbers_have_the_same_columns(
    tables: duckdb.DuckDBPyConnection,
) -> None:
    for table in ("measurement", "stated_measurement"):
        assert columns_of(tables, table).items() >= typed(MEASUREMENT).items()
    assert {field.name for field in MEASUREMENT} <= {field.name for field in fields(Measurement)}
    assert {field.name for field in ANSWER} <= {field.name for field in fields(Sample)}


def test_conditions_are_known_to_the_database_by_their_names(
    tables: duckdb.DuckDBPyConnection,
) -> None:
    names = [field.name for field in CONDITIONS]
    assert tables.execute("SELECT condition_names()").fetchone() == (names,)
    one = "{" + ", ".join(f"'{field.name}': NULL::{field.sql_type}" for field in RUN) + "}"
    for field in CONDITIONS:
        value = "'x'" if field.type is str else "2"
        found = tables.execute(
            f"SELECT is_condition('{field.name}'), conditions_of(run), condition_of(run, '{field.name}'), "
            f"condition_words('{field.name}', '2'), condition_noun('{field.name}') "
            f"FROM (SELECT struct_update({one}, {field.name} := {value}::{field.sql_type}) AS run)"
        ).fetchone()
        plain = {"TEXT": "x", "DOUBLE": "2.0"}.get(field.sql_type, "2")
        assert found == (
            True,
            {field.name: plain},
            plain.removesuffix(".0"),
            field.in_a_phrase.replace("{}", "2"),
            field.words,
        )
