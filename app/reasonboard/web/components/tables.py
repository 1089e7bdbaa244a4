"""The table behind a view: what a browser asks of it, and its columns and cells as its template takes them."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from reasonboard.core.table_state import TableState, searched
from reasonboard.core.view import Listing, Together
from reasonboard.store.arrangement import Arrangement
from reasonboard.store.database import Row, Rows
from reasonboard.web.components.cells import cell, columns_with_values, is_long, numeric, value

PAGE_SIZE = 50
MOST_ARRANGED = 10_000
"""Rows of a sorted or searched table that can be turned to: the database keeps as many in memory."""
_LONGEST = 200
"""Characters of the name of a column that are read."""
_NEAR = 2
"""Pages before and after the one that is shown to which a reader can turn at once."""
_DIRECTIONS = {"ascending": False, "descending": True}
_INTERVAL = ("low", "high", "interval")
"""Columns that stand in the cell of the value where columns are chosen."""


def requested_state(value: object) -> TableState:
    """How the browser asks a table to be: `{page, column, direction, search}`; what is none of these says nothing.

    Whether the table has such a column is for its query to say.
    """
    state = value if isinstance(value, dict) else {}
    column, direction = state.get("column"), state.get("direction")
    is_sorted = isinstance(column, str) and isinstance(direction, str) and direction in _DIRECTIONS
    arrangement = Arrangement(
        str(column)[:_LONGEST] if is_sorted else "",
        is_sorted and _DIRECTIONS[str(direction)],
        searched(state.get("search")),
    )
    return TableState.of(state.get("page"), arrangement)


def page_numbers(number: int, last: int) -> list[int]:
    """The pages that a reader can turn to from page `number` of `last`: [] of one page."""
    near = {1, last, *range(max(1, number - _NEAR), min(last, number + _NEAR) + 1)}
    return sorted(near) if last > 1 else []


class Heading(NamedTuple):
    """A column of a table on a page."""

    name: str
    """As the query calls it; "" for several columns in one."""
    words: str
    sort: str
    """"ascending", "descending", "none"; "" where the table cannot be sorted by it."""
    classes: str
    """"n" for numbers, "long" for long texts, "f" for a column that is folded away."""


class TableCell(NamedTuple):
    """A cell of a table on a page."""

    text: str
    below: str
    """The line under it."""
    classes: str
    href: str = ""
    """A path and query of this application, '' for no link."""


def columns(
    rows: Rows, first: Sequence[str | Together], sortable: Collection[str], arrangement: Arrangement
) -> dict[str, Any]:
    """The headings of these rows, and their cells, each with its classes and a second line ("" for none).

    `first` are the columns that are seen first, if not all: the others are folded away.
    """
    names = (
        [name for name in columns_with_values(rows) if name not in _INTERVAL]
        if first
        else columns_with_values(rows)
    )
    if arrangement.column in sortable and arrangement.column not in names and rows:
        names.append(arrangement.column)
    first_columns = [
        column for column in first if isinstance(column, Together) or column in names
    ] or names
    all_columns = [*first_columns, *(name for name in names if name not in first_columns)]
    headings = [
        _heading(rows, column, column not in first_columns, sortable, arrangement)
        for column in all_columns
    ]
    body = [
        [
            TableCell(*_cell(row, column, with_interval=bool(first)), heading.classes)
            for column, heading in zip(all_columns, headings, strict=True)
        ]
        for row in rows
    ]
    return {"headings": headings, "body": body, "folded": len(all_columns) - len(first_columns)}


def listed(listing: Listing, sortable: Collection[str], arrangement: Arrangement) -> dict[str, Any]:
    """The headings and cells of a list beside a chart, as `columns` returns them."""
    headings = [
        Heading(name, words, _sort(name, sortable, arrangement), _list_class(name))
        for words, name in listing.columns
    ]
    body = [
        [TableCell(cell.text, "", cell.tone, cell.href) for cell in row] for row in listing.rows
    ]
    return {"headings": headings, "body": body, "folded": 0}


def _list_class(name: str) -> str:
    """Tokens are numbers; no column of the query is how a problem begins."""
    return "n" if name.startswith("tokens") else "" if name else "begins"


def _sort(column: str, sortable: Collection[str], arrangement: Arrangement) -> str:
    """How a column sorts the table, as `Heading` has it."""
    directions = {False: "ascending", True: "descending"}
    sort = directions[arrangement.descending] if column == arrangement.column else "none"
    return sort if column in sortable else ""


def _heading(
    rows: Rows,
    column: str | Together,
    is_folded: bool,
    sortable: Collection[str],
    arrangement: Arrangement,
) -> Heading:
    if isinstance(column, Together):
        return Heading("", column.heading, "", "")
    has_long = any(is_long(cell(row, column)) for row in rows)
    classes = " ".join(
        filter(None, ["n" * numeric(rows, column), "long" * has_long, "f" * is_folded])
    )
    return Heading(column, column.replace("_", " "), _sort(column, sortable, arrangement), classes)


def _cell(row: Row, column: str | Together, *, with_interval: bool) -> tuple[str, str]:
    """The text of a cell and of the line under it ("" for none)."""
    if isinstance(column, Together):
        parts = [_cell_name(row, name) for name in column.names if row.get(name) is not None]
        return ", ".join(parts) or "–", ""
    return cell(row, column), _interval(row) if column == "value" and with_interval else ""


def _cell_name(row: Row, name: str) -> str:
    words = cell(row, name)
    return words if isinstance(row[name], str) else f"{name.replace('_', ' ')} {words}"


def _interval(row: Row) -> str:
    """'33.2–66.9%'; "" where none is known."""
    low, high = row.get("low"), row.get("high")
    if low is None or high is None:
        return ""
    start, end = (value(round(end, 3), row.get("unit")) for end in (low, high))
    return f"{start.removesuffix('%')}–{end}"
