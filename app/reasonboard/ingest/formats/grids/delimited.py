"""Tables of separated values: CSV, TSV, with semicolons or bars."""

from collections.abc import Iterator
from functools import partial

from reasonboard.ingest.formats import separated
from reasonboard.ingest.formats.cells import markup
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.grids.grid import Deciding, Grid, Row, Rows, blocks, filled
from reasonboard.ingest.formats.grids.shape import grid

LARGE = 2_000_000
"""Bytes from which a table is not held in memory as a whole."""
FIRST_ROWS, FIRST_CELLS = 5000, 200_000
"""The most first rows and cells of a large table that decide its structure (`Deciding` adds some)."""
ENDINGS = frozenset({".csv", ".tsv", ".tab", ".psv"})


def grids(file: File) -> Iterator[Grid]:
    """The tables of a file: one, or several with empty lines between them."""
    separator = separated.separator_of(file)
    every = partial(_rows, file, separator)
    is_large = file.status.st_size > LARGE
    found = list(blocks(_first(every()) if is_large else every()))
    if len(found) > 1 and is_large:
        found, is_large = list(blocks(every())), False
    for rows in found:
        table = Rows(file, rows, comma_may_be_decimal=separator in ";\t")
        table.is_one_of_several = len(found) > 1
        table.again = every if is_large else None
        if read := grid(table):
            yield read


def _first(rows: Iterator[Row]) -> Iterator[Row]:
    deciding = Deciding(FIRST_ROWS, FIRST_CELLS)
    for row in rows:
        if deciding.takes([column for column, cell in enumerate(row.cells) if filled(cell)]):
            yield row
        elif deciding.is_done:
            return


def _rows(file: File, separator: str) -> Iterator[Row]:
    """Every line as a row, with the number of its first line."""
    begin = 1
    is_declared = separated.DECLARED.match(file.start)
    for end, fields in separated.fields(file, separator, skip_spaces=True):
        if end > 1 or not is_declared:
            yield Row(begin, [markup.of_text(field) for field in fields])
        begin = end + 1
