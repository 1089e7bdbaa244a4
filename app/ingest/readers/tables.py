"""Plain tidy tables: one row is one number. CSV, TSV, JSON lines and Parquet."""

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import Any

import duckdb

from app.ingest.errors import IngestError
from app.ingest.files import File
from app.ingest.numbers import number
from app.ingest.readers.description import Description, describe
from app.ingest.records import Found, Measurement, Run

Line = tuple[int, dict[str, Any]]

_ALIASES = {
    "model": ("model", "model_name"),
    "benchmark": ("benchmark", "task", "dataset"),
    "metric": ("metric",),
    "value": ("value", "score", "accuracy", "acc", "pass@1", "exact_match"),
    "stderr": ("stderr", "se", "sem"),
    "n_items": ("n_items", "n"),
    "n_repeats": ("n_repeats", "repeats"),
    "params_b": ("params_b", "model_size", "size_b"),
    "task_type": ("task_type", "type"),
    "task_length": ("task_length", "length"),
    "train_samples": ("train_samples", "samples"),
}
_TEXTS = ("family", "method", "selector", "kv_method", "split", "filter", "unit", "date")
_WHOLE = (
    "step",
    "iteration",
    "kv_window",
    "seed",
    "n_items",
    "n_repeats",
    "task_length",
    "train_samples",
)
_REAL = ("progress", "kv_ratio", "selector_params_b", "params_b", "stderr")
_RUN = (
    "params_b", "family", "method", "step", "progress", "iteration", "train_samples", "selector",
    "selector_params_b", "kv_method", "kv_window", "kv_ratio", "seed", "date",
)  # fmt: skip
_PLACE = ("task_type", "task_length", "split", "filter", "n_items", "n_repeats")
_SEPARATORS = {".csv": ",", ".tsv": "\t"}
_UNITS = {"fraction", "percent", "tokens"}
_MOST_COLUMNS = 1000
_BATCH = 2000


def recognises(file: File) -> bool:
    """Has it columns for a model, a benchmark and a value, or a description beside it?"""
    if file.path.suffix in _SEPARATORS:
        separator = _SEPARATORS[file.path.suffix]
        header = (
            file.head.removeprefix(b"\xef\xbb\xbf").split(b"\n", 1)[0].decode("utf-8", "replace")
        )
        names = [name.strip().strip('"') for name in header.split(separator)]
    elif file.path.suffix == ".parquet" and file.head.startswith(b"PAR1"):
        names = _parquet_columns(file)
    else:
        names = list(file.first_row)
    return file.path.with_suffix(".toml").is_file() or _is_tidy(names)


def read(file: File) -> Iterator[Found]:
    """A run for each group of rows that follow each other with the same conditions.

    The unit stands in a column `unit` or in the description beside the file (`NAME.toml`); it is
    never guessed from the values. Raises IngestError with the line of the first row that is not
    understood.
    """
    description = describe(file)
    lines = _lines(file)
    rows = (_row(file, number, line, description) for number, line in lines)
    for run, group in groupby(rows, key=lambda row: row[0]):
        yield Found(run, [measurement for _, measurement in group])


def _is_tidy(names: list[str]) -> bool:
    known = {name.lower() for name in names}
    return all(known & set(_ALIASES[need]) for need in ("model", "benchmark", "value"))


def _lines(file: File) -> Iterator[Line]:
    if file.path.suffix in _SEPARATORS:
        return _separated(file, _SEPARATORS[file.path.suffix])
    return _parquet(file) if file.path.suffix == ".parquet" else file.rows()


def _separated(file: File, separator: str) -> Iterator[Line]:
    reader = csv.reader(io.StringIO(file.text, newline=""), delimiter=separator, strict=True)
    try:
        header = [name.strip() for name in next(reader, [])]
        _check_header(file, header)
        for cells in reader:
            if not cells:
                continue
            if len(cells) != len(header):
                raise IngestError(
                    f"{file.name}:{reader.line_num}: {len(cells)} fields (expected {len(header)} as in the header)"
                )
            yield reader.line_num, dict(zip(header, cells, strict=True))
    except csv.Error as error:
        raise IngestError(
            f"{file.name}:{reader.line_num}: {error} (expected CSV as in RFC 4180)"
        ) from error


def _check_header(file: File, header: list[str]) -> None:
    folded = [name.lower() for name in header]
    if len(header) > _MOST_COLUMNS:
        raise IngestError(
            f"{file.name}:1: {len(header)} columns (expected at most {_MOST_COLUMNS})"
        )
    if not all(folded) or len(set(folded)) < len(folded):
        raise IngestError(f"{file.name}:1: a column without a name or with one that stands twice")


def _parquet_columns(file: File) -> list[str]:
    (columns,) = next(_batches(file))
    return list(columns)


def _parquet(file: File) -> Iterator[Line]:
    batches = _batches(file)
    (columns,) = next(batches)
    _check_header(file, columns)
    for line, row in enumerate((row for batch in batches for row in batch), 1):
        yield line, dict(zip(columns, row, strict=True))


def _batches(file: File) -> Iterator[list[Any]]:
    """The names of the columns in a list of one, then the rows, batch by batch."""
    with duckdb.connect() as connection:
        try:
            cursor = connection.execute("FROM read_parquet($path)", {"path": _literal(file.path)})
            yield [[column[0] for column in cursor.description or ()]]
            while rows := cursor.fetchmany(_BATCH):
                yield rows
        except duckdb.Error as error:
            reason = str(error).splitlines()[0]
            raise IngestError(f"{file.name}: {reason} (expected Parquet)") from error


def _literal(path: Path) -> str:
    return "".join(f"[{one}]" if one in "*?[" else one for one in str(path))


def _row(
    file: File, line: int, raw: Mapping[str, Any], description: Description
) -> tuple[Run, Measurement]:
    cells = {name.lower(): value for name, value in raw.items()} | description.constants
    place = f"{file.name}:{line}"
    given = {
        name: _first_of(cells, _ALIASES.get(name, (name,)))
        for name in (*_ALIASES, *_TEXTS, *_WHOLE, *_REAL)
    }
    for name in ("model", "benchmark"):
        if not given[name] or not isinstance(given[name], str):
            raise IngestError(f"{place}: {name} is {given[name]!r} (expected a name)")
    unit = given["unit"] or description.unit
    if unit not in _UNITS:
        raise IngestError(
            f"{place}: unit is {unit!r} (expected fraction, percent or tokens in a column 'unit' or in "
            f"{file.path.with_suffix('.toml').name})"
        )
    numbers = {name: _as(int, given[name], name, place) for name in _WHOLE}
    numbers |= {name: _as(float, given[name], name, place) for name in _REAL}
    everything = given | numbers
    run = Run(
        tool="table",
        model=given["model"],
        hints=(),
        **{name: everything[name] for name in _RUN},
    )
    value, missing = _value(given["value"], place)
    measurement = Measurement(
        benchmark=given["benchmark"],
        metric=given["metric"] or _metric_of(cells),
        value=value,
        missing=missing,
        unit=unit,
        stderr=numbers["stderr"],
        locator=f"row {line}",
        **{name: everything[name] for name in _PLACE},
    )
    return run, measurement


def _first_of(cells: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    return next((cells[name] for name in names if cells.get(name) not in (None, "")), None)


def _metric_of(cells: Mapping[str, Any]) -> str:
    """The name of the value's column says the metric where no column does."""
    name = next(name for name in _ALIASES["value"] if name in cells)
    return "accuracy" if name in ("value", "score") else name


def _value(raw: Any, place: str) -> tuple[float | None, str | None]:
    if isinstance(raw, str):
        with suppress(ValueError):
            raw = float(raw)
    value, missing = number(raw)
    if value is None and missing is None:
        raise IngestError(f"{place}: value is {raw!r} (expected a number such as 0.437)")
    return value, missing


def _as(kind: Callable[[Any], Any], raw: Any, name: str, place: str) -> Any:
    if raw is None:
        return None
    try:
        value = kind(raw)
    except (TypeError, ValueError, OverflowError):
        value = None
    if value is None or value != value or isinstance(raw, bool):  # noqa: PLR0124  (NaN is not itself)
        raise IngestError(f"{place}: {name} is {raw!r} (expected a number)")
    return value
