"""Where the blocks of a table of scores stand: their rows, columns and the room of their words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from reasonboard.charts.cells import Cell, Position
from reasonboard.charts.grid import page_width
from reasonboard.charts.text_width import USUAL, cut_apart, text_width

ROW = 32
_HEAD, _TITLE = 46, 36
"""Pixels over the cells: of the block's title with the names of groups, and of the title over slanted names."""
_EDGE = 4
"""Pixels at the right, where no slanted name reaches beyond the cells."""
_RISE = {1: 1.0}
"""The height of a slanted name by its length: on a phone it stands upright, as there is no room at the right."""
_SLOPE = 0.71
_LETTER = 12
"""The height of a slanted name's letters, which reach to the right as well."""
_LONGEST = {1: 13}
"""The most characters of a slanted name."""
NAMES = 24
FOOT = 17
_BETWEEN = 34
_WIDEST_CELL = 112
_LEAST_CELL = 48
"""Of blocks side by side."""
_MOST_LOW, _GUTTER = 4, 30
"""Blocks of a single row side by side, and the pixels between two blocks."""
_GROUPS = 22
"""Pixels of the names of groups."""
RANK = 40
_NAMES_AT_MOST, _SPARE = 250, 80
"""Pixels that names of rows take at most, and that ranks and edges add to them."""
TITLE_SIZE = 13
NAME_SIZE = {1: 12.0, 2: 13.0}
_MOST_LEVEL = {1: 4, 2: 6, 3: 9, 4: 12}
"""Columns with level names, where one, two or more charts fit side by side."""
COLUMN_SIZE = {1: 11.0}


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
    cells: Mapping[Position, Cell]
    feet: Sequence[str] = field(default_factory=list)
    """What the lines under the columns are."""
    chosen: Position | None = None
    hover: str = ""
    """What all hovers of its cells end with."""
    turned: tuple[str, str, Mapping[str, str]] = ("", "", {})
    """The key of a row, the control that a click on it sets to this key, and what it sets besides."""
    links: Sequence[tuple[str, str]] = ()
    """Words after the title, each with the state of the page that it leads to, as in `Head.href`."""
    across: str = "panel"
    """The control that a click on a column sets to its key."""
    whole_width: bool = False
    """Does it stand beside no other block, so that the names of its columns have room?"""


@dataclass(frozen=True)
class Box:
    """Where a block stands: its columns and rows of cells in pixels and shares of the plot area."""

    left: float
    right: float
    top: float
    """In pixels from above: the upper edge of its cells."""
    head: float
    """Pixels from the upper edge of its cells up to that of its title."""
    room: float
    """Pixels of the names of its rows."""
    cell: float
    """The width of a cell in pixels."""
    slanted: bool
    """Are the names of its columns too many or too long to stand level?"""


class _Named(NamedTuple):
    """A block, and the pixels of the names of its rows."""

    table: Table
    room: int


def _named(tables: Sequence[Table], columns: int) -> list[_Named]:
    """The blocks with the room of their names: more than usual where no block needs it for its cells."""
    cells = max(len(table.columns) for table in tables) * _WIDEST_CELL
    most = max(_NAMES_AT_MOST, page_width(columns) - cells - _SPARE)
    return [_Named(table, _name_room(table, most, columns)) for table in tables]


def _name_room(table: Table, most: int, columns: int) -> int:
    """The pixels of the names of rows, with their ranks."""
    if columns == 1:
        return 124
    size = NAME_SIZE.get(columns, 13.0)
    widest = max((_head_width(row, size) for row in table.rows), default=60.0)
    return round(min(widest, most) + (RANK if any(row.rank for row in table.rows) else 0) + 14)


def _head_width(row: Head, size: float) -> float:
    width = text_width(row.name, size) * (1.0 if row.strong or row.own else USUAL)
    width += text_width(f" {row.detail}", 11) if row.detail else 0
    return width + (54 if row.own else 0) + (16 if row.badge else 0)


def place_tables(tables: Sequence[Table], columns: int) -> tuple[list[Box], int, int]:
    """Where each block stands, the height of all, and the pixels at the right of the cells."""
    named, right = _named(tables, columns), _EDGE
    while True:
        boxes, height = _place_shelves(named, columns, right)
        plot = page_width(columns) - right - boxes[0].room
        reach = round(
            max(
                _overhang(table, box, plot, columns)
                for table, box in zip(tables, boxes, strict=True)
            )
        )
        if reach <= right:
            return boxes, height, right
        right = reach  # there is less room for cells, so other names may be slanted now


def _overhang(table: Table, box: Box, plot: float, columns: int) -> float:
    """How many pixels the slanted names reach to the right beyond the cells, or the title beyond all cells."""
    if columns == 1:
        return 0.0
    title = text_width(table.title, TITLE_SIZE) + text_width(table.detail, TITLE_SIZE)
    beyond = box.left * plot - box.room + title - plot
    if not box.slanted:
        return beyond
    last = len(table.columns) - 0.5
    return max(
        beyond,
        *(
            (width + _LETTER) * _SLOPE - (last - index) * box.cell
            for index, width in enumerate(_slanted_widths(table, columns))
        ),
    )


def _place_shelves(blocks: Sequence[_Named], columns: int, right: int) -> tuple[list[Box], int]:
    """Several blocks stand on a shelf where the cells of all have room."""
    room = page_width(columns) - right
    shelves = _shelves(blocks, room, columns)
    left = max(shelf[0].room for shelf in shelves)
    boxes: list[Box] = []
    top = 0.0
    for shelf in shelves:
        cell = _cell_width(shelf, room - left)
        head = max(_head_height(block.table, cell, columns) for block in shelf)
        boxes += _on_shelf(shelf, room - left, (top, head), left, columns)
        rows = max(len(block.table.rows) + rows_under(block.table, columns) for block in shelf)
        top += head + ROW * rows + 2 + _BETWEEN
    return boxes, round(top - _BETWEEN + 6)


def _shelves(blocks: Sequence[_Named], room: float, columns: int) -> list[list[_Named]]:
    """The blocks that stand side by side: two, or more of a single row each."""
    left = max(block.room for block in blocks)
    shelves: list[list[_Named]] = []
    for block in blocks:
        shelf = [*shelves[-1], block] if shelves else [block]
        is_low = all(len(other.table.rows) == 1 for other in shelf)
        if 1 < len(shelf) <= (_MOST_LOW if is_low else 2) and _fit(shelf, room - left, columns):
            shelves[-1] = shelf
        else:
            shelves.append([block])
    return shelves


def _fit(shelf: Sequence[_Named], plot: float, columns: int) -> bool:
    """Have the cells of these blocks room side by side, and the level names of those of several rows?"""
    if columns < 4 or any(block.table.whole_width for block in shelf):  # noqa: PLR2004
        return False
    cell = _cell_width(shelf, plot)
    return cell >= _LEAST_CELL and not any(
        len(block.table.rows) > 1
        and _is_slanted(block.table, cell, columns)
        and not _is_slanted(block.table, _cell_width([block], plot), columns)
        for block in shelf
    )


def _cell_width(shelf: Sequence[_Named], plot: float) -> float:
    """The width of all cells of a shelf; `plot` is what the names of the first block leave."""
    rooms = sum(block.room + _GUTTER for block in shelf[1:])
    cells = sum(len(block.table.columns) for block in shelf)
    return min(_WIDEST_CELL, (plot - rooms) / cells)


def _on_shelf(
    shelf: Sequence[_Named], plot: float, from_above: tuple[float, float], left: float, columns: int
) -> list[Box]:
    top, head = from_above
    cell = _cell_width(shelf, plot)
    boxes: list[Box] = []
    start = 0.0
    for table, own_room in shelf:
        room = own_room if boxes else left
        start += room + _GUTTER if boxes else 0.0
        end = start + len(table.columns) * cell
        slanted = _is_slanted(table, cell, columns)
        boxes.append(Box(start / plot, min(1.0, end / plot), top + head, head, room, cell, slanted))
        start = end
    return boxes


def _is_slanted(table: Table, cell: float, columns: int) -> bool:
    is_many = len(table.columns) > _MOST_LEVEL.get(columns, _MOST_LEVEL[4])
    return is_many or any(_level_width(column, columns) > cell for column in table.columns)


def _level_width(column: Top, columns: int) -> float:
    size = COLUMN_SIZE.get(columns, 12.0)
    return text_width(column.name, size if column.strong else size * USUAL)


def _slanted_widths(table: Table, columns: int) -> list[float]:
    """How many pixels each slanted name of a column takes."""
    names = slanted_names(table, columns)
    return [
        text_width(name, 12.0 if column.strong else 12.0 * USUAL)
        for name, column in zip(names, table.columns, strict=True)
    ]


def slanted_names(table: Table, columns: int) -> list[str]:
    """The names of the columns, as long as they can be where they are slanted."""
    short = cut_apart([column.name for column in table.columns], _LONGEST.get(columns, 20))
    return [short[column.name] for column in table.columns]


def has_groups(table: Table, columns: int, *, slanted: bool) -> bool:
    """Do the names of groups stand over those of the columns?"""
    several = len({column.group for column in table.columns}) > 1
    return several and columns > 1 and not slanted


def _head_height(table: Table, cell: float, columns: int) -> float:
    """The pixels of a block's title and of the names of its columns."""
    slanted = _is_slanted(table, cell, columns)
    if slanted:
        longest = max(_slanted_widths(table, columns))
        return _TITLE + max(NAMES, longest * _RISE.get(columns, _SLOPE))
    return _HEAD + NAMES - (0 if has_groups(table, columns, slanted=slanted) else _GROUPS)


def rows_under(table: Table, columns: int) -> float:
    """The height of the lines under the cells, in rows; a phone has none."""
    return 0.0 if columns == 1 else (FOOT * len(table.feet) + 4) / ROW
