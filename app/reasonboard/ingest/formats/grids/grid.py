"""A table as its file has it: header texts, rows of cells, and what is written around them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace


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
    filled: frozenset[int] = frozenset()
    """Columns in which a text was repeated in the empty cells under it."""
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
