"""Tables that follow each other in one sheet or file, with empty rows between them."""

import re
from collections.abc import Iterable, Iterator

from reasonboard.ingest.formats.grids.rows import Row

_NUMBER = re.compile(r"[-+$]?[\d.,]+\s?[%kKMB]?")


def blocks(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """The rows of each table. What follows an empty row is one of its own if it begins with a header."""
    before: list[Row] = []
    for block in _blocks(rows):
        if before and max(_width(row) for row in block) == 1:
            before += block  # a note below the table
        else:
            if before:
                yield before
            before = block
    if before:
        yield before


def _blocks(rows: Iterable[Row]) -> Iterator[list[Row]]:
    block: list[Row] = []
    had_numbers = after_gap = False
    for row in rows:
        if not _width(row):
            after_gap = True
            continue
        numbers = _has_number(row)
        if after_gap and had_numbers and not numbers:
            yield block
            block, had_numbers = [], False
        block.append(row)
        had_numbers = had_numbers or numbers
        after_gap = False
    if block:
        yield block


def _width(row: Row) -> int:
    return sum(cell not in (None, "") for cell in row.cells)


def _has_number(row: Row) -> bool:
    return any(
        _NUMBER.fullmatch(cell) if isinstance(cell, str) else isinstance(cell, int | float)
        for cell in row.cells
        if cell not in (None, "")
    )
