"""A view as a card: heading, actions, chart and table."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from dash import ClientsideFunction, Dash, Input, Output, get_relative_path, html
from dash.development.base_component import Component

from reasonboard.charts.heatmap_scales import RAMPS, SIGNS
from reasonboard.core.rendered import RenderedView
from reasonboard.core.view import View
from reasonboard.export.forms import PRINTS, SCHEMES, TABLES
from reasonboard.web.components import bars
from reasonboard.web.components.controls import aria, data, radio_buttons
from reasonboard.web.components.markup import Html, escaped, marked_up, part, render
from reasonboard.web.page import ids

SCALES = (1, 2, 3)
"""Pixels of a PNG for one of the page."""
FORMATS = ("png", "svg")
LANGUAGES = ("Python", "pandas", "DuckDB", "R", "curl")
"""In which the rows behind a view can be read (assets/share.js has the lines)."""


def are_findings_apart(view: View) -> bool:
    """Do its findings stand together with those of other charts, under all of them?"""
    return view.folds_findings or view.place in ("side", "more")


class ChartControls(NamedTuple):
    """The controls that change one chart: what is seen in its head, and what its Options hold."""

    segments: list[Component]
    options: list[Component]


class Table(NamedTuple):
    """The table behind a view."""

    rows: Html
    is_open: bool
    search: str
    """What is searched for in it."""


def view_card(
    id: str,
    study: str,
    view: View,
    answer: RenderedView,
    chart: ChartControls,
    table: Table,
    observations: Html,
    strip: Sequence[Component] = (),
) -> Component:
    """A view: its heading with its own controls, its chart or the table behind it, its foot, its findings.

    The `strip` of the selected mark is between the main chart and its foot. A table beside its chart (`View.listing`)
    is always seen, and the chart too.
    """
    is_beside = view.listing is not None
    figure = html.Figure(
        [
            graph(
                f"{id}-{ids.GRAPH}",
                answer.height,
                view.name,
                name=f"{id}-{ids.HEADING}",
                about=f"{id}-{ids.SUMMARY}",
            ),
            part(
                escaped(answer.summary),
                html.Figcaption,
                id=f"{id}-{ids.SUMMARY}",
                className="visually-hidden",
            ),
            _mark_list(view),
        ],
        id=f"{id}-{ids.CHART_TAB}",
        hidden=table.is_open and not is_beside,
        **aria(labelledby=f"{id}-{ids.SUMMARY}"),
    )
    return html.Section(
        [
            _head(id, view, answer, chart),
            figure,
            _table(id, view, table),
            *strip,
            _foot(id, study, view, answer.foot, is_open=table.is_open),
            *([] if are_findings_apart(view) or is_beside else [findings_of(id, observations)]),
        ],
        id=f"{id}-view",
        className=f"view {view.place}{' beside' * is_beside}",
        **aria(label=view.title),
        **(data(empty="") if answer.empty else {}),
    )


def _mark_list(view: View) -> Component:
    """What the browser fills with the marks of the chart (assets/mark-list.js): L opens it, so it is no stop of Tab."""
    label = html.Summary(
        "List of marks",
        tabIndex=-1,
        title="Show or hide the list of marks",
        **aria(label=f"{view.title}: list of marks"),
    )
    return html.Details(label, className="mark-list")


def _table(id: str, view: View, table: Table) -> html.Div:
    """The table behind a view, with what arranges it."""
    return html.Div(
        [
            part(
                render(
                    "table_tools",
                    title=view.title,
                    folds=bool(view.columns),
                    search=table.search,
                    placeholder="Search problem id"
                    if view.listing is not None
                    else "Search the rows",
                ),
                className="table-tools",
            ),
            part(table.rows, id=f"{id}-{ids.TABLE}"),
        ],
        id=f"{id}-{ids.TABLE_TAB}",
        hidden=not table.is_open,
        **data(table=view.name),
    )


def findings_of(id: str, content: Html) -> Component:
    """The element with the findings of the view `id`."""
    return part(content, id=f"{id}-{ids.OBSERVATIONS}", className="observations")


def details(id: str, html_of: Mapping[str, Html], views: list[Component]) -> Component:
    """The drawer with all that is known of the selected mark; the browser opens it (assets/drawer.js)."""
    drawer = f"{id}-{ids.DETAILS}"
    return html.Dialog(
        [
            html.Button(
                "×",
                type="button",
                title="Close the details",
                className="quiet close",
                **data(close=drawer),
                **aria(label="Close details"),
            ),
            part(html_of["comparison"], id=f"{id}-comparison", className="below"),
            part(html_of["evidence"], id=f"{id}-evidence", className="below"),
            *views,
        ],
        id=drawer,
        className="drawer",
        **aria(label="Details of the selected mark"),
    )


def graph(id: str, height: int, view: str = "", *, name: str, about: str = "") -> Component:
    """An element of this height in pixels, into which the browser draws a chart (assets/chart.js).

    A click on a mark of it is one on a mark of `view`, and keys walk its marks (assets/cursor.js). `name` and
    `about` are the elements that name and describe it.
    """
    described = f"{about} {ids.KEYS}".strip()
    return html.Div(
        id=id,
        className="graph",
        style={"height": height},
        tabIndex=0,
        role="application",
        **data(view=view),
        **aria(labelledby=name, describedby=described, roledescription="chart"),
    )


def draw_in_browser(app: Dash, container: str, charts: Sequence[str]) -> None:
    """Let the browser draw the figure in each store `<chart>-figure` into `<chart>-graph`, in the page's colors.

    One callback draws all, since each callback costs time; `container` is an element around all of them.
    """
    app.clientside_callback(
        ClientsideFunction("reasonboard", "draw"),
        Output(container, "data-drawn"),
        Input("scheme", "data"),
        *[Input(f"{chart}-figure", "data") for chart in charts],
    )


def below(id: str, content: Html) -> Component:
    """A part of the page under its views, filled as the state changes."""
    return part(content, id=id, className="below")


def commands(study: str, lines: Sequence[tuple[str, str]], *, opened: bool) -> Component:
    """What a reader can type to bring in results of their own, and what each line does; empty for none."""
    content = render(
        "commands",
        label="Load your own results",
        commands=lines,
        opened=opened,
        loading=get_relative_path("/load"),
    )
    return part(content, id=f"{study}-loading-view", className="below view-anchor")


def notices(sentences: Sequence[str]) -> list[Component]:
    """Sentences that a reader should not miss."""
    return [html.P(sentence, className="notice") for sentence in sentences]


def _head(id: str, view: View, answer: RenderedView, chart: ChartControls) -> Component:
    title = html.Div(
        [
            part(escaped(answer.heading or view.title), html.H2, id=f"{id}-{ids.HEADING}"),
            html.Div(
                [
                    part(
                        marked_up(answer.subtitle or view.subtitle),
                        html.P,
                        id=f"{id}-{ids.SUBTITLE}",
                        className="subtitle",
                    ),
                    part(key_line(answer), html.P, id=f"{id}-{ids.KEY}", className="key"),
                ],
                className="view-lines",
            ),
        ],
        className="view-title",
    )
    own = [*chart.segments, *bars.options(id, view.title, chart.options)]
    return html.Div(
        [title, *([html.Div(own, className="view-controls")] if own else [])], className="view-head"
    )


def key_line(answer: RenderedView) -> Html:
    """What the colors and signs of a heatmap mean."""
    signs = [(name, SIGNS[name]) for name in answer.signs]
    return render("key", ramp=answer.ramp, ends=RAMPS.get(answer.ramp), signs=signs)


def _foot(id: str, study: str, view: View, legend: str, *, is_open: bool) -> Component:
    actions = [
        html.Div(
            _tabs(id, view, is_open=is_open), title="Show the chart, or its numbers as a table"
        ),
        part(menus(id, study, view), className="view-menus"),
    ]
    return html.Div(
        [
            part(escaped(legend), html.P, id=f"{id}-{ids.CAPTION}", className="caption"),
            html.Div(actions, className="view-actions"),
        ],
        className="view-foot",
    )


def _tabs(id: str, view: View, *, is_open: bool) -> Component:
    """Chart or table; not to be seen where both are."""
    tabs: Component = html.Span(
        radio_buttons(
            f"{id}-{ids.TAB}",
            f"{view.title}: chart or table",
            [{"value": "chart", "label": "Chart"}, {"value": "table", "label": "Table"}],
            "table" if is_open else "chart",
            is_named=False,
        ),
        className="tabs",
        hidden=view.listing is not None,
    )
    return tabs


def menus(id: str, study: str, view: View) -> Html:
    """The menus of the view `id` on the page of `study`; the browser fills the one for sharing when it is opened."""
    return render(
        "menus",
        id=id,
        study=study,
        page=get_relative_path(f"/{study}"),
        view=view.name,
        title=view.title,
        schemes=SCHEMES,
        scales=SCALES,
        prints=PRINTS,
        formats=FORMATS,
        tables=TABLES,
        languages={name: name for name in LANGUAGES},
    )
