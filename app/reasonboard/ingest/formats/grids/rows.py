"""The rows of a table as they are written, before its structure is known."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from reasonboard.ingest.formats.files import File


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
    headers: int | None = None
    """How many rows are the header, where the format says so."""
    at_least: int = 0
    """So many are the header at least."""
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
