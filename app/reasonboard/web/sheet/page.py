"""The page of a sheet: what it shows, and what follows a change of its order."""

from typing import Any

from dash import Dash, Input, Output, dcc, get_relative_path, html, set_props
from dash.dependencies import ClientsideFunction
from dash.development.base_component import Component

from reasonboard.core.rendered import rendered_view
from reasonboard.web import faults
from reasonboard.web.citation import plain
from reasonboard.web.components import cards
from reasonboard.web.components import sheet as parts
from reasonboard.web.docs import guide
from reasonboard.web.images.service import is_there
from reasonboard.web.links import pinned
from reasonboard.web.sheet.references import References, marks_text, references
from reasonboard.web.sheet.sheet import LONGEST_CAPTION, LONGEST_TITLE, MOST, Item, decode, encode

_COLUMNS = 2
"""A sheet is about as wide as paper, which has room for two panels."""


def layout(search: str, columns: int) -> Component:
    """The page of the sheet of this query string, its figures with at most `columns` panels side by side."""
    sheet, notices = decode(search)
    cited = references(sheet.items)
    understood = encode(sheet)
    figures = [
        _figure(slot, item, marks_text(cited.marks[slot]), min(columns, _COLUMNS))
        for slot, item in enumerate(sheet.items)
    ]
    return html.Div(
        [
            html.P("Charts with your notes, to print or send", className="question"),
            html.Div(
                [parts.heading(sheet.title, LONGEST_TITLE), parts.actions(_saved(understood))],
                className="sheet-head",
            ),
            html.Div(cards.notices(notices), role="status"),
            html.Div(
                [
                    html.P(
                        "This report is empty: “Add to report” under a chart puts it here, as it is shown, with its "
                        "sources and notes."
                    ),
                    html.P(dcc.Link("Browse charts", href=get_relative_path("/"))),
                ],
                className="lead sheet-empty",
            ),
            html.Div(figures, id="sheet-items"),
            html.Div(_end(cited, understood), id="sheet-references"),
            html.P(html.A("Guide", href=guide("sheet")), className="caption guide"),
            dcc.Store(id="sheet-search", data=understood),
            dcc.Store(id="sheet-order"),
        ],
        id="sheet-page",
        className="sheet",
    )


def _saved(search: str) -> dict[str, str]:
    """The addresses of the sheet as a file: a PDF only where a browser can print it."""
    forms = {"HTML": "html"} | ({"PDF": "pdf"} if is_there() else {})
    return {
        label: get_relative_path(f"/api/sheet.{ending}{search}") for label, ending in forms.items()
    }


def register(app: Dash) -> None:
    """Add the callbacks of the page, and the link to it in the header, to the application."""
    for slot in range(MOST):
        cards.draw_in_browser(app, f"sheet-{slot}-graph", [f"sheet-{slot}"])
    app.clientside_callback(
        ClientsideFunction("reasonboard", "sheetLanded"),
        Output("sheet-page", "data-address"),
        Input("sheet-search", "data"),
    )
    app.clientside_callback(
        ClientsideFunction("reasonboard", "sheetLink"),
        Output("sheet-link", "href"),
        Output("sheet-link", "children"),
        Input("url", "pathname"),
    )

    @app.callback(
        Output("sheet-references", "children"),
        Input("sheet-order", "data"),
        prevent_initial_call=True,
    )
    def reordered(order: Any) -> list[Component]:
        try:
            return _renumbered(order if isinstance(order, dict) else {})
        except faults.READING as error:
            faults.log(error)
            return [html.P(faults.UNREADABLE, role="status")]


def _renumbered(order: dict[str, Any]) -> list[Component]:
    """The end of the sheet in its new order; the figures in `slots` get new numbers and marks."""
    search, slots = order.get("search"), order.get("slots")
    sheet, _ = decode(search if isinstance(search, str) else "")
    cited = references(sheet.items)
    if isinstance(slots, list) and len(slots) == len(sheet.items):
        for number, (slot, marks) in enumerate(zip(slots, cited.marks, strict=True), 1):
            if type(slot) is int and slot in range(MOST):
                set_props(f"sheet-{slot}-number", {"children": f"Figure {number}"})
                set_props(f"sheet-{slot}-marks", {"children": marks_text(marks)})
    return _end(cited, encode(sheet))


def _figure(slot: int, item: Item, marks: str, columns: int) -> Component:
    with pinned.answering(item.search):
        rendered = rendered_view(item.study, item.view, item.values, columns)
    shown = parts.Figure(
        coded=item.coded,
        study=item.study.name,
        title=item.view.title,
        answer=rendered.without_selection(),
        href=get_relative_path(f"/{item.study.path}{item.search}"),
        caption=item.caption,
        marks=marks,
    )
    return parts.figure(slot, shown, LONGEST_CAPTION)


def _end(cited: References, search: str) -> list[Component]:
    return parts.references(
        [plain(row) for row in cited.sources],
        cited.footnotes,
        f"{cited.data[0].upper()}{cited.data[1:]}",
        get_relative_path(f"/api/sheet.bib{search}"),
    )
