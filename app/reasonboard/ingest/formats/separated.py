"""Tables with commas: the header in one line, then rows of as many fields."""

import csv
import re
from collections.abc import Iterator, Sequence
from itertools import islice

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File

_MOST_COLUMNS = 10_000
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
"""A line with its end, which may stand in a quoted field."""


def header(file: File, separator: str = ",") -> list[str]:
    """The names of the first line; none where the file does not begin with text."""
    first = file.start.split(b"\n", 1)[0]
    return cells(first, separator)


def cells(line: bytes, separator: str = ",") -> list[str]:
    """The fields of one line; none where it is no row of a table."""
    try:
        text = line.decode("utf-8").strip("\r")
        return (
            [] if "\0" in text else next(csv.reader([text], delimiter=separator, strict=True), [])
        )
    except (UnicodeDecodeError, csv.Error):
        return []


def first_row(file: File, separator: str = ",") -> list[str]:
    """The fields of the first row below the header, read from the first 64 kB; none if it does not end there."""
    lines = _LINE.findall(file.start.decode("utf-8", errors="ignore"))
    reader = csv.reader(lines, delimiter=separator, strict=True)
    try:
        return next(islice(filter(None, reader), 1, None), [])
    except csv.Error:
        return []


def rows(file: File, separator: str = ",") -> Iterator[tuple[int, list[str]]]:
    """Line number and fields of every row, the header's first; raises IngestError with the line."""
    lines = (line[0] for line in _LINE.finditer(file.text))
    reader = csv.reader(lines, delimiter=separator, strict=True)
    width = 0
    if "\0" in file.text:
        line = file.text[: file.text.index("\0")].count("\n") + 1
        raise IngestError(f"{file.name}:{line}: a NUL (expected text)")
    try:
        for row in reader:
            width = width or len(row)
            if len(row) not in (0, width) or width > _MOST_COLUMNS:
                raise IngestError(
                    f"{file.name}:{reader.line_num}: {len(row)} fields (expected {min(width, _MOST_COLUMNS)})"
                )
            if row:
                yield reader.line_num, row
    except csv.Error as error:
        raise IngestError(
            f"{file.name}:{reader.line_num}: {error} (expected CSV as in RFC 4180)"
        ) from error


def refuse_twins(file: File, header: Sequence[str]) -> None:
    """Raises IngestError with the first name that stands twice in a header."""
    for index, name in enumerate(header):
        if name in header[:index]:
            raise IngestError(
                f"{file.name}:1: the column {name[:80]!r} stands twice (expected once)"
            )
