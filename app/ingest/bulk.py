"""Tidy Parquet files of any size: their rows go into the tables as DuckDB reads them, none through Python."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb

from app.ingest.errors import IngestError
from app.ingest.files import File
from app.ingest.records import PERCENT, Run

_LAST_COUNT = 2**31 - 1


@dataclass(frozen=True)
class Bulk:
    """A file in which every row is a measurement of one of these runs."""

    file: File
    runs: Sequence[tuple[Run, tuple[object, ...]]]
    """Each run with the values of `keys` that its rows have."""
    keys: Sequence[str]
    """The columns that tell the runs apart."""
    fields: Mapping[str, str]
    """Field of a measurement -> SQL for it, of the file's columns; `unit` is among them."""
    notes: Sequence[str] = ()


def quoted(name: str) -> str:
    """A column's name as SQL takes it literally."""
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    """A text as SQL takes it literally."""
    return "'" + text.replace("'", "''") + "'"


def rows(path: Path) -> str:
    """SQL for the rows of a file, the glob characters of its name taken literally, with `line` from 1 on."""
    name = "".join(f"[{one}]" if one in "*?[" else one for one in str(path))
    return f"(SELECT *, file_row_number + 1 AS line FROM read_parquet({literal(name)}, file_row_number = true)) AS file"  # noqa: S608


def check(connection: duckdb.DuckDBPyConnection, bulk: Bulk) -> None:
    """Raises IngestError with the first row that cannot be stored, and why."""
    named = {
        name: bulk.fields[name] for name in ("model", "benchmark", "metric") if name in bulk.fields
    }
    tests = [
        (f"coalesce(trim({sql}), '') = '' OR length({sql}) > 512 OR contains({sql}, chr(0))", name, sql)
        for name, sql in named.items()
    ]  # fmt: skip
    tests.append(
        (f"coalesce({bulk.fields['unit']}, '') NOT IN ('fraction', 'percent', 'tokens')", "unit", bulk.fields["unit"])
    )  # fmt: skip
    tests += [
        (f"NOT coalesce({sql}, 0) BETWEEN 0 AND {_LAST_COUNT}", name, sql)
        for name, sql in bulk.fields.items()
        if name in ("n_items", "n_repeats", "task_length")
    ]
    # By itself a test runs on the distinct values of its column; told apart in one CASE all would run on all.
    source = rows(bulk.file.path)
    if not any(
        connection.execute(f"SELECT 1 FROM {source} WHERE {test} LIMIT 1").fetchone()  # noqa: S608
        for test, _, _ in tests
    ):
        return
    told = " ".join(
        f"WHEN {test} THEN {literal(name)} || ' is ' || coalesce(left(({sql})::VARCHAR, 40), 'missing')"
        for test, name, sql in tests
    )
    found = connection.execute(
        f"SELECT line, CASE {told} END AS wrong FROM {source} "  # noqa: S608
        "WHERE wrong IS NOT NULL ORDER BY line LIMIT 1"
    ).fetchone()
    if found:
        expected = (
            f"fraction, percent or tokens in a column 'unit' or in {bulk.file.path.with_suffix('.toml').name}"
            if found[1].startswith("unit")
            else "a name" if found[1].startswith(tuple(named)) else f"a number from 0 to {_LAST_COUNT}"
        )  # fmt: skip
        raise IngestError(f"{bulk.file.name}:{found[0]}: {found[1]} (expected {expected})")


def insert(
    connection: duckdb.DuckDBPyConnection, bulk: Bulk, keys: Sequence[str], table: str
) -> None:
    """Put every row into a table of measurements; `keys` are those of the runs, in their order."""
    source = rows(bulk.file.path)
    columns = "".join(f"{quoted(name)}, " for name in bulk.keys)
    connection.execute(
        f"CREATE TEMP TABLE bulk_run AS SELECT {columns} ''::TEXT AS run FROM {source} LIMIT 0"  # noqa: S608
    )
    if bulk.runs:
        every = [list(one) for one in zip(*(values for _, values in bulk.runs), strict=True)]
        marks = ", ".join(["unnest(?)"] * (len(bulk.keys) + 1))
        connection.execute(f"INSERT INTO bulk_run SELECT {marks}", [*every, list(keys)])
    same = " AND ".join(
        f"file.{quoted(name)} IS NOT DISTINCT FROM bulk_run.{quoted(name)}" for name in bulk.keys
    )
    left = ("model", "value", "stderr", "score")
    fields = {name: sql for name, sql in bulk.fields.items() if name not in left}
    unit = fields.pop("unit")
    fields |= {
        "unit": f"CASE WHEN {unit} = {literal(PERCENT)} THEN 'fraction' ELSE {unit} END",
        "value": f"CASE WHEN isfinite({bulk.fields['value']}) THEN {_fraction(bulk.fields['value'], unit)} END",
        "missing": _missing(bulk.fields["value"]),
        "stderr": _fraction(bulk.fields["stderr"], unit) if "stderr" in bulk.fields else "NULL",
        "locator": "'row ' || line",
        "aggregate": "false",
        "sha256": literal(bulk.file.sha256),
        "run": "bulk_run.run",
    }
    chosen = ", ".join(f"{sql} AS {name}" for name, sql in fields.items())
    connection.execute(
        f"INSERT INTO {table} BY NAME SELECT {chosen} FROM {source} JOIN bulk_run ON {same or 'true'}"  # noqa: S608
    )
    connection.execute("DROP TABLE bulk_run")


def missing(connection: duckdb.DuckDBPyConnection, bulk: Bulk) -> int:
    """How many of its values are not numbers."""
    sql = bulk.fields["value"]
    row = connection.execute(
        f"SELECT count(*) FROM {rows(bulk.file.path)} WHERE {sql} IS NULL OR NOT isfinite({sql})"  # noqa: S608
    ).fetchone()
    return int(row[0]) if row else 0


def _fraction(value: str, unit: str) -> str:
    """Percent shifted in decimal, as everywhere: 43.7 is exactly 0.437."""
    plain = f"abs({value}) BETWEEN 1e-4 AND 1e15"
    shifted = f"CASE WHEN {plain} THEN (({value})::VARCHAR || 'e-2')::DOUBLE ELSE {value} / 100 END"
    if unit in (literal("fraction"), literal("tokens")):
        return value
    return f"CASE WHEN {unit} = {literal(PERCENT)} THEN {shifted} ELSE {value} END"


def _missing(value: str) -> str:
    return (
        f"CASE WHEN {value} IS NULL THEN 'N/A' WHEN isnan({value}) THEN 'NaN' "
        f"WHEN isinf({value}) THEN CASE WHEN {value} > 0 THEN 'Infinity' ELSE '-Infinity' END END"
    )
