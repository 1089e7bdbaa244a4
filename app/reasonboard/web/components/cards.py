"""A view as a card: heading, actions, chart and table."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from dash import get_relative_path, html
from dash.development.base_component import Component

from reasonboard.charts.heatmap_scales import RAMPS, SIGNS
from reasonboard.core.rendered import RenderedView
from reasonboard.core.view import View
from reasonboard.export.forms import PRINTS, SCHEMES, TABLES
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
    own: Sequence[Component],
    table: Table,
    observations: Html,
    strip: Sequence[Component] = (),
) -> Component:
    """A view: its heading with its own controls, its chart or the table behind it, its foot, its findings.

    The controls of the chart alone, `own`, are in its head. The `strip` of the selected mark is between the
    main chart and its foot. A table next to its chart (`View.listing`) is always seen, and the chart too.
    """
    is_beside = view.listing is not None
    words = words_of(view, answer)
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
                words[ids.SUMMARY],
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
            _head(id, words, own),
            figure,
            _table(id, view, table),
            *strip,
            _foot(id, study, view, words, is_open=table.is_open),
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


def graph(id: str, height: int, view: str = "", *, name: str, about: str) -> Component:
    """An element of this height in pixels, into which the browser draws a chart (assets/chart.js).

    A click on a mark of it is one on a mark of `view`, and keys walk its marks (assets/cursor.js). `name` and
    `about` are the elements that name and describe it.
    """
    return html.Div(
        id=id,
        className="graph",
        style={"height": height},
        tabIndex=0,
        role="application",
        **data(view=view),
        **aria(labelledby=name, describedby=f"{about} {ids.KEYS}", roledescription="chart"),
    )


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


def words_of(view: View, answer: RenderedView) -> dict[str, Html]:
    """The texts around the chart of a view, by the names of its parts."""
    return {
        ids.HEADING: escaped(answer.heading or view.title),
        ids.SUBTITLE: marked_up(answer.subtitle or view.subtitle),
        ids.CAPTION: escaped(answer.foot),
        ids.KEY: _key_line(answer),
        ids.SUMMARY: escaped(answer.summary),
    }


def _head(id: str, words: Mapping[str, Html], own: Sequence[Component]) -> Component:
    title = html.Div(
        [
            part(words[ids.HEADING], html.H2, id=f"{id}-{ids.HEADING}"),
            html.Div(
                [
                    part(
                        words[ids.SUBTITLE],
                        html.P,
                        id=f"{id}-{ids.SUBTITLE}",
                        className="subtitle",
                    ),
                    part(words[ids.KEY], html.P, id=f"{id}-{ids.KEY}", className="key"),
                ],
                className="view-lines",
            ),
        ],
        className="view-title",
    )
    return html.Div(
        [title, *([html.Div(list(own), className="view-controls")] if own else [])],
        className="view-head",
    )


def _key_line(answer: RenderedView) -> Html:
    """What the colors and signs of a heatmap mean."""
    signs = [(name, SIGNS[name]) for name in answer.signs]
    return render("key", ramp=answer.ramp, ends=RAMPS.get(answer.ramp), signs=signs)


def _foot(
    id: str, study: str, view: View, words: Mapping[str, Html], *, is_open: bool
) -> Component:
    actions = [
        html.Div(
            _tabs(id, view, is_open=is_open), title="Show the chart, or its numbers as a table"
        ),
        part(menus(id, study, view), className="view-menus"),
    ]
    return html.Div(
        [
            part(words[ids.CAPTION], html.P, id=f"{id}-{ids.CAPTION}", className="caption"),
            html.Div(actions, className="view-actions"),
        ],
        className="view-foot",
    )


def _tabs(id: str, view: View, *, is_open: bool) -> Component:
    """Chart or table; not to be seen where both are."""
    return html.Span(
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
