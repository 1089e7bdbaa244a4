"""Tidy tables: one row per measurement, as text, written the same way every time."""

import csv
import gzip
import io
from collections.abc import Iterable
from pathlib import Path

Row = dict[str, str]

COLUMNS = (
    "model",
    "method",
    "step",
    "progress",
    "iteration",
    "train_samples",
    "selector",
    "selector_params_b",
    "kv_method",
    "kv_window",
    "kv_ratio",
    "seed",
    "benchmark",
    "task_type",
    "task_length",
    "split",
    "metric",
    "filter",
    "value",
    "stderr",
    "n_items",
    "n_repeats",
    "kind",
    "locator",
)
NUMERIC = frozenset(
    {
        "step",
        "progress",
        "iteration",
        "train_samples",
        "selector_params_b",
        "kv_window",
        "kv_ratio",
        "seed",
        "task_length",
        "value",
        "stderr",
        "n_items",
        "n_repeats",
    }
)


def read(path: Path) -> list[Row]:
    """The rows of a CSV file, plain or gzipped, as text; an absent value is ''."""
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write(path: Path, rows: Iterable[Row]) -> None:
    """Write the rows in their canonical order with only the columns that are used."""
    content = text(rows).encode()
    if path.suffix == ".gz":
        content = gzip.compress(content, compresslevel=9, mtime=0)
    path.write_bytes(content)


def text(rows: Iterable[Row]) -> str:
    """The rows as CSV: columns in the order of `COLUMNS`, rows in the order of their values."""
    ordered = sorted(rows, key=_order)
    unknown = {column for row in ordered for column in row}.difference(COLUMNS)
    if unknown:
        raise ValueError(f"not a column of a tidy table: {sorted(unknown)}")
    used = [column for column in COLUMNS if any(row.get(column) for row in ordered)]
    buffer = io.StringIO(newline="")
    writer = csv.DictWriter(buffer, used, restval="", extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(ordered)
    return buffer.getvalue()


def _order(row: Row) -> tuple[tuple[float, str], ...]:
    """Absent before present, numbers by size, names by spelling; the columns from the left."""
    return tuple(_rank(column, row.get(column, "")) for column in COLUMNS)


def _rank(column: str, value: str) -> tuple[float, str]:
    if not value:
        return (float("-inf"), "")
    return (float(value), value) if column in NUMERIC else (0.0, value)
