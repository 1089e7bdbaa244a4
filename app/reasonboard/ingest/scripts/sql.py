"""The SQL scripts of ingest, by their names."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import duckdb

from reasonboard import ingest
from reasonboard.ingest.scripts import steps
from reasonboard.store import fields, reading
from reasonboard.store.fields import Field

path_literal, literal = reading.path_literal, reading.literal
SCRIPTS = {path.stem: path for path in Path(ingest.__file__).parent.rglob("*.sql")}
"""Every script by its name: each lies in the folder `sql` of the room that runs it."""


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


def row_count(connection: duckdb.DuckDBPyConnection, table: str) -> int:
    """How many rows a table has."""
    (count,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone() or (0,)  # noqa: S608
    return int(count)


def text(name: str) -> str:
    """The script `name`.sql; the schema gets its columns from the table of fields."""
    script = SCRIPTS[name].read_text()
    for words, of_fields in _of_fields().items() if name == "schema" else ():
        script = script.replace(f"{{{words}}}", of_fields)
    return script


def _of_fields() -> dict[str, str]:
    """What replaces the names in braces of schema.sql."""
    conditions = fields.CONDITIONS
    places = [
        *conditions,
        *(field for field in fields.EVENT if field.role and field.name != "date"),
    ]
    on_a_line = [field for field in conditions if not field.training]
    words = "'{0.before}' || one.{0.name} || '{0.after}'"
    return {
        "model_columns": _each(fields.MODEL, "{0.name} {0.sql_type}"),
        "run_columns": _each(fields.RUN, "{0.name} {0.sql_type}"),
        "measurement_columns": _each(fields.MEASUREMENT, "{0.name} {0.sql_type}"),
        "repeat_settings": ", ".join(map(literal, fields.REPEAT_SETTINGS)),
        "event_roles": ", ".join(map(literal, sorted(fields.EVENT_ROLES))),
        "library_seeds": ", ".join(map(literal, fields.LIBRARY_SEEDS)),
        "run_names": _each(fields.RUN, "'{0.name}'"),
        "condition_names": _each(conditions, "'{0.name}'"),
        "condition_texts": _each(conditions, "'{0.name}': run.{0.name}::TEXT"),
        "condition_places": _each(places, "WHEN '{0.name}' THEN place_of(run.{0.name})", " "),
        "condition_words": _each(
            conditions, "WHEN '{0.name}' THEN '{0.before}' || value || '{0.after}'", " "
        ),
        "condition_nouns": _each(conditions, "WHEN '{0.name}' THEN '{0.words}'", " "),
        "condition_phrases": _each(conditions, words),
        "line_phrases": _each(on_a_line, words),
    }


def _each(told: Sequence[Field], pattern: str, between: str = ", ") -> str:
    """The pattern for each of the fields."""
    return between.join(map(pattern.format, told))
