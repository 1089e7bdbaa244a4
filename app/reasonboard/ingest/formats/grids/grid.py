"""A table as its rows are written, and as it is once its structure is known."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from reasonboard.ingest.formats.files import File

_FEW = 20
"""The number of cells that is enough to know a column."""
_LOOKED_AT = 200_000


@dataclass(slots=True)
class Row:
    """A row as it is written."""

    line: int
    cells: list[object]
    spans: dict[int, int] = field(default_factory=dict)
    """Column -> how many columns its cell covers, if more than one."""
    is_ruled: bool = False
    """Is there a line above it?"""


@dataclass(slots=True)
class Rows:
    """A table before its structure is known."""

    file: File
    rows: list[Row]
    at_least: int = 0
    """The least number of header rows."""
    no_more: bool = False
    """Does the format say that no more are?"""
    exact: bool = False
    """Does the format say which cells cover several columns or rows?"""
    comma_may_be_decimal: bool = False
    """Does a comma separate no cells, so that `81,432` may be 81.432?"""
    place: str = "line {}"
    part: str = ""
    is_one_of_several: bool = False
    """Are there other tables in the same sheet or file? Then a title above is its part."""
    caption: str = ""
    constants: Mapping[str, object] = field(default_factory=dict)
    again: Callable[[], Iterator[Row]] | None = None
    """Of a large table, of which `rows` are the first: reads all of them."""


def filled(cell: object) -> bool:
    """Is anything in the cell?"""
    return cell is not None and cell != ""


class Deciding:
    """The rows of a large table that decide its structure: the first, and later ones in columns that have few cells."""

    def __init__(self, most_rows: int, most_cells: int) -> None:
        """The first rows end at `most_rows`, or at `most_cells` if that comes first."""
        self._most_rows, self._most_cells = most_rows, most_cells
        self._few = min(_FEW, most_rows)
        self._rows = self._cells = 0
        self._filled: Counter[Hashable] = Counter()

    def takes(self, columns: Collection[Hashable]) -> bool:
        """Does the next row decide? `columns` are those in which it has anything."""
        is_first = self._rows < self._most_rows and self._cells < self._most_cells
        self._rows += 1
        if not is_first and all(self._filled[column] >= self._few for column in columns):
            return False
        self._cells += len(columns)
        self._filled.update(columns)
        return True

    @property
    def is_done(self) -> bool:
        """Are all columns known, or has it looked at enough rows?"""
        return self._rows >= _LOOKED_AT or min(self._filled.values(), default=0) >= self._few


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


@dataclass(frozen=True, slots=True)
class Grid:
    """One table of a file. Nothing is interpreted yet but its structure."""

    name: str
    """The name of the file without its ending."""
    headers: tuple[tuple[str, ...], ...]
    """For each column its header texts, outer to inner; () where there is none."""
    rows: Sequence[tuple[object, ...]]
    """As in the file: texts without emphasis and links, numbers, truth values, None. Of a large file the first ones."""
    places: Sequence[str]
    """Of each row: "line 5", "row 3 of sheet 'final'", "results[4]"."""
    part: str = ""
    """The sheet, the heading or caption above, or the path of keys in a document; '' if the file is one table."""
    constants: Mapping[str, object] = field(default_factory=dict)
    """Single values around the rows of a document, and front matter."""
    decimal: str = "."
    """What stands before the decimals: a point or a comma; '' where the file does not decide it."""
    caption: str = ""
    """The text near the table, which may say units, seeds and what ± is."""
    sections: tuple[str, ...] = ()
    """Of each row the row of one text above it that heads a group; () where no row does. It is no row itself."""
    has_header: bool = True
    """Is there a row with the names of the columns?"""
    filled: bool = False
    """Was a text repeated in the empty cells under it?"""
    keys: int = 0
    """How many of the first columns were keys of a document: they have no name."""
    wrong: str = ""
    """The first row with more or fewer cells than the header: `FILE:LINE: ...`. Such rows are not among `rows`, so if
    the table is one of results nothing of it may be loaded."""
    again: Callable[[], Iterator[tuple[str, tuple[object, ...]]]] | None = None
    """Of a large table, of which `rows` are the first: reads place and cells of all of them."""

    def each(self) -> Iterator[tuple[str, tuple[object, ...]]]:
        """Place and cells of every row, however many there are."""
        return self.again() if self.again else zip(self.places, self.rows, strict=True)

    def whole(self) -> "Grid":
        """The same with all its rows in memory."""
        if self.again is None:
            return self
        places, rows = zip(*self.each(), strict=True)
        return replace(self, places=places, rows=rows, sections=(), again=None)
