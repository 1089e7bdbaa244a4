"""Rows as CSV, safe to open in a spreadsheet."""

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def csv_lines(rows: Iterable[tuple[Any, ...]]) -> Iterator[str]:
    """The rows as lines of CSV; missing values are empty, texts that start a formula are defused."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    for row in rows:
        writer.writerow([_safe(value) for value in row])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()


def _safe(value: Any) -> Any:
    """Numbers stay numbers; a text that a spreadsheet would run gets an apostrophe before it."""
    if isinstance(value, str) and value.lstrip(" ").startswith(_FORMULA):
        return "'" + value
    return value
