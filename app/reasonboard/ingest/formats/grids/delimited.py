"""Tables of separated values: CSV, TSV, with semicolons or bars. The separator is found by what is in the file."""

import csv
import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import islice

from reasonboard.ingest.formats.cells import markup
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.grids.blocks import blocks
from reasonboard.ingest.formats.grids.grid import Grid
from reasonboard.ingest.formats.grids.shape import Row, Rows, grid
from reasonboard.ingest.formats.strange import strange

LARGE = 2_000_000
"""Bytes from which a table is not held in memory as a whole."""
FIRST_ROWS, FIRST_CELLS = 5000, 200_000
"""So many rows of a large table, or as many as have so many cells, decide its structure."""
ENDINGS = frozenset({".csv", ".tsv", ".tab", ".psv"})
_SEPARATORS = ",;\t|"
_USUAL = {".tsv": "\t", ".tab": "\t", ".psv": "|"}
_LOOKED_AT = 50
_DECLARED = re.compile(rb"sep=([,;\t|])\r?\n")
"""How a file for Excel may begin."""
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


def grids(file: File, separator: str | None = None) -> Iterator[Grid]:
    """The tables of a file: one, or several with empty lines between them."""
    if other := strange(file):
        raise IngestError(f"{file.name}: {other.what} (expected {other.expected})")
    declared = _DECLARED.match(file.start)
    beginning = file.start.decode("utf-8", errors="ignore").removeprefix("\ufeff")
    separator = (
        separator
        or (declared[1].decode() if declared else "")
        or separator_of(beginning, file.path.suffix.lower())
    )
    every = partial(_rows, file, separator)
    is_large = file.status.st_size > LARGE
    rows = _first(every()) if is_large else every()
    tables = [Rows(file, each, comma_may_be_decimal=separator in ";\t") for each in blocks(rows)]
    for number, table in enumerate(tables, 1):
        if len(tables) > 1:
            table.part, table.is_one_of_several = f"table {number}", True
        table.again = every if is_large and len(tables) == 1 else None
        if found := grid(table):
            yield found


def _first(rows: Iterator[Row]) -> Iterator[Row]:
    cells = 0
    for row in islice(rows, FIRST_ROWS):
        yield row
        cells += len(row.cells)
        if cells > FIRST_CELLS:
            return


def separator_of(text: str, ending: str = "") -> str:
    """The separator that gives the lines as many fields as the first of them; of several the usual one."""
    lines = [line for line in text[:200_000].splitlines() if line.strip()][:_LOOKED_AT]
    usual = _USUAL.get(ending, ",")

    def rank(separator: str) -> tuple[float, bool, int]:
        counts = [len(fields) for fields in _parsed(lines, separator)]
        width, many = Counter(counts).most_common(1)[0] if counts else (0, 0)
        even = many / len(counts) if width > 1 else 0
        return round(even, 1), separator == usual, width

    return max(_SEPARATORS, key=rank)


def _parsed(lines: list[str], separator: str) -> list[list[str]]:
    try:
        return [row for row in csv.reader(lines, delimiter=separator, skipinitialspace=True) if row]
    except csv.Error:
        return []


def _rows(file: File, separator: str) -> Iterator[Row]:
    lines = _lines(file)
    reader = csv.reader(lines, delimiter=separator, strict=True, skipinitialspace=True)
    line = 1
    try:
        for fields in reader:
            is_declared = line == 1 and _DECLARED.match(file.start)
            yield Row(line, [] if is_declared else [markup.of_text(field) for field in fields])
            line = reader.line_num + 1
    except csv.Error as error:
        raise IngestError(
            f"{file.name}:{reader.line_num}: {error} (expected CSV as in RFC 4180)"
        ) from error


def _lines(file: File) -> Iterator[str]:
    """The lines of a file of any size with their ends, which may stand in a quoted field."""
    with file.opened() as opened:
        for number, content in enumerate(opened, 1):
            if b"\0" in content:
                raise IngestError(f"{file.name}:{number}: a NUL (expected text)")
            try:
                line = content.decode("utf-8-sig" if number == 1 else "utf-8")
            except UnicodeDecodeError as error:
                raise IngestError(
                    f"{file.name}:{number}:{error.start + 1}: not UTF-8 (expected UTF-8 text)"
                ) from error
            yield from _LINE.findall(line) if "\r" in line else (line,)
