"""A view as a card: heading, actions, chart and table."""

from collections.abc import Sequence
from typing import NamedTuple

import dash_mantine_components as dmc
from dash import ClientsideFunction, Dash, Input, Output, html
from dash.development.base_component import Component

from reasonboard.core.rendered import RenderedView
from reasonboard.core.study import View
from reasonboard.web.components import bars, images, share
from reasonboard.web.components.controls import aria, data
from reasonboard.web.components.disclosure import disclosure
from reasonboard.web.components.markup import Html, part, render_html

APART = ("side", "more")
"""The places of views whose findings stand together, under all charts."""


class ChartControls(NamedTuple):
    """The controls that change one chart: what is seen in its head, and what its Options hold."""

    segments: list[Component]
    options: list[Component]


def view_card(
    id: str,
    study: str,
    view: View,
    answer: RenderedView,
    chart: ChartControls,
    table: Html,
    pages: int,
    observations: Html,
) -> Component:
    """A view: its heading with its own controls, its chart or the table behind it, its foot, its findings."""
    figure = html.Figure(
        [
            graph(f"{id}-graph", answer.height, view.name),
            part(
                render_html([answer.summary]),
                html.Figcaption,
                id=f"{id}-summary",
                className="visually-hidden",
            ),
        ],
        id=f"{id}-chart",
        hidden=view.table_first,
    )
    rows = html.Div(
        [part(table, id=f"{id}-table"), _pager(id, pages)],
        id=f"{id}-rows",
        hidden=not view.table_first,
    )
    return html.Section(
        [
            _head(id, view, answer, chart),
            figure,
            rows,
            _foot(id, study, view, answer.legend),
            *([] if view.place in APART else [findings_of(id, observations)]),
        ],
        id=f"{id}-view",
        className=f"view {view.place}",
        **aria(label=view.title),
    )


def findings_of(id: str, content: Html) -> Component:
    """What the data say beside the chart of the view `id`."""
    return part(content, id=f"{id}-observations", className="observations")


def graph(id: str, height: int, view: str = "", *, static: bool = False) -> Component:
    """The place of a chart so many pixels high, into which the browser draws (assets/chart.js).

    A click on a mark of it is one on a mark of `view`.
    """
    still = data(static="") if static else {}
    return html.Div(id=id, className="graph", style={"height": height}, **data(view=view), **still)


def draw_in_browser(app: Dash, told: str, ids: Sequence[str]) -> None:
    """Let the browser draw what each store `<id>-figure` holds into `<id>-graph`, in the page's colours.

    All at once, since each callback costs a page time; `told` is a component that is there where they are.
    """
    app.clientside_callback(
        ClientsideFunction("reasonboard", "draw"),
        Output(told, "data-drawn"),
        Input("scheme", "data"),
        *[Input(f"{id}-figure", "data") for id in ids],
    )


def below(id: str, label: str, content: Html) -> Component:
    """A part of the page under its views, filled as the state changes."""
    return part(content, id=id, className="below", role="region", **aria(label=label))


def commands(study: str, lines: Sequence[tuple[str, str]]) -> Component:
    """What a reader can type to bring in results of their own, and what each line does; empty for none."""
    pairs = [html.Div([html.Dt(html.Code(line)), html.Dd(what)]) for line, what in lines]
    content = disclosure(
        "Load your own results", "result files of any tool, with one command",
        [html.Dl(pairs, className="commands")] if lines else [], opened=True,
    )  # fmt: skip
    return part(render_html(content), id=f"{study}-loading-view", className="below view-anchor")


def data_notice(sentence: str, newest: str) -> Component:
    """Of which data the page is, and the way to the newest where there is one to go."""
    words: list[Component | str] = [sentence]
    if newest:
        words += [" ", html.A("Show the newest data", href=newest, className="state")]
    return html.P(words, className="notice")


def notices(sentences: Sequence[str]) -> list[Component]:
    """Sentences that a reader should not miss."""
    return [html.P(sentence, className="notice") for sentence in sentences]


def details(id: str, comparison: Html, evidence: Html, views: list[Component]) -> Component:
    """The drawer with all that is known of the selected mark; the browser opens it (assets/drawer.js)."""
    return html.Dialog(
        [
            html.Button(
                "×",
                type="button",
                className="quiet close",
                **data(close=f"{id}-details"),
                **aria(label="Close"),
            ),
            part(comparison, id=f"{id}-comparison", className="below"),
            part(evidence, id=f"{id}-evidence", className="below"),
            *views,
        ],
        id=f"{id}-details",
        className="drawer",
        **aria(label="Details of the selected mark"),
    )


def _head(id: str, view: View, answer: RenderedView, chart: ChartControls) -> Component:
    title = html.Div(
        [
            part(render_html([answer.heading or view.title]), html.H2, id=f"{id}-heading"),
            part(
                render_html([answer.subtitle or view.subtitle]),
                html.P,
                id=f"{id}-subtitle",
                className="subtitle",
            ),
        ],
        className="view-title",
    )
    own = [*chart.segments, *bars.options(id, view.title, chart.options)]
    return html.Div(
        [title, *([html.Div(own, className="view-controls")] if own else [])], className="view-head"
    )


def _foot(id: str, study: str, view: View, legend: str) -> Component:
    menus = [
        images.menu(id, view.name, view.title),
        share.menu(id, study, view.name, view.title),
        _to_sheet(view),
    ]
    return html.Div(
        [
            part(render_html([legend]), html.P, id=f"{id}-caption", className="caption"),
            html.Div(
                [_tabs(id, view), part(render_html(menus), className="view-menus")],
                className="view-actions",
            ),
        ],
        className="view-foot",
    )


def _pager(id: str, pages: int) -> Component:
    pager: Component = dmc.Pagination(
        id=f"{id}-page",
        total=pages,
        value=1,
        size="sm",
        hideWithOnePage=True,
        withControls=False,
        className="pager",
    )
    return pager


def _tabs(id: str, view: View) -> Component:
    tabs: Component = dmc.SegmentedControl(
        id=f"{id}-tab",
        data=[{"value": "chart", "label": "Chart"}, {"value": "table", "label": "Table"}],
        value="table" if view.table_first else "chart",
        size="xs",
        className="tabs",
        **aria(label=f"{view.title}: chart or table"),
    )
    return tabs


def _to_sheet(view: View) -> Component:
    """The button that puts the view, in its present state, onto the sheet (assets/sheet.js)."""
    return html.Button(
        "Add to sheet",
        type="button",
        className="quiet sheet-add",
        **data(view=view.name),
        **aria(label=f"{view.title}: add to the sheet"),
    )
