"""Tidy tables of any size: their rows go into the tables as DuckDB reads them, none through Python."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import duckdb

from reasonboard.ingest.formats import limits
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import HOURS, NO_ITEMS, PERCENT, TOKENS, Run
from reasonboard.store.fields import MEASUREMENT
from reasonboard.store.reading import literal, path_literal


class BulkRun(NamedTuple):
    """A run, the values of the bulk's `keys` that its rows have, and the number of the first of them."""

    run: Run
    values: tuple[object, ...]
    row: int
    benchmark: str = ""
    """What its numbers are of, where the name of that states settings."""


@dataclass(frozen=True)
class Bulk:
    """A file in which every row is a measurement of one of these runs."""

    file: File
    runs: Iterable[BulkRun]
    """An iterator will do: they are read once, and may be a million."""
    keys: Sequence[str]
    """The columns that tell the runs apart."""
    fields: Mapping[str, str]
    """Field of a measurement -> SQL for it, of the file's columns; `unit` is among them."""
    unread: Sequence[str] = ()
    """The columns that mean nothing here."""
    notes: Sequence[str] = ()
    """Notes on the table, a line each."""
    copy: Path | None = None
    """A copy of the file as Parquet, where it is none itself."""
    first: int = 1
    """The number of its first row: a line of text counts the header."""
    missing: int | None = None
    """How many of its values are not numbers, where it was checked already."""


def quoted(name: str) -> str:
    """A column's name as SQL takes it literally."""
    return '"' + name.replace('"', '""') + '"'


@contextmanager
def rows(bulk: Bulk) -> Iterator[str]:
    """SQL for the rows of a table, with `line` as their number, as long as the block lasts."""
    with nullcontext(bulk.copy) if bulk.copy else bulk.file.reached() as path:
        yield (
            f"(SELECT *, file_row_number + {bulk.first} AS line "  # noqa: S608
            f"FROM read_parquet({literal(path_literal(path))}, file_row_number = true)) AS file"
        )


class _Test(NamedTuple):
    """What is wrong with a row: an SQL condition, the field, SQL for what stands there, what was expected."""

    wrong: str
    field: str
    shown: str
    expected: str


def check(
    connection: duckdb.DuckDBPyConnection, bulk: Bulk, goes_on: Callable[[], None] = lambda: None
) -> None:
    """Raises IngestError with the first row that cannot be stored, and why; `goes_on` is called after each test."""
    with rows(bulk) as source:
        # Alone a test runs on the distinct values of its column; in one CASE all would run on all rows.
        failed = []
        for test in (*_text_tests(bulk), *_number_tests(bulk)):
            if connection.execute(f"SELECT 1 FROM {source} WHERE {test.wrong} LIMIT 1").fetchone():  # noqa: S608
                failed.append(test)
            goes_on()
        if not failed:
            return
        cases = " ".join(f"WHEN {test.wrong} THEN {index}" for index, test in enumerate(failed))
        shown = " ".join(
            f"WHEN {index} THEN coalesce(left(({test.shown})::VARCHAR, 40), 'missing')"
            for index, test in enumerate(failed)
        )
        line, place, text = connection.execute(
            f"SELECT line, CASE {cases} END AS place, CASE place {shown} END FROM {source} "  # noqa: S608
            "WHERE place IS NOT NULL ORDER BY line LIMIT 1"
        ).fetchone() or (0, 0, "")
    test = failed[place]
    raise bulk.file.refused(f"{test.field} is {text}", test.expected, line)


def _text_tests(bulk: Bulk) -> Iterator[_Test]:
    texts = (field.name for field in MEASUREMENT if field.type is str)
    for name in ("model", "benchmark", "metric", *texts):
        if name in bulk.fields:
            text, expected = bulk.fields[name], "at most 512 characters"
            wrong = f"length({text}) > 512 OR contains({text}, chr(0))"
            if name in ("model", "benchmark", "metric"):
                wrong = f"coalesce(trim({text}), '') = '' OR {wrong}"
                expected = "a name of 1 to 512 characters"
            yield _Test(wrong, name, text, expected)


def _number_tests(bulk: Bulk) -> Iterator[_Test]:
    """Numbers outside their ranges; a value that is not finite is missing, which is nothing wrong."""
    for field in MEASUREMENT:
        if field.range and (sql := bulk.fields.get(field.name)):
            yield _Test(f"NOT {field.range.sql(sql)}", field.name, sql, str(field.range))
    for unit in limits.VALUES:
        same = f"{bulk.fields['unit']} = {literal(unit)}"
        shown = f"|| {literal(f' in the unit {unit!r}')}"
        value, numbers = bulk.fields["value"], limits.of_value(unit)
        wrong = f"{same} AND isfinite({value}) AND NOT {numbers.sql(value, limits.noise_of(unit))}"
        yield _Test(wrong, "value", f"{value} {shown}", str(numbers))
        if stderr := bulk.fields.get("stderr"):
            numbers = limits.of_stderr(unit)
            wrong = f"{same} AND NOT {numbers.sql(stderr)}"
            yield _Test(wrong, "stderr", f"{stderr} {shown}", str(numbers))


def insert(
    connection: duckdb.DuckDBPyConnection,
    bulk: Bulk,
    values: Sequence[Sequence[object]],
    keys: Sequence[str],
    table: str,
) -> None:
    """Put every row into a table of measurements; `values` and `keys` are those of each run."""
    chosen = ", ".join(f"{sql} AS {name}" for name, sql in _measured_fields(bulk).items())
    columns = "".join(f"{quoted(name)}, " for name in bulk.keys)
    same = " AND ".join(
        f"file.{quoted(name)} IS NOT DISTINCT FROM bulk_run.{quoted(name)}" for name in bulk.keys
    )
    with rows(bulk) as source:
        connection.execute(
            f"CREATE TEMP TABLE bulk_run AS SELECT {columns} ''::TEXT AS run FROM {source} LIMIT 0"  # noqa: S608
        )
        if keys:
            every = [list(column) for column in zip(*values, strict=True)]
            marks = ", ".join(["unnest(?)"] * (len(bulk.keys) + 1))
            connection.execute(f"INSERT INTO bulk_run SELECT {marks}", [*every, list(keys)])
        connection.execute(
            f"INSERT INTO {table} BY NAME SELECT {chosen} FROM {source} JOIN bulk_run ON {same or 'true'}"  # noqa: S608
        )
        connection.execute("DROP TABLE bulk_run")


def _measured_fields(bulk: Bulk) -> dict[str, str]:
    """SQL for each field of a stored measurement."""
    left = ("model", "value", "stderr", "score")
    fields = {name: sql for name, sql in bulk.fields.items() if name not in left}
    unit, value, is_empty = fields.pop("unit"), bulk.fields["value"], _is_empty(bulk)
    stderr = _fraction(bulk.fields["stderr"], unit) if "stderr" in bulk.fields else "NULL"
    fields |= {
        "unit": f"CASE WHEN {unit} = {literal(PERCENT)} THEN 'fraction' ELSE {unit} END",
        "value": f"CASE WHEN isfinite({value}) AND NOT {is_empty} THEN {_without_noise(value, unit)} END",
        "missing": f"CASE WHEN {is_empty} THEN {literal(NO_ITEMS)} ELSE {_missing(value)} END",
        "stderr": f"CASE WHEN NOT {is_empty} THEN {stderr} END",
        "locator": "'row ' || line",
        "aggregate": "false",
        "sha256": literal(bulk.file.sha256),
        "run": "bulk_run.run",
    }
    if "n_items" in fields:
        fields["n_items"] = f"nullif({fields['n_items']}, 0)"
    return fields


def missing(connection: duckdb.DuckDBPyConnection, bulk: Bulk) -> int:
    """How many of its values are not numbers."""
    sql = bulk.fields["value"]
    with rows(bulk) as source:
        row = connection.execute(
            f"SELECT count(*) FROM {source} WHERE {sql} IS NULL OR NOT isfinite({sql}) OR {_is_empty(bulk)}"  # noqa: S608
        ).fetchone()
    return int(row[0]) if row else 0


def _is_empty(bulk: Bulk) -> str:
    """SQL that is true for a row whose value is a mean of no items."""
    return f"coalesce({bulk.fields['n_items']} = 0, false)" if "n_items" in bulk.fields else "false"


def _fraction(value: str, unit: str) -> str:
    """Percent shifted in decimal, as everywhere: 43.7 is exactly 0.437."""
    plain = f"abs({value}) BETWEEN 1e-4 AND 1e15"
    shifted = f"CASE WHEN {plain} THEN (({value})::VARCHAR || 'e-2')::DOUBLE ELSE {value} / 100 END"
    return f"CASE WHEN {unit} = {literal(PERCENT)} THEN {shifted} ELSE {value} END"


def _without_noise(value: str, unit: str) -> str:
    """The value in the schema's unit; a fraction that rounding brought out of 0 to 1 is put right."""
    others = f"{literal(TOKENS)}, {literal(HOURS)}"
    fraction = f"greatest(least({_fraction(value, unit)}, 1), 0)"
    return f"CASE WHEN {unit} IN ({others}) THEN {value} ELSE {fraction} END"


def _missing(value: str) -> str:
    return (
        f"CASE WHEN {value} IS NULL THEN 'N/A' WHEN isnan({value}) THEN 'NaN' "
        f"WHEN isinf({value}) THEN CASE WHEN {value} > 0 THEN 'Infinity' ELSE '-Infinity' END END"
    )
