"""`rb.load`: a dataframe into the store, by the reader of tables."""

import re
import shlex
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from dataclasses import replace as replace_fields
from datetime import date, datetime
from decimal import Decimal
from math import isnan
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from reasonboard import config
from reasonboard.config import SettingsError
from reasonboard.export.parquet import parquet_chunks
from reasonboard.export.rows import Column, type_of
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.extra_settings import parse
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.limits import VALUES as UNITS
from reasonboard.ingest.formats.records import VALUES
from reasonboard.ingest.loading import load as loads
from reasonboard.ingest.loading.load_names import load_name
from reasonboard.ingest.loading.report import Report
from reasonboard.ingest.staging.reader_messages import Limits
from reasonboard.python.errors import BoardError
from reasonboard.store.errors import StoreError
from reasonboard.store.serving import address_of
from reasonboard.web.loads import settings_of_studies, summary

if TYPE_CHECKING:
    import narwhals as nw

_NAN = "NaN"
_OPTION = re.compile(r"`reasonboard\sload\s--(replace|unit|settings|name)(?:\s([^`]*))?`")
"""An option of the command that `load` has as an argument."""
_ANSWER = re.compile(r'--as "([^"=]*)=([^"]*)"')
"""What the command is told of a column, which `load` has as an argument."""
_NO_COLUMNS: Mapping[str, str] = {}
_TOML = re.compile(r"\.toml\b|\bTOML\sbeside\b")
_NO_FILE = " (a frame has no TOML beside it: add or rename columns)"


@dataclass(frozen=True)
class Loaded:
    """What a load did, or with `dry_run` would do."""

    report: Report
    lines: tuple[str, ...]

    def __repr__(self) -> str:
        return "\n".join(self.lines)


def load(
    frame: Any,
    *,
    name: str,
    unit: str = "",
    settings: Collection[str] = (),
    columns: Mapping[str, str] = _NO_COLUMNS,
    store: str | Path = "",
    replace: bool = False,
    dry_run: bool = False,
) -> Loaded:
    """Load a dataframe of pandas, polars, pyarrow or another kind that narwhals knows, under this name.

    The columns are those of a table (docs/reference/tables.md): one number per row, with model, benchmark, value and
    unit. `unit` is the unit of values without a unit column. `settings` names columns to keep as settings of the runs.
    `columns` gives the role of columns, as `load --as` does: `{"Score": "accuracy of GSM8K in percent"}`. A missing
    value stays missing. Raises BoardError with the row, counted from 1, if a row is not understood; then nothing is
    loaded.
    """
    if unit and unit not in UNITS:
        raise BoardError(f"unit is {unit!r:.60} (expected one of {', '.join(UNITS)})")
    try:
        about = config.read()
        target = Path(store) if store else about.store
        called = load_name(name)
        with TemporaryDirectory(prefix="reasonboard-") as folder:
            path = Path(folder, f"{called}.parquet")
            _write(frame, path)
            report = loads.load(
                about.data,
                target,
                [File(path, path.name)],
                name=called,
                dry_run=dry_run,
                replace=replace,
                unit=unit or None,
                answers=tuple(f"{column}={role}" for column, role in columns.items()),
                limits=Limits(about.reader_memory, about.reader_seconds),
                extra_settings=(parse(",".join(settings)) if settings else frozenset())
                | settings_of_studies(target),
            )
    except (IngestError, StoreError, SettingsError) as error:
        raise BoardError(f"{_in_python(str(error))}. Nothing was loaded.") from None
    address = address_of(replace_fields(about, store=target))
    return Loaded(report, tuple(map(_in_python, summary(report, address, dry_run=dry_run))))


def _in_python(message: str) -> str:
    """The message with the arguments of `load` in the place of the command's options: a frame is no file."""
    text = _OPTION.sub(lambda match: f"rb.load(..., {_argument(*match.groups())})", message)
    text = _ANSWER.sub(r'columns={"\1": "\2"}', text)
    return f"{text}{_NO_FILE}" if _TOML.search(text) else text


def _argument(option: str, value: str | None) -> str:
    if option == "replace":
        return "replace=True"
    if option == "settings":
        (names,) = shlex.split(value or "") or [""]
        return f"settings={names.split(',')}"
    return f"{option}={value or option.upper()}"


def _write(frame: Any, path: Path) -> None:
    """The frame as Parquet: its rows in their order, without an index."""
    import narwhals as nw  # noqa: PLC0415  (a fifth of a second)

    try:
        table = nw.from_native(frame)
    except TypeError:
        raise BoardError(
            f"{type(frame).__name__} is no dataframe (expected one of pandas, polars, pyarrow or the like)"
        ) from None
    whole = table.collect() if isinstance(table, nw.LazyFrame) else table
    if not len(whole) or not whole.columns:
        raise BoardError(f"{whole.shape[0]} rows, {whole.shape[1]} columns (expected a table)")
    read = [_column(whole[name]) for name in whole.columns]
    columns = [column for column, _ in read]
    lines = zip(*(values for _, values in read), strict=True)
    path.write_bytes(b"".join(parquet_chunks({"title": path.stem}, columns, lines)))


def _column(series: "nw.Series[Any]") -> tuple[Column, list[Any]]:
    """The type of a column and its values: None for what is missing, and NaN, as a text, in the values of a table."""
    missing = series.is_null().to_list()
    values = [
        None if is_missing else _json_value(value)
        for value, is_missing in zip(series.to_list(), missing, strict=True)
    ]
    if series.name.strip().lower() in ("value", *VALUES) and None in values:
        return Column(series.name, "string"), [
            _NAN if value is None else str(value) for value in values
        ]
    return Column(series.name, type_of(values)), values


def _json_value(value: Any) -> Any:
    """A cell as JSON can have it; None for NaN."""
    if isinstance(value, float | Decimal):
        return None if isnan(value) else float(value)
    if isinstance(value, datetime | date):
        return value.isoformat()
    return value if isinstance(value, bool | int | str) else str(value)
