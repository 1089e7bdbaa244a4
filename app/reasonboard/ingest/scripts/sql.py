"""The SQL scripts of ingest, by their names."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
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

_END = re.compile(r"(?<=;)\s*\n")
_PARSED: dict[str, list[duckdb.Statement]] = {}
_BEGIN = r"(?s)(?:\s|--[^\n]*\n)*CREATE "
_DEFINITION = re.compile(
    rf"{_BEGIN}(VIEW|MACRO|TABLE (IF NOT EXISTS )?\w+ \(|TABLE [^;]* LIMIT 0;)"
)
_FILLED = re.compile(rf"{_BEGIN}TABLE (\w+) AS\b")
_defined: ContextVar[bool] = ContextVar("defined", default=False)


@contextmanager
def defined() -> Iterator[None]:
    """Within the block the tables, views and macros of scripts are there already: scripts only add the rows.

    This leaves out a third of the statements of a small load.
    """
    token = _defined.set(True)
    try:
        yield
    finally:
        _defined.reset(token)


def make_empty(connection: duckdb.DuckDBPyConnection) -> None:
    """Make the tables of a snapshot, without the rows that follow from others."""
    run(connection, "settings")
    run(connection, "metric_names")
    run(connection, "schema")
    run(connection, "rollup_tables")


def run(
    connection: duckdb.DuckDBPyConnection, name: str, values: Mapping[str, Any] | None = None
) -> duckdb.DuckDBPyConnection:
    """Run the script `name`.sql with these parameters; the connection, to fetch its answer from."""
    steps.begins(name)
    return execute(connection, text(name), values)


def execute(
    connection: duckdb.DuckDBPyConnection, script: str, values: Mapping[str, Any] | None = None
) -> duckdb.DuckDBPyConnection:
    """Run the statements of a script, up to a question (a SELECT before the last one) that is answered with false.

    To plan what would find nothing to do takes most of the time of a small load: so a script asks first. One that ends
    early has no rows to fetch, and what follows is not even parsed.
    """
    texts = _statements(script, _defined.get())
    for text in texts:
        for statement in _parsed(connection, text):
            _execute(connection, statement, values)
            asks = text is not texts[-1] and statement.type is duckdb.StatementType.SELECT
            if asks and connection.fetchone() != (True,):
                return connection
    return connection


@cache
def _statements(script: str, only_rows: bool) -> list[str]:
    """The statements of a script, which end at the end of a line; `only_rows`: the statements that add rows."""
    texts = [text for text in _END.split(script) if re.sub(r"--[^\n]*", "", text).strip()]
    if not only_rows:
        return texts
    return [_FILLED.sub(r"INSERT INTO \1", text) for text in texts if not _DEFINITION.match(text)]


def _parsed(connection: duckdb.DuckDBPyConnection, text: str) -> list[duckdb.Statement]:
    """A statement; to parse all takes longer than a small load, so a process does it once."""
    if text not in _PARSED:
        _PARSED[text] = connection.extract_statements(text)
    return _PARSED[text]


def _execute(
    connection: duckdb.DuckDBPyConnection,
    statement: duckdb.Statement,
    values: Mapping[str, Any] | None,
) -> duckdb.DuckDBPyConnection:
    own = {name: values[name] for name in statement.named_parameters} if values else {}
    return connection.execute(statement, own)


def row_count(connection: duckdb.DuckDBPyConnection, table: str) -> int:
    """How many rows a table has."""
    (count,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone() or (0,)  # noqa: S608
    return int(count)


@cache
def text(name: str) -> str:
    """The script `name`.sql; those that make tables get columns from the table of fields."""
    script = SCRIPTS[name].read_text()
    for words, of_fields in _of_fields().items() if name in ("schema", "changing") else ():
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
