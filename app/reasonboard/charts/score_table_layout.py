"""Where the blocks of a table of scores stand: their rows, columns and the room of their words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from reasonboard.charts.cells import Cell, Place
from reasonboard.charts.heatmap_scales import text_width

ROW = 32
_HEAD, _SLANTED = 46, 96
"""Pixels over the cells: the block's title, the names of groups; with slanted names of columns more."""
NAMES = 24
FOOT = 17
_BETWEEN = 34
_WIDTHS = {1: 322, 2: 680, 3: 900, 4: 1300}
"""About how many pixels a figure has where one, two or more charts fit side by side."""
_WIDEST_CELL = 112
_LEAST_CELL = 40
"""Of two blocks side by side."""
RANK = 40
NAME_SIZE = {1: 12.0, 2: 13.0}
_MOST_LEVEL, _MOST_LEVEL_ON_PHONE = 12, 4
"""Columns with level names."""


class Head(NamedTuple):
    """What stands before a row."""

    key: str
    name: str
    rank: str = ""
    own: bool = False
    strong: bool = False
    muted: bool = False
    """Is its rank of few benchmarks?"""
    badge: str = ""
    """A or B."""
    detail: str = ""
    """'3 runs'."""
    href: str = ""
    """The state of the page that the detail leads to, as '?settings=all': what else is chosen stays."""


class Top(NamedTuple):
    """What stands over a column and under it."""

    key: str
    name: str
    group: str
    hover: str
    feet: Sequence[str] = ()
    strong: bool = False
    sets: Mapping[str, str] = {}
    """What a click on its name sets."""


@dataclass(frozen=True)
class Table:
    """A block: its rows from above to below, its columns, and its cells by row from above and column."""

    title: str
    detail: str
    rows: Sequence[Head]
    columns: Sequence[Top]
    cells: Mapping[Place, Cell]
    feet: Sequence[str] = field(default_factory=list)
    """What the lines under the columns are."""
    chosen: Place | None = None
    hover: str = ""
    """What all hovers of its cells end with."""
    turned: tuple[str, str, Mapping[str, str]] = ("", "", {})
    """The key of a row, the control that a click on it sets to this key, and what it sets besides."""
    links: Sequence[tuple[str, str]] = ()
    """Words after the title, each with the state of the page that it leads to, as in `Head.href`."""
    across: str = "panel"
    """The control that a click on a column sets to its key."""


@dataclass(frozen=True)
class Box:
    """Where a block stands: its columns and rows of cells in pixels and shares of the plot area."""

    left: float
    right: float
    top: float
    """In pixels from above: the upper edge of its cells."""
    room: float
    cell: float
    """The width of a cell in pixels."""


def label_room(table: Table, columns: int) -> int:
    """The pixels of the names of rows, with their ranks."""
    if columns == 1:
        return 100
    size = NAME_SIZE.get(columns, 13.0)
    widest = max((_head_width(row, size) for row in table.rows), default=60.0)
    return round(min(widest, 230) + (RANK if any(row.rank for row in table.rows) else 0) + 14)


def _head_width(row: Head, size: float) -> float:
    width = text_width(row.name, size) * (1.0 if row.strong or row.own else 0.94)
    width += text_width(f" {row.detail}", 11) if row.detail else 0
    return width + (54 if row.own else 0) + (16 if row.badge else 0)


def placed(tables: Sequence[Table], columns: int, right: int) -> tuple[list[Box], int]:
    """Where each block stands, and the height of all: two on a shelf where the cells of both have room."""
    whole = _WIDTHS.get(columns, _WIDTHS[4]) - right
    shelves = _shelves(tables, whole, columns)
    left = max(label_room(shelf[0], columns) for shelf in shelves)
    boxes: list[Box] = []
    top = 0.0
    for shelf in shelves:
        head = max(head_height(table, columns) for table in shelf)
        boxes += _on_shelf(shelf, whole - left, top + head, left, columns)
        top += head + max(_below(table, columns) for table in shelf) + _BETWEEN
    return boxes, round(top - _BETWEEN + 6)


def _shelves(tables: Sequence[Table], whole: float, columns: int) -> list[list[Table]]:
    """The blocks that stand side by side."""
    shelves: list[list[Table]] = []
    at = 0
    while at < len(tables):
        pair = list(tables[at : at + 2])
        plot = whole - label_room(pair[0], columns)
        shelves.append(pair if len(pair) > 1 and _fit(pair, plot, columns) else pair[:1])
        at += len(shelves[-1])
    return shelves


def _fit(shelf: Sequence[Table], plot: float, columns: int) -> bool:
    first, second = shelf
    if columns < 4:  # noqa: PLR2004
        return False
    cells = len(first.columns) + len(second.columns)
    return (plot - label_room(second, columns) - 30) / cells >= _LEAST_CELL


def _on_shelf(
    shelf: Sequence[Table], plot: float, top: float, left: float, columns: int
) -> list[Box]:
    if len(shelf) == 1:
        count = len(shelf[0].columns)
        cell = min(_WIDEST_CELL, plot / count)
        right = min(1.0, count * cell / plot)
        return [Box(0.0, right, top, left, cell)]
    first, second = shelf
    room = label_room(second, columns)
    cell = min(_WIDEST_CELL, (plot - room - 30) / (len(first.columns) + len(second.columns)))
    start = (len(first.columns) * cell + 30 + room) / plot
    ends = len(first.columns) * cell / plot, min(1.0, start + len(second.columns) * cell / plot)
    return [Box(0.0, ends[0], top, left, cell), Box(start, ends[1], top, room, cell)]


def is_slanted(table: Table, columns: int) -> bool:
    """Are the names of the columns too long to stand level?"""
    return len(table.columns) > (_MOST_LEVEL if columns > 1 else _MOST_LEVEL_ON_PHONE)


def head_height(table: Table, columns: int) -> float:
    """The pixels of a block's title and of the names of its columns."""
    return (_SLANTED if is_slanted(table, columns) else _HEAD) + NAMES


def _below(table: Table, columns: int) -> float:
    return ROW * (len(table.rows) + rows_under(table, columns)) + 2


def rows_under(table: Table, columns: int) -> float:
    """The height of the lines under the cells, in rows; a phone has none."""
    return 0.0 if columns == 1 else (FOOT * len(table.feet) + 4) / ROW
