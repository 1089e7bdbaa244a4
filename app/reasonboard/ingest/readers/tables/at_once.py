"""Large tables of one number in each row: their reading as SQL, so that no row goes through Python."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from reasonboard.ingest.formats import limits, parquet
from reasonboard.ingest.formats.bulk import Bulk, BulkRun, quoted
from reasonboard.ingest.formats.cells import cell as cells
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.names.benchmark_words import read
from reasonboard.ingest.readers.tables.found import OF_NUMBER, OF_RUN, REALS, WHOLES, TableRows
from reasonboard.ingest.readers.tables.oriented import Oriented, pieces
from reasonboard.ingest.readers.tables.reading import LOST, PARTS, Column, Role, TableReading
from reasonboard.ingest.readers.tables.vocabulary import ALL
from reasonboard.store.reading import literal

INTEGERS = {
    "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT"
}  # fmt: skip
_SINGLE = (Role.BENCHMARK, Role.METRIC, Role.UNIT, Role.STDERR, Role.N, Role.REPEATS, Role.SUBSET)
_FIELD_OF = {
    Role.MODEL: "model", Role.BENCHMARK: "benchmark", Role.VALUE: "value", Role.STDERR: "stderr", Role.N: "n_items",
    Role.REPEATS: "n_repeats",
}  # fmt: skip
_MOST_NAMES = 1000
"""Pairs of a metric and a unit: with more they are read row by row."""


def is_plain(reading: TableReading, head: Oriented) -> bool:
    """Is every row one number of columns that are read as they are written?"""
    values = reading.of(Role.VALUE)
    if (
        len(values) != 1
        or reading.turned
        or reading.of_answers
        or len(head.said) != len(reading.columns)
    ):
        return False
    (value,) = values
    if value.stated or value.spread or value.benchmark or reading.of(Role.K, Role.CORRECT):
        return False
    if any(len(reading.of(role)) > 1 for role in _SINGLE) or len(reading.of(Role.MODEL)) > 1:
        return False
    if value.unit not in ("", *limits.VALUES) or "missing" in reading.constants:
        return False
    names = [column.header for column in reading.columns if column.role not in PARTS]
    return len(set(names)) == len(names)


@dataclass(frozen=True)
class AtOnce:
    """A table by its reading, as the database reads it."""

    file: File
    reading: TableReading
    head: Oriented
    copy: Path | None = None
    """A copy of the file as Parquet with text columns, if it is another format."""
    first: int = 1

    @cached_property
    def source(self) -> File:
        return File(self.copy, self.file.name) if self.copy else self.file

    def bulk(self) -> Bulk | None:
        """The whole table; None if a cell has to be looked at."""
        metric, unit = self._metric_and_unit()
        benchmarks = self._benchmarks()
        if metric is None or benchmarks is None:
            return None
        by_benchmark = [column.header for column in self.reading.of(Role.BENCHMARK)]
        if not any(read(name).way.settings for name in benchmarks):
            by_benchmark = []
        keys = [column.header for column in self._of_run()] + by_benchmark
        listed = ", ".join([*map(quoted, keys), f"min(file_row_number) + {self.first}"])
        query = f"SELECT {listed} FROM {{}} GROUP BY ALL"  # noqa: S608
        groups = sorted(parquet.rows(self.source, query), key=lambda row: row[-1] or 0)
        if not groups or groups[0][-1] is None:
            return None
        runs = self._runs(keys, groups, has_benchmark=bool(by_benchmark))
        fields = self._fields() | {"metric": metric, "score": metric, "unit": unit}
        if chosen := fields.get("filter"):
            none = f"{chosen} IS NULL OR {chosen} = 'none'"
            fields["metric"] += f" || CASE WHEN {none} THEN '' ELSE ',' || {chosen} END"
        return Bulk(self.file, runs, keys, fields, copy=self.copy, first=self.first)

    def _runs(
        self, keys: list[str], groups: list[tuple[Any, ...]], *, has_benchmark: bool
    ) -> Iterator[BulkRun]:
        """The runs by the values of their keys; raises IngestError for one that is not understood.

        With `has_benchmark` the last value is the benchmark, whose name states settings.
        """
        models = [column.header for column in self.reading.of(Role.MODEL)]
        at = keys.index(models[0]) if models else -1
        named = [row for row in groups if at < 0 or row[at]]  # a row without a model is refused
        each = iter(named)
        for rows in self.read(keys, named):
            for row, (*values, line) in zip(range(rows.table.rows), each, strict=False):
                benchmark = str(values[-1] or "").strip() if has_benchmark else ""
                yield BulkRun(rows.run(row, {}), tuple(values), line, benchmark)

    def _of_run(self) -> list[Column]:
        return [
            column
            for column in self.reading.of(Role.MODEL, Role.FIELD, Role.SETTING)
            if column.role is not Role.FIELD or column.name in OF_RUN
        ]

    def _fields(self) -> dict[str, str]:
        """Field of a number -> SQL."""
        constants = self.reading.constants
        fields = {"benchmark": literal(constants.get("benchmark", ""))}
        if "split" in constants:
            fields["split"] = literal(constants["split"])
        if constants.get("n", "").isdigit():
            fields["n_items"] = constants["n"]
        for column in self.reading.columns:
            name = _FIELD_OF.get(column.role, "")
            if column.role is Role.FIELD and column.name in OF_NUMBER:
                name = column.name
            if name:
                fields[name] = self.sql(name, column)
        for column in self.reading.of(Role.SUBSET):
            part = self.sql("subset", column)
            whole = ", ".join(map(literal, ALL))
            fields["benchmark"] += (
                f" || CASE WHEN lower({part}) NOT IN ({whole}) THEN ':' || {part} ELSE '' END"
            )
        return fields

    def fits(self) -> bool:
        """Have the columns of a Parquet file the types of what they are?"""
        kinds = parquet.columns(self.file)
        return all(
            column.role in LOST or _fits(column, kinds.get(column.header, ""))
            for column in self.reading.columns
        )

    def sql(self, name: str, column: Column) -> str:
        """SQL for a field by its column."""
        text = f"file.{quoted(column.header)}"
        if name not in (*WHOLES, *REALS, "value"):
            return f"nullif(trim({text}), '')"
        if self.copy:
            return f"try_cast({text} AS DOUBLE)" + ("::BIGINT" if name in WHOLES else "")
        return f"{text}::DOUBLE" if name in ("value", "stderr") else text

    def _metric_and_unit(self) -> tuple[str | None, str]:
        """SQL for both: by the rows that differ in them, each read as it is row by row."""
        (value,) = self.reading.of(Role.VALUE)
        named = self.reading.of(Role.METRIC, Role.UNIT)
        names = [column.header for column in named]
        listed = ", ".join(map(quoted, names)) or "1"
        query = f"SELECT DISTINCT {listed} FROM {{}} LIMIT {_MOST_NAMES + 1}"  # noqa: S608
        every = list(parquet.rows(self.source, query))
        if len(every) > _MOST_NAMES:
            return None, ""
        texts = [f"file.{quoted(name)}" for name in names]
        metrics, units = "CASE", "CASE"
        for rows in self.read(names, every):
            for row in range(rows.table.rows):
                metric, unit = rows.metric(row, value)
                if unit not in limits.VALUES:
                    return None, ""
                same = " AND ".join(
                    f"{text} IS NOT DISTINCT FROM {_literal(raw)}"
                    for text, raw in zip(texts, every[row], strict=False)
                )
                metrics += f" WHEN {same or 'true'} THEN {literal(metric)}"
                units += f" WHEN {same or 'true'} THEN {literal(unit)}"
        return f"{metrics} END", f"{units} END"

    def _benchmarks(self) -> list[str] | None:
        """The names of all benchmarks; None if one is written with marks around it, which are no part of it."""
        names = [column.header for column in self.reading.of(Role.BENCHMARK)]
        if not names:
            return [self.reading.constants.get("benchmark", "")]
        query = f"SELECT DISTINCT trim({quoted(names[0])}) FROM {{}}"  # noqa: S608
        every = [str(name or "") for (name,) in parquet.rows(self.source, query)]
        return None if any(cells.name(name) != name for name in every) else every

    def read(self, names: Sequence[str], rows: Sequence[Sequence[Any]]) -> Iterator[TableRows]:
        """Rows that have the columns of these names alone, as pieces of the table."""
        at = {name: index for index, name in enumerate(names)}
        headers = [column.header for column in self.reading.columns]
        whole = ([row[at[name]] if name in at else None for name in headers] for row in rows)
        places = (f"row {row[-1]}" for row in rows)
        for piece in pieces(self.head, zip(places, whole, strict=True)):
            yield TableRows(self.file, self.reading, piece, head=self.head)


def _fits(column: Column, kind: str) -> bool:
    """Is a column of a Parquet file of the type of what it is?"""
    is_number = kind in INTEGERS or kind in ("FLOAT", "DOUBLE") or kind.startswith("DECIMAL")
    name = column.name if column.role is Role.FIELD else _FIELD_OF.get(column.role, "")
    if column.role in (Role.VALUE, Role.STDERR):
        return is_number
    if name in WHOLES:
        return kind in INTEGERS
    is_of_run = column.role in (Role.MODEL, Role.SETTING) or name in OF_RUN
    return kind == "VARCHAR" or (is_number and (is_of_run or name in REALS)) or column.role in PARTS


def _literal(raw: object) -> str:
    return "NULL" if raw is None else literal(raw) if isinstance(raw, str) else str(raw)
