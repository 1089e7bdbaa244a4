"""A sheet as components: its figures with their captions, and the references at its end."""

from collections.abc import Sequence
from typing import NamedTuple

from dash import dcc, html
from dash.development.base_component import Component

from reasonboard.core.rendered import RenderedView
from reasonboard.web.components.cards import graph
from reasonboard.web.components.controls import aria, data
from reasonboard.web.components.markup import marked_up, part


class Figure(NamedTuple):
    """A figure of a sheet."""

    coded: str
    """The view and its state as they stand in the address of the sheet."""
    study: str
    title: str
    answer: RenderedView
    href: str
    """Of the page that shows the view in this state."""
    caption: str
    marks: str
    """Its sources and footnotes."""


def heading(title: str, longest: int) -> Component:
    """The title of the sheet: a field on the screen, text on paper."""
    return html.H1(
        _editable("sheet-title", title, "Title of the report", "Untitled report", longest)
    )


def actions(saved: dict[str, str]) -> Component:
    """What can be done with the sheet as a whole; `saved` has the address of its file in each form."""
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
                html.A(f"Save as {form}", href=href, download="", className="quiet sheet-save")
                for form, href in saved.items()
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


def figure(slot: int, content: Figure, longest: int) -> Component:
    """A figure with its words; `slot` tells it from the others, wherever it stands."""
    id = f"sheet-{slot}"
    answer = content.answer
    words = [answer.filters, answer.legend]
    title = html.H2(
        [html.Span(f"Figure {slot + 1}", id=f"{id}-number"), f": {content.title}"],
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
            html.Div([title, _moves(content)], className="view-head"),
            part(marked_up(answer.subtitle), html.P, className="subtitle"),
            chart,
            html.P(
                " · ".join([content.study, *filter(None, words)]), className="caption sheet-foot"
            ),
            html.P(content.marks, id=f"{id}-marks", className="sheet-marks"),
            _editable(
                f"{id}-caption", content.caption, f"Caption of {content.title}", "Caption", longest
            ),
            dcc.Store(id=f"{id}-figure", data=answer.json),
        ],
        id=id,
        className="sheet-item",
        **data(item=content.coded, slot=str(slot), **({"empty": ""} if answer.empty else {})),
        **aria(label=content.title),
    )


def references(
    sources: Sequence[str], notes: Sequence[tuple[str, str]], version: str, bibtex: str
) -> list[Component]:
    """The end of the sheet: its sources as they are cited, the footnotes, the data; [] for no sources."""
    if not sources:
        return []
    listed = [html.H2("References"), html.Ol([html.Li(source) for source in sources])]
    noted = [html.P(f"{symbol} {text}", className="sheet-note") for symbol, text in notes]
    link = html.A("These sources as BibTeX", href=bibtex, download="", className="sheet-bibtex")
    return [*listed, *noted, html.P([f"{version}. ", link], className="caption")]


def _moves(content: Figure) -> Component:
    def move(text: str, what: str, label: str) -> Component:
        return html.Button(
            text,
            type="button",
            className="quiet",
            title=f"{label[0].upper()}{label[1:]}",
            **data(move=what),
            **aria(label=f"{content.title}: {label}"),
        )

    return html.Div(
        [
            move("↑", "up", "move up"),
            move("↓", "down", "move down"),
            move("Remove", "remove", "remove from the report"),
            html.A(
                "Open this view",
                href=content.href,
                className="quiet",
                **aria(label=f"{content.title}: open this view"),
            ),
        ],
        className="view-actions",
    )


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
