"""A view as a card: heading, actions, chart and table."""

from collections.abc import Sequence

import dash_mantine_components as dmc
from dash import ClientsideFunction, Dash, Input, Output, html
from dash.development.base_component import Component

from reasonboard.core.rendered import RenderedView
from reasonboard.core.study import View
from reasonboard.web.components.controls import aria, data
from reasonboard.web.components.markup import Html, escaped, part, render
from reasonboard.web.components.menus import menus
from reasonboard.web.page import ids


def view_card(
    id: str,
    study: str,
    view: View,
    answer: RenderedView,
    table: Html,
    pages: int,
    observations: Html,
) -> Component:
    """A view: its heading, its actions, its chart and, on its other tab, the table behind it."""
    figure = html.Figure(
        [
            graph(f"{id}-{ids.GRAPH}", answer.height, view.name),
            part(
                escaped(answer.summary),
                html.Figcaption,
                id=f"{id}-{ids.SUMMARY}",
                className="visually-hidden",
            ),
        ],
        id=f"{id}-{ids.CHART_TAB}",
        hidden=view.table_first,
    )
    rows = html.Div(
        [part(table, id=f"{id}-{ids.TABLE}"), _pager(id, pages)],
        id=f"{id}-{ids.TABLE_TAB}",
        hidden=not view.table_first,
    )
    return html.Section(
        [
            _head(id, study, view, answer.caption),
            figure,
            rows,
            part(observations, id=f"{id}-{ids.OBSERVATIONS}", className="observations"),
        ],
        id=f"{id}-view",
        className="view wide" if view.wide else "view",
        **aria(label=view.title),
    )


def graph(id: str, height: int, view: str = "", *, static: bool = False) -> Component:
    """An element of this height in pixels, into which the browser draws a chart (assets/chart.js).

    A click on a mark of it is one on a mark of `view`.
    """
    still = data(static="") if static else {}
    return html.Div(id=id, className="graph", style={"height": height}, **data(view=view), **still)


def draw_in_browser(app: Dash, container: str, charts: Sequence[str]) -> None:
    """Let the browser draw the figure in each store `<chart>-figure` into `<chart>-graph`, in the page's colours.

    One callback draws all, since each callback costs time; `container` is an element around all of them.
    """
    app.clientside_callback(
        ClientsideFunction("reasonboard", "draw"),
        Output(container, "data-drawn"),
        Input("scheme", "data"),
        *[Input(f"{chart}-figure", "data") for chart in charts],
    )


def below(id: str, label: str, content: Html) -> Component:
    """A part of the page under its views, filled as the state changes."""
    return part(content, id=id, className="below", role="region", **aria(label=label))


def commands(lines: Sequence[tuple[str, str]]) -> Component:
    """What a reader can type to bring in results of their own, and what each line does; empty for none."""
    label = "Load your own results"
    html_ = render("commands", label=label, commands=lines)
    return part(html_, className="below", role="region", **aria(label=label))


def notices(sentences: Sequence[str]) -> list[Component]:
    """Sentences that a reader should not miss."""
    return [html.P(sentence, className="notice") for sentence in sentences]


def _head(id: str, study: str, view: View, caption: str) -> Component:
    title = html.Div(
        [
            html.H2(view.title),
            part(escaped(caption), html.P, id=f"{id}-{ids.CAPTION}", className="caption"),
        ],
        className="view-title",
    )
    actions = html.Div(
        [_tabs(id, view), part(menus(id, study, view), className="view-menus")],
        className="view-actions",
    )
    return html.Div([title, actions], className="view-head")


def _pager(id: str, pages: int) -> Component:
    pager: Component = dmc.Pagination(
        id=f"{id}-{ids.PAGER}",
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
        id=f"{id}-{ids.TAB}",
        data=[{"value": "chart", "label": "Chart"}, {"value": "table", "label": "Table"}],
        value="table" if view.table_first else "chart",
        size="xs",
        className="tabs",
        **aria(label=f"{view.title}: chart or table"),
    )
    return tabs
