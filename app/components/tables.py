"""Rows as tables: numbers in the unit that they say, missing as a dash and never as 0."""

from typing import Any

import dash_mantine_components as dmc
from dash import html
from dash.development.base_component import Component

from app.components.controls import aria
from app.database import Row, Rows
from app.kinds import KIND_WORDS

_OF_UNIT = {"value", "stderr", "low", "high", "possible below", "possible above"}
"""The columns that hold numbers in the unit of their row."""
PAGE_SIZE = 50
_MOST_PAGES = 10**7


def first_row(number: object) -> int:
    """The index of the first row of a page of the table, counted from 1."""
    return (number - 1) * PAGE_SIZE if isinstance(number, int) and 0 < number < _MOST_PAGES else 0


def table_page(rows: Rows, title: str, first: int, total: int, href: str) -> list[Component]:
    """Some of the rows behind a view, and a link to all of them."""
    shown = f"Rows {first + 1:,} to {first + len(rows):,} of {total:,}. " if rows else ""
    download = html.A("Download all as CSV", href=href, download="")
    return [
        html.P([shown, download if total else ""], className="caption table-head"),
        table(rows, f"{title}: the rows"),
    ]


def table(rows: Rows, caption: str) -> Component:
    """Rows as a table, numbers to the right; it scrolls sideways where it must.

    It is one component: a component for every cell takes the browser seconds.
    """
    if not rows:
        return html.P("No rows for this choice.", className="muted")
    columns = [
        name for name in rows[0] if name != "unit" and any(row[name] is not None for row in rows)
    ]
    right = [
        f"r{place}"
        for place, name in enumerate(columns, 1)
        if any(isinstance(row[name], int | float) for row in rows)
    ]
    body = [[_cell(row, name) for name in columns] for row in rows]
    data = {"head": [name.replace("_", " ") for name in columns], "body": body}
    return html.Div(
        dmc.Table(data=data, className=" ".join(["rows", *right])),
        className="table-scroll",
        tabIndex=0,
        role="region",
        **aria(label=caption),
    )


def value(number: float | None, unit: str | None) -> str:
    """A number as a reader sees it: fractions in percent, missing as a dash, never as 0."""
    if number is None:
        return "–"
    if unit == "fraction":
        return f"{number * 100:.2f}".rstrip("0").rstrip(".") + " %"
    return f"{number:,.4g}" if abs(number) < 1000 else f"{number:,.0f}"  # noqa: PLR2004


def _cell(row: Row, name: str) -> str:
    raw: Any = row[name]
    if name in _OF_UNIT:
        return value(raw, row.get("unit"))
    if name == "kind":
        return KIND_WORDS.get(raw, str(raw))
    if isinstance(raw, float):
        return f"{raw:.6g}"
    return "–" if raw is None else str(raw)
