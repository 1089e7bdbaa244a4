"""The rows behind a view as a table, page by page, and in the forms to take away."""

from collections.abc import Sequence

from dash import html
from dash.development.base_component import Component
from markupsafe import Markup

from reasonboard.export.cells import cell, numeric, shown
from reasonboard.store.database import Rows
from reasonboard.web.components.controls import aria

PAGE_SIZE = 50
_MOST_PAGES = 10**7


def page_number(value: object) -> int:
    """The page of the table that the browser asks for, counted from 1; the first where it is none."""
    return value if type(value) is int and 0 < value < _MOST_PAGES else 1


def first_row(number: int) -> int:
    """The index of the first row of a page of the table, counted from 1."""
    return (number - 1) * PAGE_SIZE


def table_page(
    rows: Rows,
    title: str,
    first: int,
    total: int,
    downloads: Sequence[tuple[str, str]],
    about: str,
) -> list[Component]:
    """Some of the rows behind a view, and links to all of them: the name of a form, its address.

    `about` is the address that says how to have them without a browser.
    """
    shown_rows = f"Rows {first + 1:,} to {first + len(rows):,} of {total:,}. " if rows else ""
    return [
        html.P(
            [shown_rows, *(_links(downloads, about) if total else [])],
            className="caption table-head",
        ),
        table(rows, f"{title}: the rows"),
    ]


def table(rows: Rows, caption: str) -> Component:
    """Rows as a table, numbers to the right; it scrolls sideways where it must.

    To be shown as `prose`: a component for every cell takes the browser seconds.
    """
    if not rows:
        return html.P("No rows for this choice.", className="muted")
    columns = shown(rows)
    right = [f"r{place}" for place, name in enumerate(columns, 1) if numeric(rows, name)]
    head = html.Thead(html.Tr([html.Th(name.replace("_", " ")) for name in columns]))
    lines = html.Tbody([_line([cell(row, name) for name in columns]) for row in rows])
    return html.Div(
        html.Table([head, lines], className=" ".join(["rows", *right])),
        className="table-scroll",
        tabIndex=0,
        role="region",
        **aria(label=caption),
    )


def _line(cells: Sequence[str]) -> Markup:
    """A row of a table, written here: a component for each of hundreds of cells takes milliseconds."""
    return Markup("<tr><td>%s</td></tr>") % Markup("</td><td>").join(cells)


def _links(downloads: Sequence[tuple[str, str]], about: str) -> list[Component | str]:
    """Links in one line; each says the whole to those who hear it alone."""
    links: list[Component | str] = ["Download all as "]
    for place, (label, href) in enumerate(downloads):
        name = f"Download all as {label}"
        links += [" · "] if place else []
        links.append(html.A(label, href=href, download="", **aria(label=name)))
    return [
        *links,
        " · ",
        html.A("API", href=about, **aria(label="API: the same without a browser")),
    ]
