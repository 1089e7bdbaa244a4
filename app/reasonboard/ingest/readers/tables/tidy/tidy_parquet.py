"""Tidy Parquet tables whose columns have the right types: all their rows at once, however many."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reasonboard.ingest.formats import parquet
from reasonboard.ingest.formats.bulk import Bulk, BulkRun, literal, quoted
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import TOKEN_LENGTH, TOKENS, Unread
from reasonboard.ingest.names.benchmark_words import read
from reasonboard.ingest.readers.tables.tidy import possible_settings
from reasonboard.ingest.readers.tables.tidy.columns import (
    LENGTHS,
    OF_EVENT,
    OF_NUMBER,
    OF_RUN,
    TEXTS,
    WHOLES,
    Columns,
    converted,
    run_of,
)
from reasonboard.ingest.readers.tables.tidy.description import Description

_INTEGERS = {
    "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT"
}  # fmt: skip
MEASURED = ("benchmark", "metric", "value", "unit", *OF_NUMBER)


def bulk(file: File, columns: Columns, description: Description) -> Bulk | None:
    """The whole table; None where a row of it is more, or other, than a number in columns of the right types."""
    if not has_only_numbers(columns):
        return None
    kinds = parquet.columns(file)
    if not all(_fits(name, kinds[column]) for name, column in columns.column_of.items()):
        return None
    unread = possible_settings.of_parquet(file, columns.left)
    return read_whole(file, columns, description, _column, unread)


def has_only_numbers(columns: Columns) -> bool:
    """Is every row one measured number?"""
    return (
        not columns.wide
        and not {"item", "correct_items", "at_k", "tokens"} & columns.column_of.keys()
    )


def read_whole(
    file: File,
    columns: Columns,
    description: Description,
    column: Callable[[str, str], str],
    unread: Unread,
    copy: Path | None = None,
    first: int = 1,
) -> Bulk | None:
    """The table as its runs and the SQL of its numbers; `column` makes that of a field and its column.

    None where it has no rows.

    `copy` and `first` are those of `Bulk`.
    """
    source = File(copy, file.name) if copy else file
    of_run = {
        name: column for name, column in columns.column_of.items() if name in (*OF_RUN, "model")
    }
    keys = [*of_run.values(), *columns.settings, *columns.extra]
    by_benchmark = columns.column_of.get("benchmark", "")
    if not _state_settings(source, by_benchmark):
        by_benchmark = ""
    keys += [by_benchmark] if by_benchmark else []
    listed = ", ".join([*map(quoted, keys), f"min(file_row_number) + {first}"])
    groups = sorted(parquet.rows(source, f"SELECT {listed} FROM {{}} GROUP BY ALL"), key=str)  # noqa: S608
    if all(row is None for *_, row in groups):
        return None
    runs = _Runs(file, columns, of_run, keys, groups, by_benchmark)
    return Bulk(file, runs, keys, _sql(columns, description, column), unread, copy, first)


@dataclass(frozen=True)
class _Runs:
    """The runs of a table, made of the values that tell them apart."""

    file: File
    columns: Columns
    of_run: dict[str, str]
    keys: list[str]
    groups: list[tuple[Any, ...]]
    by_benchmark: str
    """The column of the benchmark, where its names state settings."""

    def __iter__(self) -> Iterator[BulkRun]:
        """Each run; raises IngestError for one that is not understood."""
        model = self.of_run.get("model")
        for *values, row in self.groups:
            raw = dict(zip(self.keys, values, strict=True))
            if model and not raw[model]:
                continue  # the row will be refused
            fields = _fields(self.file, raw, self.of_run, self.columns)
            benchmark = str(raw.get(self.by_benchmark) or "").strip()
            run = run_of(raw, fields, self.columns)
            yield BulkRun(run, tuple(values), row, benchmark)


def _state_settings(file: File, column: str) -> bool:
    """Does a name of a benchmark in this column state a setting, as `GSM8K (5-shot)` does?"""
    query = f"SELECT DISTINCT {quoted(column)} FROM {{}}"  # noqa: S608
    return bool(column) and any(
        read(str(name)).way.settings for (name,) in parquet.rows(file, query)
    )


def _fits(name: str, kind: str) -> bool:
    if name in OF_EVENT and (kind in _INTEGERS or kind in ("FLOAT", "DOUBLE")):
        return True
    if name in TEXTS:
        return kind == "VARCHAR"
    return kind in _INTEGERS or (
        (name not in WHOLES and kind in ("FLOAT", "DOUBLE"))
        or (kind.startswith("DECIMAL") and name not in WHOLES)
    )


def _fields(
    file: File, raw: dict[str, Any], of_run: dict[str, str], columns: Columns
) -> dict[str, Any]:
    values = {name: raw[column] for name, column in of_run.items()} | dict(columns.constants)
    return {
        name: converted(name, value, ".", file.name)
        for name, value in values.items()
        if value not in (None, "") and name in (*OF_RUN, "model")
    }


def _sql(
    columns: Columns, description: Description, column: Callable[[str, str], str]
) -> dict[str, str]:
    """Field -> SQL, as `tables` reads it row by row."""
    sql = {
        name: _constant(columns.constants[name]) if name in columns.constants else column(name, columns.column_of[name])
        for name in (*MEASURED, "subset")
        if name in columns.constants or name in columns.column_of
    }  # fmt: skip
    if "model" in columns.column_of:
        sql["model"] = column("model", columns.column_of["model"])
    sql.setdefault("unit", _constant(description.unit))
    if description.unit:
        sql["unit"] = f"coalesce({sql['unit']}, {_constant(description.unit)})"
    metric = f"coalesce({sql.get('metric', 'NULL')}, {_constant(columns.metric)})"
    lengths = ", ".join(map(literal, LENGTHS))
    is_length = f"{sql['unit']} = {literal(TOKENS)} AND {metric} IN ({lengths})"
    metric = f"CASE WHEN {is_length} THEN {literal(TOKEN_LENGTH)} ELSE {metric} END"
    sql["score"] = metric
    if "filter" in sql:
        chosen = sql["filter"]
        metric += (
            f" || CASE WHEN {chosen} IS NULL OR {chosen} = 'none' THEN '' ELSE ',' || {chosen} END"
        )
    sql["metric"] = metric
    if subset := sql.pop("subset", None):
        sql["benchmark"] += f" || coalesce(':' || {subset}, '')"
    return sql


def _column(name: str, column: str) -> str:
    sql = f"file.{quoted(column)}"
    if name in TEXTS:
        return f"nullif(trim({sql}), '')"
    return f"{sql}::DOUBLE" if name in ("value", "stderr") else sql


def _constant(value: Any) -> str:
    return "NULL" if value is None else literal(value) if isinstance(value, str) else str(value)
