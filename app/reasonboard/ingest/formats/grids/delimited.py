"""Tables of separated values: CSV, TSV, with semicolons or bars. The separator is found by what is in the file."""

import csv
import re
from collections import Counter
from collections.abc import Iterator

from reasonboard.ingest.formats.cells import markup
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.grids.blocks import blocks
from reasonboard.ingest.formats.grids.grid import Grid
from reasonboard.ingest.formats.grids.shape import Row, Rows, grid

ENDINGS = frozenset({".csv", ".tsv", ".tab", ".psv"})
_SEPARATORS = ",;\t|"
_USUAL = {".tsv": "\t", ".tab": "\t", ".psv": "|"}
_LOOKED_AT = 50
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


def grids(file: File, separator: str | None = None) -> Iterator[Grid]:
    """The tables of a file: one, or several with empty lines between them."""
    text = file.text
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise IngestError(f"{file.name}:{line}: a NUL (expected text)")
    separator = separator or separator_of(text, file.path.suffix.lower())
    blocks = list(blocks(_rows(file, text, separator)))
    for number, rows in enumerate(blocks, 1):
        part = f"table {number}" if len(blocks) > 1 else ""
        if found := grid(Rows(file, rows, part=part, comma_may_be_decimal=separator in ";\t")):
            yield found


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


def _rows(file: File, text: str, separator: str) -> Iterator[Row]:
    lines = (line[0] for line in _LINE.finditer(text))
    reader = csv.reader(lines, delimiter=separator, strict=True, skipinitialspace=True)
    line = 1
    try:
        for fields in reader:
            yield Row(line, [markup.of_text(field) for field in fields])
            line = reader.line_num + 1
    except csv.Error as error:
        raise IngestError(
            f"{file.name}:{reader.line_num}: {error} (expected CSV as in RFC 4180)"
        ) from error
