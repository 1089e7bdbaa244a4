"""The page of a sheet: its figures with their captions, the references at its end, and what follows a new order."""

from typing import Any

from dash import Dash, Input, Output, dcc, get_relative_path, html, set_props
from dash.dependencies import ClientsideFunction
from dash.development.base_component import Component

from reasonboard.core.rendered import rendered_view
from reasonboard.web import faults
from reasonboard.web.citation import plain
from reasonboard.web.components.cards import graph
from reasonboard.web.components.controls import aria, data
from reasonboard.web.components.markup import marked_up, part
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
                [
                    html.H1(
                        _editable(
                            "sheet-title",
                            sheet.title,
                            "Title of the report",
                            "Untitled report",
                            LONGEST_TITLE,
                        )
                    ),
                    _actions(understood),
                ],
                className="sheet-head",
            ),
            html.Div([html.P(notice, className="notice") for notice in notices], role="status"),
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


def register(app: Dash) -> None:
    """Add the callbacks of the page, and the link to it in the header, to the application."""
    for slot in range(MOST):
        app.clientside_callback(
            ClientsideFunction("reasonboard", "draw"),
            Output(f"sheet-{slot}-graph", "data-drawn"),
            Input("scheme", "data"),
            Input(f"sheet-{slot}-figure", "data"),
        )
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


def _actions(search: str) -> Component:
    """What can be done with the sheet as a whole; a PDF only where a browser can print it."""
    forms = {"HTML": "html"} | ({"PDF": "pdf"} if is_there() else {})
    return html.Div(
        [
            html.Button(
                "Print",
                id="sheet-print",
                type="button",
                className="quiet",
                title="Print this report",
            ),
            *[
                html.A(
                    f"Save as {label}",
                    href=get_relative_path(f"/api/sheet.{ending}{search}"),
                    download="",
                    className="quiet sheet-save",
                )
                for label, ending in forms.items()
            ],
            html.Button(
                "Make it my report",
                id="sheet-keep",
                type="button",
                className="quiet",
                title="Keep this report in this browser",
                hidden=True,
            ),
        ],
        className="sheet-actions",
    )


def _figure(slot: int, item: Item, marks: str, columns: int) -> Component:
    """A figure with its words; `marks` are its sources and notes, `slot` identifies it."""
    with pinned.answering(item.search):
        answer = rendered_view(item.study, item.view, item.values, columns).without_selection()
    id, name = f"sheet-{slot}", item.view.title
    words = " · ".join(filter(None, [item.study.name, answer.filters, answer.legend]))
    title = html.H2(
        [html.Span(f"Figure {slot + 1}", id=f"{id}-number"), f": {name}"],
        id=f"{id}-title",
        className="sheet-heading",
    )
    chart = html.Figure(
        [
            graph(f"{id}-graph", answer.height, name=f"{id}-title", about=f"{id}-summary"),
            html.Figcaption(answer.summary, id=f"{id}-summary", className="visually-hidden"),
        ]
    )
    return html.Article(
        [
            html.Div([title, _moves(item)], className="view-head"),
            part(marked_up(answer.subtitle), html.P, className="subtitle"),
            chart,
            html.P(words, className="caption sheet-foot"),
            html.P(marks, id=f"{id}-marks", className="sheet-marks"),
            _editable(
                f"{id}-caption", item.caption, f"Caption of {name}", "Caption", LONGEST_CAPTION
            ),
            dcc.Store(id=f"{id}-figure", data=answer.json),
        ],
        id=id,
        className="sheet-item",
        **data(item=item.coded, slot=str(slot), **({"empty": ""} if answer.empty else {})),
        **aria(label=name),
    )


def _moves(item: Item) -> Component:
    def move(text: str, what: str, label: str) -> Component:
        return html.Button(
            text,
            type="button",
            className="quiet",
            title=f"{label[0].upper()}{label[1:]}",
            **data(move=what),
            **aria(label=f"{item.view.title}: {label}"),
        )

    return html.Div(
        [
            move("↑", "up", "move up"),
            move("↓", "down", "move down"),
            move("Remove", "remove", "remove from the report"),
            html.A(
                "Open this view",
                href=get_relative_path(f"/{item.study.path}{item.search}"),
                className="quiet",
                **aria(label=f"{item.view.title}: open this view"),
            ),
        ],
        className="view-actions",
    )


def _end(cited: References, search: str) -> list[Component]:
    """The sources as they are cited, the footnotes, the data; [] for no sources."""
    if not cited.sources:
        return []
    listed = [html.H2("References"), html.Ol([html.Li(plain(row)) for row in cited.sources])]
    noted = [html.P(f"{symbol} {text}", className="sheet-note") for symbol, text in cited.footnotes]
    bibtex = get_relative_path(f"/api/sheet.bib{search}")
    link = html.A("These sources as BibTeX", href=bibtex, download="", className="sheet-bibtex")
    version = f"{cited.data[0].upper()}{cited.data[1:]}"
    return [*listed, *noted, html.P([f"{version}. ", link], className="caption")]


def _editable(id: str, text: str, label: str, empty: str, longest: int) -> Component:
    """A field that grows with its text, and the text itself for paper; assets/sheet-page.js keeps both alike."""
    field = html.Textarea(
        text,
        id=id,
        maxLength=str(longest),
        title=label,
        rows="1",
        placeholder=empty,
        className="sheet-text",
        **aria(label=label),
    )
    return html.Span([field, html.Span(text, className="sheet-status")], className="sheet-editable")
