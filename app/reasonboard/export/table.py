"""Rows as CSV, safe to open in a spreadsheet."""

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any

_SIGNS = ("=", "+", "-", "@", "|", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\uff5c")
"""What a formula or a command begins with, in narrow and in wide characters."""
_BREAKS = ("\t", "\r", "\n")
_UNSEEN = (
    "".join(chr(code) for code in range(0x21))
    + "\x7f\x85\xa0\u200b\u200e\u200f\u2028\u2029\u3000\ufeff"
)
"""What spreadsheets pass over before the first sign."""


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
    if isinstance(value, str) and (
        value.lstrip(_UNSEEN).startswith(_SIGNS) or value.lstrip(" ").startswith(_BREAKS)
    ):
        return "'" + value
    return value
