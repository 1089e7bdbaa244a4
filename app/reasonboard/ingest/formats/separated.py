"""Tables with commas: the header in one line, then rows of as many fields."""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.strange import strange

DECLARED = re.compile(rb"sep=([,;\t|])\r?\n")
"""How a file for Excel may begin."""
_SEPARATORS = ",;\t|"
_USUAL = {".tsv": "\t", ".tab": "\t", ".psv": "|"}
_LOOKED_AT = 50
"""Lines by which the separator is told."""
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
        reader = csv.reader([text], delimiter=separator, strict=True)
        return [] if "\0" in text else next(reader, [])
    except (UnicodeDecodeError, csv.Error):
        return []


def rows(file: File, separator: str = ",") -> Iterator[tuple[int, list[str]]]:
    """Line number and fields of every row, the header's first; raises IngestError with the line."""
    width = 0
    for line, row in fields(file, separator):
        width = width or len(row)
        if len(row) not in (0, width) or width > _MOST_COLUMNS:
            raise file.refused(f"{len(row)} fields", f"{min(width, _MOST_COLUMNS)}", line)
        if row:
            yield line, row


def fields(
    file: File, separator: str = ",", *, skip_spaces: bool = False
) -> Iterator[tuple[int, list[str]]]:
    """Line number and fields of every line, however many each has and however large the file is.

    A field in quotes may have several lines: the number is that of the last.
    """
    lines = _lines(file)
    reader = csv.reader(lines, delimiter=separator, strict=True, skipinitialspace=skip_spaces)
    try:
        for row in reader:
            yield reader.line_num, row
    except csv.Error as error:
        raise file.refused(f"{error}", "CSV as in RFC 4180", reader.line_num) from error


def _lines(file: File) -> Iterator[str]:
    """The lines with their ends, which may stand in a quoted field."""
    if other := strange(file):
        raise file.refused(f"{other.what}", f"{other.expected}")
    with file.opened() as opened:
        for number, content in enumerate(opened, 1):
            if b"\0" in content:
                raise file.refused("a NUL", "text", number)
            line = file.decoded(content, number)
            yield from _LINE.findall(line) if "\r" in line else (line,)


def separator_of(file: File) -> str:
    """The separator that gives its first lines as many fields as most of them have; of several the usual one."""
    if declared := DECLARED.match(file.start):
        return declared[1].decode()
    beginning = file.start.decode("utf-8", errors="ignore")
    lines = [line for line in beginning.splitlines() if line.strip()][:_LOOKED_AT]
    usual = _USUAL.get(file.path.suffix.lower(), ",")

    def rank(separator: str) -> tuple[float, bool, int]:
        counts = [len(row) for row in _parsed(lines, separator)]
        width, many = Counter(counts).most_common(1)[0] if counts else (0, 0)
        even = many / len(counts) if width > 1 else 0
        return round(even, 1), separator == usual, width

    return max(_SEPARATORS, key=rank)


def _parsed(lines: list[str], separator: str) -> list[list[str]]:
    try:
        return [row for row in csv.reader(lines, delimiter=separator, skipinitialspace=True) if row]
    except csv.Error:
        return []


def refuse_twins(file: File, header: Sequence[str]) -> None:
    """Raises IngestError with the first name that stands twice in a header."""
    for index, name in enumerate(header):
        if name in header[:index]:
            raise file.refused(f"the column {name[:80]!r} appears twice", "once", 1)
