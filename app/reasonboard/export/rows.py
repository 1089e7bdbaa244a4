"""Rows as CSV, safe to open in a spreadsheet, and as JSON; the names and types of their columns."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

import orjson

_CHUNK = 500
"""Rows of JSON that are sent at once."""
_TYPES = {
    bool: "boolean", int: "integer", float: "number", str: "string", date: "date", datetime: "datetime"
}  # fmt: skip
_SIGNS = ("=", "+", "-", "@", "|", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\uff5c")
"""What a formula or a command begins with, in narrow and in wide characters."""
_BREAKS = ("\t", "\r", "\n")
_UNSEEN = (
    "".join(chr(code) for code in range(0x21))
    + "\x7f\x85\xa0\u200b\u200e\u200f\u2028\u2029\u3000\ufeff"
)
"""What spreadsheets pass over before the first sign."""


class Column(NamedTuple):
    name: str
    type: str
    """`string`, `integer`, `number`, `boolean`, `date`, `datetime`, or `unknown` where no value was ever seen."""


def type_of(values: Iterable[Any]) -> str:
    """The type that holds all these values; missing ones say nothing."""
    return joined(_TYPES.get(type(value), "string") for value in values if value is not None)


def joined(types: Iterable[str]) -> str:
    """The type that holds what is of any of these."""
    kinds = set(types) - {"unknown"}
    if kinds == {"integer", "number"}:
        return "number"
    return kinds.pop() if len(kinds) == 1 else "string" if kinds else "unknown"


def of_database(type: str) -> str:
    """The type of what DuckDB calls so."""
    if type in ("BOOLEAN", "DATE"):
        return type.lower()
    if type.startswith("TIMESTAMP"):
        return "datetime"
    if type.endswith("INT") or type == "INTEGER":
        return "integer"
    return "number" if type in ("DOUBLE", "FLOAT") else "string"


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


def json_chunks(
    provenance: Mapping[str, str],
    notices: Sequence[str],
    columns: Sequence[Column],
    rows: Iterable[tuple[Any, ...]],
) -> Iterator[bytes]:
    """One object, piece by piece: `provenance`, `notices`, `columns`, and `rows` as objects, one a line."""
    head = {
        "provenance": dict(provenance),
        "notices": list(notices),
        "columns": [column._asdict() for column in columns],
    }
    yield orjson.dumps(head)[:-1] + b',"rows":['
    between = b"\n"
    chunk: list[bytes] = []
    for line in json_lines(columns, rows):
        chunk.append(between + line)
        between = b",\n"
        if len(chunk) == _CHUNK:
            yield b"".join(chunk)
            chunk = []
    yield b"".join(chunk) + b"\n]}\n"


def json_lines(columns: Sequence[Column], rows: Iterable[tuple[Any, ...]]) -> Iterator[bytes]:
    """Each row as an object of one line."""
    names = [column.name for column in columns]
    for row in rows:
        yield orjson.dumps(dict(zip(names, row, strict=True)))
