"""The table behind a view: what a browser asks of it, and its columns and cells as its template takes them."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from reasonboard.core.view import Together
from reasonboard.export.cells import cell, numeric, shown, value
from reasonboard.store.arrangement import Arrangement
from reasonboard.store.database import Row, Rows

PAGE_SIZE = 50
MOST_ARRANGED = 10_000
"""Rows of a sorted or searched table that can be turned to: the database keeps as many in memory."""
_MOST_PAGES = 10**7
_LONGEST = 200
"""Characters of a column or a search that are read."""
_DIRECTIONS = {"ascending": False, "descending": True}
_INTERVAL = ("low", "high", "interval")
"""Columns that stand in the cell of the value where columns are chosen."""


def page_number(value: object) -> int:
    """The page of the table that the browser asks for, counted from 1; the first where it is none."""
    return value if type(value) is int and 0 < value < _MOST_PAGES else 1


def arrangement(value: object) -> Arrangement:
    """How the browser asks a table to be arranged: `{column, direction, search}`; what is none of these sets nothing.

    Whether the table has such a column is for its query to say.
    """
    asked = value if isinstance(value, dict) else {}
    column, direction, search = (asked.get(name) for name in ("column", "direction", "search"))
    is_sorted = isinstance(column, str) and isinstance(direction, str) and direction in _DIRECTIONS
    return Arrangement(
        str(column)[:_LONGEST] if is_sorted else "",
        is_sorted and _DIRECTIONS[str(direction)],
        " ".join(search[:_LONGEST].replace("\0", " ").split()) if isinstance(search, str) else "",
    )


def as_known(number: int, arrangement: Arrangement) -> object:
    """A page of a table as the browser notes which one it shows: its number, where it is arranged a list."""
    return [number, *arrangement] if arrangement != Arrangement() else number


def known(noted: object) -> tuple[int, Arrangement] | None:
    """The page and arrangement that the browser says it shows; None where it shows no table."""
    if not isinstance(noted, list):
        return (noted, Arrangement()) if noted is not None and page_number(noted) == noted else None
    match noted:
        case [int() as number, str() as column, bool() as descending, str() as search]:
            return page_number(number), Arrangement(column, descending, search)
    return None


class Heading(NamedTuple):
    """A column of a table on a page."""

    name: str
    """As the query calls it; "" for several columns in one."""
    words: str
    sort: str
    """"ascending", "descending", "none"; "" where the table cannot be sorted by it."""
    classes: str
    """"n" for numbers, "f" for a column that is folded away."""


def columns(
    rows: Rows,
    first: Sequence[str | Together],
    sortable: Collection[str],
    arrangement: Arrangement,
) -> dict[str, Any]:
    """The headings of these rows, and their cells, each with its classes and a second line ("" for none).

    `first` are the columns that are seen first, if not all: the others are folded away.
    """
    there = [name for name in shown(rows) if name not in _INTERVAL] if first else shown(rows)
    if arrangement.column in sortable and arrangement.column not in there and rows:
        there.append(arrangement.column)
    ahead = [one for one in first if isinstance(one, Together) or one in there] or there
    every = [*ahead, *(name for name in there if name not in ahead)]
    headings = [_heading(rows, one, one not in ahead, sortable, arrangement) for one in every]
    body = [
        [
            (*_cell(row, one, with_interval=bool(first)), heading.classes)
            for one, heading in zip(every, headings, strict=True)
        ]
        for row in rows
    ]
    return {"headings": headings, "body": body, "folded": len(every) - len(ahead)}


def _heading(
    rows: Rows,
    column: str | Together,
    is_folded: bool,
    sortable: Collection[str],
    arrangement: Arrangement,
) -> Heading:
    if isinstance(column, Together):
        return Heading("", column.heading, "", "")
    directions = {False: "ascending", True: "descending"}
    sort = directions[arrangement.descending] if column == arrangement.column else "none"
    classes = " ".join(filter(None, ["n" * numeric(rows, column), "f" * is_folded]))
    return Heading(column, column.replace("_", " "), sort if column in sortable else "", classes)


def _cell(row: Row, column: str | Together, *, with_interval: bool) -> tuple[str, str]:
    """What stands in a cell, and the line under it."""
    if isinstance(column, Together):
        parts = [_named(row, name) for name in column.names if row.get(name) is not None]
        return ", ".join(parts) or "–", ""
    return cell(row, column), _interval(row) if column == "value" and with_interval else ""


def _named(row: Row, name: str) -> str:
    words = cell(row, name)
    return words if isinstance(row[name], str) else f"{name.replace('_', ' ')} {words}"


def _interval(row: Row) -> str:
    """'33.2–66.9 %'; "" where none is known."""
    low, high = row.get("low"), row.get("high")
    if low is None or high is None:
        return ""
    start, end = (value(round(one, 3), row.get("unit")) for one in (low, high))
    return f"{start.removesuffix(' %')}–{end}"
